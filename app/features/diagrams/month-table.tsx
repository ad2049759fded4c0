import {
	type Holiday,
	type HolidayKind,
	holidayKindNames,
	strongestKind,
} from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, civilDate, daysInMonth, modulo } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewLetters,
	cycleDay,
	type Diagram,
	letterAt,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { DayContent, type GridDay, type GridMark, MonthGrid } from "./month-grid";
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
	/** Beginning of the URL to which each day links; the day of the month is appended. */
	dayLink?: string;
}

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable({ diagram, year, month, crew, today, holidays, dayLink }: MonthTableProps) {
	const first = civilDate(year, month, 1);
	const start = cycleDay(diagram, crew ?? "A", first);
	const contentOn = contentsOf(diagram, crew !== undefined);
	const kinds = new Map(holidays.map(({ date }) => [date, strongestOn(date, holidays)]));
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index): GridDay => {
		const date = addDays(first, index);
		const kind = kinds.get(date);
		const { content, isUneven } = contentOn(start + index);
		return {
			className: classOf(kind, isUneven),
			isToday: date === today,
			href: dayLink && `${dayLink}${index + 1}`,
			hidden: kind && ` ${holidayKindNames[kind]}`,
			content,
		};
	});
	const painted = paintedLines(workLettersOf(diagram));
	return (
		<MonthGrid
			className={crew ? "month" : `month crews ${painted ? `lines-${painted}` : ""}`}
			caption={`${periodTitle({ kind: "month", year, month })}${crew ? `, escuadra ${crew}` : ", qué escuadra hace cada turno"}`}
			first={first}
			days={days}
		/>
	);
}

function strongestOn(date: CivilDate, holidays: readonly Holiday[]) {
	return strongestKind(holidays.filter((holiday) => holiday.date === date));
}

function classOf(holiday: HolidayKind | undefined, isUneven: boolean): string | undefined {
	if (!isUneven) return holiday && "holiday";
	return holiday ? "holiday uneven" : "uneven";
}

interface CycleDay {
	content: DayContent;
	/**
	 * Whether a shift of the day has no crew. The day then has fewer lines, and the stylesheet cannot colour them by
	 * position.
	 */
	isUneven: boolean;
}

/** Cache of what the days of a cycle show, for calendars of one crew and of all crews. All months of a page use it. */
const made = new WeakMap<Diagram, Record<"one" | "all", CycleDay[]>>();

/**
 * Returns a function that gives what a day shows, by its position in the cycle: that of the shown crew or, in a
 * calendar of all crews, that of crew A.
 */
function contentsOf(diagram: Diagram, isOfCrew: boolean): (cyclePosition: number) => CycleDay {
	const known = made.get(diagram) ?? { one: [], all: [] };
	made.set(diagram, known);
	const contents = isOfCrew ? known.one : known.all;
	const letters = workLettersOf(diagram);
	return (cyclePosition) => {
		const place = modulo(cyclePosition, diagram.cycle.length);
		const day = contents[place] ?? (isOfCrew ? dayOfCrew(diagram, place) : dayOfAll(diagram, letters, place));
		contents[place] = day;
		return day;
	};
}

function dayOfCrew({ cycle }: Diagram, cyclePosition: number): CycleDay {
	const letter = letterAt(cycle, cyclePosition);
	const mark = { className: letter, text: letter, label: shiftText(letter) };
	return { content: new DayContent([mark]), isUneven: false };
}

/**
 * Describes a day in a calendar of all crews. To save HTML, shifts are plain lines of text, which the stylesheet
 * colours by position. The night shift is an element of its own, because its text is light on a dark ground. If a
 * shift has no crew, all shifts of the day are elements.
 */
function dayOfAll(diagram: Diagram, letters: readonly WorkLetter[], cyclePosition: number): CycleDay {
	const marks = linesOf(diagram, letters, cyclePosition);
	if (!paintedLines(letters)) return { content: new DayContent(marks), isUneven: false };
	if (marks.length < letters.length) return { content: new DayContent(marks), isUneven: true };
	const nights = marks.slice(-1).filter((mark) => mark.className === "N");
	const painted = marks.slice(0, marks.length - nights.length);
	const lines = painted.map(({ text }) => `\n${text}`).join("");
	return { content: new DayContent(nights, lines), isUneven: false };
}

/**
 * How the stylesheet colours a day's lines by position: "MT" (first shift M, then T), "D" (shift D), or not at all.
 */
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
