import type { User } from "~/features/auth/users.server";
import { percentsOf, withoutZeros } from "~/features/law/premiums";
import { payAddress } from "~/features/pay/pay-addresses";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { pesosText } from "~/lib/pesos";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { hoursText } from "~/lib/time/minutes";
import type { Slip } from "./slip";
import type { SlipFields } from "./slip-form";
import { hoursField, LEGAL_PERCENTS, percentsIn, slipSchemaOn } from "./slip-schemas";
import { MAX_SLIPS, saveSlip } from "./slips.server";

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
		async save({ daysOff = null, amount = null, ...hours }, isPresent = (current) => current === undefined) {
			const typed = percents.map((percent) => {
				const minutes: unknown = Reflect.get(hours, hoursField(percent));
				return [percent, typeof minutes === "number" ? minutes : 0] as const;
			});
			const values = { premiums: withoutZeros(Object.fromEntries(typed)), daysOff, amount };
			const saved = await saveSlip({ userId: user.id, start }, user.payPeriod, values, isPresent);
			if (saved.status !== "gone") return saved;
			return { status: "refused", field: hoursField(percents[0] ?? 50), error: NO_PERIOD, code: 409 };
		},
		next: () => [payAddress(start), { text: "Guardamos el recibo." }],
	});
}

/** The schema of a posted form, whose hidden field `percents` names its fields with hours. */
export async function postedSchema(request: Request) {
	const { percents = LEGAL_PERCENTS } = await readFields(request.clone(), ["percents"]);
	return slipSchemaOn(percents);
}

/** Hash of a slip's values, by which a change since the page was loaded is noticed. */
export function slipVersion({ premiums, daysOff, amount }: Slip): string {
	return versionOf({ premiums, daysOff, amount });
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

const NO_PERIOD =
	"Tus períodos de pago cambiaron después de abrir esto. Fijate de qué días es ahora este y guardá de nuevo.";
const FULL = `Llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos. Eliminá los que ya no necesites.`;
