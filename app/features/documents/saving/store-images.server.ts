/** Photos of document forms: they are stored first, also for a form that is refused, and the form then publishes them. */

import type { DocumentKey } from "~/features/documents/documents.server";
import { imagesAndDeletions, selectImages } from "~/features/documents/photos/document-images.server";
import { MAX_IMAGES } from "~/features/documents/photos/image-address";
import type { Trx } from "~/lib/database/db.server";
import { imageFiles } from "~/lib/images/image-files";
import { type Discard, withUploads } from "~/lib/images/uploads.server";
import { findKept } from "~/lib/records/deleted-ids.server";
import { noteUnverified, remainingQuota, withinQuota } from "./image-quota.server";
import type { NewImage } from "./read-document-form.server";

/** The photos that a form adds, and the ids of the photos that the form removes. */
interface ImageChange {
	key: DocumentKey;
	isVerified: boolean;
	removeImages: readonly string[];
	images: readonly NewImage[];
}

/**
 * Names of photos that were not stored, by the exceeded limit: photos per document ("too-many"), or the quota of the
 * user or of unverified users ("no-room").
 */
export type LeftOut = Record<"too-many" | "no-room", string[]>;

/**
 * Adds the pending photos (stored before the form is saved) to the document, and deletes the photos marked for removal.
 * @returns false if the document would have too many photos, in which case nothing changes
 */
export async function publishImages(
	trx: Trx,
	{ key, removeImages }: Pick<ImageChange, "key" | "removeImages">,
	documentId: number,
	discard: Discard,
): Promise<boolean> {
	const rows = await selectImages(trx, key.userId, key.idFile);
	const wanted = rows.filter(({ id }) => !removeImages.includes(id));
	const staying = wanted.filter((row) => !isDuplicate(row, wanted));
	if (staying.length > MAX_IMAGES) return false;
	const leaving = rows.filter((row) => !staying.includes(row));
	await deleteImages(trx, leaving, discard);
	await trx
		.updateTable("document_images")
		.set({ document_id: documentId })
		.where("user_id", "=", key.userId)
		.where("id_file", "=", key.idFile)
		.where("document_id", "is", null)
		.execute();
	return true;
}

/**
 * Stores the photos of a form until it is saved (a browser cannot fill in a file field, so that a refused form would lose
 * them). Deletes pending photos that the form removes.
 * @param change `isEarly`: the form itself is not sent yet
 */
export function savePendingImages(
	change: ImageChange & { isEarly: boolean },
	now = Date.now(),
): Promise<LeftOut> {
	const { key, isVerified, removeImages, images, isEarly } = change;
	const files = images.flatMap((image) => image.files);
	return withUploads(files, async (trx, discard) => {
		const rows = await selectImages(trx, key.userId, key.idFile);
		const removed = rows.filter(({ id }) => removeImages.includes(id));
		// The photos of a document that another tab has deleted wait for its undo.
		const document = { user_id: key.userId, kind: "documents", id: key.idFile } as const;
		const { deleted_at: deletedAt = 0 } = (await findKept(trx, document, 0)) ?? {};
		const pending = removed.filter((row) => row.document_id === null && row.created_at > deletedAt);
		// Before the form is sent, the user can still untick "Quitar". So photos that arrive delete no other while there is room;
		// one that is chosen again replaces itself.
		const isAgain = pending.some((row) => images.some(({ sha256 }) => sha256 === row.sha256));
		const hasPlace = rows.length + images.length <= MAX_IMAGES;
		const waits = isEarly && images.length > 0 && hasPlace && !isAgain;
		if (!waits) await deleteImages(trx, pending, discard);
		// Saved photos that are marked for removal are deleted only when the form is saved, but no longer count towards the
		// limits, so that the user can replace them.
		const leaving = removed.filter(({ document_id }) => document_id !== null);
		const staying = rows.filter((row) => !removed.includes(row));
		const arriving = withoutDuplicates(images, staying);
		const places = Math.max(0, MAX_IMAGES - staying.length);
		const fitting = arriving.slice(0, places);
		const owner = { userId: key.userId, isVerified };
		let stored = withinQuota(fitting, await remainingQuota(trx, owner, leaving, now));
		if (stored.length < fitting.length) {
			if (waits) await deleteImages(trx, pending, discard);
			const deleted = await selectDeletedImages(trx, key);
			const roomWithout = async (gone: readonly { bytes: number }[]) =>
				withinQuota(fitting, await remainingQuota(trx, owner, [...leaving, ...gone], now));
			stored = await roomWithout([]);
			// Deleted documents that would make no room may still be restored.
			if ((await roomWithout(deleted)).length > stored.length) {
				await eraseDeleted(trx, key, deleted, discard);
				stored = await roomWithout([]);
			}
		}
		const position = Math.max(-1, ...rows.map((row) => row.position)) + 1;
		await insertImages(trx, change, stored, { position, now });
		for (const { id } of images.filter((image) => !stored.includes(image))) imageFiles(id).forEach(discard);
		return {
			"too-many": arriving.slice(places).map(({ label }) => label),
			"no-room": fitting.slice(stored.length).map(({ label }) => label),
		};
	});
}

