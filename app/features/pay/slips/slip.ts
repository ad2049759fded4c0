/** Compares a pay slip with the worker's overtime entries of the same period. */
import { type DoubtCounts, doubtSign } from "~/features/law/doubts";
import type { Included } from "~/features/law/included";
import type { DateRange } from "~/features/law/pay-period";
import { type Premiums, percentsOf, UNCLASSIFIED, withoutZeros } from "~/features/law/premiums";
import type { CivilDate } from "~/lib/time/civil-date";

/** The overtime on the pay slip of a period. */
export interface Slip extends DateRange {
	/** Minutes with each premium in percent, without zeros. */
	premiums: Premiums;
	/** Number of days off that the slip gives for overtime; null if the slip mentions none. */
	daysOff: number | null;
	/** Amount in centavos; null if the worker did not enter it. */
	amount: number | null;
	/** Date on which the worker marked the differences as settled; null while they are open. */
	settledOn: CivilDate | null;
}

/** Sums of a period's entries that have ended, by compensation. */
export interface Logged extends Included {
	/** Minutes by premium of the entries compensated with money or without a chosen compensation. */
	premiums: Premiums;
	/** Number of these entries with each doubt. */
	doubts: DoubtCounts;
}

/** Whether a period has any entry. */
export function hasEntries({ premiums, dayOff, bank, planned }: Logged): boolean {
	return Object.keys(premiums).length > 0 || dayOff.count + bank.count + planned > 0;
}

/** Whether hours of a period may still be added: it has not ended, or an entry, such as one of its last night, has not. */
export function isRunning({ end }: DateRange, { planned }: Logged, today: CivilDate): boolean {
	return today <= end || planned > 0;
}

/**
 * Logged minutes (those of the worker's entries) minus minutes on the pay slip, by premium in percent: positive if the
 * slip has less. Contains no zeros. Days off are left out, because it is only an assumption that each entry earns one
 * day off.
 */
export type Difference = Premiums;

/** Computes the difference between the logged hours (those of the worker's entries) and the hours on the pay slip. */
export function differenceOf(logged: Pick<Logged, "premiums">, slip: Pick<Slip, "premiums">): Difference {
	const percents = percentsOf(logged.premiums, slip.premiums);
	const minutesOf = (percent: number) => (logged.premiums[percent] ?? 0) - (slip.premiums[percent] ?? 0);
	return withoutZeros(Object.fromEntries(percents.map((percent) => [percent, minutesOf(percent)])));
}

/** Whether slip and entries have the same hours, apart from hours whose premium is unknown. */
export function isEqual(difference: Difference): boolean {
	return Object.keys(difference).length === 0;
}

/** Whether the worker should check the slip: hours differ, or the premium of some hours is unknown. */
export function isOpen({ premiums }: Pick<Logged, "premiums">, difference: Difference): boolean {
	return !isEqual(difference) || premiums[UNCLASSIFIED] !== undefined;
}

/** The slips that the worker has not marked as settled. */
export function unsettledOf(slips: readonly Slip[]): Slip[] {
	return slips.filter(({ settledOn }) => settledOn === null);
}

/** Differences that no later slip makes up for, by premium in percent. Contains only premiums with a difference. */
export type OpenDifferences = ReturnType<typeof addUp>;

/**
 * Adds up the differences between the worker's entries and several pay slips, for each premium. `amount` is like a
 * `Difference`; a sum of 0 is left out: later slips have then made up for the difference. `since` is the first day of the
 * period in which the sum last became positive or negative, `sign` the sign of a doubt if entries with doubts are in it.
 * @param compared oldest first
 */
export function addUp(
	compared: readonly { slip: Pick<Slip, "start">; logged: Pick<Logged, "doubts">; difference: Difference }[],
) {
	const open: Record<string, { amount: number; since: CivilDate; sign: string }> = {};
	for (const { slip, logged, difference } of compared) {
		for (const [percent, minutes] of Object.entries(difference)) {
			const before = open[percent];
			const amount = (before?.amount ?? 0) + minutes;
			if (amount === 0) delete open[percent];
			else {
				const goesOn = before && Math.sign(before.amount) === Math.sign(amount);
				const sign = doubtSign(logged.doubts) || (before?.sign ?? "");
				open[percent] = { amount, since: goesOn ? before.since : slip.start, sign };
			}
		}
	}
	return open;
}
