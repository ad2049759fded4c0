/** The photos of documents: those that are published with one, and those that wait for their form to be right. */
import { db } from "~/lib/database/db.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { imageFiles } from "./image-address";

/** A photo as pages show it. */
export interface DocumentImage {
	id: string;
	/** Of the large file, in pixels. */
	width: number;
	height: number;
	/** Not of a document yet: the form it came with was refused. */
	isPending: boolean;
}

/** A form that is refused keeps its photos for so long. */
const PENDING_MS = 24 * 3_600_000;
const BATCH_ROWS = 200;

/** All photos of (person, idFile), in their order: the published ones and the pending ones. At most twenty. */
export async function listImages(userId: string, idFile: string): Promise<DocumentImage[]> {
	const rows = await db
		.selectFrom("document_images")
		.select(["id", "width", "height", "document_id"])
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.orderBy("position")
		.orderBy("created_at")
		.execute();
	return rows.map(({ document_id, ...row }) => ({ ...row, isPending: document_id === null }));
}

/** Ids of those photos among the pending ones of (person, idFile) that are these files, whichever try brought them. */
export async function findPending(
	userId: string,
	idFile: string,
	hashes: readonly string[],
): Promise<string[]> {
	const rows = await db
		.selectFrom("document_images")
		.select("id")
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.where("document_id", "is", null)
		.where("sha256", "in", hashes)
		.execute();
	return rows.map(({ id }) => id);
}

/** What a photo of this person is called when it is saved; undefined when it is not theirs. */
export async function findSavedName(userId: string, id: string): Promise<string | undefined> {
	const row = await db
		.selectFrom("document_images")
		.select("position")
		.where("id", "=", id)
		.where("user_id", "=", userId)
		.executeTakeFirst();
	return row && `documento-${row.position + 1}.webp`;
}

/**
 * Erases the pending photos of forms that nobody has finished within a day. Called at start and every hour.
 * @returns how many
 */
export async function sweepPendingImages(now = Date.now()): Promise<number> {
	const old = await db.transaction().execute(async (trx) => {
		const rows = trx
			.selectFrom("document_images")
			.select("id")
			.where("document_id", "is", null)
			.where("created_at", "<=", now - PENDING_MS)
			.limit(BATCH_ROWS);
		return trx.deleteFrom("document_images").where("id", "in", rows).returning("id").execute();
	});
	await eraseUploads(old.flatMap(({ id }) => imageFiles(id)));
	return old.length < BATCH_ROWS ? old.length : old.length + (await sweepPendingImages(now));
}
