import { plantNow } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { readFields } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { sumLogged } from "./logged.server";
import { LEDGER } from "./slip-addresses";
import { slipRecord } from "./slip-record.server";
import { listSlips, type SlipKey, updateSettled } from "./slips.server";

/**
 * Deletes or restores a pay slip, or marks it as settled (its differences need no more attention) or open again.
 * @throws Response redirect after success; 404 for a missing slip to mark; otherwise like `changeRecordAction`
 */
export async function changeLedgerAction(request: Request, userId: string) {
	const names = ["intent", "idFile", "redirectTo"] as const;
	const { intent, idFile: start = "", redirectTo } = await readFields(request.clone(), names);
	if (intent !== "settle" && intent !== "reopen") return changeRecordAction(slipRecord, request, userId);
	const text = await settle({ userId, start }, intent === "settle");
	throw await redirectWithToast(returnPath(redirectTo) ?? LEDGER, { text });
}

/** @returns what happened, as a text for the user */
async function settle(key: SlipKey, isSettled: boolean): Promise<string> {
	await refreshPay(key.userId);
	const now = plantNow();
	const { today } = now;
	const slip = (await listSlips(key.userId)).find(({ start }) => start === key.start);
	if (!slip) throw notFound();
	const { premiums } = await sumLogged(key.userId, slip, now);
	if (!(await updateSettled(key, isSettled ? { on: today, premiums } : null))) throw notFound();
	return isSettled
		? `Cerrada el ${formatShortDate(today)}: ya no se suma a lo que queda abierto.`
		: "Está abierta de nuevo.";
}
