/**
 * How long the words of a page with somebody's shifts stay true, for the page cache. All times are in minutes on the
 * factory's clock; a page that is true until its Expires header is not rendered anew before that.
 */

import type { Rotation } from "./rotation";
import { nextStart, type PlantClock, runningShift } from "./shift-clock";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * Minutes until the words may change that say the day's shifts and the shift that runs: at midnight, at the start and
 * at the end of a shift. At most until the next full hour, because summer time begins and ends at full hours.
 */
export function minutesUntilChange(rotation: Rotation, clock: PlantClock): number {
	const left = runningShift(rotation, clock)?.minutesLeft ?? Infinity;
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	return Math.min(minutesUntilFullHour(clock), left, until);
}

/**
 * The same for words that also say how long a shift still runs, or how long until the next, when it starts within
 * `SPOKEN_MINUTES`: these change each minute.
 */
export function minutesUntilCountdownChange(rotation: Rotation, clock: PlantClock): number {
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	if (runningShift(rotation, clock) || until <= SPOKEN_MINUTES) return 1;
	return Math.min(minutesUntilFullHour(clock), until - SPOKEN_MINUTES);
}

/** From how long before a shift "Mi turno" says the time until its start. */
export const SPOKEN_MINUTES = DAY_MINUTES;

/** The Expires header of a page that was rendered at `now` (UTC milliseconds) and is true for some minutes. */
export function expiresIn(minutes: number, now: number): string {
	return new Date((Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS).toUTCString();
}

export function minutesUntilFullHour({ minute }: PlantClock): number {
	return HOUR_MINUTES - (minute % HOUR_MINUTES);
}
