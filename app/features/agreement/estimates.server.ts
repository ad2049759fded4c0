import type { DateRange } from "~/features/law/pay-period";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { formatPesos } from "~/lib/pesos";
import { addDays } from "~/lib/time/civil-date";
import { findPayTerms, listHourValues } from "./agreements.server";
import { type EstimateTerms, earnedByEach, estimateTotal, type KeyedExtra, withoutDoubts } from "./estimate";
import { showEstimate } from "./estimate-text";

/**
 * Reads everything that determines the estimated pay of entries.
 * @param calendar the worker's own, if it is known already
 */
export async function findEstimateTerms(userId: string, calendar?: OwnCalendar): Promise<EstimateTerms> {
	return { hourValues: await listHourValues(userId), ...(await findPayTerms(userId, calendar)) };
}

/** Reads all of a user's entries of some days, in their order. */
type ExtrasIn = (days: DateRange) => Promise<readonly KeyedExtra[]>;

/**
 * Decides what entries earn, after reading those that may have earned the wage of a union holiday before them.
 * @returns a function that estimates some of them together; undefined without an hourly rate
 */
export async function findEarned(extras: readonly KeyedExtra[], terms: EstimateTerms, extrasIn: ExtrasIn) {
	if (terms.hourValues.length === 0) return undefined;
	const worked: KeyedExtra[] = [];
	const days = new Set(extras.flatMap(({ date }) => [date, addDays(date, 1)]));
	for (const day of [...days].sort())
		if (terms.holidaysOn(day).some(({ kind }) => kind === "gremial"))
			worked.push(...(await extrasIn({ start: addDays(day, -1), end: day })));
	const earned = earnedByEach(extras, terms, worked);
	return (some: readonly Pick<KeyedExtra, "idFile">[]) =>
		estimateTotal(some.flatMap(({ idFile }) => earned.get(idFile) ?? []));
}

/** The estimate of one overtime entry; undefined without an hourly rate. */
export async function estimateOf(userId: string, extra: KeyedExtra, extrasIn: ExtrasIn) {
	const estimate = await findEarned([extra], await findEstimateTerms(userId), extrasIn);
	return estimate && showEstimate(withoutDoubts(estimate([extra])));
}

/**
 * Estimates the pay of each group of overtime entries, such as a pay period, and the total pay.
 * @param groups groups and their entries, oldest first; no entry may be in two groups
 * @returns the totals of the groups, in their order, and the estimate of all; undefined without an hourly rate or without
 *   entries
 */
export async function estimateGroups(
	userId: string,
	groups: readonly (readonly KeyedExtra[])[],
	extrasIn: ExtrasIn,
) {
	const extras = groups.flat();
	if (extras.length === 0) return undefined;
	const estimate = await findEarned(extras, await findEstimateTerms(userId), extrasIn);
	if (!estimate) return undefined;
	const estimates = groups.map(estimate);
	const all = estimate(extras);
	const total = showEstimate(all);
	const sum = estimates.reduce((centavos, group) => centavos + group.centavos, 0);
	// Each line is rounded once, so that the periods together may differ from the total by some centavos.
	if (sum !== all.centavos)
		total.notes.unshift(`Cada período se redondea aparte: sumados dan ${formatPesos(sum)}.`);
	return { groups: estimates.map((group) => showEstimate(group).total), total };
}
