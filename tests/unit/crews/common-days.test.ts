import { describe, expect, test } from "vitest";
import {
	commonHours,
	compareMonths,
	nextCommonDaysOff,
	restsOneCrewADay,
} from "~/features/crews/comparison/common-days";
import { compareCrews } from "~/features/crews/comparison/read-compared-crews.server";
import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { twelveMonths } from "~/features/diagrams/periods";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, civilDate } from "~/lib/time/civil-date";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../../support/naive-shifts";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";

const DAY = 1440;

/** All crews, with their shift letters, and the days on which a shift of the previous day ends (`mornings`). */
const crews = diagrams.flatMap((diagram) =>
	crewsOf(diagram).map((crew, index) => {
		const letters = naiveLetters(diagram, naiveCrewPosition(diagram, index));
		const shifts = naiveShifts(diagram, letters);
		const mornings = new Set(shifts.filter(({ day, to }) => to > (day + 1) * DAY).map(({ day }) => day + 1));
		return {
			name: `${diagram.id} ${crew}`,
			diagram,
			index,
			rotation: rotationOf(diagram, crew),
			letters,
			mornings,
		};
	}),
);
type Crew = (typeof crews)[number];
/** No holidays. */
const none = () => [];

/** Indexes in `days` of all dates of a month. The key is the month, such as "2026-12". */
const daysOfMonths = new Map<string, number[]>();
const numbers = new Map(days.map((date, day) => [date, day]));
for (const [day, date] of days.entries())
	daysOfMonths.set(date.slice(0, 7), [...(daysOfMonths.get(date.slice(0, 7)) ?? []), day]);

/**
 * Compares two crews day by day. Returns one line for each run of days on which both are off, and one for each weekend
 * on which both are off.
 */
function naiveMonth(one: Crew, other: Crew, month: string): string[] {
	const lines: string[] = [];
	const isCommon = (day: number) => one.letters[day] === "F" && other.letters[day] === "F";
	const ofMonth = daysOfMonths.get(month) ?? [];
	for (const day of ofMonth) {
		if (!isCommon(day)) continue;
		if (day === ofMonth[0] || !isCommon(day - 1)) {
			let last = day;
			while (isCommon(last + 1) && days[last + 1]?.startsWith(month)) last++;
			lines.push(`${days[day]} to ${days[last]} ${one.mornings.has(day) || other.mornings.has(day)}`);
		}
		if (day % 7 === 5 && isCommon(day + 1)) lines.push(`weekend ${days[day]}`);
	}
	return lines.sort();
}

describe("the common days off are those of two calendars computed day by day", () => {
	test.each(crews.map((one) => [one.name, one] as const))(
		"%s, each crew with another crew of its diagram and one crew of each other diagram, 2026 to 2028",
		(_, one) => {
			const wrong: string[] = [];
			for (const other of crews.filter(
				({ diagram, index }) => diagram === one.diagram || index === one.index % diagram.crews,
			)) {
				const months = [2026, 2027, 2028].flatMap((year) =>
					compareMonths([one.rotation, other.rotation], twelveMonths(year, "2026-01-01"), none),
				);
				for (const { month: name, days: compared, commonDaysOff, commonWeekends } of months) {
					const said = [
						...commonDaysOff.map(
							({ first, last, startsAfterNight }) => `${first} to ${last} ${startsAfterNight}`,
						),
						...commonWeekends.map((saturday) => `weekend ${saturday}`),
					].sort();
					const right = naiveMonth(one, other, name);
					if (said.join() !== right.join()) wrong.push(`${other.name} ${name}: ${said}, not ${right}`);
					for (const { date, letters, isCommon } of compared) {
						const day = numbers.get(date) ?? -1;
						const both = `${one.letters[day]}${other.letters[day]}`;
						if (letters.join("") !== both || isCommon !== (both === "FF"))
							wrong.push(`${other.name} ${date}`);
					}
				}
			}
			expect(wrong.slice(0, 5)).toEqual([]);
		},
	);
});

test("twelve months from any month on have no gaps, with 29 February and 31 December", () => {
	const [one, other] = crews;
	if (!one || !other) throw new Error("no crews");
	for (const month of [1, 2, 11, 12]) {
		const dates = compareMonths(
			[one.rotation, other.rotation],
			twelveMonths(undefined, civilDate(2027, month, 1)),
			none,
		).flatMap(({ days: all }) => all.map(({ date }) => date));
		const first = days.indexOf(`2027-${String(month).padStart(2, "0")}-01`);
		expect(dates).toEqual(days.slice(first, first + dates.length));
		expect(dates).toHaveLength(month === 1 ? 365 : month === 2 ? 365 : 366);
		expect(dates).toContain("2027-12-31");
		expect(dates.includes("2028-02-29")).toBe(month > 2);
	}
});

test("two crews that cover all shifts alone have common days off only when the plant is closed", () => {
	const two = seededDiagram("2turnos");
	const months = compareMonths(
		[rotationOf(two, "A"), rotationOf(two, "B")],
		twelveMonths(2027, "2027-01-01"),
		none,
	);
	const sundays = months.flatMap(({ days: all }) =>
		all.filter(({ isCommon }) => isCommon).map(({ date }) => date),
	);
	expect(sundays.every((date) => days.indexOf(date) % 7 === 6)).toBe(true);
	expect(sundays).toHaveLength(52);
});

