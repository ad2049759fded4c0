import { describe, expect, test } from "vitest";
import { crewsOf, reliefOf, shiftLetters } from "~/features/diagrams/cycle";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import {
	diagramIn,
	ownDiagram,
	parseOwnDiagram,
	problemsOfHours,
	readTypedCycle,
	runsOf,
	shortRests,
} from "~/features/diagrams/own-cycle/own-diagram";
import { letterOn, parseRotation, rotationText, shiftTimeOn } from "~/features/shift/rotation";
import { readPreferences, remember } from "~/lib/http/preferences.server";
import { addDays } from "~/lib/time/civil-date";
import { seededDiagrams } from "../../support/seeded-diagrams";

const hours = {
	M: ["06:00", "14:00"],
	T: ["14:00", "22:00"],
	N: ["22:00", "06:00"],
	D: ["06:00", "18:00"],
} as const;

describe("a typed cycle", () => {
	test.each([
		["4M 2F", "MMMMFF"],
		["4m2f", "MMMMFF"],
		["MMMMFF", "MMMMFF"],
		["4M, 2F; 1T.F", "MMMMFFTF"],
		[" 4 M + 2 F ", "MMMMFF"],
		["\u200e4M\u200b \u20602F", "MMMMFF"],
		["DF", "DF"],
		["2 días, 2 noches, 1 franco", "DDNNF"],
		["mañana tarde DIA Francos", "MTDF"],
		[`${"0001M".repeat(79)}0001F`, `${"M".repeat(79)}F`],
		["42D 42F", "D".repeat(42) + "F".repeat(42)],
	])("%s is read", (text, cycle) => {
		expect(readTypedCycle(text)).toEqual({ cycle });
	});

	test.each([
		["", "Escribí tu ciclo"],
		[" , ", "Escribí tu ciclo"],
		["4M 2X", "«X» no es un turno"],
		["4 mates 2F", "«A» no es un turno"],
		["4M 2😀", "«😀» no es un turno"],
		["4M 2", "No entendimos «2»"],
		["4 2M F", "No entendimos «4»"],
		["0M 2F", "No entendimos «0M»"],
		["M", "por lo menos 2 días"],
		["43D 42F", "como mucho 84 días"],
		["99999999999999999999M F", "como mucho 84 días"],
		[`${"0001M".repeat(79)}00001F`, "como mucho 84 días"],
		["M".repeat(401), "como mucho 84 días"],
		["4M 4T", "Falta el franco"],
		["6F", "Son todos francos"],
	])("%s is refused with words", (text, problem) => {
		expect(readTypedCycle(text)).toEqual({ problem: expect.stringContaining(problem) });
	});

	test("hours are refused when missing, equal, too long, or overlapping", () => {
		expect(problemsOfHours({ cycle: "MTF", hours: { M: hours.M } })).toEqual({
			T: expect.stringMatching(/^Poné/),
		});
		expect(problemsOfHours({ cycle: "MTF", hours: { T: hours.T } })).toHaveProperty("M");
		expect(problemsOfHours({ cycle: "MF", hours: { M: ["6", "14:00"] } })).toHaveProperty("M");
		expect(problemsOfHours({ cycle: "MF", hours: { M: ["06:00", "06:00"] } }).M).toContain("a la misma hora");
		expect(problemsOfHours({ cycle: "DF", hours: { D: ["06:00", "22:00"] } })).toEqual({});
		expect(problemsOfHours({ cycle: "DF", hours: { D: ["06:00", "22:01"] } }).D).toContain(
			"más de 16\u00a0h",
		);
		expect(problemsOfHours({ cycle: "NMF", hours: { ...hours, N: ["22:00", "07:00"] } })).toEqual({
			N: "Termina después de que empieza el turno mañana del día siguiente.",
		});
		// The last day of the cycle is followed by its first.
		expect(problemsOfHours({ cycle: "MFN", hours: { ...hours, N: ["22:00", "07:00"] } })).toHaveProperty("N");
		expect(problemsOfHours({ cycle: "NFM", hours: { ...hours, N: ["22:00", "07:00"] } })).toEqual({});
	});

	test("short rests are said, each pair of shifts once", () => {
		expect(shortRests({ cycle: "TMTMF", hours: { ...hours, T: ["15:00", "23:00"] } })).toEqual([
			"Entre el turno tarde y el turno mañana del día siguiente descansás 7\u00a0h.",
		]);
		expect(shortRests({ cycle: "TMF", hours: { ...hours, T: ["14:40", "22:40"] } })).toEqual([
			"Entre el turno tarde y el turno mañana del día siguiente descansás 7:20\u00a0h.",
		]);
		expect(shortRests({ cycle: "MTNF", hours })).toEqual([]);
		expect(shortRests({ cycle: "TMF", hours })).toEqual([]);
		expect(shortRests({ cycle: "NMF", hours })).toEqual([
			"El turno mañana sigue al turno noche sin descanso.",
		]);
	});
});

