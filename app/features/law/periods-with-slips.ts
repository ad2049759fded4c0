/**
 * Pay periods in the list of pay slips: the period stored with each slip and, for all other days, the periods by the
 * setting in the worker's profile.
 */
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, datePartsOf, formatShortDate, monthName } from "~/lib/time/civil-date";
import { type DateRange, type PayPeriod, payPeriodOf } from "./pay-period";

/**
 * Returns the pay period that contains a date. A pay slip keeps its period when the worker changes the setting of pay
 * periods. Periods that would overlap with the period of a slip are shortened.
 * @param taken periods of the slips, which never overlap
 */
export function periodOn(date: CivilDate, setting: PayPeriod, taken: readonly DateRange[]): DateRange {
	const own = taken.find(({ start, end }) => start <= date && date <= end);
	if (own) return { start: own.start, end: own.end };
	let { start, end } = payPeriodOf(date, setting);
	for (const other of taken) {
		if (other.end < date && other.end >= start) start = addDays(other.end, 1);
		if (other.start > date && other.start <= end) end = addDays(other.start, -1);
	}
	return { start, end };
}

/**
 * Names a pay period: "noviembre 2026" (a calendar month), "16 al 30 de noviembre 2026" (within a month), otherwise
 * "21/10/2026 al 20/11/2026".
 */
export function payPeriodName(period: DateRange): string {
	const { start, end } = period;
	if (start.slice(0, 7) !== end.slice(0, 7)) return `${formatShortDate(start)} al ${formatShortDate(end)}`;
	const { year, month, day } = datePartsOf(end);
	const days = isMonth(period) ? "" : `${datePartsOf(start).day} al ${day} de `;
	return `${days}${monthName(month)} ${year}`;
}

function isMonth({ start, end }: DateRange): boolean {
	const month = payPeriodOf(start, "month");
	return month.start === start && month.end === end;
}

/** Returns "de octubre de 2026" for a calendar month, otherwise "del 26/09/2026 al 25/10/2026". */
export function ofPeriod(period: DateRange): string {
	const { start, end } = period;
	return isMonth(period)
		? `de ${sinceName(start)}`
		: `del ${formatShortDate(start)} al ${formatShortDate(end)}`;
}

/** Returns a title such as "Octubre de 2026" or "Del 26/09/2026 al 25/10/2026". */
export function periodTitle(period: DateRange): string {
	return capitalised(ofPeriod(period).replace(/^de /, ""));
}

/** A period's start, as it follows the word "desde": "agosto de 2026", "el 26/08/2026". */
export function sinceName(start: CivilDate): string {
	const { year, month, day } = datePartsOf(start);
	return day === 1 ? `${monthName(month)} de ${year}` : `el ${formatShortDate(start)}`;
}
