import {
	type DocumentTexts,
	documentColumnNames,
	toTextColumns,
	toTexts,
} from "~/features/documents/document-columns";
import type { DocumentValues } from "~/features/documents/document-schemas";
import { type DocumentKey, documentVersion, MAX_DOCUMENTS } from "~/features/documents/documents.server";
import { remindedDaysFor } from "~/features/documents/expiry/reminder-stage";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { wasDeletedMeanwhile } from "~/lib/records/deleted-ids.server";
import { hasRoom } from "~/lib/records/deleted-records.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { plantDay } from "~/lib/time/plant-clock.server";
import { type FormWrite, publishImages, writeImages } from "./store-images.server";

export interface DocumentToSave {
	key: DocumentKey;
	values: DocumentValues;
	/** Ids of the photos that the form removes. */
	removeImages: readonly string[];
}

/** Status "too-many": with its new photos the document would have more than ten, so nothing is saved. */
export type SavedDocument = SavedRecord<DocumentTexts> | { status: "too-many" };

/**
 * Creates a document with all photos that were stored for its form. If the form was already sent, changes the document
 * that it has created.
 * @param isPresent whether that document still has the values with which the form was loaded; by default, whether it was
 *   never edited
 * @throws Error of the disk or the database, after undoing all changes
 */
export async function createDocument(
	document: DocumentToSave,
	isPresent?: IsPresent<DocumentTexts>,
): Promise<SavedDocument> {
	const now = Date.now();
	requireRoomForMore();
	return writeImages([], now, async (write) => {
		const { key, values } = document;
		const existing = await findRow(write, key);
		if (existing) {
			// The form was sent twice, after a lost response or by a double press: adds only photos that are not saved yet.
			if (isSame(existing, values)) return publish(write, document, existing.id);
			const saved = await change(write, document, existing, isPresent ?? (() => existing.edited_at === null));
			return saved.status === "saved" ? { status: "changed" } : saved;
		}
		const deletedId = { user_id: key.userId, kind: "documents", id: key.idFile } as const;
		if (await wasDeletedMeanwhile(write.trx, deletedId)) return { status: "deleted" };
		if (!(await hasRoom(write.trx, "documents", key.userId, MAX_DOCUMENTS))) return { status: "full" };
		const { id } = await write.trx
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
		if (saved.status !== "saved") await write.trx.deleteFrom("documents").where("id", "=", id).execute();
		return saved;
	});
}

/**
 * Updates a document with all photos that were stored for its form.
 * @throws Error of the disk or the database, after undoing all changes
 */
export function updateDocument(
	document: DocumentToSave,
	isPresent: IsPresent<DocumentTexts> = () => true,
): Promise<SavedDocument> {
	return writeImages([], Date.now(), async (write) => {
		const existing = await findRow(write, document.key);
		return existing ? change(write, document, existing, isPresent) : { status: "gone" };
	});
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

async function change(
	write: FormWrite,
	document: DocumentToSave,
	existing: DocumentRow,
	isPresent: IsPresent<DocumentTexts>,
): Promise<SavedDocument> {
	const { trx, now } = write;
	const { values } = document;
	const current = toTexts(existing);
	if (!isPresent(current) && !isSame(existing, values)) return { status: "stale", current };
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

async function publish(write: FormWrite, document: DocumentToSave, id: number): Promise<SavedDocument> {
	return (await publishImages(write, document, id)) ? { status: "saved" } : { status: "too-many" };
}

function isSame(row: DocumentRow, values: DocumentValues): boolean {
	return documentVersion(toTexts(row)) === documentVersion(values);
}
