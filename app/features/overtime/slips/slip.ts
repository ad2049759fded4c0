/** Compares a pay slip with the worker's overtime entries of the same period. */
import type { DateRange } from "~/features/profile/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

/** The overtime on the pay slip of a period. */
export interface Slip extends DateRange {
	minutes50: number;
	minutes100: number;
	/** Number of days off that the slip gives for overtime; null if the slip mentions none. */
	daysOff: number | null;
	/** Amount in centavos; null if the worker did not enter it. */
	amount: number | null;
	/** Date on which the worker marked the differences as settled; null while they are open. */
	settledOn: CivilDate | null;
}

export interface Entries {
	count: number;
	minutes: number;
}

/** Sums of a period's entries up to today, by compensation, with counts of uncertain entries. */
export interface Logged {
	/** Minutes at 50 % and at 100 %, of entries compensated with money or without a chosen compensation. */
	minutes50: number;
	minutes100: number;
	/** Minutes with an unknown premium, of entries compensated with money or without a chosen compensation. */
	minutesUnclassified: number;
	/** Number of entries marked for review, among those compensated with money or without a chosen compensation. */
	toReview: number;
	/**
	 * Number of entries with a start time proposed by the shift diagram, among those compensated with money or without a
	 * chosen compensation.
	 */
	proposedStarts: number;
	/** Entries without a chosen compensation, counted as money. */
	undecided: Entries;
	/** Entries compensated with a day off instead of money. */
	dayOff: Entries;
	/** Entries compensated with banked hours (hours to take off later) instead of money. */
	bank: Entries;
	/** Number of entries after today. */
	planned: number;
}

/**
 * Logged hours (those of the worker's entries) minus hours on the pay slip: positive if the slip has less. Days off are
 * left out, because it is only an assumption that each entry earns one day off.
 */
export interface Difference {
	minutes50: number;
	minutes100: number;
}

export const differenceNames = ["minutes50", "minutes100"] as const;
export type DifferenceName = (typeof differenceNames)[number];

/** Computes the difference between the logged hours (those of the worker's entries) and the hours on the pay slip. */
export function differenceOf(logged: Logged, slip: Slip): Difference {
	return {
		minutes50: logged.minutes50 - slip.minutes50,
		minutes100: logged.minutes100 - slip.minutes100,
	};
}

/** Whether slip and entries have the same hours, apart from hours whose premium (50 % or 100 %) is unknown. */
export function isEqual(difference: Difference): boolean {
	return differenceNames.every((name) => difference[name] === 0);
}

/** Whether the worker should check the slip: hours differ, or the premium (50 % or 100 %) of some hours is unknown. */
export function isOpen(logged: Logged, difference: Difference): boolean {
	return !isEqual(difference) || logged.minutesUnclassified > 0;
}

/** A difference between slips and entries, added up over several periods. */
export interface OpenDifference {
	/**
	 * Minutes of the worker's overtime entries minus minutes on the pay slips: positive if the slips have fewer
	 * minutes. A difference of 0 is left out.
	 */
	amount: number;
	/** First day of the period in which the difference began. */
	since: CivilDate;
}

/** Differences that no later slip makes up for, by premium (50 %, 100 %). Contains only premiums with a difference. */
export type OpenDifferences = Partial<Record<DifferenceName, OpenDifference>>;

/**
 * Adds up the differences between the worker's entries and several pay slips, for each premium. Leaves out a sum of 0:
 * later slips have then made up for the difference. `since` is the first day of the period in which the sum last became
 * positive or negative.
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
