import type * as z from "zod/mini";
import * as extraMessages from "~/features/extras/extra-messages";
import type { extraSchemaOn } from "~/features/extras/extra-schemas";
import { type ExtraStart, placeOf } from "~/features/extras/form/extra-start";
import { type Extra, findExtra } from "~/features/extras/rows/extras.server";
import type { PayTerms } from "~/features/law/parts-of-day";
import { isSamePremiums, UNCLASSIFIED, withoutZeros } from "~/features/law/premiums";
import { storedPay } from "~/features/law/reason";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { versionOf } from "~/lib/forms/form-state.server";
import { requireRead } from "~/lib/http/http.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { formatClock, formatHours } from "~/lib/time/minutes";
import type { ExtraFieldName } from "./form-query";

type ParsedFields = z.output<ReturnType<typeof extraSchemaOn>>;

/** The worker's parsed input. Durations are in minutes here, but in hours in the form. */
export type TypedExtra = ReturnType<typeof typedExtra>;

export function typedExtra({ hour, startTime, hours50, hours100, ...fields }: ParsedFields) {
	return { ...fields, minutes: hour, startMinute: startTime, minutes50: hours50, minutes100: hours100 };
}

/**
 * Finds one of the user's overtime entries.
 * @throws Response 404 without such an entry, 500 when reading fails
 */
export function requireExtra(userId: string, idFile = ""): Promise<Extra> {
	return requireRead(findExtra({ userId, idFile }), "extra_not_read", extraMessages.extraNotRead);
}

/** The form's values for an entry. Contains the 50 % and 100 % hours only if the worker has changed them. */
export function toFormValues(extra: Extra): Record<ExtraFieldName, string | null> {
	return {
		hour: formatHours(extra.minutes),
		date: extra.date,
		shift: extra.shift,
		comment: extra.comment,
		// If the diagram proposed the start time, leaves the field empty. With the time in the field, saving the form
		// would store the time as typed by the worker.
		startTime: extra.startMinute === null || extra.isStartProposed ? null : formatClock(extra.startMinute),
		compensation: extra.compensation,
		hours50: extra.hasOwnSplit ? formatHours(extra.premiums[50] ?? 0) : null,
		hours100: extra.hasOwnSplit ? formatHours(extra.premiums[100] ?? 0) : null,
	};
}

/**
 * Version of an entry by what its form shows. An entry beside the worker's own shift gets another when that shift changes:
 * the same words, such as "Me quedé", would then move the entry.
 */
export function extraVersion(extra: Extra, calendar: OwnCalendar): string {
	return versionOf({ ...toFormValues(extra), ...placeOf(extra, calendar) });
}

/**
 * Returns the form's values for the same work on another day. Leaves out the hours with each premium, because they
 * depend on the day.
 */
export function repeatedOn(extra: Extra, date: CivilDate): Record<ExtraFieldName, string | null> {
	return { ...toFormValues(extra), date, hours50: null, hours100: null };
}

/**
 * Computes the values to store. The worker's terms give the hours with each premium, unless the worker typed them.
 * Saving an entry counts as reviewing it.
 */
export function toValues(typed: TypedExtra, start: ExtraStart, terms: PayTerms, needsReview = false) {
	const { minutes, date, shift, comment = null, compensation = null } = typed;
	const values = { date, minutes, shift, comment, compensation, ...start, needsReview };
	const byTerms = { ...values, hasOwnSplit: false, premiums: {} };
	const pay = storedPay(byTerms, terms);
	if (typed.minutes50 !== undefined || typed.minutes100 !== undefined) {
		const [minutes50, minutes100] = [typed.minutes50 ?? 0, typed.minutes100 ?? 0];
		const rest = minutes - minutes50 - minutes100;
		const premiums = withoutZeros({ 50: minutes50, 100: minutes100, [UNCLASSIFIED]: rest });
		if (!isSamePremiums(premiums, pay.premiums)) {
			const own = { ...values, hasOwnSplit: true, premiums };
			return { ...own, ...storedPay(own, terms) };
		}
	}
	return { ...byTerms, ...pay };
}
