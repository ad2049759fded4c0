import { remembering } from "~/lib/remembering";
import { DAY_MS } from "~/lib/units/durations";

/**
 * Calendar days as text `YYYY-MM-DD`. Never use `new Date(text)`, which reads the text as UTC and shows the day
 * before in Argentina.
 */
export type CivilDate = string;

/** First date that a form accepts. */
export const EARLIEST: CivilDate = "1970-01-01";

/** An instant on the factory's clock. */
export interface PlantClock {
	today: CivilDate;
	/** Minutes since midnight, from 0 to 1439. */
	minute: number;
}

export const monthNames = [
	"enero",
	"febrero",
	"marzo",
	"abril",
	"mayo",
	"junio",
	"julio",
	"agosto",
	"septiembre",
	"octubre",
	"noviembre",
	"diciembre",
] as const;

/** ISO order: index 0 is Monday. */
export const weekdayNames = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];

/** Returns a real calendar day from 1900 to 2199, otherwise undefined. */
export function parseCivilDate(text: string): CivilDate | undefined {
	const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (!match) return undefined;
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	if (year < 1900 || year > 2199 || month < 1 || month > 12) return undefined;
	return day >= 1 && day <= daysInMonth(year, month) ? text : undefined;
}

export function datePartsOf(date: CivilDate) {
	return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Builds a civil date. `month` is from 1 to 12, `day` from 1 to 31. */
export function civilDate(year: number, month: number, day: number): CivilDate {
	return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

export function isSameMonth(one: CivilDate, other: CivilDate): boolean {
	return one.slice(0, 7) === other.slice(0, 7);
}

/** Returns the number of days from 1970-01-01 to a date, to compute the difference between two dates. */
export const dayNumber = remembering((date: CivilDate): number => {
	const { year, month, day } = datePartsOf(date);
	return Date.UTC(year, month - 1, day) / DAY_MS;
});

export const dateOfDayNumber = remembering((number: number): CivilDate => {
	// `toISOString` would take five times as long.
	const date = new Date(number * DAY_MS);
	return civilDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
});

export function addDays(date: CivilDate, days: number): CivilDate {
	return dateOfDayNumber(dayNumber(date) + days);
}

/** Returns `count` days from `first` on. */
export function consecutiveDays(first: CivilDate, count: number): CivilDate[] {
	return Array.from({ length: count }, (_, ahead) => addDays(first, ahead));
}

export const SATURDAY = 6;
export const SUNDAY = 7;

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: CivilDate): number {
	// Day number 0, 1970-01-01, was a Thursday.
	return modulo(dayNumber(date) + 3, 7) + 1;
}

/** Number of days in a month; `month` is from 1 to 12. */
export function daysInMonth(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** All dates of a month such as `2027-01`. */
export const daysOfMonth = remembering((month: string): readonly CivilDate[] => {
	const parts = datePartsOf(`${month}-01`);
	return consecutiveDays(`${month}-01`, daysInMonth(parts.year, parts.month));
});

/** Formats a date as "lunes 23 de noviembre de 2026". */
export function formatLongDate(date: CivilDate): string {
	return `${formatDayOfYear(date)} de ${datePartsOf(date).year}`;
}

/** Formats a date as "lunes 23 de noviembre". */
export function formatDayOfYear(date: CivilDate): string {
	return `${formatDayOfMonth(date)} de ${monthName(datePartsOf(date).month)}`;
}

/** Formats a date as "23/11/2026". */
export function formatShortDate(date: CivilDate): string {
	return `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

/** Formats a date as "lunes 23". */
export function formatDayOfMonth(date: CivilDate): string {
	return `${weekdayName(date)} ${datePartsOf(date).day}`;
}

/** Formats a date as "lun 23". */
export function formatShortDay(date: CivilDate): string {
	return `${shortWeekday(date)} ${datePartsOf(date).day}`;
}

export function shortWeekday(date: CivilDate): string {
	return weekdayName(date).slice(0, 3);
}

export function weekdayName(date: CivilDate): string {
	return weekdayNames[weekdayOf(date) - 1] ?? "";
}

/** Spanish name of a month; `month` is from 1 to 12. */
export function monthName(month: number): string {
	return monthNames[month - 1] ?? "";
}

/** Remainder of a division, never negative, unlike `%`. */
export function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}

/** Groups ascending dates into runs of consecutive days. */
export function runsOfDays(dates: readonly CivilDate[]): { first: CivilDate; last: CivilDate }[] {
	const runs: { first: CivilDate; last: CivilDate }[] = [];
	for (const date of dates) {
		const run = runs[runs.length - 1];
		if (run && addDays(run.last, 1) === date) run.last = date;
		else runs.push({ first: date, last: date });
	}
	return runs;
}
