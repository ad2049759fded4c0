import { db } from "~/lib/database/db.server";
import { imageFiles } from "~/lib/images/image-files";
import { eraseUploads } from "~/lib/images/uploads.server";
import { UNDO_MS } from "~/lib/records/deleted-records.server";
import { DAY_MS } from "~/lib/units/durations";

/** A photo of a document. */
export interface DocumentImage {
	id: string;
	width: number;
	height: number;
	/** Whether the photo is uploaded, but not saved with the document yet. */
	isPending: boolean;
	/** Of a pending photo: what it still has when it is sent again. */
	hash?: string;
}

/** Lifetime in milliseconds of an uploaded photo whose form is not saved. */
const PENDING_MS = DAY_MS;
const BATCH_ROWS = 200;

/**
 * Returns the photos of a document in order: at most ten saved photos, and at most ten uploaded photos whose form the
 * user has not saved yet.
 */
export async function listImages(userId: string, idFile: string): Promise<DocumentImage[]> {
	const rows = await selectImages(db, userId, idFile);
	return rows.map(({ id, width, height, document_id, sha256 }) => ({
		id,
		width,
		height,
		isPending: document_id === null,
		hash: document_id === null ? sha256 : undefined,
	}));
}

/** The rows of a document's photos, saved or not, in order. */
export function selectImages(trx: typeof db, userId: string, idFile: string) {
	return trx
		.selectFrom("document_images")
		.selectAll()
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.orderBy("position")
		.orderBy("created_at")
		.execute();
}

/** Ids of a document's unsaved photos that have one of the given hashes. */
export async function findPendingIds(userId: string, idFile: string, hashes: readonly string[]) {
	const rows = await selectImages(db, userId, idFile);
	return rows.flatMap((row) => (row.document_id === null && hashes.includes(row.sha256) ? row.id : []));
}

export async function findDownloadName(userId: string, id: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("document_images")
		.select("position")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row && `documento-${row.position + 1}.webp`;
}

/** Photos, and when their document was deleted, for those that wait in case that it is restored. */
export function imagesAndDeletions(trx: typeof db) {
	return trx.selectFrom("document_images as photo").leftJoin("deleted_ids as deleted", (join) =>
		join
			.on("photo.document_id", "is", null)
			.onRef("deleted.user_id", "=", "photo.user_id")
			.on("deleted.kind", "=", "documents")
			.onRef("deleted.id", "=", "photo.id_file")
			// A photo that was uploaded after the deletion belongs to a new form with the same key.
			.onRef("deleted.deleted_at", ">=", "photo.created_at"),
	);
}

/**
 * Erases photos of forms that were not saved within a day, and of documents that can no longer be restored. Runs each minute.
 * @returns the number of erased photos
 */
export async function sweepPendingImages(now = Date.now()): Promise<number> {
	const expired = await db.transaction().execute(async (trx) => {
		const rows = imagesAndDeletions(trx)
			.select("photo.id")
			.where("photo.document_id", "is", null)
			.where(({ or, and, eb }) =>
				or([
					eb("deleted.deleted_at", "<=", now - UNDO_MS),
					and([eb("deleted.deleted_at", "is", null), eb("photo.created_at", "<=", now - PENDING_MS)]),
				]),
			)
			.limit(BATCH_ROWS);
		return trx.deleteFrom("document_images").where("id", "in", rows).returning("id").execute();
	});
	await eraseUploads(expired.flatMap(({ id }) => imageFiles(id)));
	return expired.length < BATCH_ROWS ? expired.length : expired.length + (await sweepPendingImages(now));
}
