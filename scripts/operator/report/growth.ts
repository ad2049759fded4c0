import { DAY_MS } from "~/lib/units/durations";

/** Minimum time between the two moments that are compared, because a single day would not be representative. */
const MIN_HISTORY_MS = 3 * DAY_MS;
/** Sizes of database and images at an instant in UTC milliseconds. */
export interface Moment {
	at: number;
	databaseBytes: number;
	imageBytes: number;
}

export interface Growth {
	since: number;
	databaseBytesPerDay: number;
	imageBytesPerDay: number;
}

/** Returns the growth per day; undefined if less than three days lie between `old` and `now`, or `old` is unknown. */
export function growthBetween(old: Moment | undefined, now: Moment): Growth | undefined {
	if (!old || now.at - old.at < MIN_HISTORY_MS) return undefined;
	const days = (now.at - old.at) / DAY_MS;
	return {
		since: old.at,
		databaseBytesPerDay: Math.round((now.databaseBytes - old.databaseBytes) / days),
		imageBytesPerDay: Math.round((now.imageBytes - old.imageBytes) / days),
	};
}
