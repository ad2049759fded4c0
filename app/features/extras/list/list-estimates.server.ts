import { type EstimateTerms, earnedBy, estimateExtra, estimateTotal } from "~/features/agreement/estimate";
import { showEstimate } from "~/features/agreement/estimate-text";
import type { Extra } from "~/features/extras/rows/extras.server";
import type { DateRange } from "~/features/law/pay-period";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listOldestExtras } from "./extras-list.server";

/**
 * Maximum number of entries in the pay periods of one page. With more entries, the periods get no estimate. Usual
 * periods have far fewer entries.
 */
const MAX_ESTIMATED = 1000;

/**
 * Estimates the entries of a page and their pay periods.
 * @param periods newest first
 * @returns undefined without periods
 */
export async function readEstimates(
	userId: string,
	extras: readonly Extra[],
	periods: readonly DateRange[],
	terms: EstimateTerms,
) {
	const [newest, oldest] = [periods[0], periods.at(-1)];
	if (!newest || !oldest) return undefined;
	// From the day before on: work of the night before a union holiday may have earned its additional wage.
	const range = { start: addDays(oldest.start, -1), end: newest.end };
	const all = await listOldestExtras(userId, range, MAX_ESTIMATED + 1);
	const isBounded = all.length <= MAX_ESTIMATED;
	const listed = (isBounded ? all : []).map((extra) => ({ extra, earned: earnedBy(extra, terms) }));
	const known = new Map(listed.map(({ extra, earned }) => [extra.idFile, earned]));
	return {
		/** By the entries' keys. */
		extras: new Map(
			extras.map((extra) => {
				const earned = known.get(extra.idFile) ?? earnedBy(extra, terms);
				return [extra.idFile, showEstimate(estimateExtra(earned))];
			}),
		),
		/** In the order of the periods. They include a period's entries on other pages. */
		periods: (isBounded ? periods : []).map(({ start, end }) => {
			const earnedIn = (first: CivilDate, last: CivilDate) =>
				listed.flatMap(({ extra, earned }) => (first <= extra.date && extra.date <= last ? [earned] : []));
			const eve = addDays(start, -1);
			return showEstimate(estimateTotal(earnedIn(start, end), terms, earnedIn(eve, eve)));
		}),
	};
}
