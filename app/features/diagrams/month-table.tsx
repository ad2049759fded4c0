import { type Holiday, holidayKindNames, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, daysInMonth, modulo } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewLetters,
	cycleDay,
	type Diagram,
	letterAt,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { type GridDay, type GridMark, MonthGrid } from "./month-grid";
import { periodTitle } from "./periods";
import { shiftText } from "./shift-text";

export interface MonthTableProps {
	diagram: Diagram;
	year: number;
	month: number;
	/** The crew whose shifts are shown; undefined for all crews. */
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
}

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable({ diagram, year, month, crew, today, holidays }: MonthTableProps) {
	const letters = workLettersOf(diagram);
	const painted = paintedLines(letters);
	const first = civilDate(year, month, 1);
	const start = cycleDay(diagram, crew ?? "A", first);
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index): GridDay => {
		const date = civilDate(year, month, index + 1);
		const kind = strongestKind(holidays.filter((holiday) => holiday.date === date));
		return {
			className: kind && "holiday",
			isToday: date === today,
			hidden: kind && ` ${holidayKindNames[kind]}`,
			marks: crew ? [crewMark(diagram, start + index)] : linesOf(diagram, letters, start + index),
		};
	});
	return (
		<MonthGrid
			className={crew ? "month" : `month crews ${painted ? `lines-${painted}` : ""}`}
			caption={`${periodTitle({ kind: "month", year, month })}${crew ? `, escuadra ${crew}` : ", qué escuadra hace cada turno"}`}
			first={first}
			days={!crew && painted ? days.map((day) => paintedDay(day, letters.length)) : days}
		/>
	);
}

function crewMark({ cycle }: Diagram, cyclePosition: number): GridMark {
	const letter = letterAt(cycle, cyclePosition);
	return { className: letter, text: letter, label: shiftText(letter) };
}

/**
 * Turns marks into plain lines, which the stylesheet colours by position, to save HTML. The light-coloured night
 * shift stays an element; so do all shifts of a day that lacks a crew.
 */
function paintedDay(day: GridDay, shifts: number): GridDay {
	const { className, marks } = day;
	if (marks.length < shifts) return { ...day, className: className ? `${className} uneven` : "uneven" };
	const [night] = marks.slice(-1).filter((mark) => mark.className === "N");
	const painted = night ? marks.slice(0, -1) : marks;
	const lines = painted.map(({ text }) => `\n${text}`).join("");
	return { ...day, lines, marks: night ? [night] : [] };
}

/** How the stylesheet colours the lines by position: "MT" (shifts M and T), "D" (shift D), or not at all. */
function paintedLines(letters: readonly WorkLetter[]): "MT" | "D" | undefined {
	const text = letters.join("");
	if (text === "MTN" || text === "MT") return "MT";
	return text === "DN" || text === "D" ? "D" : undefined;
}

/** The shifts on a given day of crew A's cycle: one line per shift with its crew, such as "M A". */
function linesOf(
	{ cycle, crews, offset }: Diagram,
	letters: readonly WorkLetter[],
	cyclePosition: number,
): GridMark[] {
	const marks: GridMark[] = [];
	for (const shift of letters) {
		for (let crew = 0; crew < crews; crew++) {
			if (cycle.charAt(modulo(cyclePosition - crew * offset, cycle.length)) !== shift) continue;
			marks.push({ className: shift, text: `${shift} ${crewLetters[crew]}` });
			break;
		}
	}
	return marks;
}
