import type { Agreement } from "~/features/law/rates";
import { pesosText } from "~/lib/pesos";
import type { HourValue } from "./agreement";
import type { AgreementField } from "./agreement-form";
import { USUAL_DIVISOR } from "./agreement-schemas";
import type { HourValueField } from "./hour-value-form";

export function toHourValueForm({ since, centavos, divisor }: HourValue): Record<HourValueField, string> {
	return {
		basis: divisor === null ? "hour" : "month",
		amount: pesosText(centavos),
		divisor: String(divisor ?? USUAL_DIVISOR),
		since,
	};
}

export function toAgreementForm({
	hasUnionDay,
	dayOff,
	...agreement
}: Agreement): Record<AgreementField, string | null> {
	const { name, since, ...rates } = agreement;
	const texts = {
		weekday: String(rates.weekday),
		saturday: String(rates.saturday),
		sunday: String(rates.sunday),
		holiday: String(rates.holiday),
		night: String(rates.night),
		ownShift: String(rates.ownShift),
	};
	return { name, since, ...texts, dayOff, unionDay: hasUnionDay ? "si" : "no" };
}
