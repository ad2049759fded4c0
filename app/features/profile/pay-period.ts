/** Pay periods of a worker, which differ between factories. */
import { addDays, type CivilDate, civilDate, datePartsOf, daysInMonth } from "~/lib/time/civil-date";

/**
 * Kind of pay period: the calendar month; half of the calendar month (day 1 to 15, day 16 to the end); or the month
 * that ends with a closing day, such as "closing-20" for the 21st up to the 20th of the next month. A month without
 * the closing day ends its period on its last day.
 */
export type PayPeriod = "month" | "fortnight" | `closing-${number}`;

/** Latest possible closing day of a pay period. A shorter month closes on its last day. */
export const LAST_CLOSING_DAY = 31;

export interface DateRange {
	/** The days `start` and `end` both belong to the range. */
	start: CivilDate;
	end: CivilDate;
}

/** Parses a stored or posted pay period setting; undefined for an unknown setting. */
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
	// For a date after the closing day, the pay period ends in the next month.
	const first = isBeforeClosing ? civilDate(year, month, 1) : addDays(lastDay, 1);
	return { start: addDays(closingOf(addDays(first, -1), closing), 1), end: closingOf(first, closing) };
}

/** The closing day of the pay period in the month of `date`. */
function closingOf(date: CivilDate, closingDay: number): CivilDate {
	const { year, month } = datePartsOf(date);
	return civilDate(year, month, Math.min(closingDay, daysInMonth(year, month)));
}

/** The pay period before the pay period that contains a date. */
export function payPeriodBefore(date: CivilDate, setting: PayPeriod): DateRange {
	return payPeriodOf(addDays(payPeriodOf(date, setting).start, -1), setting);
}