/** The photos of the user's deleted documents, besides this one, which can still be restored. */
function selectDeletedImages(trx: Trx, { userId, idFile }: DocumentKey) {
	return imagesAndDeletions(trx)
		.select(["photo.id", "photo.id_file", "photo.bytes"])
		.where("photo.user_id", "=", userId)
		.where("photo.id_file", "!=", idFile)
		.where("deleted.deleted_at", "is not", null)
		.execute();
}

/** Erases deleted documents before their minute is over, if their photos take the room that new ones need. */
async function eraseDeleted(
	trx: Trx,
	{ userId }: DocumentKey,
	rows: readonly { id: string; id_file: string }[],
	discard: Discard,
): Promise<void> {
	const keys = rows.map(({ id_file }) => id_file);
	await trx
		.deleteFrom("deleted_records")
		.where("user_id", "=", userId)
		.where("kind", "=", "documents")
		.where("id", "in", keys)
		.execute();
	await deleteImages(trx, rows, discard);
}

type ImageRow = Awaited<ReturnType<typeof selectImages>>[number];

/**
 * Whether `row` is an uploaded photo that is not saved with the document yet, and equals a saved photo of the document.
 */
function isDuplicate(row: ImageRow, rows: readonly ImageRow[]): boolean {
	const isSame = (other: ImageRow) => other.document_id !== null && other.sha256 === row.sha256;
	return row.document_id === null && rows.some(isSame);
}

/** The photos in `images` that are not in `rows`, each once. */
function withoutDuplicates(images: readonly NewImage[], rows: readonly ImageRow[]): NewImage[] {
	const known = new Set(rows.map(({ sha256 }) => sha256));
	return images.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256));
}

async function insertImages(
	trx: Trx,
	{ key, isVerified }: ImageChange,
	images: readonly NewImage[],
	{ position, now }: { position: number; now: number },
): Promise<void> {
	if (images.length === 0) return;
	const rows = images.map(({ id, sha256, width, height, bytes }, index) => ({
		id,
		user_id: key.userId,
		id_file: key.idFile,
		document_id: null,
		sha256,
		width,
		height,
		bytes,
		created_at: now,
		position: position + index,
	}));
	await trx.insertInto("document_images").values(rows).execute();
	if (!isVerified) await noteUnverified(trx, images, now);
}

async function deleteImages(trx: Trx, rows: readonly Pick<ImageRow, "id">[], discard: Discard) {
	const ids = rows.map(({ id }) => id);
	await trx.deleteFrom("document_images").where("id", "in", ids).execute();
	ids.flatMap(imageFiles).forEach(discard);
}
