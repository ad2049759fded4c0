/**
 * How long a page with a worker's shifts stays true, for the page cache. Times are in minutes of the factory's
 * clock. The cache renders the page again after its Expires header.
 */

import type { Rotation } from "./rotation";
import { nextStart, type PlantClock, runningShift } from "./shift-clock";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * Minutes until the texts about today's shifts and the running shift may change: at midnight, and at the start and
 * end of a shift. At most until the next full hour, because summer time starts and ends at full hours.
 */
export function minutesUntilChange(rotation: Rotation, clock: PlantClock): number {
	const left = runningShift(rotation, clock)?.minutesLeft ?? Infinity;
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	return Math.min(minutesUntilFullHour(clock), left, until);
}

/**
 * Minutes until texts with a countdown may change. A countdown to the end of the running shift, or to the next
 * start within `SPOKEN_MINUTES`, changes every minute.
 */
export function minutesUntilCountdownChange(rotation: Rotation, clock: PlantClock): number {
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	if (runningShift(rotation, clock) || until <= SPOKEN_MINUTES) return 1;
	return Math.min(minutesUntilFullHour(clock), until - SPOKEN_MINUTES);
}

/** "Mi turno" shows a countdown to a shift that starts within this number of minutes. */
export const SPOKEN_MINUTES = DAY_MINUTES;

/** The Expires header of a page that was rendered at `now` (UTC milliseconds) and stays true for some minutes. */
export function expiresIn(minutes: number, now: number): string {
	return new Date((Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS).toUTCString();
}

export function minutesUntilFullHour({ minute }: PlantClock): number {
	return HOUR_MINUTES - (minute % HOUR_MINUTES);
}
