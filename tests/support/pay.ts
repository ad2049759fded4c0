import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";
import {
	type EstimateTerms,
	earnedByEach,
	estimateTotal,
	withoutDoubts,
} from "~/features/agreement/estimate";
import type { HolidaysOn } from "~/features/holidays/holiday-rule";
import type { ShiftedExtra } from "~/features/law/day-parts";
import type { Included } from "~/features/law/included";
import type { OvertimeRules } from "~/features/law/overtime-rules";
import { type PaidExtra, payOf } from "~/features/law/paid-parts";
import type { PayTerms } from "~/features/law/parts-of-day";
import { storedPay } from "~/features/law/reason";

/** An extra (overtime entry) that is paid with money, by the terms. */
export function paidExtra(time: ShiftedExtra, more: Partial<PaidExtra> = {}): PaidExtra {
	const plain = {
		compensation: "pago",
		isStartProposed: false,
		needsReview: false,
		hasOwnSplit: false,
	} as const;
	return { ...time, ...plain, premiums: {}, ...more };
}

/** The terms of a worker without an agreement and without a diagram. */
export function lawTerms(holidaysOn: HolidaysOn, rules?: OvertimeRules): PayTerms {
	return { agreements: [], workDayOn: () => ({ isConfirmed: false }), holidaysOn, rules };
}

/** The minutes at 50 %, at 100 %, with an unknown premium and at night, by the law alone. */
export function splitByLaw(extra: ShiftedExtra, holidaysOn: HolidaysOn, rules?: OvertimeRules) {
	const { premiums, minutesNight } = payOf(paidExtra(extra), lawTerms(holidaysOn, rules));
	const { 50: minutes50 = 0, 100: minutes100 = 0, unclassified: minutesUnclassified = 0 } = premiums;
	return { minutes50, minutes100, minutesUnclassified, minutesNight };
}

/** The column `reason` of a row whose worker has neither an agreement nor a diagram. */
export function storedReason(row: Insertable<ExtrasTable>, holidaysOn: HolidaysOn): string {
	const { date, minutes, shift, start_minute: startMinute = null, premiums, is_own_split } = row;
	const stored = { hasOwnSplit: is_own_split === 1, premiums: JSON.parse(premiums) };
	return storedPay(paidExtra({ date, minutes, shift, startMinute }, stored), lawTerms(holidaysOn)).reason;
}

/** The estimate of one entry. */
export function estimateOne(extra: PaidExtra, terms: EstimateTerms) {
	const [earned] = earnedInOrder([extra], terms);
	if (!earned) throw new Error("nothing earned");
	return withoutDoubts(estimateTotal([earned]));
}

/** The estimate of several entries together, in their order. */
export function estimateAll(extras: readonly PaidExtra[], terms: EstimateTerms) {
	return estimateTotal(earnedInOrder(extras, terms));
}

/** What each of a user's entries earns, in their order. */
export function earnedInOrder(extras: readonly PaidExtra[], terms: EstimateTerms) {
	const keyed = extras.map((extra, index) => ({ ...extra, idFile: String(index) }));
	return [...earnedByEach(keyed, terms, keyed).values()];
}

/** Sums of entries that a slip pays, all of which have ended. */
export const NOTHING_INCLUDED: Included = {
	dayOff: { count: 0, minutes: 0 },
	bank: { count: 0, minutes: 0 },
	planned: 0,
};
