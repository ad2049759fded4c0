/** Hours of work are kept in whole minutes, so that sums are exact. */

/** Beside a start that is only proposed, wherever it is shown. */
export const BY_DIAGRAM = "según tu diagrama";

const HOUR_MIN = 60;
const STEP_MIN = 15;
/** The most of one entry. */
export const MOST_HOURS = 16;

/**
 * Minutes of hours as people write them: "8", "4,5", "4.5", "7,25".
 * @returns undefined for anything that is no number of quarter hours above 0 and up to 16
 */
export function parseHours(text: string): number | undefined {
	const match = /^(\d{1,2})(?:[.,](\d{1,2}))?$/.exec(text.trim());
	if (!match) return undefined;
	const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
	const minutes = (hundredths * HOUR_MIN) / 100;
	return minutes > 0 && minutes <= MOST_HOURS * HOUR_MIN && minutes % STEP_MIN === 0 ? minutes : undefined;
}

/** The same for a part of an extra, which may be none: "0". */
export function parseSplitHours(text: string): number | undefined {
	return /^\s*0([.,]0{1,2})?\s*$/.test(text) ? 0 : parseHours(text);
}

/** Hours of a pay slip, of a whole period: up to 999, in hundredths; undefined for anything else. */
export function parseSlipHours(text: string): number | undefined {
	const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim());
	if (!match) return undefined;
	const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
	return Math.round((hundredths * HOUR_MIN) / 100);
}

/** "8", "4,5": as it is written into the form and the list. Minutes that are no quarter are shown as they are: "5:20". */
export function formatHours(minutes: number): string {
	if (minutes % STEP_MIN === 0) return String(minutes / HOUR_MIN).replace(".", ",");
	return `${Math.floor(minutes / HOUR_MIN)}:${String(minutes % HOUR_MIN).padStart(2, "0")}`;
}

/** Minutes since midnight of "22:00"; undefined for anything else. */
export function parseClock(text: string): number | undefined {
	const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
	return match ? Number(match[1]) * HOUR_MIN + Number(match[2]) : undefined;
}

/** "22:00" of minutes since midnight; beyond 24 h the next day's clock. */
export function formatClock(minute: number): string {
	const clock = minute % (24 * HOUR_MIN);
	return `${String(Math.floor(clock / HOUR_MIN)).padStart(2, "0")}:${String(clock % HOUR_MIN).padStart(2, "0")}`;
}

/** "13", or "13:30" where the minutes matter. */
export function spokenClock(minute: number): string {
	return minute % HOUR_MIN === 0 ? String(minute / HOUR_MIN) : formatClock(minute);
}
