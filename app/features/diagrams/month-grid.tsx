import { type HolidayKind, holidayKindNames } from "~/features/holidays/holiday-rule";
import { escapeHtml } from "~/lib/escape-html";
import {
	type CivilDate,
	datePartsOf,
	dayNumber,
	daysOfMonth,
	weekdayNames,
	weekdayOf,
} from "~/lib/time/civil-date";
import { WEEK_DAYS } from "~/lib/units/durations";
import { pastDays } from "./past-weeks";

export interface GridDay {
	className?: string;
	/** URL to which the day links. */
	href?: string;
	/** Kind of the day's holiday, which marks the day and is named for screen readers. */
	holiday?: HolidayKind;
	/**
	 * Text before the marks: lines such as "M A" (morning shift of crew A), each after a line break. The stylesheet
	 * colours the lines by their order.
	 */
	lines?: string;
	marks: readonly GridMark[];
}

/** A short text with a colour of its own, such as a shift letter. */
interface GridMark {
	className?: string;
	text: string;
	/** Text that a screen reader speaks instead of `text`. Without label and class, the mark needs no element. */
	label?: string;
}

interface MonthGridProps {
	className: string;
	/** Names the month for screen readers. */
	caption: string;
	first: CivilDate;
	days: readonly GridDay[];
	today: CivilDate;
	/** What stands above a weekday. */
	headOf?: (weekday: string) => string;
}

/** The table of a month, or of some weeks, with seven columns, starting on Monday. */
export function MonthGrid({ headOf = (weekday) => weekday.slice(0, 3), ...props }: MonthGridProps) {
	const caption = `<caption class="hidden-text">${escapeHtml(props.caption)}</caption>`;
	const heads = weekdayNames.map((name) => `<th aria-label="${name}">${headOf(name)}</th>`).join("");
	const html = `${caption}<thead><tr>${heads}</tr></thead><tbody>${weeksHtml(props)}</tbody>`;
	// The table is written as an HTML string: as React elements, the twelve tables of a page would take a third of the
	// time to make the page.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped
	return <table className={props.className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** HTML of the weeks of a month. The stylesheet may hide the past weeks on phones. */
function weeksHtml({ days, first, today }: MonthGridProps): string {
	const blanks = weekdayOf(first) - 1;
	const past = pastDays(first, today);
	const todayIndex = dayNumber(today) - dayNumber(first);
	// What is drawn here for each of 365 days is reckoned without dates, which would take twice the time.
	const [daysBefore, monthDays] = [datePartsOf(first).day - 1, daysOfMonth(first.slice(0, 7)).length];
	const weekAt = (index: number) => (index < past ? '<tr class="past">' : "<tr>");
	let html = weekAt(0);
	if (blanks > 0) html += `<td class="uneven" colSpan="${blanks}"></td>`;
	for (const [index, day] of days.entries()) {
		if (index > 0 && (index + blanks) % WEEK_DAYS === 0) html += `</tr>${weekAt(index)}`;
		html += dayHtml(day, ((daysBefore + index) % monthDays) + 1, index === todayIndex);
	}
	return `${html}</tr>`;
}

/**
 * HTML of a day. If it shows one mark with a label, and nothing else, all of it is its link, which so is called by number
 * and shift; else its number is.
 */
function dayHtml({ className, href, holiday, lines = "", marks }: GridDay, number: number, isToday: boolean) {
	const classes = [holiday && "holiday", className].filter(Boolean).join(" ");
	const cell = `<td${attribute("class", classes)}${isToday ? ' aria-current="date"' : ""}>`;
	const spoken = holiday ? `<span class="hidden-text"> ${holidayKindNames[holiday]} </span>` : "";
	const [mark, other] = marks;
	if (href && mark?.label && !other)
		return `${cell}<a${attribute("href", href)}>${number}${spoken}${markHtml(mark, "")}</a></td>`;
	const content = marks.reduce((html, each) => html + markHtml(each, html), escapeHtml(lines));
	return `${cell}${href ? `<a${attribute("href", href)}>${number}</a>` : number}${spoken}${content}</td>`;
}

/** @param before HTML before the mark: a plain line follows an element without a line break */
function markHtml({ className, text, label }: GridMark, before: string): string {
	if (!className && !label) return (before.endsWith("</b>") ? "" : "\n") + escapeHtml(text);
	const role = label ? ` role="img"${attribute("aria-label", label)}` : "";
	return `<b${attribute("class", className)}${role}>${escapeHtml(text)}</b>`;
}

/** HTML of an attribute, preceded by a space; empty for a missing value. */
function attribute(name: string, value: string | undefined): string {
	return value ? ` ${name}="${escapeHtml(value)}"` : "";
}
