import * as z from "zod/mini";
import { besides } from "~/lib/forms/besides";
import { dateField } from "~/lib/forms/date-field";
import { MAX_LIST } from "~/lib/forms/list-field";
import { OTHER } from "~/lib/forms/other-choice";
import { optionalText, readText } from "~/lib/forms/read-text";
import { remembering } from "~/lib/remembering";
import type { CivilDate } from "~/lib/time/civil-date";
import { clockToMinute, formatHours, STEP_MINUTES, totalHoursToMinutes } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";
import * as extraMessages from "./extra-messages";
import { isOwnPlace, parseShift } from "./shift-letter";

const MAX_HOURS = 16;
/** What `hoursToMinutes` accepts, in words. */
const hoursLimit = `Hasta ${MAX_HOURS} horas. De a cuartos: 4,25 o 4,5.`;
const COMMENT_MAX = 500;
const HOURS_NOT_ALLOWED = `${extraMessages.hoursNotAllowed} ${hoursLimit}`;

/** Radio buttons with a text field for other values: see app/lib/forms/other-choice.ts. */
export const extraChoices = ["date", "shift", "hour"] as const;

/** Refuses a value typed beside "Otra" while another choice is selected. */
const twice = () => z.optional(z.never("También marcaste otra opción: tocá «Otra» si es esta, o borrala."));

/**
 * Schema of the overtime form, in the form's order, which its errors keep. Parses durations and times to minutes.
 * `hours50` and `hours100` replace the hours that the legal rule computes. `shift` is a letter or one of `ownPlaces`.
 * @param today current date in the factory's time zone; if undefined, any future date is accepted
 */
export const extraSchemaOn = remembering((today: CivilDate | undefined) => {
	const fields = z.strictObject({
		date: chosen(dateField(today)),
		otherDate: twice(),
		shift: chosen(readText(parseShiftOrPlace, "El turno es una sola letra.")),
		otherShift: twice(),
		hour: chosen(readText(hoursToMinutes, HOURS_NOT_ALLOWED)),
		otherHour: twice(),
		dates: z.optional(readText(readDatesOn(today), `Elegí hasta ${MAX_LIST} días del calendario.`)),
		startTime: z.optional(readText(clockToMinute, "Escribí la hora como 22:00, o dejala vacía.")),
		comment: optionalText(COMMENT_MAX, `El comentario puede tener hasta ${COMMENT_MAX} letras.`),
		compensation: z.optional(z.enum(["pago", "franco", "banco"], "Elegí una opción de la lista.")),
		hours50: z.optional(readText(splitHoursToMinutes, HOURS_NOT_ALLOWED)),
		hours100: z.optional(readText(splitHoursToMinutes, HOURS_NOT_ALLOWED)),
	});
	return fields.check(
		z.refine(
			({ hour: minutes, hours50: minutes50 = 0, hours100: minutes100 = 0 }) =>
				minutes50 + minutes100 <= minutes,
			{
				path: ["hours50"],
				...besides("hour", "hours50", "hours100"),
				error({ input }) {
					const hours = formatHours(Object(input).hour);
					return `Las del 50 y las del 100 juntas pasan ${hours === "1" ? "la hora" : `las ${hours} horas`}.`;
				},
			},
		),
	);
}, 1);

/**
 * Parses hours such as "8", "4,5", "4.5" or "7,25".
 * @returns minutes; undefined unless the hours are above 0, at most 16, and a multiple of a quarter hour
 */
export function hoursToMinutes(text: string): number | undefined {
	const minutes = totalHoursToMinutes(text) ?? 0;
	const isWhole = minutes % STEP_MINUTES === 0;
	return minutes > 0 && minutes <= MAX_HOURS * HOUR_MINUTES && isWhole ? minutes : undefined;
}

/** Parses the hours with one premium: "0", or any text that `hoursToMinutes` accepts. */
function splitHoursToMinutes(text: string): number | undefined {
	return totalHoursToMinutes(text) === 0 ? 0 : hoursToMinutes(text);
}

/** Returns a function that reads the other days of an entry, each of which the field `date` would accept too. */
function readDatesOn(today: CivilDate | undefined) {
	const field = dateField(today);
	return (text: string): CivilDate[] | undefined => {
		const dates = listDates(text);
		return dates.length <= MAX_LIST && dates.every((date) => z.safeParse(field, date).success)
			? dates
			: undefined;
	};
}

/** The dates of a text with spaces between, each once. */
export function listDates(text: string): CivilDate[] {
	return [...new Set(text.split(/\s+/).filter(Boolean))];
}

function parseShiftOrPlace(text: string): string | undefined {
	return isOwnPlace(text) ? text : parseShift(text);
}

/**
 * Schema of a field with radio buttons, the last of which is "Otra" (value OTHER) with a text field. If "Otra" is
 * selected and its text field is empty, the field counts as empty.
 */
function chosen<Value extends z.ZodMiniType<unknown, string>>(value: Value) {
	return z.pipe(
		z.transform((text: unknown) => (text === OTHER ? undefined : text)),
		value,
	);
}
