import * as z from "zod/mini";
import { parseCivilDate } from "~/lib/time/civil-date";
import { categories } from "./categories";
import * as documentMessages from "./document-messages";

const MIN_TITLE_CHARACTERS = 3;
const MAX_TITLE_CHARACTERS = 43;
const MAX_DESCRIPTION_CHARACTERS = 2000;

/** The length of a title, in words. */
export const titleLimit = `Entre ${MIN_TITLE_CHARACTERS} y ${MAX_TITLE_CHARACTERS} letras.`;
const TITLE_LENGTH = `${documentMessages.titleLength} ${titleLimit}`;

/** Schema of a document's texts; saving/read-document-form.server.ts reads the photos. */
export const documentSchema = z.strictObject({
	// A page that was loaded before documents had categories sends none.
	category: z._default(z.enum(categories, "Elegí uno."), "otro"),
	title: z.string(documentMessages.titleRequired).check(
		z.trim(),
		// A blank title is reported only as missing, not as too short.
		z.minLength(1, { error: documentMessages.titleRequired, abort: true }),
		z.minLength(MIN_TITLE_CHARACTERS, TITLE_LENGTH),
		z.maxLength(MAX_TITLE_CHARACTERS, TITLE_LENGTH),
	),
	description: z.string(documentMessages.descriptionRequired).check(
		// A text area sends CRLF; the description is stored with LF.
		z.overwrite((text) => text.replaceAll("\r\n", "\n").trim()),
		z.minLength(1, { error: documentMessages.descriptionRequired, abort: true }),
		z.maxLength(
			MAX_DESCRIPTION_CHARACTERS,
			`La descripción puede tener hasta ${MAX_DESCRIPTION_CHARACTERS} letras.`,
		),
	),
	expiresOn: z.optional(
		z.string().check(
			z.trim(),
			z.refine((text) => parseCivilDate(text), "Escribí la fecha como día, mes y año, o dejala vacía."),
		),
	),
});

export type DocumentValues = z.output<typeof documentSchema>;
