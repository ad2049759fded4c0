import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { deleteExtra, eraseDeletedExtras, restoreExtra, UNDO_MS } from "./deleted-extras.server";
import { type ExtraKey, MOST_EXTRAS } from "./extras.server";

const LIST = "/auth/work-overtime";

/**
 * What the list's own forms ask for: to delete one of its extras, or to bring one back. Pressed again after an answer that
 * was lost, what is deleted already counts as deleted.
 * @returns `failure` with status 500 or 507 when it could not be deleted
 * @throws Response the way on, 400 for another form
 */
export async function changeListByForm(request: Request, userId: string) {
	const { intent, idFile = "" } = await readFields(request.clone(), ["intent", "idFile"]);
	const key = { userId, idFile };
	if (intent === "undo") throw await restoreExtraByForm(request, key);
	if (intent !== "delete") throw badRequest(UNKNOWN_BUTTON);
	return deleteExtraByForm(request, key, { mayBeGone: true });
}

/**
 * Deletes an extra as the form asks, which says where to go afterwards. The message there can bring it back.
 * @returns `failure` with status 500 or 507 when it could not be deleted
 * @throws Response the way on, 404 when there is none, unless it may be gone
 */
export async function deleteExtraByForm(request: Request, key: ExtraKey, { mayBeGone = false } = {}) {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	let isDeleted: boolean;
	try {
		isDeleted = await deleteExtra(key);
	} catch (error) {
		logFailure("extra_not_deleted", error);
		const status = isDiskFull(error) ? 507 : 500;
		return json({ result: null, idFile: key.idFile, failure: messages.extraNotDeleted }, { status });
	}
	if (!isDeleted && !mayBeGone) throw notFound();
	eraseSoon();
	const target = returnPath(redirectTo) ?? LIST;
	throw await redirectWithToast(target, {
		text: messages.extraDeleted,
		undo: { action: LIST, idFile: key.idFile, redirectTo: target },
	});
}

/** "Deshacer": brings it back, or says why it cannot be. */
async function restoreExtraByForm(request: Request, key: ExtraKey): Promise<Response> {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	const target = returnPath(redirectTo) ?? LIST;
	const restored = await restoreExtra(key);
	if (restored === "restored") return redirectWithToast(target, { text: "La extra volvió a la lista." });
	return redirectWithToast(target, { text: restored === "full" ? FULL : TOO_LATE, kind: "error" });
}

const UNKNOWN_BUTTON = "No entendimos qué botón tocaste. Volvé a tus extras y probá de nuevo.";
const TOO_LATE = "Ya no se puede deshacer: pasó más de un minuto.";
const FULL = `No se puede deshacer: ya tenés ${MOST_EXTRAS.toLocaleString("es-AR")} extras, que es el máximo.`;

/** When the minute is over. What a stop leaves is erased by the sweep after the next start. */
function eraseSoon(): void {
	const erase = () =>
		eraseDeletedExtras().catch((error: unknown) => logFailure("deleted_extras_not_erased", error));
	setTimeout(erase, UNDO_MS + 1000).unref();
}
