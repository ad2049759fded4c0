import { escapeHtml } from "~/lib/escape-html";
import { type CivilDate, weekdayNames, weekdayOf } from "~/lib/time/civil-date";

const WEEK_DAYS = 7;

/** The content of a day's cell, below the number of the day. */
export interface GridDay {
	className?: string;
	isToday: boolean;
	/** Text that only screen readers present. */
	hidden?: string;
	/**
	 * The lines of the cell, each preceded by a line break. The stylesheet colours each line by its position in the
	 * cell.
	 */
	lines?: string;
	marks: readonly GridMark[];
}

/** A short text with a colour of its own, such as a shift letter. */
export interface GridMark {
	className: string;
	text: string;
	/** Text that a screen reader reads aloud instead of `text`. */
	label?: string;
}

interface MonthGridProps {
	className: string;
	/** Names the month for screen readers. */
	caption: string;
	/** The first day of the month. */
	first: CivilDate;
	/** All days of the month. */
	days: readonly GridDay[];
}

const head = (
	<thead>
		<tr>
			{weekdayNames.map((name) => (
				<th key={name} scope="col" abbr={name}>
					{name.charAt(0).toUpperCase()}
				</th>
			))}
		</tr>
	</thead>
);

/** The table of a month with seven columns, starting on Monday. */
export function MonthGrid({ className, caption, first, days }: MonthGridProps) {
	return (
		<table className={className}>
			<caption className="hidden-text">{caption}</caption>
			{head}
			{/*
			 * The days are written as text: as React elements, those of a year take a quarter of the page's time.
			 * biome-ignore lint/security/noDangerouslySetInnerHtml: `rowsHtml` escapes every text
			 */}
			<tbody dangerouslySetInnerHTML={{ __html: rowsHtml(days, weekdayOf(first) - 1) }} />
		</table>
	);
}

/** HTML of the weeks of a month. `blanks` is the number of days in the first week before the month begins. */
function rowsHtml(days: readonly GridDay[], blanks: number): string {
	let html = blanks > 0 ? `<tr><td class="uneven" colSpan="${blanks}"></td>` : "<tr>";
	for (const [index, day] of days.entries()) {
		if (index > 0 && (index + blanks) % WEEK_DAYS === 0) html += "</tr><tr>";
		html += dayHtml(day, index + 1);
	}
	return `${html}</tr>`;
}

function dayHtml({ className, isToday, hidden, lines = "", marks }: GridDay, number: number): string {
	const today = isToday ? ' aria-current="date"' : "";
	const spoken = hidden ? `<span class="hidden-text">${escapeHtml(hidden)}</span>` : "";
	const shown = escapeHtml(lines) + marks.map(markHtml).join("");
	return `<td${attribute("class", className)}${today}>${number}${spoken}${shown}</td>`;
}

function markHtml({ className, text, label }: GridMark): string {
	const role = label ? ' role="img"' : "";
	return `<b${attribute("class", className)}${role}${attribute("aria-label", label)}>${escapeHtml(text)}</b>`;
}

/** HTML of an attribute, preceded by a space; empty for a missing value. */
function attribute(name: string, value: string | undefined): string {
	return value ? ` ${name}="${escapeHtml(value)}"` : "";
}
