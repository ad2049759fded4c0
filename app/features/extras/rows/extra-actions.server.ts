import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { deleteExtra, eraseDeletedExtras, restoreExtra, UNDO_MS } from "./deleted-extras.server";
import { type ExtraKey, MAX_EXTRAS } from "./extras.server";

const LIST = "/auth/work-overtime";

/**
 * Deletes an overtime entry from the list, or restores it, as the pressed button says. A missing entry counts as
 * deleted, because a browser may send the same request twice.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after a deletion and after any attempt to restore; 400 unless `intent` is "delete" or "undo"
 */
export async function changeExtraListAction(request: Request, userId: string) {
	const { intent, idFile = "" } = await readFields(request.clone(), ["intent", "idFile"]);
	const key = { userId, idFile };
	if (intent === "undo") return restoreExtraAction(request, key);
	if (intent !== "delete") throw badRequest(UNKNOWN_BUTTON);
	return deleteExtraAction(request, key, { mayBeGone: true });
}

/**
 * Deletes an overtime entry; a toast offers to restore the entry.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after the deletion; 404 for a missing entry unless `mayBeGone`
 */
export async function deleteExtraAction(request: Request, key: ExtraKey, { mayBeGone = false } = {}) {
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

/**
 * Restores a deleted overtime entry.
 * @throws Response redirect with a toast, which says whether the entry was restored
 */
async function restoreExtraAction(request: Request, key: ExtraKey): Promise<never> {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	const target = returnPath(redirectTo) ?? LIST;
	const restored = await restoreExtra(key);
	if (restored === "restored") throw await redirectWithToast(target, { text: "La extra volvió a la lista." });
	throw await redirectWithToast(target, { text: restored === "full" ? FULL : TOO_LATE, kind: "error" });
}

const UNKNOWN_BUTTON = "No entendimos qué botón tocaste. Volvé a tus extras y probá de nuevo.";
const TOO_LATE = "Ya no se puede deshacer: pasó más de un minuto.";
const FULL = `No se puede deshacer: ya tenés ${MAX_EXTRAS.toLocaleString("es-AR")} extras, que es el máximo.`;

/** Erases deleted entries after a minute. If the server stops before that, a sweep after its next start erases them. */
function eraseSoon(): void {
	const erase = () =>
		eraseDeletedExtras().catch((error: unknown) => logFailure("deleted_extras_not_erased", error));
	runOutsideRequest(() => setTimeout(erase, UNDO_MS + 1000).unref());
}
