/** Compares a pay slip with the overtime entries of its period. */
import type { DateRange } from "~/features/profile/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

/** The overtime on the pay slip of a period. */
export interface Slip extends DateRange {
	minutes50: number;
	minutes100: number;
	/** Compensatory days off on the slip; null if the slip does not mention them. */
	daysOff: number | null;
	/** Amount paid for overtime in centavos; null if the worker did not enter it. */
	amount: number | null;
	/** Date on which the worker marked the differences as settled; null while they are open. */
	settledOn: CivilDate | null;
}

/** Number and minutes of some overtime entries. */
export interface Entries {
	count: number;
	minutes: number;
}

/** Sums of a period's overtime entries up to today, by compensation, and counts of uncertain entries. */
export interface Logged {
	/** Minutes at each pay rate of the entries compensated with money or without a chosen compensation. */
	minutes50: number;
	minutes100: number;
	/** Minutes of these entries whose pay rate is unknown. */
	minutesUnclassified: number;
	/** Number of these entries marked for review, and number with a start time proposed from the shift diagram. */
	toReview: number;
	proposedStarts: number;
	/** Entries without a chosen compensation, which count as paid with money. */
	undecided: Entries;
	/** Entries compensated with a day off, and entries compensated with hours in the bank. */
	dayOff: Entries;
	bank: Entries;
	/** Number of entries after today. */
	planned: number;
}

/**
 * Logged hours minus hours on the slip: positive if the slip has less. Days off are not compared, because the
 * number of days off that an entry earns is unknown.
 */
export interface Difference {
	minutes50: number;
	minutes100: number;
}

export const differenceNames = ["minutes50", "minutes100"] as const;
export type DifferenceName = (typeof differenceNames)[number];

/** Computes the difference between the logged hours and the slip. */
export function differenceOf(logged: Logged, slip: Slip): Difference {
	return {
		minutes50: logged.minutes50 - slip.minutes50,
		minutes100: logged.minutes100 - slip.minutes100,
	};
}

/** Whether slip and overtime entries have the same hours. Hours of unknown pay rate are ignored. */
export function isEqual(difference: Difference): boolean {
	return differenceNames.every((name) => difference[name] === 0);
}

/** Whether there is a difference, or there are hours whose pay rate is unknown. */
export function isOpen(logged: Logged, difference: Difference): boolean {
	return !isEqual(difference) || logged.minutesUnclassified > 0;
}

/** An open difference, accumulated over several periods. */
export interface OpenDifference {
	/** Same sign as in `Difference`; never 0. */
	amount: number;
	/** First day of the period in which the difference began. */
	since: CivilDate;
}

/** Open differences by pay rate. A rate without a difference is missing. */
export type OpenDifferences = Partial<Record<DifferenceName, OpenDifference>>;

/**
 * Accumulates the differences of several periods. A difference that a later slip compensates is closed. If a
 * difference opens again or changes its sign, `since` is the period in which that happens.
 * @param periods oldest first
 */
export function addUp(periods: readonly { start: CivilDate; difference: Difference }[]): OpenDifferences {
	const open: OpenDifferences = {};
	for (const { start, difference } of periods) {
		for (const name of differenceNames) {
			const before = open[name];
			const amount = (before?.amount ?? 0) + difference[name];
			if (amount === 0) delete open[name];
			else {
				const goesOn = before && Math.sign(before.amount) === Math.sign(amount);
				open[name] = { amount, since: goesOn ? before.since : start };
			}
		}
	}
	return open;
}
