import { findPayTerms } from "~/features/agreement/pay-terms.server";
import type { Extra } from "~/features/extras/rows/extras.server";
import { keptReason, ruleReason } from "~/features/law/reason";
import type { DatedRotation } from "~/features/shift/own-calendar";
import type { ListedExtra } from "./extra-row";

/** Adds an explanation of the pay to each entry. The entries are sorted by date, in either direction. */
export async function describeExtras(
	userId: string,
	extras: readonly Extra[],
	rotations: readonly DatedRotation[],
): Promise<ListedExtra[]> {
	const dates = [extras[0]?.date, extras.at(-1)?.date].sort();
	const [first, last] = dates;
	if (!first || !last) return [];
	const terms = await findPayTerms(userId, first, last, rotations);
	return extras.map((extra) => ({ ...extra, reason: keptReason(extra, terms) }));
}

/** Explains an entry's pay by the worker's terms, even if the worker has typed other hours. */
export async function describeRule(
	userId: string,
	extra: Extra,
	rotations: readonly DatedRotation[],
): Promise<string> {
	return ruleReason(extra, await findPayTerms(userId, extra.date, extra.date, rotations));
}
