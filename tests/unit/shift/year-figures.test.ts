import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { overtimeRules } from "~/features/law/overtime-rules";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { countHolidays, figuresOf, holidaysOf, type YearFigures } from "~/features/shift/year/year-figures";
import {
	days,
	type NaiveDiagram,
	naiveCrewPosition,
	naiveLetters,
	naiveShifts,
} from "../../support/naive-shifts";
import { seededDiagrams as diagrams } from "../../support/seeded-diagrams";

const DAY = 1440;
const years = [2026, 2027, 2028] as const;
const ruleOfDay = days.map((day) => overtimeRules.findLast(({ from }) => from <= day));
const cases = diagrams.flatMap((diagram) =>
	crewsOf(diagram).map((crew, index) => [`${diagram.id} ${crew}`, diagram, crew, index] as const),
);

/** Computes the figures day by day and minute by minute, from a list of all shifts. */
function naiveFigures(diagram: NaiveDiagram, crew: number, year: number): YearFigures {
	const letters = naiveLetters(diagram, naiveCrewPosition(diagram, crew));
	const shifts = naiveShifts(diagram, letters);
	const ofYear = days.flatMap((date, day) => (date.startsWith(String(year)) ? [day] : []));
	const counts: Record<string, number> = {};
	for (const day of ofYear) counts[letters[day] ?? ""] = (counts[letters[day] ?? ""] ?? 0) + 1;
	const free = ofYear.filter((day) => letters[day] === "F");
	const weekends = free.filter((day) => day % 7 === 5 && letters[day + 1] === "F");
	const mine = shifts.filter(({ day }) => ofYear.includes(day));
	let [work, night] = [0, 0];
	for (const { from, to } of mine)
		for (let minute = from; minute < to; minute++) {
			const clock = minute % DAY;
			const rule = ruleOfDay[Math.floor(minute / DAY)];
			work++;
			if (rule && (clock >= rule.nightStartMinute || clock < rule.nightEndMinute)) night++;
		}
	const mondays = new Set(ofYear.map((day) => day - (day % 7)));
	const weeks = [...mondays].map((monday) => ({
		monday: days[monday] ?? "",
		minutes: shifts
			.filter(({ day }) => day >= monday && day < monday + 7)
			.reduce((sum, { from, to }) => sum + to - from, 0),
	}));
	const most = Math.max(...weeks.map(({ minutes }) => minutes));
	return {
		days: ofYear.length,
		letters: counts,
		absences: 0,
		freeSaturdays: free.filter((day) => day % 7 === 5).length,
		freeSundays: free.filter((day) => day % 7 === 6).length,
		freeWeekends: weekends.length,
		freeWeekendsAfterNight: weekends.filter((day) =>
			shifts.some(({ from, to }) => from < day * DAY && to > day * DAY),
		).length,
		workMinutes: work,
		nightMinutes: night,
		busiestWeek: weeks.find(({ minutes }) => minutes === most) ?? { monday: "", minutes: 0 },
	};
}

describe("the figures of a year equal a count minute by minute", () => {
	test.each(cases)("%s, 2026 to 2028", (_, diagram, crew, index) => {
		for (const year of years)
			expect(figuresOf(calendarOf(rotationOf(diagram, crew)), year)).toEqual(
				naiveFigures(diagram, index, year),
			);
	});
});

describe("a holiday is worked if any minute of a shift falls on it", () => {
	test.each(cases)("%s, 2026 to 2028", (_, diagram, crew, index) => {
		const letters = naiveLetters(diagram, naiveCrewPosition(diagram, index));
		const shifts = naiveShifts(diagram, letters);
		for (const year of years) {
			const holidays = proposeHolidays(year);
			const said = holidaysOf(calendarOf(rotationOf(diagram, crew)), holidays);
			const right = holidays.map(({ date, name, kind, confirmed }) => {
				const midnight = days.indexOf(date) * DAY;
				const touching = shifts.filter(({ from, to }) => from < midnight + DAY && to > midnight);
				return {
					date,
					name,
					kind,
					confirmed,
					letter: letters[days.indexOf(date)],
					startsAfterNight: touching.some(({ from }) => from < midnight),
					works: touching.length > 0,
				};
			});
			expect(said).toEqual(right);
			const feriados = right.filter(({ kind }) => kind === "feriado");
			expect(countHolidays(said)).toEqual({
				all: new Set(feriados.map(({ date }) => date)).size,
				worked: new Set(feriados.filter(({ works }) => works).map(({ date }) => date)).size,
				toConfirm: ` (hay ${feriados.filter(({ confirmed }) => !confirmed).length} a confirmar)`,
			});
		}
	});
});

describe("the calendar of a worker whose crew changes", () => {
	const [diagram] = diagrams;
	if (!diagram) throw new Error("no diagram");
	const crewA = { since: "1970-01-01", ...rotationOf(diagram, "A") };

	test("a vacation counts neither as work nor as a day off, and a leap year has 366 days", () => {
		const vacation = { id: "1", kind: "vacaciones", firstDay: "2028-01-01", lastDay: "2028-12-31" } as const;
		const calendar = { rotations: [crewA], ownDays: [{ ...vacation, crew: null, note: "" }] };
		expect(figuresOf(calendar, 2028)).toMatchObject({
			days: 366,
			letters: {},
			absences: 366,
			freeSaturdays: 53,
			workMinutes: 0,
		});
	});

	test("each part of the year is counted by the crew that the worker had then", () => {
		const calendar = {
			rotations: [crewA, { since: "2027-07-01", ...rotationOf(diagram, "B") }],
			ownDays: [],
		};
		const [a, b] = [0, 1].map((crew) => naiveLetters(diagram, naiveCrewPosition(diagram, crew)));
		const right: Record<string, number> = {};
		for (const [day, date] of days.entries()) {
			const letter = (date < "2027-07-01" ? a : b)?.[day] ?? "";
			if (date.startsWith("2027")) right[letter] = (right[letter] ?? 0) + 1;
		}
		expect(figuresOf(calendar, 2027).letters).toEqual(right);
	});

	test("days with an unknown shift do not count", () => {
		const calendar = { rotations: [{ since: "1970-01-01" }, { ...crewA, since: "2027-12-01" }], ownDays: [] };
		expect(figuresOf(calendar, 2027).days).toBe(31);
		const dates = holidaysOf(calendar, proposeHolidays(2027)).map(({ date }) => date);
		expect(dates).toEqual(["2027-12-08", "2027-12-25"]);
	});
});

test("two holidays on one day count once", () => {
	const [diagram] = diagrams;
	if (!diagram) throw new Error("no diagram");
	const twice = { date: "2027-05-25", kind: "feriado", confirmed: true, source: "" } as const;
	const both = holidaysOf(calendarOf(rotationOf(diagram, "A")), [
		{ ...twice, name: "uno" },
		{ ...twice, name: "otro" },
	]);
	expect(countHolidays(both).all).toBe(1);
});
