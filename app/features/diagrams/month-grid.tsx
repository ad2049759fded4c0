import { escapeHtml } from "~/lib/escape-html";
import { type CivilDate, datePartsOf, isSameMonth, weekdayNames, weekdayOf } from "~/lib/time/civil-date";
import { pastDays } from "./past-weeks";

const WEEK_DAYS = 7;
const [WEEK, PAST_WEEK] = ["<tr>", '<tr class="past">'];

export interface GridDay {
	className?: string;
	/** URL to which the day links; by default the month's `dayLink` followed by the day of the month. */
	href?: string;
	/** Text that only screen readers present. */
	hidden?: string;
	content: DayContent;
}

/** What a day shows below its number. Days with equal content use one object, which saves time on long pages. */
export class DayContent {
	/** HTML of the day's marks (such as a coloured shift letter), with escaped texts. */
	readonly html: string;
	/**
	 * Rest of the HTML of a link whose text is the day's mark: what follows the attribute `href`. Defined only if the day
	 * shows one mark with a label, and nothing else. If undefined, the text of the link is the day's number.
	 */
	readonly linkEnd?: string;

	/**
	 * @param lines text before the marks: lines such as "M A" (morning shift of crew A), each after a line break. The
	 *   stylesheet colours the lines by their order.
	 */
	constructor(marks: readonly GridMark[], lines = "") {
		this.html = marks.reduce((html, mark) => html + markHtml(mark, html), escapeHtml(lines));
		const [mark, ...others] = marks;
		if (mark?.label && others.length === 0 && !lines) this.linkEnd = `${markEnd(mark)}</a>`;
	}
}

/** A short text with a colour of its own, such as a shift letter. */
export interface GridMark {
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
	/** Beginning of the URL to which each day links; the day of the month is appended. */
	dayLink?: string;
}

const headHtml = weekdayNames.map((name) => `<th aria-label="${name}">${name.slice(0, 3)}</th>`).join("");

/** The table of a month with seven columns, starting on Monday. */
export function MonthGrid(props: MonthGridProps) {
	// The table is written as an HTML string: as React elements, the twelve tables of a page would take a third of the
	// time to make the page.
	// biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped
	return <table className={props.className} dangerouslySetInnerHTML={{ __html: partsHtml(props) }} />;
}

function partsHtml(props: MonthGridProps): string {
	const caption = `<caption class="hidden-text">${escapeHtml(props.caption)}</caption>`;
	return `${caption}<thead><tr>${headHtml}</tr></thead><tbody>${weeksHtml(props)}</tbody>`;
}

/** HTML of the weeks of a month. The stylesheet may hide the past weeks on phones. */
function weeksHtml({ days, first, today, dayLink }: MonthGridProps): string {
	const blanks = weekdayOf(first) - 1;
	const past = pastDays(first, today);
	const todayNumber = isSameMonth(first, today) ? datePartsOf(today).day : 0;
	const link = dayLink && escapeHtml(dayLink);
	let html = past > 0 ? PAST_WEEK : WEEK;
	if (blanks > 0) html += `<td class="uneven" colSpan="${blanks}"></td>`;
	let number = 0;
	for (const day of days) {
		if (number > 0 && (number + blanks) % WEEK_DAYS === 0) html += `</tr>${number < past ? PAST_WEEK : WEEK}`;
		number++;
		html += dayHtml(day, number, number === todayNumber, link);
	}
	return `${html}</tr>`;
}

function dayHtml(
	{ className, href, hidden, content }: GridDay,
	number: number,
	isToday: boolean,
	link: string | undefined,
): string {
	let cell = className ? `<td class="${escapeHtml(className)}"` : "<td";
	if (isToday) cell += ' aria-current="date"';
	const spoken = hidden ? `<span class="hidden-text">${escapeHtml(hidden)}</span>` : "";
	const address = href ? escapeHtml(href) : link && link + number;
	if (!address) return `${cell}>${number}${spoken}${content.html}</td>`;
	if (content.linkEnd) return `${cell}>${number}${spoken}<a href="${address}"${content.linkEnd}</td>`;
	return `${cell}><a href="${address}">${number}</a>${spoken}${content.html}</td>`;
}

/** @param before HTML before the mark: a plain line follows an element without a line break */
function markHtml(mark: GridMark, before: string): string {
	if (!mark.className && !mark.label) return (before.endsWith("</b>") ? "" : "\n") + escapeHtml(mark.text);
	return `<b${markEnd(mark, mark.label && "img")}</b>`;
}

/** Returns the HTML of a mark's attributes and text. The caller adds the element's name before it, and the end tag. */
function markEnd({ className, text, label }: GridMark, role?: string): string {
	const attributes = attribute("class", className) + attribute("role", role) + attribute("aria-label", label);
	return `${attributes}>${escapeHtml(text)}`;
}

/** HTML of an attribute, preceded by a space; empty for a missing value. */
function attribute(name: string, value: string | undefined): string {
	return value ? ` ${name}="${escapeHtml(value)}"` : "";
}
