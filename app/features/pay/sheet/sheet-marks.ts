import {
	countedDoubtLines,
	DOUBT_SIGN,
	type Doubt,
	type DoubtCounts,
	doubtOrder,
} from "~/features/law/doubts";
import type { SheetExtra } from "./sheet-rows";

/** Sign beside a start time that the diagram proposed. */
const START_SIGN = "*";
/** Sign beside the hours that the worker typed. */
const OWN_SPLIT_SIGN = "**";

export function startSign({ isStartProposed }: Pick<SheetExtra, "isStartProposed">): string {
	return isStartProposed ? START_SIGN : "";
}

function signOf(doubt: Doubt): string {
	if (doubt === "proposed-start") return START_SIGN;
	return doubt === "own-split" ? OWN_SPLIT_SIGN : DOUBT_SIGN;
}

/** The signs beside an entry's hours by premium; "" if no doubt concerns them. */
export function rateSign({ doubts }: SheetExtra): string {
	const signs = new Set(doubts.map(signOf));
	signs.delete(START_SIGN);
	return [...signs].sort().join(" ");
}

/** Explains each doubt of the sheet, with its sign and the number of entries that it concerns. */
export function marksOf(counts: DoubtCounts) {
	return doubtOrder.flatMap((doubt) => {
		const explanations = countedDoubtLines({ [doubt]: counts[doubt] });
		return explanations.map((explanation) => ({ sign: signOf(doubt), explanation }));
	});
}

/** Returns the signs of sums, such as " (*, ?)"; "" without doubts. */
export function signsOf(counts: DoubtCounts): string {
	const signs = new Set(marksOf(counts).map(({ sign }) => sign));
	return signs.size > 0 ? ` (${[...signs].sort().join(", ")})` : "";
}
