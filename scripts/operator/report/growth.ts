/** How fast an installation grows. */

const DAY_MS = 24 * 3_600_000;
/** Shortest history from which the growth is computed: a single day says little about the next ones. */
const MIN_HISTORY_MS = 3 * DAY_MS;
/** Sizes at an instant in UTC milliseconds: of the database, and of all images. */
export interface Moment {
	at: number;
	databaseBytes: number;
	imageBytes: number;
}

export interface Growth {
	/** Instant from which on the growth is known, in UTC milliseconds. */
	since: number;
	databaseBytesPerDay: number;
	imageBytesPerDay: number;
}

/**
 * Growth per day between two moments.
 * @returns undefined when too little time lies between them
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
