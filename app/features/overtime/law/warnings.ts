/** Warnings about sums of extras. They inform and never block saving. Pure. */

import { formatHours } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

const HOUR_MINUTES = 60;
/** Decreto 484/2000: maximum extra hours without an authorisation. */
const MONTH_MINUTES = 30 * HOUR_MINUTES;
const YEAR_MINUTES = 200 * HOUR_MINUTES;
/** A day with more minutes of extras gets a warning. */
export const LONG_DAY_MINUTES = 16 * HOUR_MINUTES;

/** Minutes of extras dated up to and including today (worked), and of later extras (planned). */
interface Worked {
	workedMinutes: number;
	plannedMinutes: number;
}

interface Sums {
	/** Sums of the current calendar month and the current year. */
	month: Worked;
	year: Worked;
	/** Days with more than 16 hours of extras. */
	longDays: readonly CivilDate[];
}

/** The warnings shown above the list. */
export function warningsOf({ month, year, longDays }: Sums): string[] {
	const lines: string[] = [];
	if (month.workedMinutes + month.plannedMinutes > MONTH_MINUTES) {
		lines.push(
			`Este mes ${workedText(month)}. Sin autorización, el tope es de 30 por mes (Decreto 484/2000).`,
		);
	}
	if (year.workedMinutes + year.plannedMinutes > YEAR_MINUTES) {
		lines.push(
			`Este año ${workedText(year)}. Sin autorización, el tope es de 200 por año (Decreto 484/2000).`,
		);
	}
	for (const date of longDays)
		lines.push(`El ${formatShortDate(date)} suma más de 16 horas extra: revisá si está bien.`);
	return lines;
}

/** "llevás 24 horas extra y tenés anotadas 8 para después de hoy: con esas serían 32" */
function workedText({ workedMinutes, plannedMinutes }: Worked): string {
	if (workedMinutes === 0)
		return `tenés anotadas ${formatHours(plannedMinutes)} horas extra para después de hoy`;
	const text = `llevás ${formatHours(workedMinutes)} horas extra`;
	if (plannedMinutes === 0) return text;
	return `${text} y tenés anotadas ${formatHours(plannedMinutes)} para después de hoy: con esas serían ${formatHours(workedMinutes + plannedMinutes)}`;
}
