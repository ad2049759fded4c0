/** What is told about extras beside their sums. It informs and never blocks. Pure. */
import { type CivilDate, formatShortDate } from "~/lib/civil-date";
import { formatHours } from "./hours";

const HOUR_MIN = 60;
/** Decreto 484/2000: without an authorisation. */
const MONTH_MIN = 30 * HOUR_MIN;
const YEAR_MIN = 200 * HOUR_MIN;
/** The most of one entry, in minutes; a day with more is told. */
export const LONG_DAY_MIN = 16 * HOUR_MIN;

interface Sums {
	/** Minutes of extras in this calendar month, and in this year. */
	month: number;
	year: number;
	/** Days with more than 16 hours of extras. */
	longDays: readonly CivilDate[];
}

/** The information lines over the list. */
export function warningsOf({ month, year, longDays }: Sums): string[] {
	const lines: string[] = [];
	if (month > MONTH_MIN) {
		lines.push(
			`Este mes llevás ${formatHours(month)} horas extra. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).`,
		);
	}
	if (year > YEAR_MIN) {
		lines.push(
			`Este año llevás ${formatHours(year)} horas extra. Sin autorización, el tope es de 200 por año (Decreto 484/2000).`,
		);
	}
	for (const date of longDays)
		lines.push(`El ${formatShortDate(date)} suma más de 16 horas extra: revisá si está bien.`);
	return lines;
}
