import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Diagram } from "~/features/diagrams/cycle";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { nextStart, runningShift } from "~/features/shift/shift-clock";
import type { PlantClock } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import {
	days,
	type NaiveDiagram,
	type NaiveShift,
	naiveCrewPosition,
	naiveLetters,
	naiveShifts,
} from "../../support/naive-shifts";
import { seededDiagrams as diagrams } from "../../support/seeded-diagrams";

/**
 * Compares every value on the page "Mi turno" with plain lists of shifts, for each diagram and each position (day of
 * the cycle at which a worker is). Compares every fifth day of three years in one of five time zones, and some special
 * days in all zones. `EVERY_DAY=1 npx vitest run tests/unit/shift/all-answers.test.ts` compares all days, in four
 * minutes.
 */
const DAY = 1440;
const isComplete = process.env.EVERY_DAY === "1";
const STRIDE = 5;
const zones = [
	{ zone: "UTC", hoursInJuly: 0 },
	{ zone: "America/Argentina/Buenos_Aires", hoursInJuly: -3 },
	{ zone: "Asia/Tokyo", hoursInJuly: 9 },
	{ zone: "Pacific/Kiritimati", hoursInJuly: 14 },
	{ zone: "America/St_Johns", hoursInJuly: -2.5 },
];
const named = diagrams.map((diagram) => [diagram.id, diagram] as const);
const firstDay = days.indexOf("2026-01-01");
const lastDay = days.indexOf("2028-12-31");
const threeYears = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
const specialDays = new Set(
	threeYears.filter((day) => /(02-28|02-29|03-01|12-31|01-01)$/.test(days[day] ?? "")),
);
/** Midnight of 1 January 2024 in Buenos Aires, which is three hours behind UTC all year. */
const beginning = Date.UTC(2024, 0, 1, 3);

const holidays = [2026, 2027, 2028, 2029].flatMap(proposeHolidays);
const holidaysOn = new Map<string, typeof holidays>();
for (const holiday of holidays)
	holidaysOn.set(holiday.date, [...(holidaysOn.get(holiday.date) ?? []), holiday]);
const holidaysFrom = (year: number) =>
	holidays.filter(({ date }) => [year, year + 1].includes(Number(date.slice(0, 4))));
const holidaysByYear = new Map([2026, 2027, 2028].map((year) => [year, holidaysFrom(year)]));

test("the naive calendar for the comparison is right", () => {
	expect(days).toHaveLength(7 * 365 + 2);
	expect([days[0], days[59], days[1520], days.at(-1)]).toEqual([
		"2024-01-01",
		"2024-02-29",
		"2028-02-29",
		"2030-12-31",
	]);
	expect(threeYears).toHaveLength(3 * 365 + 1);
	expect(specialDays.size).toBe(13);
});

describe.each(zones.map((zone, index) => ({ ...zone, index })))(
	"on a server in $zone",
	({ zone, hoursInJuly, index }) => {
		const before = process.env.TZ;
		beforeAll(() => {
			process.env.TZ = zone;
		});
		afterAll(() => {
			if (before === undefined) delete process.env.TZ;
			else process.env.TZ = before;
		});

		test("the plant's day and minute are those of Buenos Aires", () => {
			expect(new Date(2026, 6, 1).getTimezoneOffset()).toBe(hoursInJuly === 0 ? 0 : -hoursInJuly * 60);
			const wrong = threeYears.flatMap((day) =>
				[0, 359, 360, 841, 1320, DAY - 1].filter((minute) => {
					const instant = beginning + (day * DAY + minute) * 60_000;
					return plantDay(instant) !== days[day] || plantMinute(instant + 59_999) !== minute;
				}),
			);
			expect(wrong).toEqual([]);
		});

		test.each(named)("%s: every position of the cycle", (_, diagram) => {
			const wrong: string[] = [];
			const official = naiveCrews(diagram);
			const clocks = clocksOf(diagram);
			for (const position of diagram.cycle.split("").keys()) {
				const mine = workerAt(diagram, position);
				const calendar = calendarAt(diagram, position);
				// If no crew has the worker's calendar, the letters of the crews around the worker are unknown.
				const crews = official.some(({ letters }) => letters === mine.letters) ? official : [];
				const isSampled = (day: number) =>
					isComplete || specialDays.has(day) || (day + position) % (STRIDE * zones.length) === STRIDE * index;
				for (const day of threeYears.filter(isSampled)) {
					const today = days[day] ?? "";
					for (const minute of clocksOn(clocks, day)) {
						const [said, right] = [saidNow(calendar, { today, minute }), naiveNow(mine, day * DAY + minute)];
						if (said !== right) wrong.push(`${position} ${today} ${minute}: ${said}, not ${right}`);
					}
					// Compares all answers at one time of each day, which differs from day to day.
					const minute = clocks[(day + position) % clocks.length] ?? 0;
					const known = holidaysByYear.get(Number(today.slice(0, 4))) ?? [];
					const said = saidOf(answersAt(calendar, { today, minute }, known));
					const right = naiveAnswers(mine, crews, day, minute);
					if (said !== right) wrong.push(`${position} ${today} ${minute}: ${said}, not ${right}`);
				}
			}
			expect(wrong.slice(0, 5)).toEqual([]);
		});
	},
);

