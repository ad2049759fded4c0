import { escapeHtml } from "~/lib/escape-html";
import { type CivilDate, weekdayNames, weekdayOf } from "~/lib/time/civil-date";

const WEEK_DAYS = 7;

export interface GridDay {
	className?: string;
	isToday: boolean;
	/** Text that only screen readers present. */
	hidden?: string;
	content: DayContent;
}

/** What a day shows below its number. A page with many months makes equal contents only once. */
export class DayContent {
	/** Every text in it is escaped. */
	readonly html: string;

	/** `lines`: each preceded by a line break. The stylesheet colours each line by its position. */
	constructor(marks: readonly GridMark[], lines = "") {
		this.html = escapeHtml(lines) + marks.map(markHtml).join("");
	}
}

/** A short text with a colour of its own, such as a shift letter. */
export interface GridMark {
	className: string;
	text: string;
	/** Spoken by a screen reader instead of `text`. */
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
	const html = [
		`<caption class="hidden-text">${escapeHtml(caption)}</caption>`,
		`<thead><tr>${headHtml}</tr></thead>`,
		`<tbody>${rowsHtml(days, weekdayOf(first) - 1)}</tbody>`,
	].join("");
	// The content is written as text: as React elements, the twelve tables of a page take a third of its time.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped
	return <table className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** HTML of the weeks of a month. `blanks`: empty days at the start of the first week. */
function rowsHtml(days: readonly GridDay[], blanks: number): string {
	let html = blanks > 0 ? `<tr><td class="uneven" colSpan="${blanks}"></td>` : "<tr>";
	for (const [index, day] of days.entries()) {
		if (index > 0 && (index + blanks) % WEEK_DAYS === 0) html += "</tr><tr>";
		html += dayHtml(day, index + 1);
	}
	return `${html}</tr>`;
}

function dayHtml({ className, isToday, hidden, content }: GridDay, number: number): string {
	const today = isToday ? ' aria-current="date"' : "";
	const spoken = hidden ? `<span class="hidden-text">${escapeHtml(hidden)}</span>` : "";
	return `<td${attribute("class", className)}${today}>${number}${spoken}${content.html}</td>`;
}

function markHtml({ className, text, label }: GridMark): string {
	const role = label ? ' role="img"' : "";
	return `<b${attribute("class", className)}${role}${attribute("aria-label", label)}>${escapeHtml(text)}</b>`;
}

/** HTML of an attribute, preceded by a space; empty for a missing value. */
function attribute(name: string, value: string | undefined): string {
	return value ? ` ${name}="${escapeHtml(value)}"` : "";
}
