import type { DocumentsTable } from "db/schema";
import type { Selectable } from "kysely";

interface DocumentColumn {
	column: Exclude<keyof DocumentsTable, "id" | "user_id">;
	/** Name in the JSON file of the owner's export. */
	name: string;
	/** Heading in the table of the owner's export; without one, the table leaves the column out. */
	heading?: string;
	/** Whether the column is a time in milliseconds, which the export writes as an ISO 8601 text. */
	isTime?: boolean;
}

/**
 * The columns of `documents` besides the keys `id` and `user_id`. The row type, the queries, the owner's export and its
 * headings are made from this list.
 */
export const documentColumns = [
	{ column: "id_file", name: "idFile" },
	{ column: "title", name: "title", heading: "título" },
	{ column: "description", name: "description", heading: "descripción" },
	{ column: "expires_on", name: "expiresOn", heading: "vence" },
	{ column: "reminded_days", name: "remindedDays" },
	{ column: "created_at", name: "createdAt", heading: "creado", isTime: true },
	{ column: "edited_at", name: "editedAt", heading: "editado", isTime: true },
] as const satisfies readonly DocumentColumn[];

export const documentColumnNames = documentColumns.map(({ column }) => column);

/** A row with the columns of `documentColumns`. */
export type DocumentRow = Pick<Selectable<DocumentsTable>, (typeof documentColumns)[number]["column"]>;