/** The calendar of a worker who is at day `position` of the cycle on 1 January 2024. */
function calendarAt(diagram: Diagram, position: number): OwnCalendar {
	const start = days[(diagram.cycle.length - position) % diagram.cycle.length] ?? "";
	return calendarOf({ diagram, start });
}

/** Clock times: midnight, the minute before, and the minutes around each change of shift. */
function clocksOf({ hours }: NaiveDiagram): number[] {
	const changes = Object.values(hours).flatMap((times) => times ?? []);
	const minutes = changes.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
	const around = minutes.flatMap((minute) => [minute - 1, minute, minute + 1]);
	return [...new Set([0, ...around, DAY - 1])].sort((one, other) => one - other);
}

/**
 * Returns the times of day to compare: all of `clocks` if `isComplete`, otherwise midnight and the three minutes around
 * the start or end of one shift. The next day takes the next start or end.
 */
function clocksOn(clocks: number[], day: number): number[] {
	if (isComplete) return clocks;
	const change = 1 + 3 * (day % Math.floor((clocks.length - 2) / 3));
	return [0, ...clocks.slice(change, change + 3)];
}

function saidNow(calendar: OwnCalendar, clock: PlantClock): string {
	const running = runningShift(calendar, clock);
	const next = nextStart(calendar, clock);
	return [
		running && `${running.date} ${running.letter} ${running.endsAt} ${running.minutesLeft}`,
		next && `${next.date} ${next.letter} ${next.minutesUntil}`,
	].join("; ");
}

function saidOf(answers: ReturnType<typeof answersAt>): string {
	const { today, tomorrow, nextDayOff, daysOff, freeWeekend, holiday, relief, week } = answers;
	return [
		today.date + today.letter,
		tomorrow.date + tomorrow.letter,
		`next ${nextDayOff?.date} ${nextDayOff?.startsAfterNight ?? false}`,
		daysOff && `${daysOff.first} to ${daysOff.last}`,
		freeWeekend && `${freeWeekend.saturday} ${freeWeekend.startsAfterNight}`,
		holiday &&
			`${holiday.date} ${holiday.name} ${holiday.letter} ${holiday.startsAfterNight} ${holiday.works}`,
		relief && `${relief.date} ${relief.relieves} ${relief.relievedBy}`,
		week.map((each) => `${each.date}${each.letter}${each.holiday ?? ""}`).join(),
	].join("; ");
}

interface NaiveWorker {
	letters: string;
	shifts: NaiveShift[];
	/** Days that contain the first or the last minute of a shift. */
	worked: Set<number>;
	/** Days at whose beginning (midnight) a shift of the previous day is running. */
	afterNight: Set<number>;
}

/** Cache of workers by diagram and `position` (day of the cycle on 1 January 2024): many cases share a worker. */
const workers = new Map<NaiveDiagram, Map<number, NaiveWorker>>();

function workerAt(diagram: NaiveDiagram, position: number): NaiveWorker {
	const known = workers.get(diagram) ?? new Map<number, NaiveWorker>();
	const worker = known.get(position) ?? naiveWorker(diagram, position);
	workers.set(diagram, known.set(position, worker));
	return worker;
}

function naiveWorker(diagram: NaiveDiagram, position: number): NaiveWorker {
	const letters = naiveLetters(diagram, position);
	const shifts = naiveShifts(diagram, letters);
	const lastDayOf = ({ to }: NaiveShift) => Math.floor((to - 1) / DAY);
	return {
		letters,
		shifts,
		worked: new Set(shifts.flatMap((shift) => [shift.day, lastDayOf(shift)])),
		afterNight: new Set(shifts.filter((shift) => lastDayOf(shift) > shift.day).map(lastDayOf)),
	};
}

