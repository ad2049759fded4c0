import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { type DocumentKey, type DocumentTexts, documentVersion } from "~/features/documents/documents.server";
import { remindedDaysFor } from "~/features/documents/expiry/reminder-stage";
import { imageFiles } from "~/features/documents/photos/image-address";
import type { DocumentValues } from "~/features/documents/schemas";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { withUploads } from "~/lib/images/uploads.server";
import { plantDay } from "~/lib/time/plant-clock.server";
import type { NewImage } from "./read-document-form.server";
import {
	type DiscardImage,
	type ImageChange,
	keepImages,
	type NoRoom,
	publishImages,
} from "./store-images.server";

export const MAX_DOCUMENTS = 300;

/** A form that is right, with the photos that came with it, and the state of the document that it was made from, if it says so. */
export type DocumentToSave = ImageChange & { values: DocumentValues; version?: string };

/** Of the photos of a form that is refused, the labels of those that could not be kept, by the reason. */
export type LeftOut = Record<NoRoom, string[]>;

/** What has become of a form. */
export type Saved =
	/** Also when the very same form was saved before. */
	| { status: "saved" }
	/** A form that had made a document, come again with other texts: they are the document's now. */
	| { status: "changed" }
	/** There is no such document, or it is somebody else's. */
	| { status: "gone" }
	/** Nothing is published: its photos do not fit, or the person has as many documents as they may ("full"). */
	| { status: NoRoom | "full"; leftOut: LeftOut }
	/** Other texts were saved since the form was made: they stay, until somebody has seen them. */
	| { status: "stale"; current: DocumentTexts; leftOut: LeftOut };

/**
 * Creates a document from its form, with all its photos, or leaves everything as it was.
 * @throws what the disk or the database throws; then nothing has happened
 */
export async function createDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	requireRoomForMore();
	return withImages(document.images, (trx, discard) => create(trx, document, now, discard));
}

/** Changes a document, with all its photos, or leaves everything as it was. */
export function updateDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	return withImages(document.images, (trx, discard) => update(trx, document, now, discard));
}

/** Keeps the photos of a form that is refused, and takes away those pending ones that it wants away. */
export function keepPending(change: ImageChange, now = Date.now()): Promise<LeftOut> {
	return withImages(change.images, (trx, discard) => keepImages(trx, change, now, discard));
}

async function create(
	trx: Transaction<DB>,
	document: DocumentToSave,
	now: number,
	discard: DiscardImage,
): Promise<Saved> {
	const { key, values } = document;
	const known = await findRow(trx, key);
	if (known) {
		// The answer was lost, or the button was pressed twice: it is done already, but for photos that came since.
		if (isSame(known, values)) return publish(trx, document, known.id, now, discard);
		// Back in the browser to the form, and changed there. Made before there was a document, it has no version.
		const version = document.version ?? (known.edited_at === null ? versionOfRow(known) : "");
		const saved = await change(trx, { ...document, version }, known, now, discard);
		return saved.status === "saved" ? { status: "changed" } : saved;
	}
	const { count } = await trx
		.selectFrom("documents")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("user_id", "=", key.userId)
		.executeTakeFirstOrThrow();
	if (count >= MAX_DOCUMENTS) {
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
	discard: DiscardImage,
): Promise<Saved> {
	const known = await findRow(trx, document.key);
	if (known) return change(trx, document, known, now, discard);
	for (const { id } of document.images) discard(id);
	return { status: "gone" };
}

function findRow(trx: Transaction<DB>, { userId, idFile }: DocumentKey) {
	return trx
		.selectFrom("documents")
		.select(["id", "title", "description", "expires_on", "reminded_days", "edited_at"])
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.executeTakeFirst();
}

type DocumentRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Nothing has changed when others have changed it since, unless it is to the same. */
async function change(
	trx: Transaction<DB>,
	document: DocumentToSave,
	known: DocumentRow,
	now: number,
	discard: DiscardImage,
): Promise<Saved> {
	const { values, version } = document;
	if (version !== undefined && version !== versionOfRow(known) && !isSame(known, values)) {
		const leftOut = await keepImages(trx, document, now, discard);
		return { status: "stale", current: textsOfRow(known), leftOut };
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
	discard: DiscardImage,
): Promise<Saved> {
	const problem = await publishImages(trx, { ...document, documentId }, now, discard);
	if (!problem) return { status: "saved" };
	return { status: problem, leftOut: await keepImages(trx, document, now, discard) };
}

function textsOf({ title, description, expiresOn }: DocumentValues) {
	return { title, description, expires_on: expiresOn ?? null };
}

function isSame(row: DocumentRow, values: DocumentValues): boolean {
	const texts = textsOf(values);
	return (
		row.title === texts.title && row.description === texts.description && row.expires_on === texts.expires_on
	);
}

function textsOfRow({ title, description, expires_on }: DocumentRow): DocumentTexts {
	return { title, description, expiresOn: expires_on };
}

function versionOfRow(row: DocumentRow): string {
	return documentVersion(textsOfRow(row));
}

/** Writes the files of new photos, then the rows, then erases the files of photos that have no row. */
function withImages<Result>(
	images: readonly NewImage[],
	writeRows: (trx: Transaction<DB>, discard: DiscardImage) => Promise<Result>,
): Promise<Result> {
	const files = images.flatMap(({ files }) => files);
	return withUploads(files, (trx, discard) => writeRows(trx, (id) => imageFiles(id).forEach(discard)));
}
