import * as z from "zod/mini";
import { notADate, tooOld } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { type CivilDate, EARLIEST, parseCivilDate } from "~/lib/time/civil-date";

/** Limits for future dates, by number of years: the message for a later date. */
const limits = {
	1: "La fecha está a más de un año.",
	2: "La fecha está a más de dos años.",
} as const;

/**
 * Schema of a date as YYYY-MM-DD.
 * @param today current date in the factory's time zone; if omitted, any future date is accepted
 * @param yearsAhead limit for future dates
 */
export function dateField(today: CivilDate | undefined, yearsAhead: keyof typeof limits = 1) {
	return z.string(messages.fieldEmpty).check(
		z.trim(),
		z.check(({ value, issues }) => {
			const message = problemOf(value, today, yearsAhead);
			// `continue`, so that a rule about other fields still applies: see `besides`.
			if (message) issues.push({ code: "custom", message, input: value, continue: true });
		}),
	);
}

function problemOf(text: string, today: CivilDate | undefined, yearsAhead: keyof typeof limits) {
	if (!parseCivilDate(text)) return notADate;
	if (text < EARLIEST) return tooOld;
	return today && text > latest(today, yearsAhead) ? limits[yearsAhead] : undefined;
}

/** Whether `dateField` accepts a date. */
export function isDateAccepted(date: CivilDate, today: CivilDate, yearsAhead: keyof typeof limits = 1) {
	return problemOf(date, today, yearsAhead) === undefined;
}

/** The same day of a later year. After a 29 February it may be no date, but dates compare with it as text. */
function latest(today: CivilDate, yearsAhead: number): string {
	return `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`;
}
