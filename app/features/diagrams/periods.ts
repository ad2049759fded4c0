/**
 * Periods that a picture of a shift calendar covers, and the slug of each period in addresses: a month `2027-01`,
 * or half a year `2027-1` or `2027-2`.
 */
import { monthName } from "~/lib/time/civil-date";

export type Period =
	| { kind: "month"; year: number; month: number }
	| { kind: "half"; year: number; half: 1 | 2 };

/** The first year with shift calendars. */
export const FIRST_YEAR = 2020;
/** Number of years after the current year for which shift calendars exist. */
export const YEARS_AHEAD = 5;

/** Whether shift calendars exist for `year`. */
export function isShownYear(year: number, currentYear: number): boolean {
	return year >= FIRST_YEAR && year <= currentYear + YEARS_AHEAD;
}

/** Parses the slug of a period; undefined for an invalid slug. */
export function parsePeriod(slug: string): Period | undefined {
	const match = /^(\d{4})-(0[1-9]|1[0-2]|[12])$/.exec(slug);
	if (!match?.[2]) return undefined;
	const year = Number(match[1]);
	if (match[2].length === 2) return { kind: "month", year, month: Number(match[2]) };
	return { kind: "half", year, half: match[2] === "1" ? 1 : 2 };
}

export function periodSlug(period: Period): string {
	return period.kind === "month"
		? `${period.year}-${String(period.month).padStart(2, "0")}`
		: `${period.year}-${period.half}`;
}

/** The months of a period, numbered 1 to 12. */
export function monthsOf(period: Period): number[] {
	if (period.kind === "month") return [period.month];
	return period.half === 1 ? [1, 2, 3, 4, 5, 6] : [7, 8, 9, 10, 11, 12];
}

/** Title of a period: "Noviembre 2026", "Enero a junio 2027". */
export function periodTitle(period: Period): string {
	const months = monthsOf(period);
	const [first, last] = [monthName(months[0] ?? 1), monthName(months[months.length - 1] ?? 1)];
	const name = first === last ? first : `${first} a ${last}`;
	return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${period.year}`;
}

/**
 * Parses a slug such as `4turnos_7dias-2027-01` to a shift diagram's id and a period; undefined for an invalid
 * slug.
 */
export function parsePictureSlug(slug: string): { diagramId: string; period: Period } | undefined {
	const match = /^([a-z0-9_]{1,40})-(\d{4}-\d{1,2})$/.exec(slug);
	const period = match?.[2] ? parsePeriod(match[2]) : undefined;
	return match?.[1] && period ? { diagramId: match[1], period } : undefined;
}

export function pictureSlug(diagramId: string, period: Period): string {
	return `${diagramId}-${periodSlug(period)}`;
}

/** Address of the page for one month of a shift diagram. */
export function monthPath(diagramId: string, year: number, month: number): string {
	const slug = periodSlug({ kind: "month", year, month });
	return `/diagram-detail/${diagramId}-${slug}/${monthName(month)}/${slug}`;
}

/** Address of the page for half a year of a shift diagram. */
export function halfYearPath(diagramId: string, year: number, half: 1 | 2): string {
	return `/diagram-complete/${diagramId}/${year}-${half}`;
}
