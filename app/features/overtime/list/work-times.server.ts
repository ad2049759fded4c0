import type { Extra } from "~/features/overtime/extras/extras.server";
import { isConfirmedOn } from "~/features/overtime/law/day-off";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, minuteOf, shiftsOn, type Work, workOf } from "~/features/overtime/law/rest";
import { restNote } from "~/features/overtime/law/rest-notes";
import { restWarnings, shortRestsOf } from "~/features/overtime/law/rest-warnings";
import { longDayWarnings } from "~/features/overtime/law/warnings";
import { datesOfWeeks, weekWarnings } from "~/features/overtime/law/week-warnings";
import { dayOf } from "~/features/shift/own-calendar";
import { listOwnDays } from "~/features/shift/own-days/own-days.server";
import { addDays } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { listTimes } from "./extras-list.server";

interface WorkTimes {
	/** Notes about rest times, by key of the entry. */
	notes: Map<string, string | undefined>;
	/** Warnings about the last three weeks, this week, the next week and the given entries. */
	warnings: string[];
}

/**
 * Reads the overtime entries around the given entries and around today, and the worker's shifts on the same days, and
 * finds short rests and long weeks. Rest times ignore entries without a start time.
 */
export async function readWorkTimes(
	userId: string,
	extras: readonly Extra[],
	rotations: OwnShifts,
	now = Date.now(),
): Promise<WorkTimes> {
	const today = plantDay(now);
	const nowMinute = minuteOf(today) + plantMinute(now);
	const shown = extras.map(({ date }) => date);
	const recent = datesOfWeeks(today);
	const dates = [...new Set([...daysAround(shown), ...recent])].sort();
	const [first = today, last = today] = [dates[0], dates.at(-1)];
	const ownDays = await listOwnDays(userId, first, last);
	const times = await listTimes(userId, dates);
	const works = new Map<string, Work>();
	for (const { idFile, date, startMinute, minutes, isStartProposed } of times)
		if (startMinute !== null) works.set(idFile, workOf({ date, startMinute, minutes, isStartProposed }));
	const calendar = { rotations, ownDays };
	const shifts = shiftsOn(
		dates,
		(date) => dayOf(calendar, date).time,
		(date) => !isConfirmedOn(calendar, date),
	);
	const all = [...shifts, ...works.values()];
	const blocks = blocksOf(all);
	const notes = new Map(
		extras.map(({ idFile }) => {
			const work = works.get(idFile);
			return [idFile, work && restNote(work, blocks)];
		}),
	);
	const [from = today, until = today] = [recent[0], recent.at(-1)];
	const [fromMinute, untilMinute] = [minuteOf(from), minuteOf(addDays(until, 1))];
	const recentWorks = all.filter(({ startMinute }) => startMinute >= fromMinute && startMinute < untilMinute);
	const unstarted = times.filter(({ startMinute }) => startMinute === null);
	const warnings = [
		...restWarnings(shortRestsOf(blocksOf(recentWorks)), addDays(from, 1), nowMinute),
		...weekWarnings({ works: recentWorks, unstarted }, today, nowMinute),
		...longDayWarnings(shown, times),
	];
	return { notes, warnings };
}
