/** The worker's running shift and the next shift start. */
import { addDays, type CivilDate, type PlantClock } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { searchDays } from "./days-off";
import { dayOf, type OwnCalendar, rotationOn } from "./own-calendar";
import { sureCrewOf } from "./rotation";

/** Maximum number of minutes before a shift for which "Hoy" shows a countdown to its start. */
export const SPOKEN_MINUTES = DAY_MINUTES;

/**
 * Returns the shift that is running at the given minute, if any. In the minute of its end a shift is no longer
 * running. If two shifts overlap, returns the shift that started later.
 */
export function runningShift(calendar: OwnCalendar, { today, minute }: PlantClock) {
	for (const daysAgo of [0, 1]) {
		const date = addDays(today, -daysAgo);
		const { time: shift, ownDay } = dayOf(calendar, date);
		const now = minute + daysAgo * DAY_MINUTES;
		if (!shift || now < shift.startMinute || now >= shift.endMinute) continue;
		const { letter, startMinute, endMinute } = shift;
		const rotation = rotationOn(calendar.rotations, date);
		return {
			/** The day on which the shift started, with its own day, if any. */
			date,
			ownDay,
			letter,
			/** The worker's crew on that day, unless its letter is unknown. */
			crew: rotation && sureCrewOf(rotation),
			startsAt: formatClock(startMinute),
			endsAt: formatClock(endMinute),
			minutesLeft: endMinute - now,
			minutes: endMinute - startMinute,
		};
	}
	return undefined;
}

/** The first shift that starts after the given minute; undefined if no shift of the cycle has known hours. */
export function nextStart(calendar: OwnCalendar, { today, minute }: PlantClock) {
	const days = searchDays(calendar, today, 1);
	for (let ahead = 0; ahead <= days; ahead++) {
		const date = addDays(today, ahead);
		const shift = dayOf(calendar, date).time;
		const minutesUntil = (shift?.startMinute ?? 0) + ahead * DAY_MINUTES - minute;
		if (shift && minutesUntil > 0) return { date, letter: shift.letter, minutesUntil };
	}
	return undefined;
}

/**
 * The day after whose shift a worker may have stayed: yesterday, if its shift ended by midnight and today's has not begun;
 * else today, on which last night's shift ends too.
 */
export function dayStayed(calendar: OwnCalendar, { today, minute }: PlantClock): CivilDate {
	const yesterday = addDays(today, -1);
	const [own, last] = [today, yesterday].map((date) => dayOf(calendar, date).time);
	const hasBegun = own !== undefined && own.startMinute <= minute;
	return last && last.endMinute <= DAY_MINUTES && !hasBegun ? yesterday : today;
}
