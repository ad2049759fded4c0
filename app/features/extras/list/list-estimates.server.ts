import { type EstimateTerms, estimateExtra, estimateTotal } from "~/features/agreement/estimate";
import { showEstimate } from "~/features/agreement/estimate-text";
import { findEarned } from "~/features/agreement/estimates.server";
import type { Extra } from "~/features/extras/rows/extras.server";
import type { DateRange } from "~/features/law/pay-period";
import { listOldestExtras, MAX_ON_SHEET } from "./extras-list.server";

/**
 * Estimates the entries of a page and their pay periods; not the periods if they have more entries than a sheet prints.
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
	const range = { start: oldest.start, end: newest.end };
	const all = await listOldestExtras(userId, range, MAX_ON_SHEET + 1);
	const isBounded = all.length <= MAX_ON_SHEET;
	const listed = isBounded ? all : extras;
	const earned = await findEarned(listed, terms, (days) => listOldestExtras(userId, days, MAX_ON_SHEET));
	return {
		ofExtra(idFile: string) {
			const each = earned.get(idFile);
			return each && showEstimate(estimateExtra(each));
		},
		/** In the order of the periods. They include a period's entries on other pages. */
		periods: (isBounded ? periods : []).map(({ start, end }) => {
			const inside = listed.filter(({ date }) => start <= date && date <= end);
			return showEstimate(estimateTotal(inside.flatMap(({ idFile }) => earned.get(idFile) ?? [])));
		}),
	};
}
