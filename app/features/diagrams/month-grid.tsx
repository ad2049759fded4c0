import { escapeHtml } from "~/lib/escape-html";
import { addDays, type CivilDate, weekdayNames, weekdayOf } from "~/lib/time/civil-date";
import { pastDays } from "./past-weeks";

const WEEK_DAYS = 7;

export interface GridDay {
	className?: string;
	isToday: boolean;
	/**
	 * URL to which the day links. If the day has a single mark (such as a coloured shift letter) and the mark has a
	 * label, the mark is the link, otherwise the day's number.
	 */
	href?: string;
	/** Text that only screen readers present. */
	hidden?: string;
	content: DayContent;
}

/**
 * What a day shows below its number. Days that show the same share one object, to save time on a page with many
 * months.
 */
export class DayContent {
	/** HTML of the day's marks (such as a coloured shift letter), with escaped texts. */
	readonly html: string;
	/** HTML of the link after its `href`, if the day has a single mark, which becomes the link; otherwise undefined. */
	readonly linkEnd?: string;

	/**
	 * Makes the contents of a day.
	 * @param lines shifts as plain text, each after a line break; the stylesheet colours each line by its position
	 */
	constructor(marks: readonly GridMark[], lines = "") {
		this.html = escapeHtml(lines) + marks.map(markHtml).join("");
		const [mark, ...others] = marks;
		if (mark?.label && others.length === 0 && !lines) this.linkEnd = `${markEnd(mark)}</a>`;
	}
}

/** A short text with a colour of its own, such as a shift letter. */
export interface GridMark {
	className: string;
	text: string;
	/** Text that a screen reader speaks instead of `text`. */
	label?: string;
}

interface MonthGridProps {
	className: string;
	/** Names the month for screen readers. */
	caption: string;
	first: CivilDate;
	days: readonly GridDay[];
}

const headHtml = weekdayNames
	.map((name) => `<th scope="col" abbr="${name}">${name.charAt(0).toUpperCase()}</th>`)
	.join("");

/** The table of a month with seven columns, starting on Monday. */
export function MonthGrid({ className, caption, first, days }: MonthGridProps) {
	const today = addDays(
		first,
		days.findIndex(({ isToday }) => isToday),
	);
	const html = [
		`<caption class="hidden-text">${escapeHtml(caption)}</caption>`,
		`<thead><tr>${headHtml}</tr></thead>`,
		`<tbody>${rowsHtml(days, weekdayOf(first) - 1, pastDays(first, today))}</tbody>`,
	].join("");
	// The table is written as an HTML string: as React elements, the twelve tables of a page would take a third of the
	// time to make the page.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped
	return <table className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/**
 * HTML of the weeks of a month.
 * @param blanks number of empty days at the start of the first week
 * @param past number of days in the past weeks, which a phone hides
 */
function rowsHtml(days: readonly GridDay[], blanks: number, past: number): string {
	const row = (index: number) => (index < past ? '<tr class="past">' : "<tr>");
	let html = row(0) + (blanks > 0 ? `<td class="uneven" colSpan="${blanks}"></td>` : "");
	for (const [index, day] of days.entries()) {
		if (index > 0 && (index + blanks) % WEEK_DAYS === 0) html += `</tr>${row(index)}`;
		html += dayHtml(day, index + 1);
	}
	return `${html}</tr>`;
}

function dayHtml({ className, isToday, href, hidden, content }: GridDay, number: number): string {
	const today = isToday ? ' aria-current="date"' : "";
	const spoken = hidden ? `<span class="hidden-text">${escapeHtml(hidden)}</span>` : "";
	const cell = `<td${attribute("class", className)}${today}>`;
	if (!href) return `${cell}${number}${spoken}${content.html}</td>`;
	const link = `<a${attribute("href", href)}`;
	if (content.linkEnd) return `${cell}${number}${spoken}${link}${content.linkEnd}</td>`;
	return `${cell}${link}>${number}</a>${spoken}${content.html}</td>`;
}

function markHtml(mark: GridMark): string {
	return `<b${markEnd(mark, mark.label && "img")}</b>`;
}

/** HTML of a mark's attributes and text, which follow the name of the start tag. */
function markEnd({ className, text, label }: GridMark, role?: string): string {
	const attributes = attribute("class", className) + attribute("role", role) + attribute("aria-label", label);
	return `${attributes}>${escapeHtml(text)}`;
}

/** HTML of an attribute, preceded by a space; empty for a missing value. */
function attribute(name: string, value: string | undefined): string {
	return value ? ` ${name}="${escapeHtml(value)}"` : "";
}
