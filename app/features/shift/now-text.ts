import {
	type CivilDate,
	datePartsOf,
	dayNumber,
	formatDayOfMonth,
	formatDayOfYear,
	formatShortDay,
	monthName,
} from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES, WEEK_DAYS } from "~/lib/units/durations";

/** Returns a duration as "45 min", "3 h" or "3 h 20". */
export function durationText(minutes: number): string {
	const rest = minutes % HOUR_MINUTES;
	if (minutes < HOUR_MINUTES) return `${rest}\u00A0min`;
	return `${inHours(minutes - rest)}${rest > 0 ? `\u00A0${rest}` : ""}`;
}

/** The verb before a duration that is left: "queda 1 h", "quedan 2 h". */
export function remains(minutes: number): string {
	return minutes === 1 || minutes === HOUR_MINUTES ? "queda" : "quedan";
}

/** Returns a date as "sábado 5"; if the date is a week ahead or more, with the month. */
export function dayText(date: CivilDate, today: CivilDate): string {
	return isNear(date, today) ? formatDayOfMonth(date) : formatDayOfYear(date);
}

/** Returns a date as "mié 25"; if the date is a week ahead or more, with the month: "mar 8 dic". */
export function shortDay(date: CivilDate, today: CivilDate): string {
	const near = formatShortDay(date);
	return isNear(date, today) ? near : `${near} ${shortMonth(date)}`;
}

export function shortMonth(date: CivilDate): string {
	return monthName(datePartsOf(date).month).slice(0, 3);
}

/** Whether the weekday alone names a day. */
function isNear(date: CivilDate, today: CivilDate): boolean {
	return dayNumber(date) - dayNumber(today) < WEEK_DAYS;
}
