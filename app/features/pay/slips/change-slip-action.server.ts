import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { Premiums } from "~/features/law/premiums";
import { PAY, payAddress } from "~/features/pay/pay-addresses";
import { readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import type { RecordKind } from "~/lib/records/deleted-records.server";
import { formatShortDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { sumLogged } from "./logged.server";
import { slipVersion } from "./save-slip-action.server";
import type { Slip } from "./slip";
import { listSlips, MAX_SLIPS, type SlipKey, updateSettled } from "./slips.server";

/**
 * Deletes or restores a pay slip, or marks it as settled (its differences need no more attention) or open again.
 * @param shown first day of the period of the page with the form, if the form has no `idFile`
 * @throws Response redirect after success; 404 for a missing slip to mark; otherwise like `changeRecordAction`
 */
export async function changeSlipAction(request: Request, userId: string, shown: string) {
	const {
		intent,
		idFile: start,
		version,
	} = await readFields(request.clone(), ["intent", "idFile", "version"]);
	if (intent !== "settle" && intent !== "reopen")
		return changeRecordAction(slipRecord, request, userId, start === undefined ? shown : undefined);
	const toast = await settle({ userId, start: start ?? shown }, intent === "settle", version);
	throw await redirectWithToast(payAddress(start ?? shown), toast);
}

/**
 * @param version `comparisonVersion` of what the page showed
 * @returns what happened, as a text for the user
 */
async function settle(key: SlipKey, isSettled: boolean, version: string | undefined): Promise<Toast> {
	await refreshPay(key.userId);
	const now = plantClock();
	const { today } = now;
	const slip = (await listSlips(key.userId)).find(({ start }) => start === key.start);
	if (!slip) throw notFound();
	const { premiums } = (await sumLogged(key.userId, [slip], now))(slip.start);
	// Differences that the person has not seen stay open.
	if (isSettled && version !== undefined && version !== comparisonVersion(slip, premiums))
		return { text: CHANGED, kind: "error" };
	if (!(await updateSettled(key, isSettled ? { on: today, premiums } : null))) throw notFound();
	return {
		text: isSettled
			? `Arreglado el ${formatShortDate(today)}: ya no se suma a lo que falta.`
			: "Se suma otra vez a lo que falta.",
	};
}

/** Version of a comparison, by which one is noticed that the page no longer shows. */
export function comparisonVersion(slip: Slip, logged: Premiums): string {
	return versionOf([slipVersion(slip), Object.entries(logged).sort()]);
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

const CHANGED =
	"No se marcó: tus horas o el recibo cambiaron después de que abriste la página. Fijate cómo quedó.";
const TAKEN = "No se puede deshacer: otro recibo ya tiene alguno de esos días.";
const FULL = `No se puede deshacer: llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos.`;
