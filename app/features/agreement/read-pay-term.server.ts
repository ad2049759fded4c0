import type { User } from "~/features/auth/users.server";
import { payPeriodOf } from "~/features/law/pay-period";
import { versionOf } from "~/lib/forms/form-state.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { toAgreementForm, toHourValueForm } from "./agreement-form-values.server";
import { USUAL_DIVISOR } from "./agreement-schemas";
import { proposeAgreement, requireAgreement, requireHourValue } from "./save-agreement-actions.server";

/**
 * Reads the form of an hourly rate. A new one begins with the present pay period.
 * @param day first day of the hourly rate, as in the URL
 */
export async function readHourValueForm(user: User, day: string | undefined) {
	const value = await requireHourValue(user.id, day);
	const { start } = payPeriodOf(plantToday(), user.payPeriod);
	return {
		term: "hour-value" as const,
		shown: value ? toHourValueForm(value) : { basis: "hour", divisor: String(USUAL_DIVISOR), since: start },
		since: value?.since,
		version: value && versionOf(toHourValueForm(value)),
	};
}

/**
 * Reads the form of an agreement, like `readHourValueForm`.
 * @param preset the collective agreement whose premiums a new one proposes
 */
export async function readAgreementForm(user: User, day: string | undefined, preset: string | null) {
	const agreement = await requireAgreement(user.id, day);
	const { start } = payPeriodOf(plantToday(), user.payPeriod);
	const shown = agreement ?? (await proposeAgreement(user.id, preset, start));
	return {
		term: "rates" as const,
		shown: toAgreementForm(shown),
		name: shown.name,
		since: agreement?.since,
		version: agreement && versionOf(toAgreementForm(agreement)),
	};
}
