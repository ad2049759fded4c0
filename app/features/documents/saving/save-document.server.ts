import { type DocumentTexts, toTextColumns, toTexts } from "~/features/documents/document-columns";
import type { DocumentValues } from "~/features/documents/document-schemas";
import {
	type DocumentKey,
	documentVersion,
	findDocumentRow,
	MAX_DOCUMENTS,
} from "~/features/documents/documents.server";
import { remindedDaysFor } from "~/features/documents/expiry/reminders.server";
import { withUploads } from "~/lib/images/uploads.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { storeRecord } from "~/lib/records/store-record.server";
import { plantDay } from "~/lib/time/plant-clock.server";
import { publishImages } from "./store-images.server";

interface DocumentToSave {
	key: DocumentKey;
	values: DocumentValues;
	/** Ids of the photos that the form removes. */
	removeImages: readonly string[];
}

/** Status "too-many": with its new photos the document would have more than ten, so nothing is saved. */
type SavedDocument = SavedRecord<DocumentTexts> | { status: "too-many" };

/**
 * Saves a document with all photos that were stored for its form. A form that adds one and is sent again changes the document
 * that it has added.
 * @param isEdit whether the form edits a document, which it then does not add
 * @param isPresent whether the document still has the values with which the form was loaded; by default, always if the form
 *   edits it, otherwise unless it was edited
 * @throws Error of the disk or the database, after undoing all changes
 */
export async function saveDocument(
	document: DocumentToSave,
	isEdit: boolean,
	isPresent?: IsPresent<DocumentTexts>,
): Promise<SavedDocument> {
	const now = Date.now();
	return withUploads([], async (trx, discard) => {
		const { key, values } = document;
		const known = await findDocumentRow(key, trx);
		const isSame = known && documentVersion(toTexts(known)) === documentVersion(values);
		const publish = async (id: number) =>
			(await publishImages(trx, document, id, discard)) ? undefined : ({ status: "too-many" } as const);
		// The form was sent twice, after a lost response or by a double press: adds only photos that are not saved yet.
		if (isSame && !isEdit) return (await publish(known.id)) ?? { status: "saved" };
		const expiresOn = values.expiresOn ?? null;
		const columns = {
			...toTextColumns(values),
			reminded_days:
				known?.expires_on === expiresOn ? known.reminded_days : remindedDaysFor(expiresOn, plantDay(now)),
		};
		return storeRecord<DocumentTexts, { status: "too-many" }>(
			trx,
			{ user_id: key.userId, kind: "documents", id: key.idFile },
			{
				known: known && toTexts(known),
				isEdit,
				isSame: () => false,
				isPresent: (texts) => isSame || (isPresent?.(texts) ?? (isEdit || !known?.edited_at)),
				most: MAX_DOCUMENTS,
				async write() {
					if (known) {
						const refusal = await publish(known.id);
						if (refusal) return refusal;
						const edited = { ...columns, edited_at: now };
						await trx.updateTable("documents").set(edited).where("id", "=", known.id).execute();
						return undefined;
					}
					const added = { user_id: key.userId, id_file: key.idFile, created_at: now, edited_at: null };
					const { id } = await trx
						.insertInto("documents")
						.values({ ...added, ...columns })
						.returning("id")
						.executeTakeFirstOrThrow();
					return publish(id);
				},
			},
		);
	});
}
