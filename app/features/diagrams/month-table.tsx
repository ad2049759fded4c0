import { type Holiday, holidayKindNames, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, daysOfMonth, modulo } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewOn,
	cycleDay,
	type Diagram,
	letterAt,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { DayContent, type GridDay, MonthGrid } from "./month-grid";
import { type Month, periodTitle } from "./periods";
import { shiftText } from "./shift-text";

export interface MonthTableProps {
	diagram: Diagram;
	month: Month;
	/** The crew whose shifts are shown; undefined for all crews. */
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
	/** Beginning of the URL to which each day links; the day of the month is appended. */
	dayLink?: string;
}

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable({ diagram, month, crew, today, holidays, dayLink }: MonthTableProps) {
	const first = `${month}-01`;
	const ofCycle = daysOfCycle(diagram)[crew ? "one" : "all"];
	const start = cycleDay(diagram, crew ?? "A", first);
	const days = daysOfMonth(month).map((date, index): GridDay => {
		const day = ofCycle[modulo(start + index, ofCycle.length)] ?? { content: new DayContent([]) };
		const kind = strongestKind(holidays.filter((holiday) => holiday.date === date));
		if (!kind) return day;
		const className = day.className ? `holiday ${day.className}` : "holiday";
		return { className, hidden: ` ${holidayKindNames[kind]}`, content: day.content };
	});
	const painted = paintedLines(workLettersOf(diagram));
	const who = crew ? `escuadra ${crew}` : "qué escuadra hace cada turno";
	return (
		<MonthGrid
			className={crew ? "month" : `month crews ${painted ? `lines-${painted}` : ""}`}
			caption={`${periodTitle(month)}, ${who}`}
			first={first}
			days={days}
			today={today}
			dayLink={dayLink}
		/>
	);
}

/** Cache of the results of `daysOfCycle`, which the twelve months of a page share. */
const made = new WeakMap<Diagram, Record<"one" | "all", readonly GridDay[]>>();

/**
 * Makes what the calendar shows on each day of the cycle. In a calendar of one crew, this is the crew's shift. In a
 * calendar of all crews, the days are those of crew A's cycle, and each day shows the shifts of all crews.
 */
function daysOfCycle(diagram: Diagram) {
	const letters = workLettersOf(diagram);
	const days = made.get(diagram) ?? {
		one: Array.from(diagram.cycle, (_, place) => dayOfCrew(diagram, place)),
		all: Array.from(diagram.cycle, (_, place) => dayOfAll(diagram, letters, place)),
	};
	made.set(diagram, days);
	return days;
}

function dayOfCrew({ cycle }: Diagram, cyclePosition: number): GridDay {
	const letter = letterAt(cycle, cyclePosition);
	return { className: letter, content: new DayContent([{ text: letter, label: shiftText(letter) }]) };
}

/**
 * Describes a day in a calendar of all crews. To save HTML, each shift is a plain line of text, and the stylesheet
 * gives the first line, the second line and so on a background each. The night shift is an HTML element, because its
 * text has another colour too. All shifts are elements on a day when a shift has no crew, and in a diagram without
 * colours for lines (`paintedLines`).
 */
function dayOfAll(diagram: Diagram, letters: readonly WorkLetter[], cyclePosition: number): GridDay {
	const date = addDays(diagram.anchor, cyclePosition);
	const marks = letters.flatMap((shift) => {
		const crew = crewOn(diagram, shift, date);
		return crew ? [{ className: shift, text: `${shift} ${crew}` }] : [];
	});
	if (!paintedLines(letters)) return { content: new DayContent(marks) };
	// If a shift has no crew on this day, its line is missing, and the stylesheet would give the next line the missing
	// shift's colour. So all shifts of the day are elements with their own colours.
	if (marks.length < letters.length) return { className: "uneven", content: new DayContent(marks) };
	const nights = marks.slice(-1).filter((mark) => mark.className === "N");
	const painted = marks.slice(0, marks.length - nights.length);
	const lines = painted.map(({ text }) => `\n${text}`).join("");
	return { content: new DayContent(nights, lines) };
}

/**
 * Returns which colours the stylesheet gives to a day's lines of text: "MT" (first line M, second line T), "D" (one
 * line D), or undefined for no colours. The night shift is an element with its own colours instead of a line of text.
 */
function paintedLines(letters: readonly WorkLetter[]): "MT" | "D" | undefined {
	const text = letters.join("");
	if (text === "MTN" || text === "MT") return "MT";
	return text === "DN" || text === "D" ? "D" : undefined;
}
