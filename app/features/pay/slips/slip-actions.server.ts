import { json } from "@remix-run/node";
import { plantNow } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, notFound, returnPath } from "~/lib/http/http.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { deleteSlip, eraseDeletedSlips, restoreSlip, UNDO_MS } from "./deleted-slips.server";
import { sumLogged } from "./logged.server";
import { LEDGER } from "./slip-addresses";
import { listSlips, MAX_SLIPS, type SlipKey, updateSettled } from "./slips.server";

/**
 * Deletes or restores a pay slip, or marks it as settled (its differences need no more attention) or open again. A
 * missing slip counts as deleted, because a browser may send the same request twice.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after success and after any attempt to restore; 404 for a missing slip to mark; 400 for any
 *   other `intent`
 */
export async function changeLedgerAction(request: Request, userId: string) {
	const { intent, idFile: start = "" } = await readFields(request.clone(), ["intent", "idFile"]);
	const key = { userId, start };
	if (intent === "undo") return restoreSlipAction(request, key);
	if (intent === "settle" || intent === "reopen") return settleAction(request, key, intent === "settle");
	if (intent !== "delete")
		throw badRequest("No entendimos qué botón tocaste. Volvé a tus recibos y probá de nuevo.");
	return deleteSlipAction(request, key, { mayBeGone: true });
}

/**
 * Deletes a pay slip; a toast (short message) offers to restore the slip.
 * @returns `failure` (message for the user) with status 500 or 507
 * @throws Response redirect after the deletion; 404 for a missing slip unless `mayBeGone`
 */
export async function deleteSlipAction(request: Request, key: SlipKey, { mayBeGone = false } = {}) {
	const target = await targetOf(request);
	let isDeleted: boolean;
	try {
		isDeleted = await deleteSlip(key);
	} catch (error) {
		logFailure("slip_not_deleted", error);
		return json({ result: null, failure: NOT_DELETED }, { status: isDiskFull(error) ? 507 : 500 });
	}
	if (!isDeleted && !mayBeGone) throw notFound();
	eraseSoon();
	throw await redirectWithToast(target, {
		text: "Recibo eliminado",
		undo: { action: LEDGER, idFile: key.start, redirectTo: target },
	});
}

async function restoreSlipAction(request: Request, key: SlipKey): Promise<never> {
	const target = await targetOf(request);
	const restored = await restoreSlip(key);
	if (restored === "restored")
		throw await redirectWithToast(target, { text: "El recibo volvió a la lista." });
	throw await redirectWithToast(target, { text: notRestored[restored], kind: "error" });
}

async function settleAction(request: Request, key: SlipKey, isSettled: boolean): Promise<never> {
	await refreshPay(key.userId);
	const now = plantNow();
	const { today } = now;
	const slip = (await listSlips(key.userId)).find(({ start }) => start === key.start);
	if (!slip) throw notFound();
	const { premiums } = await sumLogged(key.userId, slip, now);
	if (!(await updateSettled(key, isSettled ? { on: today, premiums } : null))) throw notFound();
	const text = isSettled
		? `Cerrada el ${formatShortDate(today)}: ya no se suma a lo que queda abierto.`
		: "Está abierta de nuevo.";
	throw await redirectWithToast(await targetOf(request), { text });
}

/** URL to open after an action. */
async function targetOf(request: Request): Promise<string> {
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	return returnPath(redirectTo) ?? LEDGER;
}

export const NOT_DELETED = "No se pudo eliminar el recibo";
const notRestored = {
	gone: "Ya no se puede deshacer: pasó más de un minuto.",
	taken: "No se puede deshacer: otro recibo ya tiene alguno de esos días.",
	full: `No se puede deshacer: llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos.`,
};

/** Erases deleted slips after a minute. If the server stops before that, a sweep after its next start erases them. */
function eraseSoon(): void {
	const erase = () =>
		eraseDeletedSlips().catch((error: unknown) => logFailure("deleted_slips_not_erased", error));
	runOutsideRequest(() => setTimeout(erase, UNDO_MS + 1000).unref());
}
