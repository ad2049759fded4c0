/**
 * Converts texts of hours and times of day to whole minutes and back. Extras are stored in minutes, so that sums are
 * exact.
 */

/** Text beside a start time that was proposed from the diagram. */
export const BY_DIAGRAM = "según tu diagrama";

const HOUR_MINUTES = 60;
const STEP_MINUTES = 15;
/** Upper bound on the length of one extra. */
const MAX_HOURS = 16;

/**
 * Parses a duration in hours, as people write it: "8", "4,5", "4.5", "7,25".
 * @returns undefined for anything but quarter hours above 0 and up to 16
 */
export function hoursToMinutes(text: string): number | undefined {
	const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
	if (!match) return undefined;
	const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
	const minutes = (hundredths * HOUR_MINUTES) / 100;
	return minutes > 0 && minutes <= MAX_HOURS * HOUR_MINUTES && minutes % STEP_MINUTES === 0
		? minutes
		: undefined;
}

/** Like `hoursToMinutes`, for a part of an extra, which may also be "0". */
export function splitHoursToMinutes(text: string): number | undefined {
	return /^\s*0([.,]0{1,2})?\s*$/.test(text) ? 0 : hoursToMinutes(text);
}

/** Parses the hours on a pay slip, up to 999 with two decimals; undefined for anything else. */
export function slipHoursToMinutes(text: string): number | undefined {
	const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim());
	if (!match) return undefined;
	const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
	return Math.round((hundredths * HOUR_MINUTES) / 100);
}

/** Formats a duration as "8" or "4,5", or as "5:20" if the minutes are not quarter hours. */
export function formatHours(minutes: number): string {
	if (minutes % STEP_MINUTES === 0) return String(minutes / HOUR_MINUTES).replace(".", ",");
	return `${Math.floor(minutes / HOUR_MINUTES)}:${String(minutes % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Parses a time such as "22:00" to minutes since midnight; undefined for anything else. */
export function clockToMinute(text: string): number | undefined {
	const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
	return match ? Number(match[1]) * HOUR_MINUTES + Number(match[2]) : undefined;
}

/** Formats minutes since midnight as "22:00"; from 24 h on, as a time of the next day. */
export function formatClock(minute: number): string {
	const clock = minute % (24 * HOUR_MINUTES);
	return `${String(Math.floor(clock / HOUR_MINUTES)).padStart(2, "0")}:${String(clock % HOUR_MINUTES).padStart(2, "0")}`;
}

/** Formats a time as "13", or as "13:30" if it is not a full hour. */
export function shortClock(minute: number): string {
	return minute % HOUR_MINUTES === 0 ? String(minute / HOUR_MINUTES) : formatClock(minute);
}
