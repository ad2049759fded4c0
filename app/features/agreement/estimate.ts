/**
 * Estimates the pay of overtime entries from what their minutes are paid and the worker's hourly rate, and names
 * everything that is uncertain or left out.
 *
 * Amounts are whole centavos. Only an hourly rate computed from monthly pay and each line are rounded (half up), so
 * that a line is what a calculator says; the total is the sum of the lines.
 */
import { countDoubts, type Doubt } from "~/features/law/doubts";
import { type PaidExtra, payOf } from "~/features/law/paid-parts";
import type { PayTerms } from "~/features/law/parts-of-day";
import { rowOn } from "~/features/law/rates";
import type { CivilDate } from "~/lib/time/civil-date";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { type HourValue, hourCentavosOf } from "./agreement";

/**
 * Minutes of a normal working day (Ley 11.544, art. 1). Some agreements pay the wage of such a day in addition for work
 * on the union's holiday.
 */
const NORMAL_DAY_MINUTES = 8 * HOUR_MINUTES;

/** Reasons why some minutes of an entry have no amount of money in the estimate. */
export type LeftOut = "franco" | "banco" | "agreed-day-off" | "no-start" | "no-value" | "unclassified";

/** The lines of an estimate. Each line sums the minutes with the same pay, in this order. */
const lineKinds = ["extra", "own-shift", "night", "union-day"] as const;

export interface PayLine {
	kind: (typeof lineKinds)[number];
	minutes: number;
	/**
	 * Percent of the hourly rate: 150 for overtime with a premium of 50 %; 25 for the night surcharge of 25 %, which has
	 * its own line.
	 */
	percent: number;
	hourCentavos: number;
	/** Pay for the minutes, rounded half up. */
	centavos: number;
}

type UnpricedLine = Omit<PayLine, "centavos">;

export interface EstimateTerms extends PayTerms {
	/** Oldest first. */
	hourValues: readonly HourValue[];
}

export type Estimate = ReturnType<typeof estimateTotal>;

export type KeyedExtra = PaidExtra & { idFile: string };

/** What one overtime entry earns, before amounts are rounded. */
interface Earned {
	lines: UnpricedLine[];
	leftOut: Map<LeftOut, number>;
	doubts: readonly Doubt[];
	/** The union holidays with work that earns an additional day's wage. */
	unionDays: readonly CivilDate[];
	/** Those of them whose wage an earlier entry has earned instead, and that entry's date. */
	earnedBefore: Map<CivilDate, CivilDate>;
}

/** The estimate of one overtime entry, whose doubts stand beside it. */
export function withoutDoubts(estimate: Estimate): Estimate {
	return { ...estimate, doubts: {} };
}

/** Estimates the pay of several overtime entries together. */
export function estimateTotal(earned: readonly Earned[]) {
	const lines: UnpricedLine[] = [];
	const leftOut = new Map<LeftOut, number>();
	for (const each of earned) {
		for (const line of each.lines) addMinutes(lines, line);
		for (const [why, minutes] of each.leftOut) leftOut.set(why, (leftOut.get(why) ?? 0) + minutes);
	}
	const counted = new Set(
		earned.flatMap(({ unionDays, earnedBefore }) => unionDays.filter((day) => !earnedBefore.has(day))),
	);
	const before = earned.flatMap(({ earnedBefore }) => [...earnedBefore]).filter(([day]) => !counted.has(day));
	const doubts = countDoubts(earned.map((each) => each.doubts));
	return {
		...priced(lines),
		/** Minutes for which no amount of money is estimated, by reason. */
		leftOut,
		/** Whether night surcharges or a union holiday's wage may be missing, because an entry has no start time. */
		lacksStart: doubts["night-unknown"] !== undefined || doubts["unknown-union-day"] !== undefined,
		/** Of a total, number of entries paid with money that have each doubt. */
		doubts,
		/** The union holidays whose additional wage an earlier entry has earned, outside of the total, and that entry's date. */
		earnedBefore: new Map(before),
	};
}

/**
 * Decides what overtime entries earn: once for an entry itself and for all totals that contain it. If the agreement pays an
 * additional day's wage for work on a union holiday, the first entry with estimated pay for that holiday earns it, so that
 * like its hours it belongs to that entry's date and pay period.
 * @param worked all of the user's entries that may earn such a wage, in their order; `extras` may be only some of them
 * @returns by the entries' keys
 */
export function earnedByEach(
	extras: readonly KeyedExtra[],
	terms: EstimateTerms,
	worked: readonly KeyedExtra[],
): Map<string, Earned> {
	const earned = new Map(extras.map((extra) => [extra.idFile, earnedBy(extra, terms)]));
	const earnedOf = (extra: KeyedExtra) => earned.get(extra.idFile) ?? earnedBy(extra, terms);
	for (const day of new Set([...earned.values()].flatMap(({ unionDays }) => unionDays))) {
		const first = worked.find((extra) => earnedOf(extra).unionDays.includes(day));
		const hourCentavos = centavosOn(day, terms);
		for (const [idFile, { unionDays, lines, earnedBefore }] of earned) {
			if (!first || !unionDays.includes(day) || hourCentavos === undefined) continue;
			if (first.idFile !== idFile) earnedBefore.set(day, first.date);
			else addMinutes(lines, { kind: "union-day", percent: 100, hourCentavos, minutes: NORMAL_DAY_MINUTES });
		}
	}
	return earned;
}

/** What an entry earns apart from the additional wage of a union holiday. */
function earnedBy(extra: PaidExtra, terms: EstimateTerms): Earned {
	const lines: UnpricedLine[] = [];
	const leftOut = new Map<LeftOut, number>();
	const leave = (why: LeftOut, minutes: number) => leftOut.set(why, (leftOut.get(why) ?? 0) + minutes);
	if (extra.compensation === "franco" || extra.compensation === "banco") {
		leave(extra.compensation, extra.minutes);
		return { lines, leftOut, doubts: [], unionDays: [], earnedBefore: new Map() };
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
	return { lines, leftOut, doubts, unionDays: hasAmount ? unionDays : [], earnedBefore: new Map() };
}

function centavosOn(date: CivilDate, { hourValues }: EstimateTerms): number | undefined {
	const value = rowOn(hourValues, date);
	return value && hourCentavosOf(value);
}

/** Adds minutes to the line with the same kind, percentage and hourly rate, or adds a new line. */
function addMinutes(lines: UnpricedLine[], added: UnpricedLine) {
	const same = lines.find(
		({ kind, percent, hourCentavos }) =>
			kind === added.kind && percent === added.percent && hourCentavos === added.hourCentavos,
	);
	if (same) same.minutes += added.minutes;
	else lines.push({ ...added });
}

/** Computes the amount of each line, rounded once, and their sum. Sorts the lines for display. */
function priced(lines: readonly UnpricedLine[]) {
	const sorted = lines
		.map((line) => ({ ...line, centavos: centavosOf(line) }))
		.sort(
			(one, other) =>
				lineKinds.indexOf(one.kind) - lineKinds.indexOf(other.kind) ||
				one.percent - other.percent ||
				one.hourCentavos - other.hourCentavos,
		);
	return { lines: sorted, centavos: sorted.reduce((sum, { centavos }) => sum + centavos, 0) };
}

function centavosOf({ minutes, percent, hourCentavos }: UnpricedLine): number {
	const divisor = 60 * 100;
	const product = BigInt(2 * minutes * percent) * BigInt(hourCentavos) + BigInt(divisor);
	return Number(product / BigInt(2 * divisor));
}
