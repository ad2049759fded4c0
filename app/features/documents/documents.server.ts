import { soonUntil } from "~/features/documents/expiry/expiry";
import { imageFiles } from "~/features/documents/photos/image-address";
import { db, emptyLog } from "~/lib/database/db.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { dataNotRead, notFound } from "~/lib/http/http.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import type { CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";

/** A document as its pages show it. Days are those of the plant. */
export interface PersonalDocument {
	idFile: string;
	title: string;
	description: string;
	expiresOn: CivilDate | null;
	createdOn: CivilDate;
	/** Null until the first edit. */
	editedOn: CivilDate | null;
}

/** What a form says of a document. */
export type DocumentTexts = Pick<PersonalDocument, "title" | "description" | "expiresOn">;

/** The state of a document from which a form was made. */
export function documentVersion({ title, description, expiresOn }: DocumentTexts): string {
	return versionOf({ title, description, expiresOn });
}

/** Whose document, and which. */
export interface DocumentKey {
	userId: string;
	idFile: string;
}

const columns = ["id_file", "title", "description", "expires_on", "created_at", "edited_at"] as const;

interface DocumentRow {
	id_file: string;
	title: string;
	description: string;
	expires_on: string | null;
	created_at: number;
	edited_at: number | null;
}

export async function findDocument({ userId, idFile }: DocumentKey): Promise<PersonalDocument | undefined> {
	const row = await db
		.selectFrom("documents")
		.select(columns)
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.executeTakeFirst();
	return row && toDocument(row);
}

/**
 * A person's own document.
 * @throws Response 404 when there is none, or it is somebody else's; 500 when it cannot be read now
 */
export async function requireDocument(userId: string, idFile = ""): Promise<PersonalDocument> {
	const document = await findDocument({ userId, idFile }).catch((error: unknown) => {
		logFailure("document_not_read", error);
		throw dataNotRead(messages.documentNotRead);
	});
	if (!document) throw notFound();
	return document;
}

/** A document that has expired, or soon will. */
export type Expiring = Pick<PersonalDocument, "idFile" | "title"> & { expiresOn: CivilDate };

const MOST_EXPIRING = 5;

/** Up to five that have expired or will within 30 days of `today`: the nearest days first, and shown by their date. */
export async function listExpiring(userId: string, today: CivilDate): Promise<Expiring[]> {
	const dated = db
		.selectFrom("documents")
		.select(["id_file as idFile", "title", "expires_on as expiresOn"])
		.where("user_id", "=", userId)
		.limit(MOST_EXPIRING)
		.$narrowType<{ expiresOn: string }>();
	const coming = await dated
		.where("expires_on", ">=", today)
		.where("expires_on", "<=", soonUntil(today))
		.orderBy("expires_on")
		.execute();
	// One that expired years ago must not hide what expires tomorrow.
	const expired = await dated.where("expires_on", "<", today).orderBy("expires_on", "desc").execute();
	return [...coming, ...expired]
		.slice(0, MOST_EXPIRING)
		.sort((one, other) => one.expiresOn.localeCompare(other.expiresOn));
}

/**
 * Deletes a document with its photos, also those that wait for an edit to be right.
 * @returns false when there is none, or it is somebody else's
 */
export async function deleteDocument({ userId, idFile }: DocumentKey): Promise<boolean> {
	const images = await db.transaction().execute(async (trx) => {
		const removed = await trx
			.deleteFrom("document_images")
			.where("user_id", "=", userId)
			.where("id_file", "=", idFile)
			.where(({ exists, selectFrom }) =>
				exists(
					selectFrom("documents").select("id").where("user_id", "=", userId).where("id_file", "=", idFile),
				),
			)
			.returning("id")
			.execute();
		const document = await trx
			.deleteFrom("documents")
			.where("user_id", "=", userId)
			.where("id_file", "=", idFile)
			.executeTakeFirst();
		return document.numDeletedRows > 0n ? removed : undefined;
	});
	// Files after rows: what a crash leaves in between, the hourly sweep removes.
	if (!images) return false;
	await eraseUploads(images.flatMap(({ id }) => imageFiles(id)));
	// Else its words would stand in the log until the next hour.
	emptyLog();
	return true;
}

/** A row as the pages take it. */
export function toDocument(row: DocumentRow): PersonalDocument {
	return {
		idFile: row.id_file,
		title: row.title,
		description: row.description,
		expiresOn: row.expires_on,
		createdOn: plantDay(row.created_at),
		editedOn: row.edited_at === null ? null : plantDay(row.edited_at),
	};
}
