import type { Extra } from "~/features/extras/rows/extras.server";
import type { HolidaysOn } from "~/features/holidays/holiday-rule";
import { mistakesOf, type Surroundings } from "~/features/law/mistakes";
import { blocksOf, daysAround, minuteOf, shiftsOn, type Work, workOf } from "~/features/law/rest";
import { restWarnings, shortRestsOf } from "~/features/law/warnings";
import { datesOfWeeks, weekWarnings } from "~/features/law/week-warnings";
import { dayOf, isConfirmedOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { addDays, type CivilDate, type PlantClock } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type ExtraTime, listTimes } from "./extras-list.server";

/**
 * Reads the overtime entries around the given entries and around today, and finds mistakes, short rests and long weeks.
 * Rests ignore entries without a start time.
 */
export async function readWorkTimes(
	userId: string,
	extras: readonly Extra[],
	calendar: OwnCalendar,
	holidaysOn: HolidaysOn,
	{ today, minute }: PlantClock,
) {
	const nowMinute = minuteOf(today) + minute;
	const recent = datesOfWeeks(today);
	const dates = [...new Set([...daysAround(extras.map(({ date }) => date)), ...recent])].sort();
	const times = await listTimes(userId, dates);
	const around = surroundingsOf(times, dates, calendar);
	const mistakes = new Map(
		extras.map((extra) => [
			extra.idFile,
			mistakesOf(extra, around, holidayMinutesFrom(extra.date, holidaysOn)),
		]),
	);
	const [from = today, until = today] = [recent[0], recent.at(-1)];
	const [fromMinute, untilMinute] = [minuteOf(from), minuteOf(addDays(until, 1))];
	// In the order of the blocks, so that what makes blocks of them again has nothing to sort.
	const recentWorks = around.blocks
		.flatMap(({ works }) => works)
		.filter(({ startMinute }) => startMinute >= fromMinute && startMinute < untilMinute);
	const unstarted = times.filter(({ startMinute }) => startMinute === null);
	const notes = [
		...restWarnings(shortRestsOf(blocksOf(recentWorks)), addDays(from, 1), nowMinute),
		...weekWarnings({ works: recentWorks, unstarted }, today, nowMinute),
	];
	return { mistakes, notes };
}

/**
 * Places entries and the worker's shifts on one line of time.
 * @param dates days of the shifts
 */
export function surroundingsOf(
	times: readonly ExtraTime[],
	dates: readonly CivilDate[],
	calendar: OwnCalendar,
): Surroundings {
	const works = new Map<string, Work>();
	for (const { idFile, date, startMinute, minutes, isStartProposed } of times)
		if (startMinute !== null) works.set(idFile, workOf({ date, startMinute, minutes, isStartProposed }));
	const shifts = shiftsOn(
		dates,
		(date) => dayOf(calendar, date).time,
		(date) => !isConfirmedOn(calendar, date),
	);
	return { times, works, blocks: blocksOf([...shifts, ...works.values()]) };
}

/** For how long from midnight of a date the own shift, if worked, is overtime: on a holiday and the one after it. */
export function holidayMinutesFrom(date: CivilDate, holidaysOn: HolidaysOn): number {
	const isHoliday = (day: CivilDate) => holidaysOn(day).some(({ kind }) => kind !== "no_laborable");
	if (!isHoliday(date)) return 0;
	return isHoliday(addDays(date, 1)) ? 2 * DAY_MINUTES : DAY_MINUTES;
}
