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
	/** Minutes of the entries compensated with money, at each pay rate. */
	minutes50: number;
	minutes100: number;
	/** Minutes of those entries whose pay rate is unknown. */
	minutesUnclassified: number;
	/** Number of those entries marked for review, and of those with a start time proposed by the shift diagram. */
	toReview: number;
	proposedStarts: number;
	/** Entries compensated with a day off, with hours in the bank, and without a word on the compensation. */
	dayOff: Entries;
	bank: Entries;
	undecided: Entries;
	/** Number of entries after today. */
	planned: number;
}

/** Overtime entries minus slip: positive where the slip has less than the worker logged. */
export interface Difference {
	minutes50: number;
	minutes100: number;
	daysOff: number;
}

export const differenceNames = ["minutes50", "minutes100", "daysOff"] as const;
export type DifferenceName = (typeof differenceNames)[number];

/** How a slip differs from the overtime entries. Days off are compared only when the slip names them. */
export function differenceOf(logged: Logged, slip: Slip): Difference {
	return {
		minutes50: logged.minutes50 - slip.minutes50,
		minutes100: logged.minutes100 - slip.minutes100,
		daysOff: slip.daysOff === null ? 0 : logged.dayOff.count - slip.daysOff,
	};
}

/** Whether slip and overtime entries agree, as far as the pay rates are known. */
export function isEqual(difference: Difference): boolean {
	return differenceNames.every((name) => difference[name] === 0);
}

/** A difference carried on over several periods. */
export interface OpenDifference {
	/** Signed like `Difference`, never 0. */
	amount: number;
	/** First day of the period with which it began. */
	since: CivilDate;
}

/**
 * Adds up the differences of several periods. What a later slip makes up for is no longer open, and a difference that
 * opens again, or turns into the opposite, counts from then on.
 * @param periods oldest first
 */
export function addUp(
	periods: readonly { start: CivilDate; difference: Difference }[],
): Partial<Record<DifferenceName, OpenDifference>> {
	const open: Partial<Record<DifferenceName, OpenDifference>> = {};
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
