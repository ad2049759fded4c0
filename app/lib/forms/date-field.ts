import * as z from "zod/mini";
import * as messages from "~/lib/messages";
import { addDays, type CivilDate, EARLIEST, parseCivilDate } from "~/lib/time/civil-date";

/** Limits for future dates, by number of years: days after today, and the message for a later date. */
const limits = {
	1: { days: 366, message: "La fecha está a más de un año." },
	2: { days: 731, message: "La fecha está a más de dos años." },
} as const;

/**
 * Schema of a date as YYYY-MM-DD.
 * @param today current date in the factory's time zone; if omitted, any future date is accepted
 * @param yearsAhead limit for future dates
 */
export function dateField(today: CivilDate | undefined, yearsAhead: keyof typeof limits = 1) {
	const { days, message } = limits[yearsAhead];
	return z.string(messages.fieldEmpty).check(
		z.trim(),
		z.refine((text) => parseCivilDate(text), {
			error: "No es una fecha: elegí día, mes y año.",
			abort: true,
		}),
		z.refine((text) => text >= EARLIEST, "La fecha es demasiado vieja."),
		z.refine((text) => !today || text <= addDays(today, days), message),
	);
}

/** Whether `dateField` accepts a date. */
export function isDateAccepted(date: CivilDate, today: CivilDate, yearsAhead: keyof typeof limits = 1) {
	return date >= EARLIEST && date <= addDays(today, limits[yearsAhead].days);
}
