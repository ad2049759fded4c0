import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { deleteDocument } from "./documents.server";

/**
 * Deletes a document and redirects to the form's `redirectTo`.
 * @param shown key of the document, if the form is on the document's own page. Without `shown`, the form's `idFile` is
 *   the key, and the action also succeeds if the document no longer exists
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after the deletion; 404 if the document `shown` does not exist; 400 unless `intent` is
 *   "delete"
 */
export async function deleteDocumentAction(request: Request, userId: string, shown?: string) {
	const { intent, redirectTo, ...form } = await readFields(request, ["intent", "redirectTo", "idFile"]);
	if (intent !== "delete") {
		throw badRequest("No entendimos qué botón tocaste. Volvé a tus documentos y probá de nuevo.");
	}
	let isDeleted: boolean;
	try {
		isDeleted = await deleteDocument({ userId, idFile: shown ?? form.idFile ?? "" });
	} catch (error) {
		logFailure("document_not_deleted", error);
		// If the disk is full, the server has just deleted its disk reserve (a file that keeps space free), so the next
		// attempt succeeds.
		return json({ failure: messages.documentNotDeleted }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted && shown !== undefined) throw notFound();
	throw await redirectWithToast(returnPath(redirectTo) ?? "/auth/my-documents", {
		text: messages.documentDeleted,
	});
}
