/** Periods of pages and pictures, as they stand in URLs. */
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, monthName } from "~/lib/time/civil-date";
import { type CrewLetter, crewLetters } from "./cycle";

/** A month such as `2027-01`: its slug in URLs, and the beginning of its dates. */
export type Month = string;

/** A month, or half a year: `2027-1` (January to June) or `2027-2`. */
export type Period = string;

export const FIRST_YEAR = 2020;
/** Number of years after the current year for which pages show shift calendars. */
export const YEARS_AHEAD = 5;

export function isShownYear(year: number, today: CivilDate): boolean {
	return year >= FIRST_YEAR && year <= yearOf(today) + YEARS_AHEAD;
}

/** Returns a period, "2027-01" (January) or "2027-2" (July to December); undefined for any other text. */
export function parsePeriod(slug: string): Period | undefined {
	return /^\d{4}-(0[1-9]|1[0-2]|[12])$/.test(slug) ? slug : undefined;
}

export function isMonth(period: Period): boolean {
	return period.length === "2027-01".length;
}

export function yearOf(period: Period): number {
	return Number(period.slice(0, 4));
}

/** The months of a period. */
export function monthsOf(period: Period): Month[] {
	if (isMonth(period)) return [period];
	const first = `${yearOf(period)}-${period.endsWith("-1") ? "01" : "07"}`;
	return Array.from({ length: 6 }, (_, index) => monthsLater(first, index));
}

/** Title of a period: "Noviembre 2026", "Enero a junio 2027". */
export function periodTitle(period: Period): string {
	if (isMonth(period)) return monthTitle(period);
	const months = monthsOf(period).map(nameOf);
	return `${capitalised(`${months[0]} a ${months.pop()}`)} ${yearOf(period)}`;
}

/** Title of a month: "Noviembre 2026". */
export function monthTitle(month: Month): string {
	return `${capitalised(nameOf(month))} ${yearOf(month)}`;
}

/** Spanish name of a month: "enero". */
export function nameOf(month: Month): string {
	return monthName(Number(month.slice(5, 7)));
}

/** The month `count` months later; earlier if `count` is negative. */
export function monthsLater(month: Month, count: number): Month {
	const index = yearOf(month) * 12 + Number(month.slice(5)) - 1 + count;
	return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** The months of `year`; without a year, the current month and the next eleven. */
export function twelveMonths(year: number | undefined, today: CivilDate): Month[] {
	const first = year ? `${year}-01` : today.slice(0, 7);
	return Array.from({ length: 12 }, (_, index) => monthsLater(first, index));
}

/** Names consecutive months: "noviembre 2026 a octubre 2027". */
export function monthsTitle(months: readonly Month[]): string {
	return months
		.filter((_, index) => index === 0 || index === months.length - 1)
		.map((month) => monthTitle(month).toLowerCase())
		.join(" a ");
}

/** The halves of `year`; without a year, the current and the next half-year. */
export function twoHalves(year: number | undefined, today: CivilDate): Period[] {
	const present = datePartsOf(today);
	if (year || present.month <= 6) return [1, 2].map((half) => `${year ?? present.year}-${half}`);
	return [`${present.year}-2`, `${present.year + 1}-1`];
}

/** What a picture shows; without a crew, the shifts of all crews. */
interface PictureSubject {
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
	if (!match?.[1] || !period || (crew && !isMonth(period))) return undefined;
	return { diagramId: match[1], period, crew };
}

export function pictureSlug({ diagramId, period, crew }: PictureSubject): string {
	return [diagramId, crew, period].filter(Boolean).join("-");
}

/** URL path of a diagram's page. Without a year, the page shows twelve months from now on. */
export function diagramPath(diagramId: string, crew?: string | null, year?: number): string {
	const search = [year && `year=${year}`, crew && `crew=${crew}`].filter(Boolean).join("&");
	return `/diagrams/${diagramId}${search && `?${search}`}`;
}

/** URL path of the page for a month or half a year of a shift diagram. */
export function periodPath(diagramId: string, period: Period, crew?: CrewLetter): string {
	const search = crew ? `?crew=${crew}` : "";
	if (!isMonth(period)) return `/diagram-complete/${diagramId}/${period}${search}`;
	return `/diagram-detail/${diagramId}-${period}/${nameOf(period)}/${period}${search}`;
}

/** URL of the page with one month of the visitor's own calendar. */
export function myMonthPath(month: Month): string {
	return `/my-shift/calendar/${month}`;
}

/** URL of a day in the visitor's own calendar. */
export function myDayPath(date: CivilDate): string {
	return `${myMonthPath(date.slice(0, 7))}#d${datePartsOf(date).day}`;
}
