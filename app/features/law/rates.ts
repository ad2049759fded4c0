/** Premiums of a worker's collective agreement. Each agreement applies from its first day on. */
import type { AgreementsTable } from "db/schema";
import type { CivilDate } from "~/lib/time/civil-date";

/**
 * Premiums in whole percent of the hourly rate: 50 means one and a half times the pay. If several premiums apply to a
 * minute, only the highest counts; the night surcharge is added to it.
 */
export interface Rates {
	weekday: number;
	/** Premium on Saturdays from the hour that the law sets. Before this hour, Saturday is a weekday. */
	saturday: number;
	sunday: number;
	holiday: number;
	/**
	 * Premium for work on a holiday during the worker's own shift; 100 is double pay. The day's other premiums then do
	 * not apply.
	 */
	ownShift: number;
	/** Surcharge for each night hour, added to any premium. */
	night: number;
	/** Compensation for work on a day off: a premium, or another day off; null if unknown to the worker. */
	dayOff: AgreementsTable["day_off"];
	/** Whether work on the holiday of the worker's union earns a normal day's wage in addition. */
	hasUnionDay: boolean;
}

export interface Agreement extends Rates {
	name: AgreementsTable["name"];
	/** First day of the agreement, which applies until the next agreement starts. */
	since: CivilDate;
}

/**
 * The legal premiums: LCT (Ley 20.744) art. 201 and, for holidays in the worker's own shift, art. 166. They apply
 * while the worker has no agreement.
 */
export const lawRates: Readonly<Rates> = {
	weekday: 50,
	saturday: 100,
	sunday: 100,
	holiday: 100,
	ownShift: 100,
	night: 0,
	dayOff: null,
	hasUnionDay: false,
};

/**
 * Returns the agreement or hourly rate that applies on `date`: the last one that starts on or before that date.
 * @param rows oldest first
 */
export function rowOn<Row extends { since: CivilDate }>(rows: readonly Row[], date: CivilDate) {
	return rows.filter(({ since }) => since <= date).pop();
}

/** The premiums in percent that the agreements in force from `first` to `last` can pay, lowest first. */
export function percentsBetween(agreements: readonly Agreement[], first: CivilDate, last: CivilDate) {
	const later = agreements.filter(({ since }) => since > first && since <= last);
	const percents = [rowOn(agreements, first) ?? lawRates, ...later].flatMap(
		({ weekday, saturday, sunday, holiday, ownShift, dayOff }) => [
			...[weekday, saturday, sunday, holiday, ownShift],
			...(dayOff === null || dayOff === "franco" ? [] : [Number(dayOff)]),
		],
	);
	return [...new Set(percents)].sort((one, other) => one - other);
}
