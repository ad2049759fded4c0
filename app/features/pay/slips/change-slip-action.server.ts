import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { PAY, payAddress } from "~/features/pay/pay-addresses";
import { readFields } from "~/lib/forms/form.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import type { RecordKind } from "~/lib/records/deleted-records.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { sumLogged } from "./logged.server";
import { listSlips, MAX_SLIPS, type SlipKey, updateSettled } from "./slips.server";

/**
 * Deletes or restores a pay slip, or marks it as settled (its differences need no more attention) or open again.
 * @param shown first day of the period of the page with the form, if the form has no `idFile`
 * @throws Response redirect after success; 404 for a missing slip to mark; otherwise like `changeRecordAction`
 */
export async function changeSlipAction(request: Request, userId: string, shown: string) {
	const { intent, idFile: start } = await readFields(request.clone(), ["intent", "idFile"]);
	if (intent !== "settle" && intent !== "reopen")
		return changeRecordAction(slipRecord, request, userId, start === undefined ? shown : undefined);
	const text = await settle({ userId, start: start ?? shown }, intent === "settle");
	throw await redirectWithToast(payAddress(start ?? shown), { text });
}

/** @returns what happened, as a text for the user */
async function settle(key: SlipKey, isSettled: boolean): Promise<string> {
	await refreshPay(key.userId);
	const now = plantClock();
	const { today } = now;
	const slip = (await listSlips(key.userId)).find(({ start }) => start === key.start);
	if (!slip) throw notFound();
	const { premiums } = (await sumLogged(key.userId, [slip], now))(slip.start);
	if (!(await updateSettled(key, isSettled ? { on: today, premiums } : null))) throw notFound();
	return isSettled
		? `Arreglado el ${formatShortDate(today)}: ya no se suma a lo que falta.`
		: "Se suma otra vez a lo que falta.";
}

export const slipRecord: RecordKind<"slips"> = {
	table: "slips",
	idColumn: "period_start",
	list: PAY,
	texts: {
		place: "tus recibos",
		deleted: "Recibo eliminado",
		notDeleted: "No se pudo eliminar el recibo",
		restored: "El recibo volvió a la lista.",
	},
	async findObstacle(trx, { user_id, period_start, period_end }) {
		const slips = await listSlips(user_id, trx);
		if (slips.some(({ start, end }) => start <= period_end && end >= period_start)) return TAKEN;
		return slips.length < MAX_SLIPS ? undefined : FULL;
	},
};

const TAKEN = "No se puede deshacer: otro recibo ya tiene alguno de esos días.";
const FULL = `No se puede deshacer: llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos.`;
