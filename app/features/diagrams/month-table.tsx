import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, daysOfMonth, weekdayName } from "~/lib/time/civil-date";
import {
	type CrewLetter,
	crewsOf,
	type Diagram,
	letterAt,
	lettersFrom,
	type ShiftLetter,
	shiftOn,
	type WorkLetter,
	workLettersOf,
} from "./cycle";
import { type GridDay, MonthGrid } from "./month-grid";
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
	const dates = daysOfMonth(month);
	const shifts = workLettersOf(diagram);
	const crews = (crew ? [crew] : crewsOf(diagram)).map((each) => ({
		crew: each,
		letters: lettersFrom(diagram, each, first, dates.length),
	}));
	const days = dates.map((date, index): GridDay => {
		const day = crew ? dayOfCrew(letterAt(crews[0]?.letters ?? "F", index)) : dayOfAll(shifts, crews, index);
		return {
			...day,
			href: dayLink && `${dayLink}${index + 1}`,
			holiday: strongestKind(holidays.filter((each) => each.date === date)),
		};
	});
	const painted = paintedLines(shifts);
	const who = crew ? `escuadra ${crew}` : "qué escuadra hace cada turno";
	return (
		<MonthGrid
			className={crew ? "month" : `month crews ${painted ? `lines-${painted}` : ""}`}
			caption={`${periodTitle(month)}, ${who}`}
			first={first}
			days={days}
			today={today}
		/>
	);
}

function dayOfCrew(letter: ShiftLetter): GridDay {
	return { className: letter, marks: [{ text: letter, label: shiftText(letter) }] };
}

/**
 * Describes a day in a calendar of all crews. To save HTML, each shift is a plain line of text, and the stylesheet
 * gives the first line, the second line and so on a background each. The night shift is an HTML element, because its
 * text has another colour too. All shifts are elements on a day when a shift has no crew, and in a diagram without
 * colours for lines (`paintedLines`).
 */
function dayOfAll(
	shifts: readonly WorkLetter[],
	crews: readonly { crew: CrewLetter; letters: string }[],
	index: number,
): GridDay {
	const marks = shifts.flatMap((shift) => {
		const found = crews.find(({ letters }) => letters.charAt(index) === shift);
		return found ? [{ className: shift, text: `${shift} ${found.crew}` }] : [];
	});
	if (!paintedLines(shifts)) return { marks };
	// If a shift has no crew on this day, its line is missing, and the stylesheet would give the next line the missing
	// shift's colour. So all shifts of the day are elements with their own colours.
	if (marks.length < shifts.length) return { className: "uneven", marks };
	const nights = marks.slice(-1).filter((mark) => mark.className === "N");
	const painted = marks.slice(0, marks.length - nights.length);
	return { lines: painted.map(({ text }) => `\n${text}`).join(""), marks: nights };
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

/** A month as a table for wide windows, like factories' printed calendars: a row per crew, a column per day. */
export function CrewRows({ diagram, month, crew: marked, today, holidays }: MonthTableProps) {
	const days = daysOfMonth(month);
	const isHoliday = (date: CivilDate) => holidays.some((holiday) => holiday.date === date);
	return (
		<table className="crew-rows">
			<caption className="hidden-text">{periodTitle(month)}, una fila por escuadra</caption>
			<thead>
				<tr>
					<td />
					{days.map((date) => (
						<th
							key={date}
							scope="col"
							className={isHoliday(date) ? "holiday" : undefined}
							aria-label={`${weekdayName(date)} ${Number(date.slice(8))}`}
						>
							{`${weekdayName(date).charAt(0).toUpperCase()}\n${Number(date.slice(8))}`}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{crewsOf(diagram).map((crew) => (
					<tr key={crew} aria-current={crew === marked ? "true" : undefined}>
						<th scope="row">{crew}</th>
						{days.map((date) => {
							const shift = shiftOn(diagram, crew, date);
							return (
								<td key={date} className={shift} aria-current={date === today ? "date" : undefined}>
									{shift}
								</td>
							);
						})}
					</tr>
				))}
			</tbody>
		</table>
	);
}
