import type { DocumentsTable } from "db/schema";
import type { Selectable } from "kysely";
import type { DocumentValues } from "./document-schemas";

interface DocumentColumn {
	column: Exclude<keyof DocumentsTable, "id" | "user_id">;
	/** Name in the JSON file of the owner's export. */
	name: string;
	/** Heading in the table of the owner's export; without one, the table leaves the column out. */
	heading?: string;
}

/**
 * The columns of `documents` besides the keys `id` and `user_id`. The row type, the queries, the owner's export and its
 * headings are made from this list.
 */
export const documentColumns = [
	{ column: "id_file", name: "idFile" },
	{ column: "title", name: "title", heading: "título" },
	{ column: "description", name: "description", heading: "descripción" },
	{ column: "category", name: "category", heading: "clase" },
	{ column: "at_hand", name: "atHand", heading: "siempre a mano" },
	{ column: "expires_on", name: "expiresOn", heading: "vence" },
	{ column: "reminded_days", name: "remindedDays" },
	{ column: "created_at", name: "createdAt", heading: "creado" },
	{ column: "edited_at", name: "editedAt", heading: "editado" },
] as const satisfies readonly DocumentColumn[];

export const documentColumnNames = documentColumns.map(({ column }) => column);

/** A row with the columns of `documentColumns`. */
export type DocumentRow = Pick<Selectable<DocumentsTable>, (typeof documentColumns)[number]["column"]>;

/** What the form edits, as it is stored: null for an empty field. */
export type DocumentTexts = {
	[Name in keyof DocumentValues]-?:
		| Exclude<DocumentValues[Name], undefined>
		| (undefined extends DocumentValues[Name] ? null : never);
};

type TextColumns = Omit<DocumentRow, "id_file" | "at_hand" | "reminded_days" | "created_at" | "edited_at">;

export function toTextColumns(texts: DocumentValues | DocumentTexts): TextColumns {
	const { title, description, category, expiresOn } = texts;
	return { title, description, category, expires_on: expiresOn ?? null };
}

export function toTexts({ title, description, category, expires_on }: TextColumns): DocumentTexts {
	return { title, description, category, expiresOn: expires_on };
}
