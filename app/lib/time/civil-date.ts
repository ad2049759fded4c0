/**
 * Civil dates: calendar days without hour or time zone, as text `YYYY-MM-DD`. Never parse a civil date with `new
 * Date(text)`, which reads it as UTC and shows the day before in Argentina.
 */
export type CivilDate = string;

export interface DateParts {
	year: number;
	/** Month from 1 to 12. */
	month: number;
	/** Day of the month from 1 to 31. */
	day: number;
}

const DAY_MS = 86_400_000;
/** Maximum number of cached results: the number of days in ten years. */
const MAX_REMEMBERED = 3_653;

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

/** Spanish names of the weekdays in ISO order: index 0 is Monday. */
export const weekdayNames = [
	"lunes",
	"martes",
	"miércoles",
	"jueves",
	"viernes",
	"sábado",
	"domingo",
] as const;

/** Returns a text if it is a real calendar day between the years 1900 and 2199, else undefined. */
export function parseCivilDate(text: string): CivilDate | undefined {
	const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
	if (!match) return undefined;
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	if (year < 1900 || year > 2199 || month < 1 || month > 12) return undefined;
	return day >= 1 && day <= daysInMonth(year, month) ? text : undefined;
}

export function datePartsOf(date: CivilDate): DateParts {
	return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

/** Builds a civil date. `month` is from 1 to 12, `day` from 1 to 31. */
export function civilDate(year: number, month: number, day: number): CivilDate {
	return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Number of whole days from 1970-01-01 to a date, by which dates can be subtracted. */
export const dayNumber = remembering((date: CivilDate): number => {
	const { year, month, day } = datePartsOf(date);
	return Date.UTC(year, month - 1, day) / DAY_MS;
});

export const dateOfDayNumber = remembering((number: number): CivilDate => {
	// `toISOString` takes five times as long.
	const date = new Date(number * DAY_MS);
	return civilDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
});

/**
 * Returns a function that caches the results of `compute`, because a page with overtime needs the same days a
 * thousand times.
 */
function remembering<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
	const known = new Map<Key, Result>();
	return (key) => {
		const kept = known.get(key);
		if (kept !== undefined) return kept;
		const result = compute(key);
		if (known.size === MAX_REMEMBERED) known.clear();
		known.set(key, result);
		return result;
	};
}

export function addDays(date: CivilDate, days: number): CivilDate {
	return dateOfDayNumber(dayNumber(date) + days);
}

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: CivilDate): number {
	// Day number 0, 1970-01-01, was a Thursday.
	return modulo(dayNumber(date) + 3, 7) + 1;
}

/** Number of days in a month; `month` is from 1 to 12. */
export function daysInMonth(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Today's date in `timeZone`, whatever the time zone of the server or the phone. */
export function todayIn(timeZone: string, now = new Date()): CivilDate {
	return dayFormat(timeZone).format(now);
}

/** Formats a date as "lunes 23 de noviembre de 2026". */
export function formatLongDate(date: CivilDate): string {
	const { year, month } = datePartsOf(date);
	return `${formatDayOfMonth(date)} de ${monthName(month)} de ${year}`;
}

/** Formats a date as "23/11/2026". */
export function formatShortDate(date: CivilDate): string {
	return date.split("-").reverse().join("/");
}

/** Formats a date as "lunes 23": weekday and day of the month. */
export function formatDayOfMonth(date: CivilDate): string {
	return `${weekdayName(date)} ${datePartsOf(date).day}`;
}

/** Spanish weekday name of a date. */
export function weekdayName(date: CivilDate): string {
	return weekdayNames[weekdayOf(date) - 1] ?? "";
}

/** Spanish name of a month; `month` is from 1 to 12. */
export function monthName(month: number): string {
	return monthNames[month - 1] ?? "";
}

/** Remainder of a division, never negative: `%` returns a negative number for a negative dividend. */
export function modulo(dividend: number, divisor: number): number {
	return ((dividend % divisor) + divisor) % divisor;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * The date format of a time zone, created once because creating an Intl formatter takes longer than rendering a page.
 * The Canadian locale formats dates as YYYY-MM-DD.
 */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
	const known = dayFormats.get(timeZone);
	if (known) return known;
	const made = new Intl.DateTimeFormat("en-CA", {
		timeZone,
		year: "numeric",
		month: "2-digit",
		day: "2-digit",
	});
	dayFormats.set(timeZone, made);
	return made;
}
