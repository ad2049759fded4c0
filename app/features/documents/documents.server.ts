import { soonUntil } from "~/features/documents/expiry/expiry";
import { db, sql } from "~/lib/database/db.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { requireRead } from "~/lib/http/http.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { type DocumentRow, type DocumentTexts, toTextColumns, toTexts } from "./document-columns";
import * as documentMessages from "./document-messages";
import type { DocumentValues } from "./document-schemas";

export const MAX_DOCUMENTS = 300;

/** One document of a user, with dates in the factory's time zone. */
export type PersonalDocument = ReturnType<typeof toDocument>;

/** Hash of a document's texts, by which the server recognises a stale form. */
export function documentVersion(texts: DocumentValues | DocumentTexts): string {
	return versionOf(toTexts(toTextColumns(texts)));
}

/** Identifies a document. `idFile` is unique only among the documents of one user. */
export interface DocumentKey {
	userId: string;
	idFile: string;
}

export async function findDocument(key: DocumentKey): Promise<PersonalDocument | undefined> {
	const row = await findDocumentRow(key);
	return row && toDocument(row);
}

export function findDocumentRow({ userId, idFile }: DocumentKey, trx: typeof db = db) {
	return trx
		.selectFrom("documents")
		.selectAll()
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.executeTakeFirst();
}

/**
 * Finds one of the user's documents.
 * @throws Response 404 without such a document, 500 when reading fails
 */
export function requireDocument(userId: string, idFile = ""): Promise<PersonalDocument> {
	return requireRead(findDocument({ userId, idFile }), "document_not_read", documentMessages.documentNotRead);
}

/** A document that has expired or expires soon. */
export type Expiring = Pick<PersonalDocument, "idFile" | "title"> & { expiresOn: CivilDate };

const MAX_EXPIRING = 5;

/**
 * Returns up to five documents that have expired or expire within 30 days, by expiry date. If there are more,
 * documents that expire soon take precedence over expired documents.
 */
export async function listExpiring(userId: string, today: CivilDate): Promise<Expiring[]> {
	const rows = await db
		.selectFrom("documents")
		.select(["id_file as idFile", "title", "expires_on as expiresOn"])
		.where("user_id", "=", userId)
		.where("expires_on", "<=", soonUntil(today))
		.orderBy(sql`expires_on < ${today}`)
		.orderBy(sql`abs(julianday(expires_on) - julianday(${today}))`)
		.limit(MAX_EXPIRING)
		.$narrowType<{ expiresOn: string }>()
		.execute();
	return rows.sort((one, other) => one.expiresOn.localeCompare(other.expiresOn));
}

export function toDocument(row: DocumentRow) {
	return {
		...toTexts(row),
		idFile: row.id_file,
		/** Whether the document is one of those at the gate. */
		isAtHand: row.at_hand === 1,
		createdOn: plantDay(row.created_at),
		/** Date of the last edit; null until the first edit. */
		editedOn: row.edited_at === null ? null : plantDay(row.edited_at),
	};
}
