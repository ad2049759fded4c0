/** The hours that a worker types for one overtime entry. */
import { STEP_MINUTES } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";

/** Maximum hours of one overtime entry. */
const MAX_HOURS = 16;
/** What `hoursToMinutes` accepts, in words. */
export const hoursLimit = `Hasta ${MAX_HOURS} horas. De a cuartos: 4,25 o 4,5.`;

/**
 * Parses hours such as "8", "4,5", "4.5" or "7,25".
 * @returns minutes; undefined unless the hours are above 0, at most 16, and a multiple of a quarter hour
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

/** Parses the hours with one premium: "0", or any text that `hoursToMinutes` accepts. */
export function splitHoursToMinutes(text: string): number | undefined {
	return /^\s*0([.,]0{1,2})?\s*$/.test(text) ? 0 : hoursToMinutes(text);
}
