/**
 * Estimates the pay of overtime entries from what their minutes are paid and the worker's hourly rate, and names
 * everything that is uncertain or left out.
 *
 * Amounts are whole centavos. Only an hourly rate computed from monthly pay and each line are rounded (half up), so
 * that a line is what a calculator says; the total is the sum of the lines.
 */
import { countDoubts, type DoubtCounts } from "~/features/law/doubts";
import { type PaidExtra, payOf } from "~/features/law/paid-parts";
import type { PayTerms } from "~/features/law/parts-of-day";
import { rowOn } from "~/features/law/rates";
import type { CivilDate } from "~/lib/time/civil-date";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { type HourValue, hourCentavosOf } from "./agreement";
import { addMinutes, type PayLine, priced, type UnpricedLine } from "./pay-lines";

/**
 * Minutes of a normal working day (Ley 11.544, art. 1). Some agreements pay the wage of such a day in addition for work
 * on the union's holiday.
 */
export const NORMAL_DAY_MINUTES = 8 * HOUR_MINUTES;

/** Reasons why some minutes of an entry have no amount of money in the estimate. */
export type LeftOut = "franco" | "banco" | "agreed-day-off" | "no-start" | "no-value" | "unclassified";

export interface EstimateTerms extends PayTerms {
	/** Hourly rates, oldest first. */
	hourValues: readonly HourValue[];
}

export interface Estimate {
	lines: PayLine[];
	/** Sum of the amounts of all `lines`, in centavos. */
	centavos: number;
	/** Number of minutes for which no amount of money is estimated, by reason. */
	leftOut: Map<LeftOut, number>;
	/** Number of entries paid with money that have each doubt. */
	doubts: DoubtCounts;
}

/**
 * Estimates the pay of one overtime entry. Leaves out the additional day's wage that some agreements pay for work on
 * the union's holiday: `estimateTotal` adds it.
 */
export function estimateExtra(extra: PaidExtra, terms: EstimateTerms): Estimate {
	const lines: UnpricedLine[] = [];
	const leftOut = new Map<LeftOut, number>();
	const { doubts } = addExtra({ lines, leftOut }, extra, terms);
	return { ...priced(lines), leftOut, doubts: countDoubts([doubts]) };
}

/**
 * Estimates the pay of several overtime entries. If the agreement pays an additional day's wage for work on a union
 * holiday, adds this wage once for each union holiday with an entry with estimated pay.
 */
export function estimateTotal(extras: readonly PaidExtra[], terms: EstimateTerms): Estimate {
	const lines: UnpricedLine[] = [];
	const leftOut = new Map<LeftOut, number>();
	const decided = extras.map((extra) => addExtra({ lines, leftOut }, extra, terms));
	for (const date of new Set(decided.flatMap(({ unionDays }) => unionDays))) {
		const hourCentavos = centavosOn(date, terms);
		if (hourCentavos === undefined) continue;
		addMinutes(lines, { kind: "union-day", percent: 100, hourCentavos, minutes: NORMAL_DAY_MINUTES });
	}
	return { ...priced(lines), leftOut, doubts: countDoubts(decided.map(({ doubts }) => doubts)) };
}

/**
 * Adds the minutes of an entry to the lines of an estimate, or to what it leaves out.
 * @returns the entry's doubts and, if some of its minutes have an amount, the union holidays that it earns a wage for
 */
function addExtra(
	{ lines, leftOut }: { lines: UnpricedLine[]; leftOut: Map<LeftOut, number> },
	extra: PaidExtra,
	terms: EstimateTerms,
) {
	const leave = (why: LeftOut, minutes: number) => leftOut.set(why, (leftOut.get(why) ?? 0) + minutes);
	if (extra.compensation === "franco" || extra.compensation === "banco") {
		leave(extra.compensation, extra.minutes);
		return { doubts: [], unionDays: [] };
	}
	const { parts, paid, nights, doubts, unionDays } = payOf(extra, terms);
	// Without a start time, the work may be on days with different hourly rates.
	const values = new Set(parts.map(({ date }) => centavosOn(date, terms)));
	const isValueUnknown = extra.startMinute === null && !extra.hasOwnSplit && values.size > 1;
	let hasAmount = false;
	for (const { date, minutes, premium, isOwnShift, isGiven } of paid) {
		const hourCentavos = centavosOn(date, terms);
		if (isGiven) leave("agreed-day-off", minutes);
		else if (premium === null) leave(extra.hasOwnSplit ? "unclassified" : "no-start", minutes);
		else if (isValueUnknown) leave("no-start", minutes);
		else if (hourCentavos === undefined) leave("no-value", minutes);
		else {
			const kind = isOwnShift ? "own-shift" : "extra";
			addMinutes(lines, { kind, percent: 100 + premium, hourCentavos, minutes });
			hasAmount = true;
		}
	}
	for (const { date, percent, minutes } of nights) {
		const hourCentavos = centavosOn(date, terms);
		if (hourCentavos === undefined) continue;
		addMinutes(lines, { kind: "night", percent, hourCentavos, minutes });
		hasAmount = true;
	}
	return { doubts, unionDays: hasAmount ? unionDays : [] };
}

function centavosOn(date: CivilDate, { hourValues }: EstimateTerms): number | undefined {
	const value = rowOn(hourValues, date);
	return value && hourCentavosOf(value);
}
