import { civilDate, datePartsOf, daysInMonth, formatShortDate, monthName } from "~/lib/time/civil-date";
import type { DateRange } from "./pay-period";

/**
 * Names a pay period: "noviembre 2026" (a calendar month), "16 al 30 de noviembre 2026" (within a month), otherwise
 * "21/10/2026 al 20/11/2026".
 */
export function payPeriodName({ start, end }: DateRange): string {
	const [first, last] = [datePartsOf(start), datePartsOf(end)];
	const { year, month } = last;
	if (start.slice(0, 7) !== end.slice(0, 7)) return `${formatShortDate(start)} al ${formatShortDate(end)}`;
	const isWholeMonth = first.day === 1 && end === civilDate(year, month, daysInMonth(year, month));
	const days = isWholeMonth ? "" : `${first.day} al ${last.day} de `;
	return `${days}${monthName(month)} ${year}`;
}
