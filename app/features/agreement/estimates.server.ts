import type { DateRange } from "~/features/law/pay-period";
import { formatPesos } from "~/lib/pesos";
import { addDays } from "~/lib/time/civil-date";
import { findPayTerms, listHourValues } from "./agreements.server";
import { type EstimateTerms, earnedByEach, estimateExtra, estimateTotal, type KeyedExtra } from "./estimate";
import { showEstimate } from "./estimate-text";

/** Reads everything that determines the estimated pay of entries; undefined without an hourly rate. */
async function findEstimateTerms(userId: string) {
	const hourValues = await listHourValues(userId);
	return hourValues.length === 0 ? undefined : { hourValues, ...(await findPayTerms(userId)) };
}

/** Reads all of a user's entries of some days, in their order. */
type ExtrasIn = (days: DateRange) => Promise<readonly KeyedExtra[]>;

/** Reads the entries that may have earned the wage of a union holiday before `extras`, and decides what each earns. */
export async function findEarned(extras: readonly KeyedExtra[], terms: EstimateTerms, extrasIn: ExtrasIn) {
	const worked: KeyedExtra[] = [];
	const days = new Set(extras.flatMap(({ date }) => [date, addDays(date, 1)]));
	for (const day of [...days].sort())
		if (terms.holidaysOn(day).some(({ kind }) => kind === "gremial"))
			worked.push(...(await extrasIn({ start: addDays(day, -1), end: day })));
	return earnedByEach(extras, terms, worked);
}

/** The estimate of one overtime entry; undefined without an hourly rate. */
export async function estimateOf(userId: string, extra: KeyedExtra, extrasIn: ExtrasIn) {
	const terms = await findEstimateTerms(userId);
	const earned = terms && (await findEarned([extra], terms, extrasIn)).get(extra.idFile);
	return earned && showEstimate(estimateExtra(earned));
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
	const terms = await findEstimateTerms(userId);
	if (!terms) return undefined;
	const earned = await findEarned(extras, terms, extrasIn);
	const estimates = groups.map((group) =>
		estimateTotal(group.flatMap(({ idFile }) => earned.get(idFile) ?? [])),
	);
	const all = estimateTotal([...earned.values()]);
	const total = showEstimate(all);
	const sum = estimates.reduce((centavos, group) => centavos + group.centavos, 0);
	// Each line is rounded once, so that the periods together may differ from the total by some centavos.
	if (sum !== all.centavos)
		total.notes.unshift(`Cada período se redondea aparte: sumados dan ${formatPesos(sum)}.`);
	return { groups: estimates.map((group) => showEstimate(group).total), total };
}
