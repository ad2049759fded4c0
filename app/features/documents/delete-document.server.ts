import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/disk.server";
import { readFields } from "~/lib/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http.server";
import { logFailure } from "~/lib/log.server";
import { messages } from "~/lib/messages";
import { redirectWithToast } from "~/lib/toast.server";
import { type DocumentKey, deleteDocument } from "./documents.server";

/**
 * Deletes a document as the form asks, which says where to go afterwards.
 * @returns status 500 or 507 and `failed` when it could not be deleted
 * @throws Response the way on, 404 when there is none, 400 for another form
 */
export async function deleteDocumentByForm(request: Request, key: DocumentKey) {
	const { intent, redirectTo } = await readFields(request, ["intent", "redirectTo"]);
	if (intent !== "delete") {
		throw badRequest("No entendimos qué botón tocaste. Volvé a tus documentos y probá de nuevo.");
	}
	let isDeleted: boolean;
	try {
		isDeleted = await deleteDocument(key);
	} catch (error) {
		logFailure("document_not_deleted", error);
		// The reserve is free by now: pressing again works.
		return json({ failed: true }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted) throw notFound();
	throw await redirectWithToast(returnPath(redirectTo) ?? "/auth/my-documents", {
		text: messages.documentDeleted,
	});
}
