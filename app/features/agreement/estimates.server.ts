import type { PaidExtra } from "~/features/law/paid-parts";
import { formatPesos } from "~/lib/pesos";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listHourValues } from "./agreements.server";
import { earnedBy, estimateExtra, estimateTotal, unionDaysOf } from "./estimate";
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
 * @param extrasOn reads the user's entries of a day
 * @returns the estimates of the groups, in their order, and of all; undefined without an hourly rate or without entries
 */
export async function estimateGroups(
	userId: string,
	groups: readonly (readonly PaidExtra[])[],
	extrasOn: (date: CivilDate) => Promise<readonly PaidExtra[]>,
) {
	const extras = groups.flat();
	const [first, last] = [extras[0], extras.at(-1)];
	if (!first || !last) return undefined;
	const eve = addDays(first.date, -1);
	const terms = await findEstimateTerms(userId, eve, last.date);
	if (!terms) return undefined;
	const earned = groups.map((group) => group.map((extra) => earnedBy(extra, terms)));
	const isUnionDay = unionDaysOf(earned.flat()).has(first.date);
	const before = isUnionDay ? (await extrasOn(eve)).map((extra) => earnedBy(extra, terms)) : [];
	const estimates = earned.map((group, index) =>
		estimateTotal(group, terms, [...before, ...earned.slice(0, index).flat()]),
	);
	const all = estimateTotal(earned.flat(), terms, before);
	const total = showEstimate(all);
	const sum = estimates.reduce((centavos, group) => centavos + group.centavos, 0);
	// Each line is rounded once, so that the periods together may differ from the total by some centavos.
	if (sum !== all.centavos)
		total.notes.unshift(`Cada período se redondea aparte: sumados dan ${formatPesos(sum)}.`);
	return { groups: estimates.map(showEstimate), total };
}
