import { z } from "zod";
import { addDays, type CivilDate, parseCivilDate, todayIn } from "~/lib/civil-date";
import { env } from "~/lib/env.server";
import { messages } from "~/lib/messages";
import { parseClock, parseHours, parseSplitHours } from "./hours";
import { parseShift } from "./shift";

const COMMENT_MAX = 500;
const EARLIEST: CivilDate = "1970-01-01";
const MOST_DAYS_AHEAD = 366;

/** The form of an extra. `hours50` and `hours100` are filled in only by who wants another split than the rule's. */
export const extraSchema = z.strictObject({
	hour: read(parseHours, messages.hoursNotAllowed),
	date: z
		.string({ error: messages.fieldEmpty })
		.trim()
		.refine((text) => parseCivilDate(text), "No es una fecha: elegí día, mes y año.")
		.refine((text) => text >= EARLIEST, "La fecha es demasiado vieja.")
		.refine(
			(text) => text <= addDays(todayIn(env.TZ_APP), MOST_DAYS_AHEAD),
			"La fecha está a más de un año.",
		),
	shift: read(parseShift, "El turno es una sola letra."),
	comment: z
		.string()
		// Blanks alone are no comment.
		.transform((text) => text.replaceAll("\r\n", "\n").trim() || undefined)
		.refine(
			(text) => text === undefined || text.length <= COMMENT_MAX,
			`El comentario puede tener hasta ${COMMENT_MAX} letras.`,
		)
		.optional(),
	startTime: read(parseClock, "Escribí la hora como 22:00, o dejala vacía.").optional(),
	compensation: z.enum(["pago", "franco", "banco"], { error: "Elegí una opción de la lista." }).optional(),
	hours50: read(parseSplitHours, messages.hoursNotAllowed).optional(),
	hours100: read(parseSplitHours, messages.hoursNotAllowed).optional(),
});

export type ExtraForm = z.output<typeof extraSchema>;

/** A text that `parse` understands, or the problem. */
function read<Value>(parse: (text: string) => Value | undefined, problem: string) {
	return z.string({ error: messages.fieldEmpty }).transform((text, context) => {
		const value = parse(text);
		if (value !== undefined) return value;
		context.addIssue({ code: "custom", message: problem });
		return z.NEVER;
	});
}

/** The names of its fields. */
export const extraFields = extraSchema.keyof().options;