test("the next common days off are those of the calendars computed day by day, in whichever month they end", () => {
	const wrong: string[] = [];
	for (const [index, one] of crews.entries()) {
		const other = crews[(index * 7 + 3) % crews.length];
		if (!other || other === one) continue;
		const isCommon = (day: number) => one.letters[day] === "F" && other.letters[day] === "F";
		for (const today of ["2026-11-22", "2026-11-30", "2026-12-31", "2027-01-01", "2028-02-29"]) {
			let first = days.indexOf(today);
			while (first < days.length && !isCommon(first)) first++;
			let last = first;
			while (isCommon(last + 1)) last++;
			while (isCommon(first - 1)) first--;
			const right = first < days.length ? `${days[first]} to ${days[last]}` : undefined;
			const found = nextCommonDaysOff([one.rotation, other.rotation], today);
			const said = found && `${found.first} to ${found.last}`;
			if (said !== right) wrong.push(`${one.name} ${other.name} ${today}: ${said}, not ${right}`);
		}
	}
	expect(wrong).toEqual([]);
});

test("the next common days off may extend beyond the shown months; two crews that alternate have none", () => {
	const [seven, three] = [seededDiagram("4turnos_7dias"), seededDiagram("12horas_general")];
	const shown = twelveMonths(2026, "2026-11-22");
	const rotations = [rotationOf(seven, "A"), rotationOf(three, "A")] as const;
	const found = nextCommonDaysOff(rotations, "2026-12-30");
	expect(shown.at(-1)).toBe("2026-12");
	expect(found).toEqual({ first: "2027-01-05", last: "2027-01-05" });
	const cycle = "DN";
	const two = { ...three, cycle, crews: 2, offset: 1 };
	expect(nextCommonDaysOff([rotationOf(two, "A"), rotationOf(two, "B")], "2026-12-30")).toBeUndefined();
});

test("the hours in common of crews that never rest together are those of the shifts in order", () => {
	const today = "2026-11-23";
	const first = days.indexOf(today) * DAY;
	const wrong: string[] = [];
	let pairs = 0;
	for (const one of crews)
		for (const other of crews) {
			const together = [one.rotation, other.rotation] as const;
			if (one.diagram !== other.diagram || one === other || nextCommonDaysOff(together, today)) continue;
			pairs++;
			const shifts = [one, other]
				.flatMap(({ diagram, letters }) => naiveShifts(diagram, letters))
				.sort((earlier, later) => earlier.from - later.from);
			const right: string[] = [];
			let freeFrom = first;
			for (const { from, to } of shifts) {
				if (to <= first) continue;
				if (from - freeFrom >= 12 * 60) right.push(`${freeFrom - first} to ${from - first}`);
				freeFrom = Math.max(freeFrom, to);
			}
			const said = commonHours(together, today).times.map(({ date, startMinute, endMinute }) => {
				const midnight = days.indexOf(date) * DAY - first;
				return `${midnight + startMinute} to ${midnight + endMinute}`;
			});
			if (said.join() !== right.slice(0, said.length).join() || said.length !== Math.min(6, right.length))
				wrong.push(`${one.name} ${other.name}: ${said}, not ${right.slice(0, 6)}`);
		}
	expect(pairs).toBeGreaterThan(20);
	expect(wrong).toEqual([]);
});

test("crews A and C of four crews, one of which rests each day, share 16 hours on many weekends", () => {
	const four = seededDiagram("4turnos_7dias");
	expect(diagrams.filter(restsOneCrewADay).map(({ id }) => id)).toEqual([
		"3turnos_12horas",
		"4turnos_5dias",
		"4turnos_7dias",
	]);
	const hours = commonHours([rotationOf(four, "A"), rotationOf(four, "C")], "2026-11-23");
	expect(hours.times.every(({ startMinute, endMinute }) => endMinute - startMinute === 16 * 60)).toBe(true);
	expect(hours.weekends).not.toHaveLength(0);
});

test.each([
	["3turnos_12horas", "3turnos_12horas", true],
	["12horas_aceria", "12horas_aceria", false],
	["3turnos_12horas", "12horas_reduccion", false],
])(
	"A of %s and B of %s never rest together because one crew rests a day: %s",
	async (one, other, isReason) => {
		const sides = [
			{ diagram: seededDiagram(one), crew: "A" },
			{ diagram: seededDiagram(other), crew: "B" },
		] as const;
		const compared = await compareCrews(sides, undefined, "2026-11-22");
		expect(compared?.never?.isOneCrewOff).toBe(isReason);
	},
);

test("the weekends of twelve months do not have that of the same day a year later, but each before it", () => {
	const weekends = (id: string, [one, other]: readonly [CrewLetter, CrewLetter], from: string) =>
		commonHours([rotationOf(seededDiagram(id), one), rotationOf(seededDiagram(id), other)], from).weekends;
	expect(weekends("5turnos_7dias", ["D", "E"], "2027-12-17")[0]).toBe("2027-12-18");
	expect(weekends("5turnos_7dias", ["D", "E"], "2026-12-18").at(-1)).toBe("2027-12-11");
	// The year has 366 days, on the last of which both are free until after it.
	expect(weekends("12horas_aceria", ["A", "B"], "2027-12-31").at(-1)).toBe("2028-12-30");
});

test("on a Sunday, the next weekend in common has not begun yesterday", () => {
	const four = seededDiagram("4turnos_7dias");
	const sundays = Array.from({ length: 4 }, (_, week) => addDays("2026-11-22", week * 7));
	const next = sundays.map((sunday) => commonHours([rotationOf(four, "A"), rotationOf(four, "C")], sunday));
	expect(sundays.filter((sunday, week) => (next[week]?.weekends[0] ?? "") < sunday)).toEqual([]);
});
