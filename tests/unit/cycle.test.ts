import { describe, expect, test } from "vitest";
import { crewOn, crewsOf, dayOfBlock, reliefOf, shiftOn, workLettersOf } from "~/features/diagrams/cycle";
import { nextWorkDay } from "~/features/shift/days-off";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, dayNumber, modulo } from "~/lib/time/civil-date";
import { anchorsFor } from "../../scripts/operator/anchors";
import { findCoverageFault } from "../../scripts/operator/coverage";
import { seededDiagrams as diagrams, seededDiagram } from "../support/seeded-diagrams";

const TEN_YEARS_DAYS = 3653;

describe("the eleven diagrams", () => {
	test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
		"%s covers every shift with one crew on every day of ten years",
		(_, diagram) => {
			expect(findCoverageFault(diagram, "2020-01-01", TEN_YEARS_DAYS)).toBeUndefined();
		},
	);

	test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
		"%s: crew i has cycle[(d − anchor − i·offset) mod L], also before the anchor",
		(_, diagram) => {
			for (const [index, crew] of crewsOf(diagram).entries()) {
				for (let ahead = -400; ahead <= 400; ahead++) {
					const date = addDays(diagram.anchor, ahead);
					const position = modulo(
						dayNumber(date) - dayNumber(diagram.anchor) - index * diagram.offset,
						diagram.cycle.length,
					);
					expect(shiftOn(diagram, crew, date)).toBe(diagram.cycle[position]);
				}
			}
		},
	);

	test("no crew works on a closed Sunday", () => {
		expect(crewOn(seededDiagram("3turnos"), "M", "2026-11-22")).toBeUndefined();
		expect(crewOn(seededDiagram("3turnos"), "M", "2026-11-23")).toBeDefined();
	});

	test("the shifts are in order of their start", () => {
		expect(workLettersOf(seededDiagram("4turnos_7dias"))).toEqual(["M", "T", "N"]);
		expect(workLettersOf(seededDiagram("12horas_general"))).toEqual(["D", "N"]);
	});
});

describe("an invalid cycle is refused with its first invalid day", () => {
	const right = seededDiagram("12horas_general");

	test("no crew on an open day", () => {
		expect(findCoverageFault({ ...right, cycle: "DDNFFFFF" })).toEqual({
			date: "2024-01-02",
			shift: "N",
			crews: [],
		});
	});

	test("two crews on one shift", () => {
		expect(findCoverageFault({ ...right, cycle: "DDNNDFFF" })).toMatchObject({
			shift: "D",
			crews: ["A", "C"],
		});
	});

	test("a closed day that moves off its weekday", () => {
		const shifted = { ...seededDiagram("2turnos"), anchor: "2024-01-02" };
		expect(findCoverageFault(shifted)).toMatchObject({ date: "2024-01-08", crews: [] });
	});
});

describe("a worker's statement determines the anchor", () => {
	test("a shift and the first day of its block determine the anchor of all eleven", () => {
		for (const diagram of diagrams) {
			for (const crew of crewsOf(diagram)) {
				const date = nextWorkDay(calendarOf(rotationOf(diagram, crew)), "2026-11-30") ?? "";
				const shift = shiftOn(diagram, crew, date);
				const position = modulo(
					dayNumber(date) - dayNumber(diagram.anchor) - crewsOf(diagram).indexOf(crew) * diagram.offset,
					diagram.cycle.length,
				);
				const day = dayOfBlock(diagram.cycle, position);
				const anchors = anchorsFor(diagram, { date, crew, shift, day });
				expect(anchors).toHaveLength(1);
				expect(shiftOn({ ...diagram, anchor: anchors[0] ?? "" }, "A", "2027-06-15")).toBe(
					shiftOn(diagram, "A", "2027-06-15"),
				);
			}
		}
	});

	test("a day off alone is ambiguous", () => {
		const statement = { date: "2026-12-01", crew: "A", shift: "F", day: 1 } as const;
		expect(anchorsFor(seededDiagram("4turnos_7dias"), statement).length).toBeGreaterThan(1);
	});
});

describe("the hand-over", () => {
	test("each crew relieves the crew whose shift ends, also over midnight", () => {
		const diagram = seededDiagram("4turnos_7dias");
		for (let ahead = 0; ahead < 56; ahead++) {
			const date = addDays("2026-11-01", ahead);
			const night = reliefOf(diagram, "N", date);
			expect(night.relieves).toBe(crewOn(diagram, "T", date));
			expect(night.relievedBy).toBe(crewOn(diagram, "M", addDays(date, 1)));
			expect(reliefOf(diagram, "M", date).relieves).toBe(crewOn(diagram, "N", addDays(date, -1)));
		}
	});

	test("a crew hands over even if it stays a little after the next shift has started", () => {
		const diagram = seededDiagram("4turnos_7dias");
		const hours = { M: ["06:00", "14:15"], T: ["14:00", "22:15"], N: ["22:00", "06:15"] } as const;
		for (const shift of ["M", "T", "N"] as const)
			expect(reliefOf({ ...diagram, hours }, shift, "2026-11-23")).toEqual(
				reliefOf(diagram, shift, "2026-11-23"),
			);
		const apart = { ...hours, T: ["14:30", "22:15"] } as const;
		expect(reliefOf({ ...diagram, hours: apart }, "T", "2026-11-23").relieves).toBeUndefined();
		const relieved = (end: string) =>
			reliefOf({ ...diagram, hours: { ...hours, M: ["06:00", end] } }, "M", "2026-11-23").relievedBy;
		expect([relieved("15:00"), relieved("15:01")]).toEqual([crewOn(diagram, "T", "2026-11-23"), undefined]);
	});

	test("in a diagram with two shifts, no crew hands over to the morning shift", () => {
		const diagram = seededDiagram("2turnos");
		expect(reliefOf(diagram, "M", "2026-11-23")).toEqual({ relievedBy: crewOn(diagram, "T", "2026-11-23") });
	});
});
