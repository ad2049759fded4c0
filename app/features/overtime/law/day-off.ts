/** Overtime that a worker does on a day off (franco). */
import { dayOf, entryOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "./day-parts";

/**
 * Whether the work of one date is on a day off, and whether the day off is certain: the worker entered it, or the shift
 * calendar is certain on its date (see `isConfirmedOn`). Vacation, leave and the like do not count as days off. Work that
 * begins during the previous day's shift, or exactly when that shift ends, belongs to that shift.
 * @param calendar must contain the own days (vacation, leave and the like) on the date and the day before
 * @param from start of the work in minutes since midnight; null if unknown
 * @returns undefined if the work is not on a day off, or if it is unknown whether the date is a day off
 */
export function dayOffOn(
	calendar: OwnCalendar,
	date: CivilDate,
	from: number | null,
): { isConfirmed: boolean } | undefined {
	const { letter, ownDay } = dayOf(calendar, date);
	if (letter !== "F" || isAbsence(ownDay)) return undefined;
	const before = from === null ? undefined : dayOf(calendar, addDays(date, -1)).time;
	if (before && from !== null && before.endMinute - DAY_MINUTES >= from) return undefined;
	return { isConfirmed: ownDay?.kind === "franco" || isConfirmedOn(calendar, date) };
}

/**
 * Whether the worker's shifts on a date are certain: an operator has confirmed the diagram's anchor date (first day of
 * crew A's cycle), or the worker found the start of their own cycle by their shifts.
 */
export function isConfirmedOn({ rotations }: Pick<OwnCalendar, "rotations">, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}
