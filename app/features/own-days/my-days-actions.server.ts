import { json } from "@remix-run/node";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { deleteOwnDay, eraseDeletedOwnDays, restoreOwnDay, UNDO_MS } from "./deleted-own-days.server";
import type { OwnDayKey } from "./own-days.server";

const LIST = "/auth/my-days";

/**
 * Deletes or restores own days (vacation, leave and the like) on the page that lists them. Missing own days count as
 * deleted, because a browser may send the same request twice.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after a deletion and after any attempt to restore; 400 unless `intent` is "delete" or "undo"
 */
export async function changeMyDaysAction(request: Request, userId: string) {
	const { intent, idFile: id = "" } = await readFields(request.clone(), ["intent", "idFile"]);
	if (intent === "undo") return restoreOwnDayAction(request, { userId, id });
	if (intent !== "delete")
		throw badRequest("No entendimos qué botón tocaste. Volvé a tus días y probá de nuevo.");
	return deleteOwnDayAction(request, { userId, id }, { mayBeGone: true });
}

/**
 * Deletes own days; a toast offers to restore them.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after the deletion; 404 for missing own days unless `mayBeGone`
 */
export async function deleteOwnDayAction(request: Request, key: OwnDayKey, { mayBeGone = false } = {}) {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	let isDeleted: boolean;
	try {
		isDeleted = await deleteOwnDay(key);
	} catch (error) {
		logFailure("own_day_not_deleted", error);
		return json({ result: null, failure: NOT_DELETED }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted && !mayBeGone) throw notFound();
	eraseSoon();
	const target = returnPath(redirectTo) ?? LIST;
	throw await redirectWithToast(target, {
		text: "Días eliminados",
		undo: { action: LIST, idFile: key.id, redirectTo: target },
	});
}

async function restoreOwnDayAction(request: Request, key: OwnDayKey): Promise<never> {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	const target = returnPath(redirectTo) ?? LIST;
	const restored = await restoreOwnDay(key);
	if (restored === "restored")
		throw await redirectWithToast(target, { text: "Los días volvieron a la lista." });
	throw await redirectWithToast(target, { text: restored === "taken" ? TAKEN : TOO_LATE, kind: "error" });
}

export const NOT_DELETED = "No se pudieron eliminar los días";
const TOO_LATE = "Ya no se puede deshacer: pasó más de un minuto.";
const TAKEN = "No se puede deshacer: alguno de esos días ya tiene otra cosa anotada.";

/** Erases deleted own days after a minute. If the server stops before that, a sweep after its next start erases them. */
function eraseSoon(): void {
	const erase = () =>
		eraseDeletedOwnDays().catch((error: unknown) => logFailure("deleted_own_days_not_erased", error));
	runOutsideRequest(() => setTimeout(erase, UNDO_MS + 1000).unref());
}