/** Makes a worker of each crew, from A on. On 1 January 2024 crew A is at day `first` (0 or more) of its cycle. */
function naiveCrews(diagram: NaiveDiagram, first = 0): NaiveWorker[] {
	return Array.from({ length: diagram.crews }, (_, crew) =>
		workerAt(diagram, (naiveCrewPosition(diagram, crew) + first) % diagram.cycle.length),
	);
}

/** Letter of the crew whose shift begins ("from") or ends ("to") at `minute`; the last letter if there are several. */
function crewAt(crews: NaiveWorker[], end: "from" | "to", minute: number): string | undefined {
	const crew = crews.findLastIndex((each) =>
		shiftsAround(each, minute).some((shift) => shift[end] === minute),
	);
	return crew < 0 ? undefined : "ABCDE".charAt(crew);
}

/** Some shifts around `now`, among which a search is faster than among all shifts. */
function shiftsAround({ shifts }: NaiveWorker, now: number): NaiveShift[] {
	const share = now / (days.length * DAY);
	const guess = Math.max(0, Math.floor(share * shifts.length) - 25);
	return shifts.slice(guess, guess + 75);
}

function naiveNow(mine: NaiveWorker, now: number): string {
	const shifts = shiftsAround(mine, now);
	const running = shifts.find(({ from, to }) => from <= now && now < to);
	const next = shifts.find(({ from }) => from > now);
	const hour = String(((running?.to ?? 0) % DAY) / 60).padStart(2, "0");
	return [
		running && `${days[running.day]} ${running.letter} ${hour}:00 ${running.to - now}`,
		next && `${days[next.day]} ${next.letter} ${next.from - now}`,
	].join("; ");
}

function naiveAnswers(mine: NaiveWorker, crews: NaiveWorker[], day: number, minute: number): string {
	const { letters, worked, afterNight } = mine;
	const nextOff = letters.indexOf("F", day + 1);
	return [
		`${days[day]}${letters[day]}`,
		`${days[day + 1]}${letters[day + 1]}`,
		`next ${days[nextOff]} ${afterNight.has(nextOff)}`,
		daysOffText(letters, day),
		freeWeekendText(letters, worked, day),
		holidayText(mine, day),
		reliefText(mine, crews, day * DAY + minute),
		weekText(letters, day),
	].join("; ");
}

function daysOffText(letters: string, day: number): string | undefined {
	if (letters[day] !== "F") return undefined;
	let [first, last] = [day, day];
	while (letters[first - 1] === "F") first--;
	while (letters[last + 1] === "F") last++;
	return `${days[first]} to ${days[last]}`;
}

function freeWeekendText(letters: string, worked: Set<number>, day: number): string | undefined {
	for (let each = day; each < days.length; each++)
		if (each % 7 === 5 && letters[each] === "F" && letters[each + 1] === "F")
			return `${days[each]} ${worked.has(each)}`;
	return undefined;
}

function holidayText({ letters, worked, afterNight }: NaiveWorker, day: number): string | undefined {
	for (let each = day; each < days.length; each++) {
		const found = holidaysOn.get(days[each] ?? "")?.find(({ kind }) => kind === "feriado");
		if (found)
			return `${days[each]} ${found.name} ${letters[each]} ${afterNight.has(each)} ${worked.has(each)}`;
	}
	return undefined;
}

/**
 * Describes the worker's running shift or, if none is running, the next shift: its day, the crew on duty before this
 * shift, and the crew on duty after it.
 */
function reliefText(mine: NaiveWorker, crews: NaiveWorker[], now: number): string | undefined {
	const shifts = shiftsAround(mine, now);
	const running = shifts.find(({ from, to }) => from <= now && now < to);
	const shift = running ?? shifts.find(({ from }) => from > now);
	if (!shift) return undefined;
	const { day, from, to } = shift;
	return `${days[day]} ${crewAt(crews, "to", from)} ${crewAt(crews, "from", to)}`;
}

function weekText(letters: string, day: number): string {
	return [0, 1, 2, 3, 4, 5, 6]
		.map((ahead) => {
			const kinds: string[] = (holidaysOn.get(days[day + ahead] ?? "") ?? []).map(({ kind }) => kind);
			const kind = ["feriado", "gremial", "no_laborable"].find((each) => kinds.includes(each));
			return `${days[day + ahead]}${letters[day + ahead]}${kind ?? ""}`;
		})
		.join();
}
