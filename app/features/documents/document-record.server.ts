import { sql } from "~/lib/database/db.server";
import { imageFiles } from "~/lib/images/image-files";
import { hasRoom, type RecordKind } from "~/lib/records/deleted-records.server";
import { leaveIfFull } from "./at-hand.server";
import * as documentMessages from "./document-messages";
import { MAX_DOCUMENTS } from "./documents.server";

/** A deleted document's photos wait without a document; `sweepPendingImages` erases them a minute later. */
export const documentRecord: RecordKind<"documents"> = {
	table: "documents",
	idColumn: "id_file",
	numberColumn: "id",
	list: "/auth/my-documents",
	texts: {
		place: "tus documentos",
		deleted: documentMessages.documentDeleted,
		notDeleted: documentMessages.documentNotDeleted,
		restored: "El documento volvió a la lista.",
	},
	async findObstacle(trx, { user_id }) {
		return (await hasRoom(trx, "documents", user_id, MAX_DOCUMENTS)) ? undefined : FULL;
	},
	async beforeDelete(trx, row, now, discard) {
		const unsaved = await trx
			.deleteFrom("document_images")
			.where(({ and }) => and({ user_id: row.user_id, id_file: row.id_file }))
			.where("document_id", "is", null)
			.returning("id")
			.execute();
		for (const { id } of unsaved) imageFiles(id).forEach(discard);
		await trx
			.updateTable("document_images")
			// Photos from before the clock was set back must not pass for uploads after the deletion.
			.set({ document_id: null, created_at: sql<number>`min(created_at, ${now})` })
			.where("document_id", "=", row.id)
			.execute();
	},
	async afterRestore(trx, { user_id, id_file, at_hand }, _now, deletedAt) {
		const { id } = await trx
			.selectFrom("documents")
			.select("id")
			.where(({ and }) => and({ user_id, id_file }))
			.executeTakeFirstOrThrow();
		await trx
			.updateTable("document_images")
			.set({ document_id: id })
			.where(({ and }) => and({ user_id, id_file }))
			// A photo that was uploaded after the deletion belongs to a form that is not saved yet.
			.where("created_at", "<=", deletedAt)
			.execute();
		if (at_hand) await leaveIfFull(trx, { userId: user_id, idFile: id_file });
	},
};

const FULL = `No se puede deshacer: ya tenés ${MAX_DOCUMENTS} documentos, que es el máximo.`;
