/**
 * Computes how long a page with a worker's shifts stays true. The server's page cache renders the page again after the
 * time in the page's Expires header.
 */
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from "~/lib/units/durations";
import type { Rotation } from "./rotation";
import { nextStart, type PlantClock, runningShift } from "./shift-clock";

/**
 * Returns the minutes until a page without a countdown changes: at midnight, and at the start and end of a shift.
 * Returns at most the minutes until the next full hour, when the clock may change to or from summer time.
 */
export function minutesUntilChange(rotation: Rotation, clock: PlantClock): number {
	const left = runningShift(rotation, clock)?.minutesLeft ?? Infinity;
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	return Math.min(minutesUntilFullHour(clock), left, until);
}

/**
 * Returns the minutes until the page's countdown changes: one minute while a shift is running or the next shift starts
 * within `SPOKEN_MINUTES`. Otherwise the minutes until the countdown begins, but at most until the next full hour.
 */
export function minutesUntilCountdownChange(rotation: Rotation, clock: PlantClock): number {
	const until = nextStart(rotation, clock)?.minutesUntil ?? Infinity;
	if (runningShift(rotation, clock) || until <= SPOKEN_MINUTES) return 1;
	return Math.min(minutesUntilFullHour(clock), until - SPOKEN_MINUTES);
}

/** Maximum number of minutes before a shift for which "Hoy" shows a countdown to its start. */
export const SPOKEN_MINUTES = DAY_MINUTES;

/** Expires header of a page that is rendered at `now` and stays true for some minutes. */
export function expiresIn(minutes: number, now: number): string {
	return new Date((Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS).toUTCString();
}

export function minutesUntilFullHour({ minute }: PlantClock): number {
	return HOUR_MINUTES - (minute % HOUR_MINUTES);
}
