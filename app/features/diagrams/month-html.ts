/**
 * The calendar of a month as HTML text. A diagram's page shows 365 days: as React elements they would take half of the
 * time in which the server makes the page. The text contains only letters, numbers and names of this program.
 */
import { type Holiday, holidayKindNames, strongestKind } from "~/features/holidays/holiday-rule";
import {
	type CivilDate,
	civilDate,
	daysInMonth,
	modulo,
	weekdayNames,
	weekdayOf,
} from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewsOf,
	cycleDay,
	type Diagram,
	letterAt,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { periodTitle } from "./periods";
import { shiftText } from "./shift-text";

export interface MonthTableProps {
	diagram: Diagram;
	year: number;
	month: number;
	/** The crew whose shifts the calendar shows. Without a crew, each day shows the crew of every shift. */
	crew?: CrewLetter;
	today: CivilDate;
	/** Holidays of the month. */
	holidays: readonly Holiday[];
}

/** The content of a calendar's table: caption, weekdays and one row per week, beginning on Monday. */
export function monthHtml({ diagram, year, month, crew, today, holidays }: MonthTableProps): string {
	const shown = crew ? `, escuadra ${crew}` : ", qué escuadra hace cada turno";
	const first = civilDate(year, month, 1);
	const blanks = weekdayOf(first) - 1;
	const start = cycleDay(diagram, crew ?? "A", first);
	const contents = crew ? crewDays(diagram) : allCrewsDays(diagram);
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index) => {
		const date = civilDate(year, month, index + 1);
		const kind = strongestKind(holidays.filter((holiday) => holiday.date === date));
		const { isUneven, html } = contents[modulo(start + index, contents.length)] ?? { html: "" };
		const classes = [kind && "holiday", isUneven && "uneven"].filter(Boolean).join(" ");
		const attributes = `${classes && ` class="${classes}"`}${date === today ? ' aria-current="date"' : ""}`;
		const spoken = kind ? `<span class="hidden-text"> ${holidayKindNames[kind]}</span>` : "";
		return `<td${attributes}>${index + 1}${spoken}${html}</td>`;
	});
	if (blanks > 0) days[0] = `<td class="uneven" colspan="${blanks}"></td>${days[0]}`;
	const weeks = Array.from({ length: Math.ceil((blanks + days.length) / 7) }, (_, week) =>
		days.slice(Math.max(0, week * 7 - blanks), week * 7 + 7 - blanks).join(""),
	);
	return `<caption class="hidden-text">${periodTitle({ kind: "month", year, month })}${shown}</caption>${weekdays}<tbody><tr>${weeks.join("</tr><tr>")}</tr></tbody>`;
}

/**
 * The lines of a day with all crews that the table paints itself, so that only the night shift, whose letters are
 * light, is an element. Tables with other shifts, and days on which a shift has no crew, have an element per line.
 */
export function paintedLines(diagram: Diagram): "MT" | "D" | undefined {
	const letters = workLettersOf(diagram).join("");
	if (letters === "MTN" || letters === "MT") return "MT";
	return letters === "DN" || letters === "D" ? "D" : undefined;
}

interface DayContent {
	/** Whether the day has an element for each line, although its table paints the lines. */
	isUneven?: boolean;
	html: string;
}

const weekdays = `<thead><tr>${weekdayNames
	.map((name) => `<th scope="col" abbr="${name}">${name.charAt(0).toUpperCase()}</th>`)
	.join("")}</tr></thead>`;

function crewDays({ cycle }: Diagram): DayContent[] {
	return Array.from(cycle, (_, day) => {
		const letter = letterAt(cycle, day);
		return { html: `<b class="${letter}" role="img" aria-label="${shiftText(letter)}">${letter}</b>` };
	});
}

/** The shifts of all crews on each day of crew A's cycle: one line per shift, such as "M A". */
function allCrewsDays(diagram: Diagram): DayContent[] {
	const letters = workLettersOf(diagram);
	const painted = paintedLines(diagram);
	return Array.from(diagram.cycle, (_, day) => {
		const lines = letters.flatMap((shift) => {
			const crew = crewOfDay(diagram, shift, day);
			return crew ? [{ shift, text: `${shift} ${crew}` }] : [];
		});
		const isUneven = painted !== undefined && lines.length < letters.length;
		const html = lines.map(({ shift, text }) =>
			painted && !isUneven && shift !== "N" ? `\n${text}` : `<b class="${shift}">${text}</b>`,
		);
		return { isUneven, html: html.join("") };
	});
}

function crewOfDay(diagram: Diagram, shift: WorkLetter, day: number): CrewLetter | undefined {
	return crewsOf(diagram).find((_, index) => letterAt(diagram.cycle, day - index * diagram.offset) === shift);
}
