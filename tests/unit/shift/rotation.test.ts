import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { calendarOf, startsAfterNight } from "~/features/shift/own-calendar";
import {
	crewOf,
	letterOn,
	parseRotation,
	rotationOf,
	rotationText,
	sameRotation,
	shiftTimeOn,
} from "~/features/shift/rotation";
import { days, naiveCrewPosition, naiveLetters } from "../../support/naive-shifts";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";

const sevenDays = seededDiagram("4turnos_7dias");
const confirmed = { ...sevenDays, anchorConfirmed: true };

test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
	"%s: every crew's calendar equals the list computed day by day, and belongs to its crew",
	(_, diagram) => {
		for (const [index, crew] of crewsOf(diagram).entries()) {
			const rotation = rotationOf(diagram, crew);
			const letters = days.map((date) => letterOn(rotation, date)).join("");
			expect(letters).toBe(naiveLetters(diagram, naiveCrewPosition(diagram, index)));
			expect(crewOf(rotation)).toBe(crew);
		}
	},
);

describe("two calendars are equal", () => {
	test("when their starts differ by whole cycles, before or after", () => {
		const one = { diagram: sevenDays, start: "2026-11-30" };
		expect(sameRotation(one, { diagram: sevenDays, start: "2026-12-28" })).toBe(true);
		expect(sameRotation(one, { diagram: sevenDays, start: "2024-01-01" })).toBe(true);
		expect(sameRotation(one, { diagram: sevenDays, start: "2026-12-01" })).toBe(false);
	});

	test("when the cycle repeats one part, and the starts differ by such parts", () => {
		const twice = { ...sevenDays, cycle: "DNFDNF", crews: 3, offset: 2 };
		const one = { diagram: twice, start: "2026-11-30" };
		expect(sameRotation(one, { diagram: twice, start: "2026-12-03" })).toBe(true);
		expect(sameRotation(one, { diagram: twice, start: "2026-12-02" })).toBe(false);
	});

	test("never for two diagrams, nor before and after a correction of one", () => {
		const other = { ...sevenDays, id: "5turnos_7dias" };
		const start = "2026-11-30";
		const corrected = { ...sevenDays, cycle: `${sevenDays.cycle}F` };
		for (const diagram of [other, corrected])
			expect(sameRotation({ diagram: sevenDays, start }, { diagram, start })).toBe(false);
	});
});

describe("the stored text", () => {
	test("contains the latest cycle start up to today", () => {
		const rotation = { diagram: confirmed, start: "2026-12-15" };
		expect(rotationText(rotation, "2026-11-21")).toBe("4turnos_7dias.2026-11-17.j66w5q");
		expect(rotationText(rotation, "2026-11-17")).toBe("4turnos_7dias.2026-11-17.j66w5q");
		expect(rotationText(rotation, "2026-11-16")).toBe("4turnos_7dias.2026-10-20.j66w5q");
	});

	test.each([sevenDays, confirmed])(
		"contains a date for a crew's calendar too, so that a correction of the anchor changes nobody's calendar",
		(diagram) => {
			expect(rotationText(rotationOf(diagram, "A"), "2026-11-21")).toBe("4turnos_7dias.2026-11-02.j66w5q");
		},
	);

	test.each(diagrams.flatMap((diagram) => [diagram, { ...diagram, anchorConfirmed: true }]))(
		"$id, confirmed $anchorConfirmed: is parsed to the same calendar for every position",
		(diagram) => {
			for (const start of days.slice(0, diagram.cycle.length)) {
				const rotation = { diagram, start };
				const read = parseRotation(rotationText(rotation, "2028-02-29"), diagrams);
				expect(read && sameRotation(read, rotation)).toBe(true);
			}
		},
	);

	test.each([
		"",
		"4turnos_7dias",
		"4turnos_7dias.",
		"4turnos_7dias.E",
		"4turnos_7dias.c",
		"4turnos_7dias.2026-02-29.j66w5q",
		"4turnos_7dias.C.C",
		"4turnos_7dias.2026-11-02.j66w5q.C",
		"6turnos.A",
	])("%o is not a valid text", (text) => {
		expect(parseRotation(text, diagrams)).toBeUndefined();
	});

	test("a crew's letter is parsed to the crew's calendar", () => {
		expect(parseRotation("4turnos_7dias.C", diagrams)).toEqual(rotationOf(sevenDays, "C"));
	});
});

describe("the time of a shift", () => {
	const on = (hours: [string, string]) => ({
		diagram: { ...sevenDays, cycle: "NF", crews: 1, offset: 2, hours: { N: hours } },
		start: "2026-12-01",
	});

	test("of a night shift ends on the next day, after more than 1440 minutes", () => {
		expect(shiftTimeOn(on(["22:30", "06:30"]), "2026-12-01")).toEqual({
			letter: "N",
			startMinute: 1350,
			endMinute: 1830,
		});
		expect(shiftTimeOn(on(["22:30", "06:30"]), "2026-12-02")).toBeUndefined();
		expect(startsAfterNight(calendarOf(on(["22:30", "06:30"])), "2026-12-02")).toBe(true);
	});

	test("of a shift that ends at midnight does not reach the next day", () => {
		expect(shiftTimeOn(on(["16:00", "00:00"]), "2026-12-01")).toMatchObject({ endMinute: 1440 });
		expect(startsAfterNight(calendarOf(on(["16:00", "00:00"])), "2026-12-02")).toBe(false);
	});
});
