/** Periods of pictures, and their slugs in URLs: a month `2027-01`, or half a year `2027-1` or `2027-2`. */
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, monthName } from "~/lib/time/civil-date";
import { type CrewLetter, crewLetters } from "./cycle";

export type Period =
	| { kind: "month"; year: number; month: number }
	| { kind: "half"; year: number; half: 1 | 2 };

export const FIRST_YEAR = 2020;
/** Number of years after the current year for which pages show shift calendars. */
export const YEARS_AHEAD = 5;

export function isShownYear(year: number, currentYear: number): boolean {
	return year >= FIRST_YEAR && year <= currentYear + YEARS_AHEAD;
}

/** Parses the slug of a period: "2027-01" (January) or "2027-2" (July to December); undefined for any other text. */
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
	return `${capitalised(name)} ${period.year}`;
}

/** A month of a year; `month` counts from 1 to 12. */
export interface YearMonth {
	year: number;
	month: number;
}

/** The month `count` months later; earlier if `count` is negative. */
export function monthsLater({ year, month }: YearMonth, count: number): YearMonth {
	const index = year * 12 + month - 1 + count;
	return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** The months of `year`; without a year, the current month and the next eleven. */
export function twelveMonths(year: number | undefined, today: CivilDate): YearMonth[] {
	const first = year ? { year, month: 1 } : datePartsOf(today);
	return Array.from({ length: 12 }, (_, index) => monthsLater(first, index));
}

/** Names consecutive months: "noviembre 2026 a octubre 2027". */
export function monthsTitle(months: readonly YearMonth[]): string {
	return [months[0], months[months.length - 1]]
		.flatMap((month) => (month ? [periodTitle({ kind: "month", ...month }).toLowerCase()] : []))
		.join(" a ");
}

/** The halves of `year`; without a year, the current and the next half-year. */
export function twoHalves(year: number | undefined, today: CivilDate): (Period & { kind: "half" })[] {
	const present = datePartsOf(today);
	if (year || present.month <= 6)
		return ([1, 2] as const).map((half) => ({ kind: "half", year: year ?? present.year, half }));
	return [
		{ kind: "half", year: present.year, half: 2 },
		{ kind: "half", year: present.year + 1, half: 1 },
	];
}

/** What a picture shows; without a crew, the shifts of all crews. */
export interface PictureSubject {
	diagramId: string;
	period: Period;
	crew?: CrewLetter;
}

/**
 * Parses a slug such as `4turnos_7dias-2027-01` or `4turnos_7dias-C-2027-01` (one crew, months only); undefined if
 * invalid.
 */
export function parsePictureSlug(slug: string): PictureSubject | undefined {
	const match = /^([a-z0-9_]{1,40})(?:-([A-E]))?-(\d{4}-\d{1,2})$/.exec(slug);
	const period = match?.[3] ? parsePeriod(match[3]) : undefined;
	const crew = crewLetters.find((letter) => letter === match?.[2]);
	if (!match?.[1] || !period || (crew && period.kind !== "month")) return undefined;
	return { diagramId: match[1], period, crew };
}

export function pictureSlug({ diagramId, period, crew }: PictureSubject): string {
	return [diagramId, crew, periodSlug(period)].filter(Boolean).join("-");
}

/** URL path of a diagram's page. Without a year, the page shows twelve months from now on. */
export function diagramPath(diagramId: string, crew?: string | null, year?: number): string {
	const search = [year && `year=${year}`, crew && `crew=${crew}`].filter(Boolean).join("&");
	return `/diagrams/${diagramId}${search && `?${search}`}`;
}

/** URL path of the page for one month of a shift diagram. */
export function monthPath(diagramId: string, year: number, month: number, crew?: CrewLetter): string {
	const slug = periodSlug({ kind: "month", year, month });
	return `/diagram-detail/${diagramId}-${slug}/${monthName(month)}/${slug}${crewSearch(crew)}`;
}

/** URL path of the page for half a year of a shift diagram. */
export function halfYearPath(diagramId: string, year: number, half: 1 | 2, crew?: CrewLetter): string {
	return `/diagram-complete/${diagramId}/${year}-${half}${crewSearch(crew)}`;
}

function crewSearch(crew: CrewLetter | undefined): string {
	return crew ? `?crew=${crew}` : "";
}
