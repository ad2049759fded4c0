import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { isBroken } from "~/lib/broken-database.server";
import { db } from "~/lib/db.server";
import { requireRoomForMore } from "~/lib/disk.server";
import { plantDay } from "~/lib/plant-clock.server";
import { eraseUploads, saveUploads } from "~/lib/uploads.server";
import type { NewImage } from "./document-upload.server";
import type { DocumentKey } from "./documents.server";
import { imageFiles } from "./image-address";
import { type Discard, type ImageChange, keepImages, type NoRoom, publishImages } from "./keep-images.server";
import { remindedDaysFor } from "./reminder-stage";
import type { DocumentValues } from "./schemas.server";

export const MOST_DOCUMENTS = 300;

/** A form that is right, with the photos that came with it. */
export type DocumentToSave = ImageChange & { values: DocumentValues };

/** Of the photos of a form that is refused, the labels of those that could not be kept, by the reason. */
export type LeftOut = Record<NoRoom, string[]>;

/** What has become of a form. */
export type Saved =
	/** Also when the very same form was saved before. */
	| { status: "saved" }
	/** There is no such document, or it is somebody else's. */
	| { status: "gone" }
	/** Nothing is published: its photos do not fit, or the person has as many documents as they may ("full"). */
	| { status: NoRoom | "full"; leftOut: LeftOut }
	/** Another document was made from the same form; this one's photos are kept under a new idFile. */
	| { status: "other"; idFile: string; leftOut: LeftOut };

/**
 * Creates a document from its form, with all its photos, or leaves everything as it was.
 * @throws what the disk or the database throws; then nothing has happened
 */
export async function createDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	requireRoomForMore();
	return withFiles(document.images, (trx, discard) => create(trx, document, now, discard));
}

/** Changes a document, with all its photos, or leaves everything as it was. */
export function updateDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	return withFiles(document.images, (trx, discard) => update(trx, document, now, discard));
}

/** Keeps the photos of a form that is refused, and takes away those pending ones that it wants away. */
export function keepPending(change: ImageChange, now = Date.now()): Promise<LeftOut> {
	return withFiles(change.images, (trx, discard) => keepImages(trx, change, now, discard));
}

async function create(
	trx: Transaction<DB>,
	document: DocumentToSave,
	now: number,
	discard: Discard,
): Promise<Saved> {
	const { key, values } = document;
	const known = await trx
		.selectFrom("documents")
		.select(["id", "title", "description", "expires_on"])
		.where("user_id", "=", key.userId)
		.where("id_file", "=", key.idFile)
		.executeTakeFirst();
	if (known) {
		// The answer was lost, or the button was pressed twice: it is done already, but for photos that came since.
		if (isSame(known, values)) return publish(trx, document, known.id, now, discard);
		// Back in the browser to the form, filled in anew: neither the first document nor this one may be lost.
		const idFile = randomUUID();
		await movePending(trx, key, idFile);
		const change = { ...document, key: { ...key, idFile } };
		return { status: "other", idFile, leftOut: await keepImages(trx, change, now, discard) };
	}
	const { count } = await trx
		.selectFrom("documents")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("user_id", "=", key.userId)
		.executeTakeFirstOrThrow();
	if (count >= MOST_DOCUMENTS) {
		return { status: "full", leftOut: await keepImages(trx, document, now, discard) };
	}
	const { id } = await trx
		.insertInto("documents")
		.values({
			user_id: key.userId,
			id_file: key.idFile,
			...textsOf(values),
			reminded_days: remindedDaysFor(values.expiresOn ?? null, plantDay(now)),
			created_at: now,
			edited_at: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const saved = await publish(trx, document, id, now, discard);
	if (saved.status !== "saved") await trx.deleteFrom("documents").where("id", "=", id).execute();
	return saved;
}

async function update(
	trx: Transaction<DB>,
	document: DocumentToSave,
	now: number,
	discard: Discard,
): Promise<Saved> {
	const { key, values } = document;
	const known = await trx
		.selectFrom("documents")
		.select(["id", "expires_on", "reminded_days"])
		.where("user_id", "=", key.userId)
		.where("id_file", "=", key.idFile)
		.executeTakeFirst();
	if (!known) {
		for (const { id } of document.images) discard(id);
		return { status: "gone" };
	}
	const saved = await publish(trx, document, known.id, now, discard);
	if (saved.status !== "saved") return saved;
	const expiresOn = values.expiresOn ?? null;
	const reminded_days =
		expiresOn === known.expires_on ? known.reminded_days : remindedDaysFor(expiresOn, plantDay(now));
	await trx
		.updateTable("documents")
		.set({ ...textsOf(values), reminded_days, edited_at: now })
		.where("id", "=", known.id)
		.execute();
	return saved;
}

/** Publishes all photos of the form, or keeps those that fit as pending ones. */
async function publish(
	trx: Transaction<DB>,
	document: DocumentToSave,
	documentId: number,
	now: number,
	discard: Discard,
): Promise<Saved> {
	const problem = await publishImages(trx, { ...document, documentId }, now, discard);
	if (!problem) return { status: "saved" };
	return { status: problem, leftOut: await keepImages(trx, document, now, discard) };
}

/** The photos that the script has sent before its form are those of the form. */
async function movePending(trx: Transaction<DB>, key: DocumentKey, idFile: string): Promise<void> {
	await trx
		.updateTable("document_images")
		.set({ id_file: idFile })
		.where("user_id", "=", key.userId)
		.where("id_file", "=", key.idFile)
		.where("document_id", "is", null)
		.execute();
}

function textsOf({ title, description, expiresOn }: DocumentValues) {
	return { title, description, expires_on: expiresOn ?? null };
}

function isSame(
	row: { title: string; description: string; expires_on: string | null },
	values: DocumentValues,
): boolean {
	const texts = textsOf(values);
	return (
		row.title === texts.title && row.description === texts.description && row.expires_on === texts.expires_on
	);
}

/**
 * Files, then rows: no row ever names a file that is not there. Files that no row names afterwards (the photo was there
 * already, did not fit, or is removed) are erased; those that a crash leaves, the hourly sweep finds.
 */
async function withFiles<Result>(
	images: readonly NewImage[],
	write: (trx: Transaction<DB>, discard: Discard) => Promise<Result>,
): Promise<Result> {
	await saveUploads(images.flatMap(({ files }) => files));
	let useless = images.map(({ id }) => id);
	try {
		const discarded: string[] = [];
		const result = await db.transaction().execute((trx) => write(trx, (imageId) => discarded.push(imageId)));
		useless = discarded;
		return result;
	} catch (error) {
		// Only the next start knows whether the rows are there: their files are left to the sweep.
		if (isBroken(error)) useless = [];
		throw error;
	} finally {
		await eraseUploads(useless.flatMap(imageFiles));
	}
}
