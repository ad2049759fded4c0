import { type Holiday, holidayKindNames, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, daysInMonth } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewsOf,
	cycleDay,
	type Diagram,
	letterAt,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { MonthGrid } from "./month-grid";
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

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable(props: MonthTableProps) {
	const { diagram, year, month, crew } = props;
	const letters = workLettersOf(diagram);
	const painted = paintedLines(letters);
	const first = civilDate(year, month, 1);
	const start = cycleDay(diagram, crew ?? "A", first);
	return (
		<MonthGrid
			className={crew ? "month" : `month crews ${painted ? `lines-${painted}` : ""}`}
			caption={`${periodTitle({ kind: "month", year, month })}${crew ? `, escuadra ${crew}` : ", qué escuadra hace cada turno"}`}
			first={first}
			cells={Array.from({ length: daysInMonth(year, month) }, (_, index) => (
				<Day
					key={civilDate(year, month, index + 1)}
					{...props}
					day={index + 1}
					cyclePosition={start + index}
					letters={letters}
					isPainted={painted !== undefined}
				/>
			))}
		/>
	);
}

interface DayProps extends MonthTableProps {
	day: number;
	/** The day of the crew's cycle, or of crew A's cycle for all crews; may be outside the cycle. */
	cyclePosition: number;
	letters: readonly WorkLetter[];
	/** Whether the table itself paints the lines of a day, if every shift of the day has a crew. */
	isPainted: boolean;
}

/** The table cell of a day. The HTML is kept short, because a page shows 365 days. */
function Day({
	diagram,
	year,
	month,
	crew,
	today,
	holidays,
	day,
	cyclePosition,
	letters,
	isPainted,
}: DayProps) {
	const date = civilDate(year, month, day);
	const kind = strongestKind(holidays.filter((holiday) => holiday.date === date));
	const lines = crew ? [] : linesOf(diagram, letters, cyclePosition);
	const isUneven = !crew && isPainted && lines.length < letters.length;
	const className = [kind && "holiday", isUneven && "uneven"].filter(Boolean).join(" ");
	return (
		<td className={className || undefined} aria-current={date === today ? "date" : undefined}>
			{day}
			{kind && <span className="hidden-text">{` ${holidayKindNames[kind]}`}</span>}
			{crew && <CrewShift diagram={diagram} cyclePosition={cyclePosition} />}
			{lines.map(({ shift, text }) =>
				isPainted && !isUneven && shift !== "N" ? (
					`\n${text}`
				) : (
					<b key={shift} className={shift}>
						{text}
					</b>
				),
			)}
		</td>
	);
}

function CrewShift({ diagram: { cycle }, cyclePosition }: { diagram: Diagram; cyclePosition: number }) {
	const letter = letterAt(cycle, cyclePosition);
	return (
		<b className={letter} role="img" aria-label={shiftText(letter)}>
			{letter}
		</b>
	);
}

/**
 * Tells whether the stylesheet can colour the lines of a day by their position: "MT" or "D" names the shifts so
 * coloured. Then only the night shift, with its light letters, needs an HTML element; otherwise each line needs
 * one.
 */
function paintedLines(letters: readonly WorkLetter[]): "MT" | "D" | undefined {
	const text = letters.join("");
	if (text === "MTN" || text === "MT") return "MT";
	return text === "DN" || text === "D" ? "D" : undefined;
}

interface ShiftLine {
	shift: WorkLetter;
	/** Letters of the shift and the crew, such as "M A". */
	text: string;
}

/** The shifts of all crews on a day of crew A's cycle, one line per shift. */
function linesOf(diagram: Diagram, letters: readonly WorkLetter[], cyclePosition: number): ShiftLine[] {
	return letters.flatMap((shift) => {
		const crew = crewsOf(diagram).find(
			(_, index) => letterAt(diagram.cycle, cyclePosition - index * diagram.offset) === shift,
		);
		return crew ? [{ shift, text: `${shift} ${crew}` }] : [];
	});
}
