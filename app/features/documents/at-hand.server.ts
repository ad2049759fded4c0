/** The few documents that a person has at hand for the gate of the plant. */
import { json, type TypedResponse } from "@remix-run/node";
import { type DocumentImage, listImages } from "~/features/documents/photos/document-images.server";
import { db } from "~/lib/database/db.server";
import { readFields } from "~/lib/forms/form.server";
import { notFound, unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { backWithToast } from "~/lib/http/toast.server";
import { listed } from "./document-list.server";
import { type DocumentKey, findDocumentRow, type PersonalDocument, toDocument } from "./documents.server";

const MAX_AT_HAND = 5;

export interface DocumentAtHand extends PersonalDocument {
	images: DocumentImage[];
}

/** The documents at hand with their saved photos, the first to expire first. */
export async function listAtHand(userId: string): Promise<DocumentAtHand[]> {
	const rows = await listed(userId).selectAll().where("at_hand", "=", 1).limit(MAX_AT_HAND).execute();
	const documents: DocumentAtHand[] = [];
	for (const row of rows) {
		const images = await listImages(userId, row.id_file);
		documents.push({ ...toDocument(row), images: images.filter(({ isPending }) => !isPending) });
	}
	return documents;
}

/**
 * Puts a document at hand ("si") or not ("no"), as the posted form says.
 * @returns `notSwitched` when saving fails
 * @throws Response redirect to the document's page; 404 for a missing document, 400 for any other state
 */
export async function switchAtHandAction(
	request: Request,
	{ userId, idFile }: DocumentKey,
): Promise<TypedResponse<{ notSwitched: true }>> {
	const { atHand } = await readFields(request, ["atHand"]);
	if (atHand !== "si" && atHand !== "no") throw unknownButton("tus documentos");
	const isOn = atHand === "si";
	requestContext().giveFormBack = (_error, status) => json({ notSwitched: true }, { status });
	const state = await setAtHand({ userId, idFile }, isOn);
	if (state === "gone") throw notFound();
	const from = requestContext().url.searchParams.get("redirectTo");
	const page = `/auth/view-document/${idFile}${from ? `?redirectTo=${encodeURIComponent(from)}` : ""}`;
	if (state === "full") throw await backWithToast(page, { text: FULL, kind: "error" });
	throw await backWithToast(page, { text: isOn ? "Lo tenés a mano en la portería." : "Ya no está a mano." });
}

function setAtHand(key: DocumentKey, isOn: boolean): Promise<"saved" | "full" | "gone"> {
	return db.transaction().execute(async (trx) => {
		if (!(await findDocumentRow(key, trx))) return "gone";
		if (isOn && (await isFull(trx, key))) return "full";
		await update(trx, key, isOn);
		return "saved";
	});
}

/** Takes a restored document from the gate if others have taken all places there meanwhile. */
export async function leaveIfFull(trx: typeof db, key: DocumentKey): Promise<void> {
	if (await isFull(trx, key)) await update(trx, key, false);
}

async function update(trx: typeof db, { userId, idFile }: DocumentKey, isOn: boolean): Promise<void> {
	await trx
		.updateTable("documents")
		.set({ at_hand: isOn ? 1 : 0 })
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.execute();
}

/** Whether other documents than this have all places at the gate. */
async function isFull(trx: typeof db, { userId, idFile }: DocumentKey): Promise<boolean> {
	const { others } = await trx
		.selectFrom("documents")
		.select(({ fn }) => fn.countAll<number>().as("others"))
		.where("user_id", "=", userId)
		.where("id_file", "!=", idFile)
		.where("at_hand", "=", 1)
		.executeTakeFirstOrThrow();
	return others >= MAX_AT_HAND;
}

const FULL = `Ya tenés ${MAX_AT_HAND} a mano, que es lo máximo. Sacá uno de ellos primero.`;
