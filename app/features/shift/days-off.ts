import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { isAbsence } from "./own-day";
import { letterOn, type Rotation, searchDays, startsAfterNight } from "./rotation";

const WEEK_DAYS = 7;
const SATURDAY = 6;

export type DaysOff = Record<"first" | "last", CivilDate>;

/** A Saturday and a Sunday on which no shift starts. */
export interface FreeWeekend {
	saturday: CivilDate;
	/** Whether a shift that starts on the Friday before ends on the morning of `saturday`. */
	startsAfterNight: boolean;
}

/** The first day off after `date`, also by vacation, leave and the like; undefined if there is none. */
export function nextDayOff(rotation: Rotation, date: CivilDate): CivilDate | undefined {
	return findDay(rotation, date, 1, (day) => letterOn(rotation, day) === "F");
}

/** The first working day after `date`; undefined in a cycle without shifts. */
export function nextWorkDay(rotation: Rotation, date: CivilDate): CivilDate | undefined {
	return findDay(rotation, date, 1, (day) => letterOn(rotation, day) !== "F");
}

/**
 * Returns the first and last of the consecutive days off around `date`; undefined on a working day, and if the cycle
 * has no shift.
 */
export function daysOffAround(rotation: Rotation, date: CivilDate): DaysOff | undefined {
	if (letterOn(rotation, date) !== "F") return undefined;
	const isWork = (day: CivilDate) => letterOn(rotation, day) !== "F";
	const before = findDay(rotation, date, -1, isWork);
	const after = findDay(rotation, date, 1, isWork);
	return before && after ? { first: addDays(before, 1), last: addDays(after, -1) } : undefined;
}

/** Whether some of these days off are vacation, leave or the like. A day off by the diagram is no absence. */
export function hasAbsence({ ownDays = [] }: Rotation, { first, last }: DaysOff): boolean {
	return ownDays.some((day) => isAbsence(day) && day.firstDay <= last && day.lastDay >= first);
}

/** The first free weekend from `date` on; undefined in a cycle without free weekends. */
export function nextFreeWeekend(rotation: Rotation, date: CivilDate): FreeWeekend | undefined {
	const firstSaturday = addDays(date, (SATURDAY - weekdayOf(date) + WEEK_DAYS) % WEEK_DAYS);
	const weeks = searchDays(rotation, date);
	// `weeks` is at least the number of days in the cycle. After so many weeks, the same shifts fall on the same
	// weekdays again.
	for (let week = 0; week < weeks; week++) {
		const saturday = addDays(firstSaturday, week * WEEK_DAYS);
		const isFree = [saturday, addDays(saturday, 1)].every((day) => letterOn(rotation, day) === "F");
		if (isFree) return { saturday, startsAfterNight: startsAfterNight(rotation, saturday) };
	}
	return undefined;
}

/**
 * Finds the nearest day after (`step` 1) or before (`step` −1) `date` that `wanted` accepts; undefined if there is no
 * such day within `searchDays`.
 */
export function findDay(
	rotation: Rotation,
	date: CivilDate,
	step: 1 | -1,
	wanted: (day: CivilDate) => boolean,
): CivilDate | undefined {
	const days = searchDays(rotation, date);
	for (let distance = 1; distance <= days; distance++) {
		const day = addDays(date, step * distance);
		if (wanted(day)) return day;
	}
	return undefined;
}
