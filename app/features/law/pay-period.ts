/** Pay periods of a worker, which differ between factories. */
import type { UsersTable } from "db/schema";
import type { Selectable } from "kysely";
import { addDays, type CivilDate, civilDate, datePartsOf, daysInMonth } from "~/lib/time/civil-date";

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
	return day >= 1 && day <= LAST_CLOSING_DAY ? `closing-${day}` : undefined;
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

/** The closing day in the month of `date`. */
function closingOf(date: CivilDate, closingDay: number): CivilDate {
	const { year, month } = datePartsOf(date);
	return civilDate(year, month, Math.min(closingDay, daysInMonth(year, month)));
}
