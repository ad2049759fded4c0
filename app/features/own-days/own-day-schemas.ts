import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { ownDayKinds, YEARS_AHEAD } from "~/features/shift/own-day";
import { besides } from "~/lib/forms/besides";
import { dateField } from "~/lib/forms/date-field";
import { optionalText, readText } from "~/lib/forms/read-text";
import { remembering } from "~/lib/remembering";
import { type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { totalHoursToMinutes } from "~/lib/time/minutes";

/** Maximum number of days from the first to the last day of the form: a year. */
export const MAX_DAYS = 366;
const NOTE_MAX = 300;

/**
 * Schema of the form of own days. An empty last day means the same as the first day.
 * @param today current date in the factory's time zone; if undefined, any future date is accepted
 */
export const ownDaySchemaOn = remembering((today: CivilDate | undefined) => {
	const fields = z.strictObject({
		kind: z.enum(ownDayKinds, "Elegí qué es."),
		firstDay: dateField(today, YEARS_AHEAD),
		lastDay: z.optional(dateField(today, YEARS_AHEAD)),
		crew: z.optional(z.enum(crewLetters, "Elegí una escuadra de la lista.")),
		bankHours: z.optional(
			readText(
				(text) => totalHoursToMinutes(text) || undefined,
				"Escribí las horas como 8 o 7,5, hasta 999.",
			),
		),
		note: optionalText(NOTE_MAX, `La nota puede tener hasta ${NOTE_MAX} letras.`),
	});
	return fields.check(
		z.refine(({ firstDay, lastDay = firstDay }) => lastDay >= firstDay, {
			path: ["lastDay"],
			error: "El último día es anterior al primero.",
			...besides("firstDay", "lastDay"),
		}),
		z.refine(({ firstDay, lastDay = firstDay }) => dayNumber(lastDay) - dayNumber(firstDay) < MAX_DAYS, {
			path: ["lastDay"],
			error: "Es más de un año: anotalo en partes.",
			...besides("firstDay", "lastDay"),
		}),
		z.refine(({ kind, crew }) => kind !== "cambio" || crew !== undefined, {
			path: ["crew"],
			error: "Elegí con qué escuadra cambiás.",
			...besides("kind", "crew"),
		}),
	);
}, 1);
