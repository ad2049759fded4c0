/** What is told about extras beside their sums. It informs and never blocks. Pure. */

import { formatHours } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

const HOUR_MIN = 60;
/** Decreto 484/2000: without an authorisation. */
const MONTH_MIN = 30 * HOUR_MIN;
const YEAR_MIN = 200 * HOUR_MIN;
/** The most of one entry, in minutes; a day with more is told. */
export const LONG_DAY_MIN = 16 * HOUR_MIN;

/** Minutes of extras: worked until today, today included, and written down for the days after it. */
interface Worked {
	worked: number;
	planned: number;
}

interface Sums {
	/** In this calendar month, and in this year. */
	month: Worked;
	year: Worked;
	/** Days with more than 16 hours of extras. */
	longDays: readonly CivilDate[];
}

/** The information lines over the list. */
export function warningsOf({ month, year, longDays }: Sums): string[] {
	const lines: string[] = [];
	if (month.worked + month.planned > MONTH_MIN) {
		lines.push(
			`Este mes ${workedText(month)}. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).`,
		);
	}
	if (year.worked + year.planned > YEAR_MIN) {
		lines.push(
			`Este año ${workedText(year)}. Sin autorización, el tope es de 200 por año (Decreto 484/2000).`,
		);
	}
	for (const date of longDays)
		lines.push(`El ${formatShortDate(date)} suma más de 16 horas extra: revisá si está bien.`);
	return lines;
}

/** "llevás 24 horas extra y tenés anotadas 8 para después de hoy: con esas serían 32" */
function workedText({ worked, planned }: Worked): string {
	if (worked === 0) return `tenés anotadas ${formatHours(planned)} horas extra para después de hoy`;
	const text = `llevás ${formatHours(worked)} horas extra`;
	if (planned === 0) return text;
	return `${text} y tenés anotadas ${formatHours(planned)} para después de hoy: con esas serían ${formatHours(worked + planned)}`;
}
