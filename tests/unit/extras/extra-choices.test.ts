import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { placedBeside, placeOf } from "~/features/extras/form/extra-start";
import { shiftChoices } from "~/features/extras/form/shift-choices";
import type { OwnPlace } from "~/features/extras/shift-letter";
import { shiftsOn, workOf } from "~/features/law/rest";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { takeOthers } from "~/lib/forms/other-choice";
import { addDays } from "~/lib/time/civil-date";
import { plainExtra } from "../../support/extras";
import { seededDiagram, seededDiagrams } from "../../support/seeded-diagrams";

const diagram = seededDiagram("4turnos_7dias");
// Crew A starts its cycle on Monday 2024-01-01: seven mornings, two days off.
const rotations = [{ since: "1900-01-01", ...rotationOf(diagram, "A") }];

describe("a typed value beside choices", () => {
	const taken = (fields: Record<string, string>) => takeOthers(fields, ["date"]);

	test.each([
		["a chip alone", { date: "2026-11-22" }, { date: "2026-11-22" }],
		["'Otra' and its value", { date: "other", otherDate: "2026-11-10" }, { date: "2026-11-10" }],
		[
			"'Otra' and its value in a form that was shown with 'Otra'",
			{ date: "other", otherDate: "2026-11-10", shownDate: "other" },
			{ date: "2026-11-10" },
		],
		["'Otra' left empty stays, and the schema says so", { date: "other", otherDate: " " }, { date: "other" }],
		["a value without any chip", { otherDate: "2026-11-10" }, { date: "2026-11-10" }],
		[
			"a chip tapped after typing",
			{ date: "2026-11-21", otherDate: "x", shownDate: "other" },
			{ date: "2026-11-21" },
		],
		[
			"the value of the chip",
			{ date: "2026-11-22", otherDate: "2026-11-22", shownDate: "2026-11-22" },
			{ date: "2026-11-22" },
		],
	])("%s", (_name, fields, expected) => {
		expect(taken(fields)).toEqual(expected);
	});

	test("stays beside the initially selected choice, because only the user knows which one counts", () => {
		const fields = { date: "2026-11-22", otherDate: "2026-11-10", shownDate: "2026-11-22" };
		expect(taken(fields)).toEqual({ date: "2026-11-22", otherDate: "2026-11-10" });
	});
});

describe("the shifts to choose from", () => {
	const vacation: OwnDay = {
		id: "",
		kind: "vacaciones",
		firstDay: "2024-01-06",
		lastDay: "2024-01-06",
		crew: null,
		note: "",
	};
	const doubt = " (sin confirmar)";

	const told = (choices: ReturnType<typeof shiftChoices>) =>
		choices.shifts.map(({ value, label, note }) => `${value}: ${[label, note].filter(Boolean).join(" ")}`);

	test("on a working day are the hours beside the own shift, the other shifts, and last the own one, as a question", () => {
		const choices = shiftChoices({ rotations, ownDays: [] }, "2024-01-07", "2024-01-07");
		expect(told(choices)).toEqual([
			"before: Entré antes hasta las 6",
			"after: Me quedé desde las 14",
			"T: T 14–22",
			"N: N 22–06",
			"own: M 06–14 ¿Feriado en tu turno?",
		]);
		expect(choices.hint).toBe(`Hoy tu turno es M, ayer M${doubt}.`);
	});

	test("on a franco are the diagram's", () => {
		const choices = shiftChoices({ rotations, ownDays: [] }, "2024-01-08", "2024-01-08");
		expect(told(choices)).toEqual(["M: M 06–14", "T: T 14–22", "N: N 22–06"]);
		expect(choices.hint).toBe(`Hoy franco, ayer M${doubt}.`);
	});

	test("after a night are those of the morning on which it ended, also on a franco; before the first night, of the next day", () => {
		// The nights begin from 2024-01-19 to 2024-01-25.
		const on = (date: string) => told(shiftChoices({ rotations, ownDays: [] }, date, date));
		expect(on("2024-01-20")).toEqual([
			"before: Entré antes hasta las 22",
			"after: Me quedé desde las 6",
			"M: M 06–14",
			"T: T 14–22",
			"own: N 22–06 ¿Feriado en tu turno?",
		]);
		expect(on("2024-01-26")).toContain("after: Me quedé desde las 6");
		expect(on("2024-01-19")).toContain("after: Me quedé desde las 6 del sábado 20");
	});

	test("own days (vacation and the like) count, and a third date is named", () => {
		const { hint } = shiftChoices({ rotations, ownDays: [vacation] }, "2024-01-07", "2024-01-01");
		expect(hint).toBe(`Hoy tu turno es M, ayer vacaciones, el lunes 01/01/2024 M${doubt}.`);
		const onVacation = shiftChoices({ rotations, ownDays: [vacation] }, "2024-01-07", "2024-01-06");
		expect(told(onVacation)[0]).toBe("M: M 06–14");
		const swap: OwnDay = { ...vacation, kind: "cambio", crew: "B" };
		expect(shiftChoices({ rotations, ownDays: [swap] }, "2024-01-07", "2024-01-07").hint).toBe(
			`Hoy tu turno es M, ayer franco${doubt}.`,
		);
	});

	test("without a diagram are M, T, N and D, without a hint", () => {
		const choices = shiftChoices({ rotations: [], ownDays: [] }, "2024-01-07", "2024-01-07");
		expect(told(choices)).toEqual(["M: M", "T: T", "N: N", "D: D"]);
		expect(choices.hint).toBe("");
	});
});

