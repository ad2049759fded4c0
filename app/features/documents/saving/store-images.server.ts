/** Photos into rows, inside the transaction of their form: counted there, so that no two forms together pass a limit. */
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import type { DocumentKey } from "~/features/documents/documents.server";
import { MAX_IMAGES } from "~/features/documents/photos/image-address";
import type { NewImage } from "./read-document-form.server";

const MEGABYTE = 1_048_576;
const MOST_IMAGES_OF_PERSON = 1500;
const MOST_BYTES = 500 * MEGABYTE;
const MOST_BYTES_UNVERIFIED = 20 * MEGABYTE;
/** Of all unverified people together: fifty full accounts. Whoever makes accounts by the hundred fills no disk. */
export const MOST_BYTES_OF_UNVERIFIED = 1000 * MEGABYTE;

/** A form's photos, and what it wants away. */
export interface ImageChange {
	key: DocumentKey;
	isVerified: boolean;
	removeImages: readonly string[];
	images: readonly NewImage[];
}

/** Why photos did not fit: ten of a document, or all that a person may have. */
export type NoRoom = "too-many" | "no-room";

/** Marks the files of a photo for erasure after the commit: it got no row, or lost it. */
export type DiscardImage = (imageId: string) => void;

/**
 * Publishes with a document the photos that were pending and the new ones, and removes those that the form wants away.
 * @returns why not, when they do not all fit: then nothing has changed
 */
export async function publishImages(
	trx: Transaction<DB>,
	{ documentId, ...change }: ImageChange & { documentId: number },
	now: number,
	discard: DiscardImage,
): Promise<NoRoom | undefined> {
	const rows = await selectImages(trx, change.key);
	const wanted = rows.filter(({ id }) => !change.removeImages.includes(id));
	const staying = wanted.filter((row) => !isDouble(row, wanted));
	const leaving = rows.filter((row) => !staying.includes(row));
	const arriving = withoutKnown(change.images, staying);
	if (staying.length + arriving.length > MAX_IMAGES) return "too-many";
	const room = await roomOf(trx, change, leaving);
	if (fitting(arriving, room).length < arriving.length) return "no-room";
	await deleteImages(trx, leaving, discard);
	await trx
		.updateTable("document_images")
		.set({ document_id: documentId })
		.where("user_id", "=", change.key.userId)
		.where("id_file", "=", change.key.idFile)
		.where("document_id", "is", null)
		.execute();
	await insertImages(trx, change, arriving, { documentId, position: nextPosition(rows), now });
	for (const { id } of change.images.filter((image) => !arriving.includes(image))) discard(id);
	return undefined;
}

/**
 * Keeps photos of a form that is refused as pending ones, and removes the pending ones that it wants away: a browser
 * cannot fill a file field in again.
 * @returns the labels of those that did not fit, by the reason
 */
export async function keepImages(
	trx: Transaction<DB>,
	change: ImageChange,
	now: number,
	discard: DiscardImage,
): Promise<Record<NoRoom, string[]>> {
	const rows = await selectImages(trx, change.key);
	const wanted = ({ id }: { id: string }) => !change.removeImages.includes(id);
	const leaving = rows.filter((row) => row.document_id === null && !wanted(row));
	await deleteImages(trx, leaving, discard);
	const staying = rows.filter((row) => !leaving.includes(row));
	// One that the form wants away may come again with it.
	const arriving = withoutKnown(change.images, staying.filter(wanted));
	const places = Math.max(0, MAX_IMAGES - staying.filter(wanted).length);
	const kept = fitting(arriving.slice(0, places), await roomOf(trx, change, []));
	await insertImages(trx, change, kept, { documentId: null, position: nextPosition(rows), now });
	for (const { id } of change.images.filter((image) => !kept.includes(image))) discard(id);
	return {
		"too-many": arriving.slice(places).map(({ label }) => label),
		"no-room": arriving
			.slice(0, places)
			.filter((image) => !kept.includes(image))
			.map(({ label }) => label),
	};
}

/** What the photos of a person may weigh, in bytes, both sizes of each counted. */
export function mostBytesOf(isVerified: boolean): number {
	return isVerified ? MOST_BYTES : MOST_BYTES_UNVERIFIED;
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

/** A pending photo that is in the document already. */
function isDouble(row: ImageRow, rows: readonly ImageRow[]): boolean {
	const isSame = (other: ImageRow) => other.document_id !== null && other.sha256 === row.sha256;
	return row.document_id === null && rows.some(isSame);
}

/** The same photo sent again, or chosen twice, is one. */
function withoutKnown(images: readonly NewImage[], rows: readonly ImageRow[]): NewImage[] {
	const known = new Set(rows.map(({ sha256 }) => sha256));
	return images.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256));
}

/** How many images and bytes a person may still add, once `leaving` are gone. */
async function roomOf(trx: Transaction<DB>, { key, isVerified }: ImageChange, leaving: readonly ImageRow[]) {
	const used = await trx
		.selectFrom("document_images")
		.select(({ fn }) => [fn.countAll<number>().as("images"), fn.sum<number | null>("bytes").as("bytes")])
		.where("user_id", "=", key.userId)
		.executeTakeFirstOrThrow();
	const left = mostBytesOf(isVerified) - (used.bytes ?? 0);
	const shared = isVerified ? left : MOST_BYTES_OF_UNVERIFIED - (await bytesOfUnverified(trx));
	return {
		images: MOST_IMAGES_OF_PERSON - used.images + leaving.length,
		bytes: Math.min(left, shared) + leaving.reduce((sum, { bytes }) => sum + bytes, 0),
	};
}

async function bytesOfUnverified(trx: Transaction<DB>): Promise<number> {
	const { bytes } = await trx
		.selectFrom("users")
		.innerJoin("document_images", "document_images.user_id", "users.id")
		.select(({ fn }) => fn.sum<number | null>("document_images.bytes").as("bytes"))
		.where("users.email_verified_at", "is", null)
		.executeTakeFirstOrThrow();
	return bytes ?? 0;
}

/** The images, in their order, until the first that has no room. */
function fitting(images: readonly NewImage[], room: { images: number; bytes: number }): NewImage[] {
	let bytes = 0;
	const firstOut = images.findIndex((image, index) => {
		bytes += image.bytes;
		return index >= room.images || bytes > room.bytes;
	});
	return firstOut === -1 ? [...images] : images.slice(0, firstOut);
}

function nextPosition(rows: readonly ImageRow[]): number {
	return Math.max(-1, ...rows.map(({ position }) => position)) + 1;
}

async function insertImages(
	trx: Transaction<DB>,
	{ key }: ImageChange,
	images: readonly NewImage[],
	{ documentId, position, now }: { documentId: number | null; position: number; now: number },
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
}

async function deleteImages(
	trx: Transaction<DB>,
	rows: readonly ImageRow[],
	discard: DiscardImage,
): Promise<void> {
	if (rows.length === 0) return;
	const ids = rows.map(({ id }) => id);
	await trx.deleteFrom("document_images").where("id", "in", ids).execute();
	ids.forEach(discard);
}