describe("the diagram of an own cycle", () => {
	const diagram = ownDiagram("MMMMFFTTTTFFNNNNFF", hours);

	test("is written whole in its id", () => {
		expect(diagram.id).toBe("propio-4M2F4T2F4N2F-M06001400-T14002200-N22000600");
		expect(diagramIn(seededDiagrams, diagram.id)).toEqual(diagram);
		expect(diagramIn(seededDiagrams, "4turnos_7dias")?.id).toBe("4turnos_7dias");
		expect(diagramLabel(diagram.id)).toBe("Tu ciclo de 18 días");
		expect(diagramLabel("4turnos_7dias")).toBe("4 turnos de 7 días");
		expect(diagramLabel("otro")).toBe("");
		expect(runsOf("MMMMFFT", " ")).toBe("4M 2F T");
	});

	test("gives shifts and hours, and has neither crews nor relief", () => {
		const rotation = { diagram, start: "2026-11-23" };
		const letters = Array.from({ length: 20 }, (_, ahead) =>
			letterOn(rotation, addDays("2026-11-21", ahead)),
		);
		expect(letters.join("")).toBe("FFMMMMFFTTTTFFNNNNFF");
		expect(shiftTimeOn(rotation, "2026-12-05")).toEqual({ letter: "N", startMinute: 1320, endMinute: 1800 });
		expect(crewsOf(diagram)).toEqual([]);
		expect(reliefOf(diagram, "T", "2026-11-29")).toEqual({});
	});

	test("any cycle and its calendar are the same after writing and reading, also through the cookie", () => {
		const letters = shiftLetters.map(String);
		let seed = 7;
		const random = (below: number) => {
			seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
			return Math.floor((seed / 2_147_483_648) * below);
		};
		const ends = {
			M: ["14:00", "13:30"],
			T: ["22:00", "21:15"],
			N: ["06:00", "05:59"],
			D: ["18:00", "19:00"],
		};
		for (let round = 0; round < 500; round++) {
			const work = Array.from({ length: 1 + random(83) }, () => letters[random(5)]).join("");
			const cycle = `F${/[MTND]/.test(work) ? work : "M"}`;
			const cycleHours = {
				M: ["06:00", ends.M[random(2)] ?? ""],
				T: ["14:00", ends.T[random(2)] ?? ""],
				N: ["22:00", ends.N[random(2)] ?? ""],
				D: ["06:00", ends.D[random(2)] ?? ""],
			} as const;
			const made = ownDiagram(cycle, cycleHours);
			expect(parseOwnDiagram(made.id)).toEqual(made);
			const text = rotationText({ diagram: made, start: "2020-02-29" }, "2026-11-24");
			const cookie = remember("mine", text, "accepted").split(";")[0];
			expect(readPreferences(cookie).mine).toBe(text);
			const read = parseRotation(text, seededDiagrams);
			expect(read?.diagram).toEqual(made);
			for (const date of ["2026-11-24", "2027-03-01", "2019-01-01"])
				expect(read && letterOn(read, date)).toBe(letterOn({ diagram: made, start: "2020-02-29" }, date));
		}
	});

	test.each([
		"propio-",
		"propio-4M2F",
		"propio-4M2F-",
		"propio-MMMM2F-M06001400",
		"propio-04M2F-M06001400",
		"propio-4M2F-M06001400-T14002200",
		"propio-4M2F-M06001400-M06001400",
		"propio-4M2T2F-T14002200-M06001400",
		"propio-4M2T2F-M06001400",
		"propio-4M2F-M06000600",
		"propio-4M2F-M06002500",
		"propio-4M2F-M6001400",
		"propio-85M2F-M06001400",
		"propio-99M99F99M99F-M06001400",
		"propio-84F-M06001400",
		"propio-4M-M06001400",
		"propio-1M1F-M06001400",
		"propio-4M2F-M06001400\n",
		"Propio-4M2F-M06001400",
		`propio-${"MF".repeat(43)}-M06001400`,
		"propio-4M2X-M06001400",
		"__proto__",
	])("the id %s is refused", (id) => {
		expect(parseOwnDiagram(id)).toBeUndefined();
		expect(parseRotation(`${id}.2026-11-16.k3x9f1`, seededDiagrams)).toBeUndefined();
	});
});
