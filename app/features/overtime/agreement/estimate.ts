/**
 * Estimates the pay of overtime entries from the worker's agreement and hourly rate, and names everything
 * that is uncertain or left out.
 *
 * Amounts are whole centavos. Only an hourly rate computed from monthly pay and each line of an entry are rounded
 * (half up); all other amounts are sums of lines.
 */
import type { CivilDate } from "~/lib/time/civil-date";
import { hourCentavosOf, rowOn } from "./agreement";
import { type Doubt, doubtsOf } from "./doubts";
import { addLine, addMinutes, type PayLine, payOf, summed } from "./pay-lines";
import { type PaidExtra, type PayPiece, type PayTerms, payPiecesOf } from "./pieces";

/**
 * Minutes of a normal working day (Ley 11.544, art. 1). Some agreements pay the wage of such a day in addition for work
 * on the union's holiday.
 */
export const NORMAL_DAY_MINUTES = 8 * 60;

/** Reasons why some minutes of an entry have no amount of money in the estimate. */
export type LeftOut = "franco" | "banco" | "agreed-day-off" | "no-start" | "no-value" | "unclassified";

export interface Estimate {
	lines: PayLine[];
	/** Sum of the amounts of all `lines`, in centavos. */
	centavos: number;
	/** Number of minutes for which no amount of money is estimated, by reason. */
	leftOut: Map<LeftOut, number>;
	/** Number of entries with an uncertain amount, by reason. */
	doubts: Map<Doubt, number>;
}

/**
 * Estimates the pay of one overtime entry. Leaves out the additional day's wage that some agreements pay for work on
 * the union's holiday: `estimateTotal` adds it.
 */
export function estimateExtra(extra: PaidExtra, terms: PayTerms): Estimate {
	const { compensation, minutes } = extra;
	if (compensation === "franco" || compensation === "banco")
		return { lines: [], centavos: 0, leftOut: new Map([[compensation, minutes]]), doubts: new Map() };
	const pieces = payPiecesOf(extra, terms);
	const lines: PayLine[] = [];
	const leftOut = new Map<LeftOut, number>();
	const leave = (why: LeftOut, minutes: number) => leftOut.set(why, (leftOut.get(why) ?? 0) + minutes);
	const isGiven = ({ isForDayOff }: PayPiece) => isForDayOff && compensation !== "pago";
	const counted = countedPieces(extra, pieces);
	for (const piece of counted) {
		const { premium, isOwnShift, hourCentavos, minutes } = piece;
		if (isGiven(piece)) leave("agreed-day-off", minutes);
		else if (hourCentavos === undefined) leave("no-value", minutes);
		else addMinutes(lines, isOwnShift ? "own-shift" : "extra", 100 + premium, { hourCentavos, minutes });
	}
	const uncounted = minutes - counted.reduce((sum, piece) => sum + piece.minutes, 0);
	if (uncounted > 0) leave(extra.hasOwnSplit ? "unclassified" : "no-start", uncounted);
	for (const piece of extra.startMinute === null ? [] : pieces) {
		const { night, hourCentavos, minutes } = piece;
		if (night > 0 && hourCentavos !== undefined && (extra.hasOwnSplit || !isGiven(piece)))
			addMinutes(lines, "night", night, { hourCentavos, minutes });
	}
	const paid = lines.map((line) => ({ ...line, centavos: payOf(line) }));
	const doubts = paid.length > 0 ? doubtsOf(extra, pieces, terms) : [];
	return { ...summed(paid), leftOut, doubts: new Map(doubts.map((doubt) => [doubt, 1])) };
}

/**
 * Estimates the pay of several overtime entries. If the agreement pays an additional day's wage for work on a union
 * holiday, adds this wage once for each union holiday on which an entry with estimated pay starts.
 */
export function estimateTotal(extras: readonly PaidExtra[], terms: PayTerms): Estimate {
	const total: Estimate = { lines: [], centavos: 0, leftOut: new Map(), doubts: new Map() };
	const unionDays = new Set<CivilDate>();
	for (const extra of extras) {
		const { lines, leftOut, doubts } = estimateExtra(extra, terms);
		for (const line of lines) addLine(total.lines, line);
		for (const [why, minutes] of leftOut) total.leftOut.set(why, (total.leftOut.get(why) ?? 0) + minutes);
		for (const [why, times] of doubts) total.doubts.set(why, (total.doubts.get(why) ?? 0) + times);
		if (doubts.has("union-day")) unionDays.add(extra.date);
	}
	for (const date of unionDays) {
		const value = rowOn(terms.hourValues, date);
		if (!value) continue;
		const line = { minutes: NORMAL_DAY_MINUTES, percent: 100, hourCentavos: hourCentavosOf(value) };
		addLine(total.lines, { kind: "union-day", ...line, centavos: payOf(line) });
	}
	return { ...total, ...summed(total.lines) };
}

/**
 * Returns the pieces of an entry (parts with the same pay throughout) that count in the estimate; none if the entry's
 * pay is unknown. If the worker typed the hours with each premium (50 %, 100 %), makes pieces with these hours. Without a
 * start time, the pay is known only if every possible start gives the same pay.
 */
function countedPieces(extra: PaidExtra, pieces: readonly PayPiece[]): PayPiece[] {
	const [first] = pieces;
	if (!first) return [];
	if (extra.hasOwnSplit) {
		const own = { ...first, isOwnShift: false, isForDayOff: false };
		const split = [
			{ ...own, premium: 50, minutes: extra.minutes50 },
			{ ...own, premium: 100, minutes: extra.minutes100 },
		];
		return split.filter(({ minutes }) => minutes > 0);
	}
	if (extra.startMinute !== null) return [...pieces];
	const isSame = pieces.every((piece) =>
		(["premium", "isOwnShift", "isForDayOff", "hourCentavos"] as const).every(
			(name) => piece[name] === first[name],
		),
	);
	return isSame ? [{ ...first, minutes: extra.minutes }] : [];
}
