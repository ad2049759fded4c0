/** Computes how fast an installation grows. */

const DAY_MS = 24 * 3_600_000;
/** Minimum time span from which the growth is computed; a single day would not be representative. */
const MIN_HISTORY_MS = 3 * DAY_MS;
/** Total sizes of the database and of all images at an instant in UTC milliseconds. */
export interface Moment {
	at: number;
	databaseBytes: number;
	imageBytes: number;
}

export interface Growth {
	/** Start of the time span from which the growth was computed, in UTC milliseconds. */
	since: number;
	databaseBytesPerDay: number;
	imageBytesPerDay: number;
}

/**
 * Growth per day between two moments.
 * @returns undefined when the moments are less than three days apart
 */
export function growthBetween(old: Moment | undefined, now: Moment): Growth | undefined {
	if (!old || now.at - old.at < MIN_HISTORY_MS) return undefined;
	const days = (now.at - old.at) / DAY_MS;
	return {
		since: old.at,
		databaseBytesPerDay: Math.round((now.databaseBytes - old.databaseBytes) / days),
		imageBytesPerDay: Math.round((now.imageBytes - old.imageBytes) / days),
	};
}
