import { json, type TypedResponse } from "@remix-run/node";
import { readFields, UUID } from "~/lib/forms/form.server";
import { isOfSomebodyElse } from "~/lib/forms/form-state.server";
import { badRequest, notFound, returnPath, unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { deleteRecord, type RecordKind, type RecordTable, restoreRecord } from "./deleted-records.server";

/** Rows that one button deletes or restores besides the first. */
const MAX_MORE = 31;

/**
 * Deletes a record, or restores it, as the pressed button says. A toast offers to restore a deleted record, unless a full
 * disk left no room to keep it.
 * The field `more` names further records, if the kind has `several`: all or none of them are deleted or restored.
 * @param shown id of the record, if the form is on the record's own page. Without `shown`, the form's `idFile` is the
 *   id, and a missing record counts as deleted
 * @returns `failure` (message for the user) when the deletion fails
 * @throws Response redirect after a deletion, also one that another person has opened, which deletes nothing, and after any
 *   attempt to restore; 404 if the user never had the
 *   record `shown`; 400 unless `intent` is "delete" or "undo"
 */
export async function changeRecordAction<Table extends RecordTable>(
	kind: RecordKind<Table>,
	request: Request,
	userId: string,
	shown?: string,
): Promise<TypedResponse<{ result: null; failure: string }>> {
	const { intent, ...form } = await readFields(request, ["intent", "idFile", "more", "redirectTo", "person"]);
	const { list, texts } = kind;
	const id = shown ?? form.idFile ?? "";
	const more = kind.several && form.more ? form.more.split(" ") : [];
	if (more.length > MAX_MORE || !more.every((each) => UUID.test(each)))
		throw badRequest(`No entendimos qué querés sacar. Volvé a ${texts.place} y probá de nuevo.`);
	const said = { ...texts, ...(more.length > 0 && kind.several?.(more.length + 1)) };
	const redirectTo = returnPath(form.redirectTo) ?? list;
	if (intent === "undo") {
		const problem = await restoreRecord(kind, { userId, id, more });
		throw await redirectWithToast(
			redirectTo,
			problem ? { text: problem, kind: "error" } : { text: said.restored },
		);
	}
	if (intent !== "delete") throw unknownButton(texts.place);
	// What is known by its first day would be that of the person who is signed in now.
	if (isOfSomebodyElse(form)) throw await redirectWithToast(redirectTo, { text: OTHERS, kind: "error" });
	const failed = { result: null, failure: said.notDeleted };
	requestContext().giveFormBack = (_error, status) => json(failed, { status });
	const canRestore = await deleteRecord(kind, { userId, id, more });
	if (canRestore === undefined && shown !== undefined) throw notFound();
	const undo = canRestore
		? { action: kind.undoAddress?.(id) ?? list, idFile: id, more: more.join(" ") || undefined, redirectTo }
		: undefined;
	throw await redirectWithToast(redirectTo, { text: said.deleted, undo });
}

const OTHERS = "Esto se abrió con otra cuenta. No se eliminó nada.";
