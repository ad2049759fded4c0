import { describe, expect, test } from "vitest";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { calendarOf } from "~/features/shift/own-calendar";
import { type Rotation, rotationOf } from "~/features/shift/rotation";
import { runningShift } from "~/features/shift/shift-clock";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";

const holidays = [2026, 2027].flatMap(proposeHolidays);

// Crew A starts its 28-day cycle on 1 January 2024, and again on 30 November 2026: mornings from 30 November to 6
// December, afternoons from 9 to 15 December and nights from 18 to 24 December, with days off in between.
describe("examples for crew A of 4turnos_7dias", () => {
	const sevenDays = seededDiagram("4turnos_7dias");
	const crewA = rotationOf(sevenDays, "A");
	const at = (today: string, time: string, calendar = calendarOf(crewA)) => {
		const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
		return answersAt(calendar, { today, minute }, holidays);
	};

	test("a morning shift: it runs until 14:00, and tomorrow's shift is the next start", () => {
		expect(at("2026-12-05", "13:59")).toMatchObject({
			today: { letter: "M" },
			now: { date: "2026-12-05", letter: "M", endsAt: "14:00", minutesLeft: 1 },
			nextStart: { date: "2026-12-06", letter: "M", minutesUntil: 961 },
			nextDayOff: { date: "2026-12-07" },
			relief: { date: "2026-12-05", relieves: "C", relievedBy: "D" },
		});
		expect(at("2026-12-05", "14:00").now).toBeUndefined();
	});

	test("the shift runs from the minute of its start", () => {
		expect(at("2026-12-05", "05:59")).toMatchObject({ now: undefined, nextStart: { minutesUntil: 1 } });
		expect(at("2026-12-05", "06:00")).toMatchObject({
			now: { minutesLeft: 480 },
			nextStart: { date: "2026-12-06" },
		});
	});

	test("the last night of the block still runs on the morning of the first day off", () => {
		expect(at("2026-12-25", "05:00")).toMatchObject({
			today: { letter: "F" },
			now: { date: "2026-12-24", letter: "N", endsAt: "06:00", minutesLeft: 60 },
			daysOff: { first: "2026-12-25", last: "2026-12-27" },
			freeWeekend: { saturday: "2026-12-26", startsAfterNight: false },
		});
	});

	test("a holiday counts as worked even if only the end of a night shift falls on it", () => {
		expect(at("2026-12-24", "12:00").holiday).toMatchObject({
			date: "2026-12-25",
			name: "Navidad",
			letter: "F",
			startsAfterNight: true,
			works: true,
		});
		expect(at("2026-12-24", "12:00", calendarOf({ ...crewA, start: "2026-11-29" })).holiday).toMatchObject({
			letter: "F",
			startsAfterNight: false,
			works: false,
		});
	});

	test("a weekend off after Friday's night shift is a free weekend, marked with that shift", () => {
		expect(at("2026-12-21", "12:00", calendarOf({ ...crewA, start: "2026-12-01" })).freeWeekend).toEqual({
			saturday: "2026-12-26",
			startsAfterNight: true,
		});
	});

	test("a day that is not a public holiday is never the next holiday, but the week shows its kind", () => {
		const { holiday, week } = at("2026-09-07", "12:00");
		expect(holiday?.date).toBe("2026-10-12");
		expect(week[0]).toMatchObject({ date: "2026-09-07", holiday: "gremial" });
	});

	test("no relief is named while the crew letters are uncertain", () => {
		const reliefOf = (rotation: Rotation) => {
			const { relieves, relievedBy } = at("2026-12-05", "12:00", calendarOf(rotation)).relief ?? {};
			return [relieves, relievedBy];
		};
		const unknown = [undefined, undefined];
		expect(reliefOf({ ...crewA, start: "2026-11-17" })).toEqual(unknown);
		const found = { ...crewA, isOwnPosition: true };
		expect(reliefOf(found)).toEqual(unknown);
		expect(reliefOf({ ...found, diagram: { ...crewA.diagram, anchorConfirmed: true } })).toEqual(["C", "D"]);
	});

	test("the relief of last night's shift follows from the diagram and crew that applied then", () => {
		const twelve = seededDiagram("12horas_general");
		// Until 27 December 2026 the worker belongs to crew A of 12horas_general, which works a night shift on that date.
		const rotations = [
			{ since: "1900-01-01", ...rotationOf(twelve, "A") },
			{ since: "2026-12-28", ...rotationOf(crewA.diagram, "B") },
		];
		const { relief } = at("2026-12-28", "03:00", { rotations, ownDays: [] });
		expect(relief).toMatchObject({ date: "2026-12-27", relievedBy: "C" });
	});
});

test("a cycle whose days off never fall on a whole weekend has no free weekend", () => {
	const sixDays = seededDiagram("3turnos");
	expect(
		answersAt(calendarOf(rotationOf(sixDays, "A")), { today: "2026-11-21", minute: 0 }, []).freeWeekend,
	).toBeUndefined();
});

describe("imported cycles", () => {
	const [any] = diagrams;
	if (!any) throw new Error("no diagram");

	test("with one shift and one day off, the next of each is a whole cycle away", () => {
		const diagram = { ...any, cycle: "NF", crews: 2, offset: 1 };
		const calendar = calendarOf({ diagram, start: "2028-02-28" });
		expect(answersAt(calendar, { today: "2028-02-28", minute: 1080 }, []).nextStart).toEqual({
			date: "2028-03-01",
			letter: "N",
			minutesUntil: 2880,
		});
		expect(answersAt(calendar, { today: "2028-02-29", minute: 0 }, [])).toMatchObject({
			nextDayOff: { date: "2028-03-02" },
			daysOff: { first: "2028-02-29", last: "2028-02-29" },
		});
	});

	test("without days off, there is no next one", () => {
		const diagram = { ...any, cycle: "D", crews: 1, offset: 1 };
		const calendar = calendarOf({ diagram, start: "2028-02-28" });
		expect(answersAt(calendar, { today: "2028-02-29", minute: 0 }, [])).toMatchObject({
			nextDayOff: undefined,
			daysOff: undefined,
			freeWeekend: undefined,
		});
	});

	test("where a night shift overlaps the next morning shift, the morning shift counts as running", () => {
		const hours = { N: ["22:00", "07:00"], M: ["06:00", "14:00"] } as const;
		const diagram = { ...any, cycle: "NM", crews: 2, offset: 1, hours };
		const calendar = calendarOf({ diagram, start: "2028-02-28" });
		expect(runningShift(calendar, { today: "2028-02-29", minute: 359 })?.letter).toBe("N");
		expect(runningShift(calendar, { today: "2028-02-29", minute: 360 })?.letter).toBe("M");
	});
});
