/** What the law asks about a worker's day. Whoever knows the worker's calendar answers it. */
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";

export interface WorkDay {
	/**
	 * The shift that starts on the date, in minutes since midnight: `endMinute` is above 1440 if it ends after midnight.
	 * Undefined without a shift, and if it is unknown.
	 */
	shift?: { startMinute: number; endMinute: number };
	/**
	 * Set if the worker has the day off (franco), and whether that is certain. Vacation, leave and the like do not count
	 * as days off.
	 */
	dayOff?: { isConfirmed: boolean };
	/** Whether the worker's shifts on the date are certain. */
	isConfirmed: boolean;
}

/** The worker's day on a date. */
export type WorkDayOn = (date: CivilDate) => WorkDay;

/**
 * Whether the work of one date is on a day off, and whether the day off is certain. Work that begins during the previous
 * day's shift, or exactly when that shift ends, belongs to that shift.
 * @param workDayOn must know the date and the day before
 * @param from start of the work in minutes since midnight; null if unknown
 * @returns undefined if the work is not on a day off, or if it is unknown whether the date is a day off
 */
export function dayOffOn(workDayOn: WorkDayOn, date: CivilDate, from: number | null): WorkDay["dayOff"] {
	const { dayOff } = workDayOn(date);
	if (!dayOff || from === null) return dayOff;
	const { shift } = workDayOn(addDays(date, -1));
	return shift && shift.endMinute - DAY_MINUTES >= from ? undefined : dayOff;
}
