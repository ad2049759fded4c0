import { addDays, type CivilDate, dayNumber, SATURDAY, weekdayOf } from "~/lib/time/civil-date";
import { WEEK_DAYS } from "~/lib/units/durations";
import { type CalendarDay, dayOf, knownRotation, type OwnCalendar, startsAfterNight } from "./own-calendar";
import { isAbsence } from "./own-day";

/** The first working day after `date`; undefined in a cycle without shifts. */
export function nextWorkDay(calendar: OwnCalendar, date: CivilDate): CivilDate | undefined {
	return findDay(calendar, date, 1, ({ letter }) => letter !== "F")?.date;
}

/** The days off in a row around `date`; undefined on a working day, and if the cycle has no shift. */
export function daysOffAround(calendar: OwnCalendar, date: CivilDate) {
	if (dayOf(calendar, date).letter !== "F") return undefined;
	const before = findDay(calendar, date, -1, ({ letter }) => letter !== "F");
	const after = nextWorkDay(calendar, date);
	if (!before || !after) return undefined;
	const [first, last] = [addDays(before.date, 1), addDays(after, -1)];
	const own = calendar.ownDays.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first);
	/** `hasAbsence`: some are vacation, leave or the like; a day off by the diagram is no absence. */
	return { first, last, hasAbsence: own.some(isAbsence) };
}

/**
 * The first weekend from `date` on without a shift that starts on it, and whether that of the Friday before ends on its
 * morning; undefined in a cycle without free weekends.
 */
export function nextFreeWeekend(calendar: OwnCalendar, date: CivilDate) {
	const firstSaturday = addDays(date, (SATURDAY - weekdayOf(date) + WEEK_DAYS) % WEEK_DAYS);
	const weeks = searchDays(calendar, date, 1);
	// `weeks` is at least the number of days in the cycle. After so many weeks, the same shifts fall on the same
	// weekdays again.
	for (let week = 0; week < weeks; week++) {
		const saturday = addDays(firstSaturday, week * WEEK_DAYS);
		const isFree = [saturday, addDays(saturday, 1)].every((day) => dayOf(calendar, day).letter === "F");
		if (isFree) return { saturday, startsAfterNight: startsAfterNight(calendar, saturday) };
	}
	return undefined;
}

/**
 * Finds the nearest day after (`step` 1) or before (`step` −1) `date` that `wanted` accepts; undefined if there is no
 * such day within `searchDays`.
 */
export function findDay(
	calendar: OwnCalendar,
	date: CivilDate,
	step: 1 | -1,
	wanted: (day: CalendarDay) => boolean,
): CalendarDay | undefined {
	const days = searchDays(calendar, date, step);
	for (let distance = 1; distance <= days; distance++) {
		const day = dayOf(calendar, addDays(date, step * distance));
		if (wanted(day)) return day;
	}
	return undefined;
}

/**
 * Returns how many days after a date (`step` 1), or before it, to search for a shift or day off. The search ends one
 * cycle beyond the farthest own day and the farthest change of the rotation on that side, so it includes a whole cycle
 * without these.
 */
export function searchDays({ rotations, ownDays }: OwnCalendar, date: CivilDate, step: 1 | -1): number {
	const cycles = rotations.map((entry) => knownRotation(entry)?.diagram.cycle.length ?? 0);
	// The first rotation also applies to all earlier days.
	const changes = rotations.slice(1).map(({ since }) => since);
	const distances = [...changes, ...ownDays.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])].map(
		(day) => step * (dayNumber(day) - dayNumber(date)),
	);
	return Math.max(0, ...cycles) + Math.max(0, ...distances);
}
