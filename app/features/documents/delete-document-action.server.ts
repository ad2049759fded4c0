import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { deleteDocument } from "./documents.server";

/**
 * Deletes a document and redirects to the path in the form field `redirectTo`.
 * @param shown key of the document, if the request comes from the document's own page. Without `shown`, the form
 *   field `idFile` contains the key. A missing document then counts as deleted, because the browser may repeat a
 *   request after a lost response
 * @returns `failure` (message for the user) with status 500 or 507 when the deletion fails
 * @throws Response redirect after the deletion, 404 for a missing `shown` document, 400 unless `intent` is "delete"
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
		// A failure because of a full disk removes the disk reserve (a file that keeps space for deletions). The
		// user's next attempt to delete the document then succeeds.
		return json({ failure: messages.documentNotDeleted }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted && shown !== undefined) throw notFound();
	throw await redirectWithToast(returnPath(redirectTo) ?? "/auth/my-documents", {
		text: messages.documentDeleted,
	});
}
