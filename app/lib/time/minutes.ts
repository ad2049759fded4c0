/** Converts minutes from and to hours and times of day. Durations are whole minutes, so that sums are exact. */
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";

/** Hours are typed, and paid, in steps of a quarter. */
export const STEP_MINUTES = 15;

/** Parses a sum of hours below 1000, such as "7,5", "5.33" or "5:20", to minutes; undefined for any other text. */
export function totalHoursToMinutes(text: string): number | undefined {
	const match = /^(\d{1,3})(?:[.,](\d{1,2})|:([0-5]\d))?$/.exec(text.trim());
	if (!match) return undefined;
	const [, hours, decimals = "", minutes = 0] = match;
	const hundredths = Number(decimals.padEnd(2, "0"));
	return Number(hours) * HOUR_MINUTES + Math.round((hundredths * HOUR_MINUTES) / 100) + Number(minutes);
}

/** Formats hours: "8", "4,5", or "5:20" if they are no multiple of a quarter hour. */
export function formatHours(minutes: number): string {
	if (minutes % STEP_MINUTES === 0) return exactHours(minutes);
	return `${Math.floor(minutes / HOUR_MINUTES)}:${String(minutes % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Formats hours with their unit: "8 h", with a no-break space, so that a line never ends between number and unit. */
export function inHours(minutes: number): string {
	return `${formatHours(minutes)}\u00A0h`;
}

/** Formats hours for a spreadsheet, unrounded, so that a column of them adds up: "8", "7,5", "5,333333333333333". */
export function exactHours(minutes: number): string {
	return String(minutes / HOUR_MINUTES).replace(".", ",");
}

/** Formats hours for a form field: "8", "7,5", or "5,33" (rounded) if they are no multiple of a quarter hour. */
export function hoursText(minutes: number): string {
	if (minutes % STEP_MINUTES === 0) return formatHours(minutes);
	return (minutes / HOUR_MINUTES).toFixed(2).replace(".", ",");
}

/** Parses "22:00" to minutes since midnight; undefined for any other text. */
export function clockToMinute(text: string): number | undefined {
	const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
	return match ? Number(match[1]) * HOUR_MINUTES + Number(match[2]) : undefined;
}

/** Formats minutes since midnight as "22:00"; from 24 hours on, a time of the next day. */
export function formatClock(minute: number): string {
	const clock = minute % DAY_MINUTES;
	return `${String(Math.floor(clock / HOUR_MINUTES)).padStart(2, "0")}:${String(clock % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Formats a time as "13", or as "13:30" if it is no full hour. */
export function shortClock(minute: number): string {
	return minute % HOUR_MINUTES === 0 ? String(minute / HOUR_MINUTES) : formatClock(minute);
}

/** Puts the article before a time: "las 13", "la 1", "la 01:30". */
export function withArticle(time: string): string {
	return `${/^0?1\b/.test(time) ? "la" : "las"} ${time}`;
}
