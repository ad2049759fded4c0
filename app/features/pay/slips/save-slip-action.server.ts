import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { type PayPeriod, parsePayPeriod } from "~/features/law/pay-period";
import { addPremiums, percentsOf, withoutZeros } from "~/features/law/premiums";
import { findProfile } from "~/features/profile/profiles.server";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { carriedFields, parseFields, readFields, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { pesosText } from "~/lib/pesos";
import type { CivilDate } from "~/lib/time/civil-date";
import { hoursText } from "~/lib/time/minutes";
import type { Slip } from "./slip";
import { LEDGER } from "./slip-addresses";
import type { SlipFields } from "./slip-form";
import { hoursField, LEGAL_PERCENTS, percentsIn, slipSchemaOn } from "./slip-schemas";
import { MAX_SLIPS, saveSlip } from "./slips.server";

/**
 * Saves the slip of the period that begins on `start`.
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 400 for an unreadable form; 404 when no period begins on that day
 */
export async function saveSlipAction(request: Request, userId: string, start: CivilDate) {
	const slipSchema = await postedSchema(request);
	const fields = await readFields(request, [...carriedFields, ...Object.keys(slipSchema.shape)]);
	const submission = parseFields(fields, slipSchema);
	const show = (result: SubmissionResult<string[]>, status?: number, current?: Slip) => {
		const saved = current && toFormValues(current, percentsOf(current.premiums));
		const version = current ? slipVersion(current) : fields.version;
		return json({ result, version, saved, isResumed: Boolean(fields.resume) }, { status });
	};
	if (fields.resume) return show(typedIn(fields, slipSchema));
	if (submission.status !== "success") return show(submission.reply(), 400);
	const { daysOff = null, amount = null } = submission.value;
	const typed = percentsIn(fields.percents ?? LEGAL_PERCENTS).map((percent) => {
		const minutes: unknown = Reflect.get(submission.value, hoursField(percent));
		return [percent, typeof minutes === "number" ? minutes : 0] as const;
	});
	const values = { premiums: withoutZeros(Object.fromEntries(typed)), daysOff, amount };
	const refuse = (error: string, status: number, current?: Slip) =>
		show(submission.reply({ formErrors: [error] }), status, current);
	try {
		const isPresent = (current: Slip) => slipVersion(current) === fields.version;
		const saved = await saveSlip({ userId, start }, await findPayPeriod(userId), values, isPresent);
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") return refuse(FULL, 409);
		if (saved.status === "stale") return refuse(STALE, 409, saved.current);
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("slip_not_saved", error);
		return isDiskFull(error) ? refuse(diskFullMessage, 507) : refuse(OURS, 500);
	}
	throw await redirectWithToast(LEDGER, { text: "Guardamos el recibo." });
}

export async function findPayPeriod(userId: string): Promise<PayPeriod> {
	return parsePayPeriod((await findProfile(userId))?.payPeriod ?? "") ?? "month";
}

/** The schema of a posted form, whose hidden field `percents` names its fields with hours. */
export async function postedSchema(request: Request) {
	const { percents = LEGAL_PERCENTS } = await readFields(request.clone(), ["percents"]);
	return slipSchemaOn(percents);
}

/** Hash of a slip's values, by which a change since the page was loaded is noticed. */
export function slipVersion({ premiums, daysOff, amount }: Slip): string {
	return versionOf({ premiums: addPremiums([premiums]), daysOff, amount });
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

const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
const FULL = `Llegaste a ${MAX_SLIPS.toLocaleString("es-AR")} recibos. Eliminá los que ya no necesites.`;
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
