/** Warnings about sums of overtime hours. Warnings inform and never block saving. */

import { formatHours } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

const HOUR_MINUTES = 60;
/** Decreto 484/2000: maximum overtime per month and per year without an authorisation. */
const MONTH_MINUTES = 30 * HOUR_MINUTES;
const YEAR_MINUTES = 200 * HOUR_MINUTES;
/** A warning appears when the overtime on one day exceeds this number of minutes. */
export const LONG_DAY_MINUTES = 16 * HOUR_MINUTES;

/** Overtime minutes up to and including today (worked) and after today (planned). */
interface Worked {
	workedMinutes: number;
	plannedMinutes: number;
}

interface Sums {
	/** Overtime of the current calendar month (`month`) and of the current year (`year`). */
	month: Worked;
	year: Worked;
	/** Days with more than 16 hours of overtime. */
	longDays: readonly CivilDate[];
}

/** The warnings above the list of overtime entries. */
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

function workedText({ workedMinutes, plannedMinutes }: Worked): string {
	if (workedMinutes === 0)
		return `tenés anotadas ${formatHours(plannedMinutes)} horas extra para después de hoy`;
	const text = `llevás ${formatHours(workedMinutes)} horas extra`;
	if (plannedMinutes === 0) return text;
	return `${text} y tenés anotadas ${formatHours(plannedMinutes)} para después de hoy: con esas serían ${formatHours(workedMinutes + plannedMinutes)}`;
}
