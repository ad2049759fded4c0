/** What a pay slip says about overtime, and how it differs from the overtime entries of its period. */
import type { DateRange } from "~/features/profile/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

/** What the pay slip of a period says about overtime. */
export interface Slip extends DateRange {
	minutes50: number;
	minutes100: number;
	/** Compensatory days off that the slip grants; null when it says nothing about them. */
	daysOff: number | null;
	/** Amount paid for overtime in centavos; null when the worker did not copy it. */
	amount: number | null;
	/** When the worker marked the differences as settled; null while they are open. */
	settledOn: CivilDate | null;
}

/** A number of overtime entries and their hours. */
export interface Entries {
	count: number;
	minutes: number;
}

/** The overtime entries of a period up to today, by how they are compensated, and what is not sure about them. */
export interface Logged {
	/** Minutes of the entries compensated with money or without a word on the compensation, at each pay rate. */
	minutes50: number;
	minutes100: number;
	/** Minutes of those entries whose pay rate is unknown. */
	minutesUnclassified: number;
	/** Number of those entries marked for review, and of those with a start time proposed by the shift diagram. */
	toReview: number;
	proposedStarts: number;
	/** Entries without a word on the compensation. They count as paid. */
	undecided: Entries;
	/** Entries compensated with a day off, and with hours in the bank. */
	dayOff: Entries;
	bank: Entries;
	/** Number of entries after today. */
	planned: number;
}

/**
 * Overtime entries minus slip: positive where the slip has less than the worker logged. Days off are no part of it,
 * because it is unknown how many of them an entry earns.
 */
export interface Difference {
	minutes50: number;
	minutes100: number;
}

export const differenceNames = ["minutes50", "minutes100"] as const;
export type DifferenceName = (typeof differenceNames)[number];

/** How the paid hours of a slip differ from the overtime entries. */
export function differenceOf(logged: Logged, slip: Slip): Difference {
	return {
		minutes50: logged.minutes50 - slip.minutes50,
		minutes100: logged.minutes100 - slip.minutes100,
	};
}

/** Whether slip and overtime entries have the same hours, as far as the pay rates are known. */
export function isEqual(difference: Difference): boolean {
	return differenceNames.every((name) => difference[name] === 0);
}

/** Whether something is left to settle: a difference, or hours whose pay rate is unknown. */
export function isOpen(logged: Logged, difference: Difference): boolean {
	return !isEqual(difference) || logged.minutesUnclassified > 0;
}

/** A difference carried on over several periods. */
export interface OpenDifference {
	/** Signed like `Difference`, never 0. */
	amount: number;
	/** First day of the period with which it began. */
	since: CivilDate;
}

/** What remains open at each pay rate; a rate without a difference is missing. */
export type OpenDifferences = Partial<Record<DifferenceName, OpenDifference>>;

/**
 * Adds up the differences of several periods. What a later slip makes up for is no longer open, and a difference that
 * opens again, or turns into the opposite, counts from then on.
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
