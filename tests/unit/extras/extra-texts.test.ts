import { describe, expect, test } from "vitest";
import { dayTexts, withDay } from "~/features/extras/form/day-texts";
import { startHint, startOf } from "~/features/extras/form/extra-start";
import { doubtLevel, periodSums, toExtraRow } from "~/features/extras/list/list-texts";
import type { Extra } from "~/features/extras/rows/extras.server";
import { plainExtra as extra } from "../../support/extras";
import { NOTHING_INCLUDED } from "../../support/pay";
import { seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const open = { unclassified: 480 };
const POSE = "Poné la hora de entrada y la clasificamos.";
const mistakes = [
	{ mark: "repetida", text: "Ya está." },
	{ mark: "se superpone", text: "Se pisa." },
] as const;

describe("a row of the list", () => {
	test.each<[string, Partial<Extra>, ReturnType<typeof toExtraRow> | object]>([
		[
			"as it is",
			{},
			{ times: "", pay: "al 50 %", text: "\nPorque sí", mark: undefined, mistakes: undefined },
		],
		["with a start", { startMinute: 1320 }, { times: ", de 22:00 a 06:00" }],
		[
			"with a start by the diagram",
			{ startMinute: 1320, isStartProposed: true },
			{ times: ", de 22:00 a 06:00, según tu diagrama" },
		],
		[
			"of two premiums",
			{ premiums: { 50: 120, 100: 360 } },
			{ pay: "2 al 50 %\n6 al 100 %", text: "\nPorque sí" },
		],
		["paid", { compensation: "pago" }, { pay: "al 50 %", text: " · Pago\nPorque sí" }],
		["given as free time", { compensation: "franco" }, { pay: "al 50 %\nfranco" }],
		["of unknown premium", { premiums: open }, { text: `\nPorque sí\n${POSE}` }],
		["of unknown premium with a start", { premiums: open, startMinute: 0 }, { text: "\nPorque sí" }],
		["to be reviewed", { premiums: open, needsReview: true }, { mark: "revisar", text: "\nPorque sí" }],
		[
			"with a doubt",
			{ doubts: ["no-compensation"] },
			{ doubt: "quiet", text: "\nPorque sí\nSin decir cómo se compensa: va como pago." },
		],
		[
			"with doubts that its times and every reason say",
			{ isStartProposed: true, doubts: ["unclassified", "own-split", "day-off-unknown", "proposed-start"] },
			{ text: "\nPorque sí" },
		],
		[
			"with doubts that its reason says",
			{
				reason: "En tu franco (diagrama sin confirmar por tu planta): es feriado (Puente, a confirmar)",
				doubts: ["unconfirmed-diagram", "unconfirmed-holiday"],
			},
			{ text: "\nEn tu franco (diagrama sin confirmar por tu planta): es feriado (Puente, a confirmar)" },
		],
		[
			"with doubts that its reason leaves out",
			{ doubts: ["unconfirmed-diagram", "unconfirmed-holiday"] },
			{
				text: "\nPorque sí\nSegún un diagrama sin confirmar por la planta.\nEn un feriado a confirmar.",
			},
		],
		[
			"with doubts of the union's day",
			{
				reason: "8 h al 100 % (no es seguro), día gremial (Metalúrgico)",
				doubts: ["own-shift-on-union-day", "no-agreement-on-union-day", "union-day"],
			},
			{ text: "\n8 h al 100 % (no es seguro), día gremial (Metalúrgico)" },
		],
		[
			"with a doubt of a holiday, where its reason has only one of the union's day",
			{
				reason: "8 h al 50 %, día gremial (Gremio, a confirmar)",
				doubts: ["unconfirmed-holiday", "union-day"],
			},
			{ text: "\n8 h al 50 %, día gremial (Gremio, a confirmar)\nEn un feriado a confirmar." },
		],
		["with a comment", { comment: "horno" }, { comment: "horno" }],
	])("%s", (_, more, row) => {
		expect(evened(toExtraRow({ ...extra, ...more }))).toMatchObject(evened(row));
	});

	test("says what it is estimated to be paid, or why that is not known", () => {
		const estimate = { heading: "Estimado", total: "sin estimar", lines: [], notes: ["Falta el valor."] };
		expect(toExtraRow(extra, [], estimate).text).toBe("\nPorque sí\nFalta el valor.");
	});

	test("has the mark of its first mistake, unless it is to be reviewed, and the texts of all", () => {
		expect(toExtraRow(extra, mistakes)).toMatchObject({ mark: "repetida", mistakes: "Ya está. Se pisa." });
		expect(toExtraRow({ ...extra, needsReview: true }, mistakes).mark).toBe("revisar");
	});
});

test.each([
	[[], undefined],
	[["own-split", "night-unknown"], "quiet"],
	[["own-split", "unclassified"], "loud"],
] as const)("the doubts %j are %s", (doubts, level) => {
	expect(doubtLevel(doubts)).toBe(level);
});

test("sums name each premium in its colour, and the night only if there was one", () => {
	const totals = { count: 2, minutes: 960, withoutStart: 0, ...NOTHING_INCLUDED, doubts: { "to-review": 1 } };
	const premiums = { 50: 240, 99: 60, 100: 300, unclassified: 360 };
	const sums = (minutesNight: number) =>
		evened(periodSums("Noviembre", { ...totals, premiums, minutesNight }, { start: "2026-11-01" }));
	expect(sums(90).parts.map(({ text, paid }) => [text, paid])).toEqual([
		["4 al 50 %", "low"],
		["1 al 99 %", "low"],
		["5 al 100 %", "high"],
		["6 sin clasificar", undefined],
	]);
	expect(sums(90)).toMatchObject({ hours: "16 h", night: "1,5 de noche", doubt: "loud" });
	expect(sums(0).night).toBeUndefined();
	expect(sums(0).more).not.toContain("Incluye");
	const bank = { count: 1, minutes: 240 };
	const { more } = periodSums("Noviembre", { ...totals, premiums, minutesNight: 0, bank, planned: 2 }, {});
	expect(evened(more)).toContain(
		"\nIncluye 1 extra (4 h), con banco de horas en lugar de pago.\nIncluye 2 extras que todavía no terminaron.\n",
	);
});

describe("several days of one form", () => {
	const [monday, tuesday, friday] = ["2026-11-02", "2026-11-03", "2026-11-06"] as const;

	test("say what is said of one day without the day, and the same of several once", () => {
		expect(dayTexts([])).toBe("");
		expect(dayTexts([[monday, "De 14:00 a 22:00."]])).toBe("De 14:00 a 22:00.");
		expect(
			dayTexts([
				[tuesday, "De 14:00."],
				[friday, "De 6:00."],
				[monday, "De 14:00."],
			]),
		).toBe("Lunes 2 y martes 3: de 14:00. Viernes 6: de 6:00.");
	});

	test.each([
		["Se superpone con tu turno.", "El lunes 2: se superpone con tu turno."],
		["Ya anotaste otra del lunes 2.", "Ya anotaste otra del lunes 2."],
		["El 02/11/2026 suma 20 horas.", "El 02/11/2026 suma 20 horas."],
	])("are asked about by their names: %s", (text, question) => {
		expect(withDay(text, monday)).toBe(question);
	});
});

describe("the start of an entry", () => {
	const diagram = seededDiagram("4turnos_7dias");
	const confirmed = { ...diagram, anchorConfirmed: true };
	const twelve = { ...seededDiagram("12horas_general"), anchorConfirmed: true };
	// Crew A starts its cycle on Monday 2024-01-01: seven mornings, two days off.
	const date = "2024-01-02";
	const stored = { date, shift: "T", startMinute: 800, isStartProposed: true };

	test.each([
		["typed", { shift: "T", startMinute: 0 }, diagram, stored, 0, false],
		["of the stored proposal", { shift: "T" }, diagram, stored, 800, true],
		[
			"of the shift, if the date is another",
			{ shift: "T" },
			diagram,
			{ ...stored, date: "2024-01-03" },
			840,
			true,
		],
		["of the shift, if the letter is another", { shift: "N" }, diagram, stored, 1320, true],
		[
			"of the shift, if the stored was typed",
			{ shift: "T" },
			diagram,
			{ ...stored, isStartProposed: false },
			840,
			true,
		],
		["of the shift", { shift: "T" }, diagram, undefined, 840, true],
		["unknown without a diagram", { shift: "T" }, undefined, undefined, null, false],
		["unknown of a letter that the diagram has not", { shift: "Z" }, confirmed, undefined, null, false],
		["unknown of a crew whose days are not confirmed", { shift: "A" }, diagram, undefined, null, false],
		["of the crew's shift", { shift: "A" }, confirmed, undefined, 360, true],
		["unknown on the crew's day off", { shift: "A", date: "2024-01-08" }, confirmed, undefined, null, false],
		["of the shift whose letter is a crew's too", { shift: "D" }, twelve, undefined, 360, true],
	] as const)("is %s", (_, typed, known, before, startMinute, isStartProposed) => {
		expect(startOf({ date, ...typed }, known, before)).toEqual({ startMinute, isStartProposed });
	});

	test("left empty is what the hint says", () => {
		const use = "Con ella separamos el 50, el 100 y la noche.";
		const shifts = "Vacía, tomamos la del turno según tu diagrama: M 06 a 14, T 14 a 22, N 22 a 06.";
		expect(startHint(undefined)).toBe(use);
		expect(startHint(diagram)).toBe(`${use} ${shifts}`);
		expect(startHint(diagram, stored)).toBe(`${use} Vacía, sigue la de 13:20, según tu diagrama.`);
		expect(startHint(diagram, { ...stored, isStartProposed: false })).toBe(`${use} ${shifts}`);
		expect(startHint(undefined, { ...stored, startMinute: null })).toBe(use);
	});
});
