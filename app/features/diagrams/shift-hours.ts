import type { ShiftHours } from "./cycle";

/** Formats the hours of a shift as "06–14" or "06:30–14:30"; empty for a shift without hours. */
export function shortHours(hours: ShiftHours | undefined): string {
	return hours ? hours.map(withoutZeroMinutes).join("–") : "";
}

/** Formats the hours of a shift as "06 a 14"; empty for a shift without hours. */
export function spokenHours(hours: ShiftHours | undefined): string {
	return hours ? hours.map(withoutZeroMinutes).join(" a ") : "";
}

/** Shortens a full hour: "06:00" becomes "06". */
export function withoutZeroMinutes(time: string): string {
	return time.endsWith(":00") ? time.slice(0, 2) : time;
}
