import type { User } from "~/features/auth/users.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { type Premiums, percentsOf, withoutZeros } from "~/features/law/premiums";
import { PAY, payAddress } from "~/features/pay/pay-addresses";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";
import { pesosText } from "~/lib/pesos";
import { changeRecordAction } from "~/lib/records/change-record-action.server";
import type { RecordKind } from "~/lib/records/deleted-records.server";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { hoursText } from "~/lib/time/minutes";
import { plantClock } from "~/lib/time/plant-clock.server";
import { sumLogged } from "./logged.server";
import type { Slip } from "./slip";
import type { SlipFields } from "./slip-form";
import { hoursField, LEGAL_PERCENTS, percentsIn, slipSchemaOn } from "./slip-schemas";
import { listSlips, MAX_SLIPS, type SlipKey, saveSlip, updateSettled } from "./slips.server";

/**
 * Saves the slip of the period that begins on `start`.
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 400 for an unreadable form
 */
export async function saveSlipAction(request: Request, user: User, start: CivilDate) {
	const schema = await postedSchema(request);
	const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
	const percents = percentsIn(fields.percents ?? LEGAL_PERCENTS);
	return saveRecordForm(fields, schema, {
		full: FULL,
		toForm: (current: Slip) => toFormValues(current, percentsOf(current.premiums)),
		versionOf: slipVersion,
		async save(
			{ end, daysOff = null, amount = null, ...hours },
			isPresent = (current) => current === undefined,
		) {
			const typed = percents.map((percent) => {
				const minutes: unknown = Reflect.get(hours, hoursField(percent));
				return [percent, typeof minutes === "number" ? minutes : 0] as const;
			});
			const values = { premiums: withoutZeros(Object.fromEntries(typed)), daysOff, amount };
			const saved = await saveSlip({ userId: user.id, start, end }, user.payPeriod, values, isPresent);
			if (saved.status !== "gone") return saved;
			// With status 200, so that a live page loads the period that has these days now.
			return { status: "refused", field: hoursField(percents[0] ?? 50), error: NO_PERIOD, code: 200 };
		},
		next: () => [payAddress(start), { text: "Guardamos el recibo." }],
	});
}

/** The schema of a posted form, whose hidden field `percents` names its fields with hours. */
export async function postedSchema(request: Request) {
	const { percents = LEGAL_PERCENTS } = await readFields(request.clone(), ["percents"]);
	return slipSchemaOn(percents);
}

/** Hash of what a slip says, and when it was settled, by which a change since the page was loaded is noticed. */
export function slipVersion({ premiums, daysOff, amount, settledOn }: Slip): string {
	return versionOf({ premiums, daysOff, amount, settledOn: settledOn ?? undefined });
}

/** @param percents the premiums that have a field in the form */
export function toFormValues({ premiums, daysOff, amount }: Slip, percents: readonly number[]): SlipFields {
	const hours = percents.map((percent) => [hoursField(percent), hoursText(premiums[percent] ?? 0)]);
	return {
		...Object.fromEntries(hours),
		daysOff: daysOff === null ? null : String(daysOff),
		amount: amount === null ? null : pesosText(amount),
	};
}

/**
 * Deletes or restores a pay slip, or marks it as settled (its differences need no more attention) or open again.
 * @param shown first day of the period of the page with the form, if the form has no `idFile`
 * @throws Response redirect after success; 404 for a missing slip to mark; otherwise like `changeRecordAction`
 */
export async function changeSlipAction(request: Request, userId: string, shown: string) {
	const { intent, idFile, version } = await readFields(request.clone(), ["intent", "idFile", "version"]);
	if (intent !== "settle" && intent !== "reopen")
		return changeRecordAction(slipRecord, request, userId, idFile === undefined ? shown : undefined);
	const start = idFile ?? shown;
	const toast = await settle({ userId, start }, intent === "settle", version);
	throw await redirectWithToast(payAddress(start), toast);
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
	const shown = version ?? comparisonVersion(slip, premiums);
	// Differences that the person has not seen stay open.
	const isSeen = (stored: Slip) => !isSettled || comparisonVersion(stored, premiums) === shown;
	if (!(await updateSettled(key, isSettled ? { on: today, premiums } : null, isSeen)))
		return { text: CHANGED, kind: "error" };
	return {
		text: isSettled
			? `Arreglado el ${formatShortDate(today)}: ya no se suma a lo que falta.`
			: "Se suma otra vez a lo que falta.",
	};
}

/** Version of a comparison, settled or not, by which one is noticed that the page no longer shows. */
export function comparisonVersion(slip: Slip, logged: Premiums): string {
	return versionOf([slipVersion({ ...slip, settledOn: null }), Object.entries(logged).sort()]);
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
		return slips.length < MAX_SLIPS ? undefined : NO_ROOM;
	},
};

const NO_PERIOD =
	"Tus períodos de pago cambiaron después de abrir esto. Fijate de qué días es ahora este y guardá de nuevo.";
const FULL = `Llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos. Eliminá los que ya no necesites.`;
const CHANGED =
	"No se marcó: tus horas o el recibo cambiaron después de que abriste la página. Fijate cómo quedó.";
const TAKEN = "No se puede deshacer: otro recibo ya tiene alguno de esos días.";
const NO_ROOM = `No se puede deshacer: llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos.`;
