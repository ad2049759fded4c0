/** Pay periods of a worker, which differ between factories. */
import type { UsersTable } from "db/schema";
import type { Selectable } from "kysely";
import { capitalised } from "~/lib/capitalised";
import {
	addDays,
	type CivilDate,
	civilDate,
	datePartsOf,
	daysInMonth,
	EARLIEST,
	formatShortDate,
	monthName,
} from "~/lib/time/civil-date";

/**
 * Kind of pay period: the calendar month; half of it (1 to 15, 16 to the end); or the month up to a closing day.
 * "closing-20" means from the 21st to the 20th of the next month.
 */
export type PayPeriod = Selectable<UsersTable>["pay_period"];

/** Latest closing day. Shorter months close on their last day. */
export const LAST_CLOSING_DAY = 31;

export interface DateRange {
	/** First and last day, both inclusive. */
	start: CivilDate;
	end: CivilDate;
}

/** Parses a pay period setting; undefined if unknown. */
export function parsePayPeriod(text: string): PayPeriod | undefined {
	if (text === "month" || text === "fortnight") return text;
	const day = Number(/^closing-([1-9]\d?)$/.exec(text)?.[1]);
	return day <= LAST_CLOSING_DAY ? `closing-${day}` : undefined;
}

/** The pay period that contains a date. */
export function payPeriodOf(date: CivilDate, setting: PayPeriod): DateRange {
	const { year, month, day } = datePartsOf(date);
	const lastDay = civilDate(year, month, daysInMonth(year, month));
	if (setting === "month") return { start: civilDate(year, month, 1), end: lastDay };
	if (setting === "fortnight") {
		return day <= 15
			? { start: civilDate(year, month, 1), end: civilDate(year, month, 15) }
			: { start: civilDate(year, month, 16), end: lastDay };
	}
	const closing = Number(setting.slice("closing-".length));
	const isBeforeClosing = date <= closingOf(date, closing);
	// First day of the month in which the period ends: after the closing day of this month, it ends in the next month.
	const first = isBeforeClosing ? civilDate(year, month, 1) : addDays(lastDay, 1);
	return { start: addDays(closingOf(addDays(first, -1), closing), 1), end: closingOf(first, closing) };
}

/** Groups entries, which are sorted by date in either direction, by the pay period that `periodOf` gives for a date. */
export function byPeriod<Row extends { date: CivilDate }>(
	extras: readonly Row[],
	periodOf: (date: CivilDate) => DateRange,
) {
	const periods: (DateRange & { extras: Row[] })[] = [];
	for (const extra of extras) {
		const last = periods[periods.length - 1];
		if (last && last.start <= extra.date && extra.date <= last.end) last.extras.push(extra);
		else periods.push({ ...periodOf(extra.date), extras: [extra] });
	}
	return periods;
}

/** The closing day in the month of `date`. */
function closingOf(date: CivilDate, closingDay: number): CivilDate {
	const { year, month } = datePartsOf(date);
	return civilDate(year, month, Math.min(closingDay, daysInMonth(year, month)));
}

/**
 * Returns the pay period that contains a date. A pay slip keeps its period when the worker changes the setting of pay
 * periods. Periods that would overlap with the period of a slip are shortened.
 * @param taken periods of the slips, which never overlap
 */
export function periodOn(date: CivilDate, setting: PayPeriod, taken: readonly DateRange[]): DateRange {
	const own = taken.find(({ start, end }) => start <= date && date <= end);
	if (own) return { start: own.start, end: own.end };
	let { start, end } = payPeriodOf(date, setting);
	// No form and no address accepts an earlier day.
	if (start < EARLIEST && date >= EARLIEST) start = EARLIEST;
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
	const days = isWholeMonth(period) ? "" : `${datePartsOf(start).day} al ${day} de `;
	return `${days}${monthName(month)} ${year}`;
}

export function isWholeMonth({ start, end }: DateRange): boolean {
	const month = payPeriodOf(start, "month");
	return month.start === start && month.end === end;
}

/** Returns "de octubre de 2026" for a calendar month, otherwise "del 26/09/2026 al 25/10/2026". */
export function ofPeriod(period: DateRange): string {
	const { start, end } = period;
	return isWholeMonth(period)
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
