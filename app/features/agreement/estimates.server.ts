import type { PaidExtra } from "~/features/law/paid-parts";
import type { CivilDate } from "~/lib/time/civil-date";
import { listHourValues } from "./agreements.server";
import { type Earned, earnedBy, estimateExtra, estimateTotal } from "./estimate";
import { type ShownEstimate, showEstimate } from "./estimate-text";
import { findPayTerms } from "./pay-terms.server";

/**
 * Reads everything that determines the pay of entries that start from `first` to `last`, both inclusive.
 * @returns undefined without an hourly rate
 */
async function findEstimateTerms(userId: string, first: CivilDate, last: CivilDate) {
	const hourValues = await listHourValues(userId);
	return hourValues.length === 0 ? undefined : { hourValues, ...(await findPayTerms(userId, first, last)) };
}

/** The estimate of one overtime entry; undefined without an hourly rate. */
export async function estimateOf(userId: string, extra: PaidExtra): Promise<ShownEstimate | undefined> {
	const terms = await findEstimateTerms(userId, extra.date, extra.date);
	return terms && showEstimate(estimateExtra(earnedBy(extra, terms)));
}

/**
 * Estimates the pay of each group of overtime entries, such as a pay period, and the total pay.
 * @param groups groups and their entries, oldest first; no entry may be in two groups
 * @returns the estimates of the groups, in their order, and of all; undefined without an hourly rate or without entries
 */
export async function estimateGroups(userId: string, groups: readonly (readonly PaidExtra[])[]) {
	const extras = groups.flat();
	const [first, last] = [extras[0], extras.at(-1)];
	const terms = first && last && (await findEstimateTerms(userId, first.date, last.date));
	if (!terms) return undefined;
	const earned = groups.map((group) => group.map((extra) => earnedBy(extra, terms)));
	const show = (some: readonly Earned[]) => showEstimate(estimateTotal(some, terms));
	return { groups: earned.map(show), total: show(earned.flat()) };
}
