import {
	type DocumentTexts,
	documentColumnNames,
	toTextColumns,
	toTexts,
} from "~/features/documents/document-columns";
import type { DocumentValues } from "~/features/documents/document-schemas";
import { type DocumentKey, documentVersion, hasRoomForDocument } from "~/features/documents/documents.server";
import { remindedDaysFor } from "~/features/documents/expiry/reminder-stage";
import { imageFiles } from "~/features/documents/photos/image-address";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { withUploads } from "~/lib/images/uploads.server";
import { plantDay } from "~/lib/time/plant-clock.server";
import {
	type FormWrite,
	type ImageChange,
	type ImageLimit,
	type LeftOut,
	publishImages,
	storePendingImages,
} from "./store-images.server";

/** `version` is the document's version when the form was loaded; undefined for a new document. */
export type DocumentToSave = ImageChange & { values: DocumentValues; version?: string };

export type Saved =
	/** The document is saved, now or by an earlier request. */
	| { status: "saved" }
	/**
	 * Status "changed": a new document's form was sent again with different texts, which replaced the first texts.
	 */
	| { status: "changed" }
	/** The document does not exist, or belongs to another user. */
	| { status: "gone" }
	/**
	 * The photos ("too-many", "no-room") or the documents ("full") exceed a limit. The document is not saved, but
	 * photos within the limits are stored for the next attempt.
	 */
	| { status: ImageLimit | "full"; leftOut: LeftOut }
	/**
	 * Status "stale": another request saved different texts after the form was loaded, so the form's texts are not saved.
	 */
	| { status: "stale"; current: DocumentTexts; leftOut: LeftOut };

/**
 * Creates a document with all photos of the form. If the form is refused, stores only the form's photos, so that the
 * user need not upload the photos again.
 * @throws Error of the disk or the database, after undoing all changes
 */
export async function createDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	requireRoomForMore();
	return writeForm(document, now, (write) => create(write, document));
}

/**
 * Updates a document with all photos of the form. If the form is refused, stores only the form's photos, so that the
 * user need not upload the photos again.
 * @throws Error of the disk or the database, after undoing all changes
 */
export function updateDocument(document: DocumentToSave, now = Date.now()): Promise<Saved> {
	return writeForm(document, now, (write) => update(write, document));
}

/** Stores the photos of a refused form or a single upload, and deletes uploaded photos marked for removal. */
export function savePendingImages(change: ImageChange, now = Date.now()): Promise<LeftOut> {
	return writeForm(change, now, (write) => storePendingImages(write, change));
}

function writeForm<Result>(
	{ images }: ImageChange,
	now: number,
	writeRows: (write: FormWrite) => Promise<Result>,
): Promise<Result> {
	const files = images.flatMap(({ files }) => files);
	return withUploads(files, (trx, discard) =>
		writeRows({ trx, now, discardImage: (id) => imageFiles(id).forEach(discard) }),
	);
}

async function create(write: FormWrite, document: DocumentToSave): Promise<Saved> {
	const { trx, now } = write;
	const { key, values } = document;
	const existing = await findRow(write, key);
	if (existing) {
		// The form was sent twice, after a lost response or by a double press: adds only photos that are not saved yet.
		if (isSame(existing, values)) return publish(write, document, existing.id);
		// The form of a new document was sent again with other texts. This form has no version, so it gets the version of
		// the stored document. If the document was edited, the form gets "", which makes `change` refuse the texts.
		const version = document.version ?? (existing.edited_at === null ? versionOfRow(existing) : "");
		const saved = await change(write, { ...document, version }, existing);
		return saved.status === "saved" ? { status: "changed" } : saved;
	}
	if (!(await hasRoomForDocument(trx, key.userId))) {
		return { status: "full", leftOut: await storePendingImages(write, document) };
	}
	const { id } = await trx
		.insertInto("documents")
		.values({
			user_id: key.userId,
			id_file: key.idFile,
			...toTextColumns(values),
			reminded_days: remindedDaysFor(values.expiresOn ?? null, plantDay(now)),
			created_at: now,
			edited_at: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const saved = await publish(write, document, id);
	if (saved.status !== "saved") await trx.deleteFrom("documents").where("id", "=", id).execute();
	return saved;
}

async function update(write: FormWrite, document: DocumentToSave): Promise<Saved> {
	const existing = await findRow(write, document.key);
	if (existing) return change(write, document, existing);
	for (const { id } of document.images) write.discardImage(id);
	return { status: "gone" };
}

function findRow({ trx }: FormWrite, { userId, idFile }: DocumentKey) {
	return trx
		.selectFrom("documents")
		.select(["id", ...documentColumnNames])
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.executeTakeFirst();
}

type DocumentRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** Updates an existing document, unless another request saved different texts after the form was loaded. */
async function change(write: FormWrite, document: DocumentToSave, existing: DocumentRow): Promise<Saved> {
	const { trx, now } = write;
	const { values, version } = document;
	if (version !== undefined && version !== versionOfRow(existing) && !isSame(existing, values)) {
		const leftOut = await storePendingImages(write, document);
		return { status: "stale", current: toTexts(existing), leftOut };
	}
	const saved = await publish(write, document, existing.id);
	if (saved.status !== "saved") return saved;
	const expiresOn = values.expiresOn ?? null;
	const reminded_days =
		expiresOn === existing.expires_on ? existing.reminded_days : remindedDaysFor(expiresOn, plantDay(now));
	await trx
		.updateTable("documents")
		.set({ ...toTextColumns(values), reminded_days, edited_at: now })
		.where("id", "=", existing.id)
		.execute();
	return saved;
}

/**
 * Adds all photos to the document. If the photos exceed a limit, adds no photo to the document, but stores as many as
 * fit, so that the user need not upload the stored photos again.
 */
async function publish(write: FormWrite, document: DocumentToSave, documentId: number): Promise<Saved> {
	const limit = await publishImages(write, document, documentId);
	if (!limit) return { status: "saved" };
	return { status: limit, leftOut: await storePendingImages(write, document) };
}

function isSame(row: DocumentRow, values: DocumentValues): boolean {
	return versionOfRow(row) === documentVersion(values);
}

function versionOfRow(row: DocumentRow): string {
	return documentVersion(toTexts(row));
}
