import type { EstimateTerms } from "~/features/agreement/estimate";
import { showEstimate, wageTexts } from "~/features/agreement/estimate-text";
import { findEarned } from "~/features/agreement/estimates.server";
import { listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import type { NewExtra } from "~/features/extras/rows/write-extra.server";
import type { DateRange } from "~/features/law/pay-period";
import { inHours } from "~/lib/time/minutes";

/**
 * Hours, and what they are estimated to be paid: "4 h", "$ 56.000,00"; of several entries "3 extras, 12 h".
 * @param createdAt of the entries that are stored already, by their keys
 */
export async function sumForm(
	userId: string,
	extras: readonly NewExtra[],
	createdAt: ReadonlyMap<string, number>,
	terms: EstimateTerms,
) {
	const createdOf = (idFile: string) => createdAt.get(idFile) ?? Number.MAX_SAFE_INTEGER;
	const own = extras.map((extra) => ({ ...extra, createdAt: createdOf(extra.idFile) }));
	/** The entries of some days as they are once the form is saved. */
	const extrasIn = async ({ start, end }: DateRange) => {
		const stored = await listOldestExtras(userId, { start, end }, MAX_ON_SHEET);
		const others = stored.filter(({ idFile }) => !own.some((each) => each.idFile === idFile));
		return [...others, ...own.filter(({ date }) => start <= date && date <= end)].sort(
			(one, other) =>
				one.date.localeCompare(other.date) ||
				one.createdAt - other.createdAt ||
				one.idFile.localeCompare(other.idFile),
		);
	};
	const estimate = (await findEarned(own, terms, extrasIn))?.(own);
	const hours = inHours(own.reduce((sum, { minutes }) => sum + minutes, 0));
	return {
		sum: {
			hours: own.length > 1 ? `${own.length} extras, ${hours}` : hours,
			estimate: estimate && showEstimate(estimate).total,
		},
		/** What follows the hours with each premium. */
		wages: estimate ? wageTexts(estimate) : [],
	};
}