describe("an extra beside the own shift", () => {
	const calendars = seededDiagrams.flatMap((diagram) =>
		crewsOf(diagram).map((crew) => ({
			diagram,
			calendar: {
				rotations: [{ since: "1900-01-01", ...rotationOf(diagram, crew) }],
				ownDays: [],
			},
		})),
	);
	const shiftsAround = (calendar: OwnCalendar, date: string) =>
		shiftsOn([addDays(date, -1), date, addDays(date, 1)], (day) => dayOf(calendar, day).time);

	test("of all diagrams and crews touches it and overlaps none of it, whatever its hours", () => {
		for (const { diagram, calendar } of calendars)
			for (let day = 0; day < diagram.cycle.length; day++)
				for (const minutes of [15, 240, 480, 720]) {
					const date = addDays("2026-11-01", day);
					const own = shiftsAround(calendar, date);
					for (const place of ["after", "before"] as const) {
						const placed = placedBeside(place, { date, minutes }, calendar);
						if (!placed) continue;
						const startMinute = placed.start.startMinute ?? Number.NaN;
						const work = workOf({ date: placed.date, startMinute, minutes, isStartProposed: true });
						const [edge, otherEdge] =
							place === "after"
								? (["startMinute", "endMinute"] as const)
								: (["endMinute", "startMinute"] as const);
						expect(own.map((shift) => shift[otherEdge])).toContain(work[edge]);
						expect(placed.shift).toMatch(/^[MTND]$/);
					}
				}
	});

	test("of four hours before a morning is at night of the same day; of eight, from the evening before", () => {
		const calendar = { rotations, ownDays: [] };
		const start = (startMinute: number) => ({ startMinute, isStartProposed: true });
		const date = "2024-01-03";
		expect(placedBeside("before", { date, minutes: 240 }, calendar)).toEqual({
			date,
			shift: "N",
			start: start(120),
		});
		expect(placedBeside("before", { date, minutes: 480 }, calendar)).toEqual({
			date: "2024-01-02",
			shift: "N",
			start: start(1320),
		});
		expect(placedBeside("after", { date, minutes: 240 }, calendar)).toEqual({
			date,
			shift: "T",
			start: start(840),
		});
		expect(placedBeside("own", { date, minutes: 480 }, calendar)).toEqual({
			date,
			shift: "M",
			start: start(360),
		});
		expect(placedBeside("after", { date: "2024-01-08", minutes: 240 }, calendar)).toBeUndefined();
	});

	test("has the letter of who works then, or the usual one if nobody of the diagram does", () => {
		const letter = (id: string, place: OwnPlace, date: string) =>
			placedBeside(
				place,
				{ date, minutes: 60 },
				{ rotations: [{ since: "1900-01-01", ...rotationOf(seededDiagram(id), "A") }], ownDays: [] },
			)?.shift;
		// Days and nights of twelve hours: by the usual hours, 18:00 would be an afternoon.
		expect(letter("3turnos_12horas", "after", "2024-01-01")).toBe("N");
		expect(letter("3turnos_12horas", "before", "2024-01-01")).toBe("N");
		expect(letter("2turnos", "before", "2024-01-01")).toBe("N");
	});

	test("after the last night of somebody who then has no diagram has the usual letter", () => {
		// The last night begins on 2024-01-25.
		const calendar = { rotations: [...rotations, { since: "2024-01-26" }], ownDays: [] };
		expect(placedBeside("after", { date: "2024-01-26", minutes: 60 }, calendar)).toMatchObject({
			shift: "M",
			start: { startMinute: 360 },
		});
	});

	test("after a shift that ends at midnight is on the day after, whichever of the two is in the form", () => {
		const late = { ...diagram, hours: { ...diagram.hours, M: ["16:00", "00:00"] as const } };
		const calendar = { rotations: [{ since: "1900-01-01", ...rotationOf(late, "A") }], ownDays: [] };
		// Sunday is the last of seven shifts, and Monday a day off.
		for (const date of ["2024-01-07", "2024-01-08"])
			expect(placedBeside("after", { date, minutes: 240 }, calendar)).toMatchObject({
				date: "2024-01-08",
				start: { startMinute: 0 },
			});
		expect(placedBeside("after", { date: "2024-01-09", minutes: 240 }, calendar)).toBeUndefined();
	});

	test.each([
		["before it", "2024-01-03", "N", 240, 120, { date: "2024-01-03", shift: "before" }],
		["before it, from the evening on", "2024-01-02", "N", 480, 1320, { date: "2024-01-03", shift: "before" }],
		["after it", "2024-01-03", "T", 240, 840, { date: "2024-01-03", shift: "after" }],
		["it", "2024-01-03", "M", 480, 360, { date: "2024-01-03", shift: "own" }],
		["of another shift", "2024-01-03", "N", 240, 1320, undefined],
		["of another letter", "2024-01-03", "M", 240, 840, undefined],
		["on a day off", "2024-01-09", "T", 240, 840, undefined],
	])(
		"that is stored %s is shown as that, unless its start was typed",
		(_, date, shift, minutes, startMinute, place) => {
			const calendar = { rotations, ownDays: [] };
			const stored = { ...plainExtra, date, shift, minutes, startMinute };
			expect(placeOf({ ...stored, isStartProposed: true }, calendar)).toEqual(place);
			expect(placeOf({ ...stored, isStartProposed: false }, calendar)).toBeUndefined();
		},
	);

	test("with a typed start begins then, on the day on which it is nearest to the own shift", () => {
		const calendar = { rotations, ownDays: [] };
		const typed = (date: string, clock: number) =>
			placedBeside("before", { date, minutes: 240, startMinute: clock }, calendar);
		expect(typed("2024-01-03", 60)).toMatchObject({
			date: "2024-01-03",
			start: { startMinute: 60, isStartProposed: false },
		});
		expect(typed("2024-01-03", 23 * 60)).toMatchObject({ date: "2024-01-02" });
	});
});
