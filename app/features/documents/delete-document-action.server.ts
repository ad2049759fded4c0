import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { deleteDocument } from "./documents.server";

/**
 * Deletes a document as the form asks, which says where to go afterwards.
 * @param shown the document of the page; without it the form is the list's and says which. There, pressed again after an
 * answer that was lost, one that is gone counts as deleted
 * @returns status 500 or 507 and `failure` when it could not be deleted
 * @throws Response the way on, 404 when there is none, 400 for another form
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
		// The reserve is free by now: pressing again works.
		return json({ failure: messages.documentNotDeleted }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted && shown !== undefined) throw notFound();
	throw await redirectWithToast(returnPath(redirectTo) ?? "/auth/my-documents", {
		text: messages.documentDeleted,
	});
}
