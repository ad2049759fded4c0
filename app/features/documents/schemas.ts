import * as z from "zod/mini";
import * as messages from "~/lib/messages";
import { parseCivilDate } from "~/lib/time/civil-date";

const TITLE_MIN = 3;
const TITLE_MAX = 43;
const DESCRIPTION_MAX = 2000;

/** The texts of a document. Its images come beside them: see saving/read-document-form.server.ts. */
export const documentSchema = z.strictObject({
	title: z.string(messages.titleRequired).check(
		z.trim(),
		// A blank title is missing, not short too.
		z.minLength(1, { error: messages.titleRequired, abort: true }),
		z.minLength(TITLE_MIN, messages.titleLength),
		z.maxLength(TITLE_MAX, messages.titleLength),
	),
	description: z.string(messages.descriptionRequired).check(
		// As a text area sends its lines.
		z.overwrite((text) => text.replaceAll("\r\n", "\n").trim()),
		z.minLength(1, { error: messages.descriptionRequired, abort: true }),
		z.maxLength(DESCRIPTION_MAX, `La descripción puede tener hasta ${DESCRIPTION_MAX} letras.`),
	),
	expiresOn: z.optional(
		z.string().check(
			z.trim(),
			z.refine((text) => parseCivilDate(text), "Escribí la fecha como día, mes y año, o dejala vacía."),
		),
	),
});

/** What a form has once it is right. */
export type DocumentValues = z.output<typeof documentSchema>;
