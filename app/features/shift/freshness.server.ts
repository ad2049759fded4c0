/**
 * Computes how long a page with a worker's shifts stays true. The server's page cache renders the page again after the
 * time in the page's Expires header.
 */
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import type { Holiday } from "~/features/holidays/holiday-rule";
import type { PlantClock } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { HOUR_MINUTES, MINUTE_MS } from "~/lib/units/durations";
import { answersAt, type ShiftAnswers } from "./answers";
import { calendarOf } from "./own-calendar";
import { rotationOf } from "./rotation";
import { SPOKEN_MINUTES } from "./shift-clock";

/** "Hoy" of a crew, with the Expires header of a page that shows it without a countdown. */
export function crewAnswers(diagram: Diagram, crew: CrewLetter, holidays: readonly Holiday[]) {
	const clock = plantClock();
	const answers = answersAt(calendarOf(rotationOf(diagram, crew)), clock, holidays);
	return { answers, expires: expiresIn(minutesUntilChange(answers, clock), clock.now) };
}

/**
 * Returns the minutes until a page without a countdown changes: at midnight, and at the start and end of a shift.
 * Returns at most the minutes until the next full hour, when the clock may change to or from summer time.
 */
export function minutesUntilChange({ now, nextStart }: ShiftAnswers, clock: PlantClock): number {
	const { minutesLeft = Infinity } = now ?? {};
	const { minutesUntil = Infinity } = nextStart ?? {};
	return Math.min(minutesUntilFullHour(clock), minutesLeft, minutesUntil);
}

/**
 * Returns the minutes until the page's countdown changes: one minute while a shift is running or the next shift starts
 * within `SPOKEN_MINUTES`. Otherwise the minutes until the countdown begins, but at most until the next full hour.
 */
export function minutesUntilCountdownChange({ now, nextStart }: ShiftAnswers, clock: PlantClock): number {
	const { minutesUntil = Infinity } = nextStart ?? {};
	if (now || minutesUntil <= SPOKEN_MINUTES) return 1;
	return Math.min(minutesUntilFullHour(clock), minutesUntil - SPOKEN_MINUTES);
}

/** Expires header of a page that is rendered at `now` and stays true for some minutes. */
export function expiresIn(minutes: number, now: number): string {
	return new Date((Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS).toUTCString();
}

/** Expires header of a page on which only the day changes. */
export function expiresWithHour(clock: PlantClock & { now: number }): string {
	return expiresIn(minutesUntilFullHour(clock), clock.now);
}

function minutesUntilFullHour({ minute }: PlantClock): number {
	return HOUR_MINUTES - (minute % HOUR_MINUTES);
}

/** Sends the loader's Expires, which the server's page cache reads, and Vary. */
export function pageHeaders({ loaderHeaders }: { loaderHeaders: Headers }) {
	return Array.from(loaderHeaders).filter(([name]) => name === "expires" || name === "vary");
}
