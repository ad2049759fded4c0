import { z } from "zod";
import { parseCivilDate } from "~/lib/civil-date";
import { messages } from "~/lib/messages";

const TITLE_MIN = 3;
const TITLE_MAX = 43;
const DESCRIPTION_MAX = 2000;

/** The texts of a document. Its images come beside them: see document-upload.server.ts. */
export const documentSchema = z.strictObject({
	title: z
		.string({ error: messages.titleRequired })
		.trim()
		// A blank title is missing, not short too.
		.min(1, { error: messages.titleRequired, abort: true })
		.min(TITLE_MIN, messages.titleLength)
		.max(TITLE_MAX, messages.titleLength),
	description: z
		.string({ error: messages.descriptionRequired })
		// As a text area sends its lines.
		.transform((text) => text.replaceAll("\r\n", "\n").trim())
		.pipe(
			z
				// Conform takes an empty text away here too: a blank description comes as undefined.
				.string({ error: messages.descriptionRequired })
				.max(DESCRIPTION_MAX, `La descripción puede tener hasta ${DESCRIPTION_MAX} letras.`),
		),
	expiresOn: z
		.string()
		.trim()
		.refine((text) => parseCivilDate(text), "Escribí la fecha como día, mes y año, o dejala vacía.")
		.optional(),
});

/** What a form has once it is right. */
export type DocumentValues = z.output<typeof documentSchema>;
