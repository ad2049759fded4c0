/** Stores the photos of a document form, in the transaction that saves the form. */
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import type { DocumentKey } from "~/features/documents/documents.server";
import { MAX_IMAGES } from "~/features/documents/photos/image-address";
import { noteUnverified, remainingQuota, withinQuota } from "./image-quota.server";
import type { NewImage } from "./read-document-form.server";

/** The photos that a form adds, and the ids of the photos that the form removes. */
export interface ImageChange {
	key: DocumentKey;
	isVerified: boolean;
	removeImages: readonly string[];
	images: readonly NewImage[];
}

export interface FormWrite {
	trx: Transaction<DB>;
	now: number;
	/** Erases a photo's files after the commit. Call this if the photo has no database row or its row is deleted. */
	discardImage: (imageId: string) => void;
}

/** Exceeded limit: photos per document ("too-many"), or the quota of the user or of unverified users ("no-room"). */
export type ImageLimit = "too-many" | "no-room";

/** Names of photos that were not stored, by the exceeded limit. */
export type LeftOut = Record<ImageLimit, string[]>;

/**
 * Adds the form's photos and the pending photos (uploaded before saving) to the document, and deletes the photos
 * marked for removal.
 * @returns the exceeded limit, in which case nothing changes; undefined after success
 */
export async function publishImages(
	write: FormWrite,
	change: ImageChange,
	documentId: number,
): Promise<ImageLimit | undefined> {
	const { trx, discardImage } = write;
	const rows = await selectImages(trx, change.key);
	const wanted = rows.filter(({ id }) => !change.removeImages.includes(id));
	const staying = wanted.filter((row) => !isDuplicate(row, wanted));
	const leaving = rows.filter((row) => !staying.includes(row));
	const arriving = withoutDuplicates(change.images, staying);
	if (staying.length + arriving.length > MAX_IMAGES) return "too-many";
	const quota = await remainingQuota(trx, ownerOf(change), leaving, write.now);
	if (withinQuota(arriving, quota).length < arriving.length) return "no-room";
	await deleteImages(write, leaving);
	await trx
		.updateTable("document_images")
		.set({ document_id: documentId })
		.where("user_id", "=", change.key.userId)
		.where("id_file", "=", change.key.idFile)
		.where("document_id", "is", null)
		.execute();
	await insertImages(write, change, arriving, { documentId, position: nextPosition(rows) });
	for (const { id } of change.images.filter((image) => !arriving.includes(image))) discardImage(id);
	return undefined;
}

/**
 * Stores photos whose form is not saved: single uploads, and the photos of a refused form, which the user then need not
 * select again (a browser cannot fill in a file field). Deletes uploaded photos that the user has marked for removal.
 */
export async function storePendingImages(write: FormWrite, change: ImageChange): Promise<LeftOut> {
	const { trx, discardImage } = write;
	const rows = await selectImages(trx, change.key);
	const isWanted = ({ id }: { id: string }) => !change.removeImages.includes(id);
	const leaving = rows.filter((row) => row.document_id === null && !isWanted(row));
	await deleteImages(write, leaving);
	// Leaves out saved photos that are marked for removal. They are deleted only when the form is saved, but do not
	// count towards the limit, so that the user can replace them.
	const staying = rows.filter((row) => !leaving.includes(row) && isWanted(row));
	const arriving = withoutDuplicates(change.images, staying);
	const places = Math.max(0, MAX_IMAGES - staying.length);
	const fitting = arriving.slice(0, places);
	const stored = withinQuota(fitting, await remainingQuota(trx, ownerOf(change), [], write.now));
	await insertImages(write, change, stored, { documentId: null, position: nextPosition(rows) });
	for (const { id } of change.images.filter((image) => !stored.includes(image))) discardImage(id);
	return {
		"too-many": arriving.slice(places).map(({ label }) => label),
		"no-room": fitting.slice(stored.length).map(({ label }) => label),
	};
}

type ImageRow = Awaited<ReturnType<typeof selectImages>>[number];

function selectImages(trx: Transaction<DB>, { userId, idFile }: DocumentKey) {
	return trx
		.selectFrom("document_images")
		.select(["id", "document_id", "sha256", "position", "bytes"])
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.execute();
}

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

function ownerOf({ key, isVerified }: ImageChange) {
	return { userId: key.userId, isVerified };
}

function nextPosition(rows: readonly ImageRow[]): number {
	return Math.max(-1, ...rows.map(({ position }) => position)) + 1;
}

async function insertImages(
	{ trx, now }: FormWrite,
	{ key, isVerified }: ImageChange,
	images: readonly NewImage[],
	{ documentId, position }: { documentId: number | null; position: number },
): Promise<void> {
	if (images.length === 0) return;
	const rows = images.map(({ id, sha256, width, height, bytes }, index) => ({
		id,
		user_id: key.userId,
		id_file: key.idFile,
		document_id: documentId,
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

async function deleteImages({ trx, discardImage }: FormWrite, rows: readonly ImageRow[]): Promise<void> {
	if (rows.length === 0) return;
	const ids = rows.map(({ id }) => id);
	await trx.deleteFrom("document_images").where("id", "in", ids).execute();
	ids.forEach(discardImage);
}
