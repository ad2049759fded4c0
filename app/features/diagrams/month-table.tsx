import { type Holiday, holidayKindNames, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, daysInMonth, weekdayNames, weekdayOf } from "~/lib/time/civil-date";
import { type CrewLetter, crewOn, type Diagram, shiftNames, shiftOn, workLettersOf } from "./cycle";
import { periodTitle } from "./periods";

interface MonthTableProps {
	diagram: Diagram;
	year: number;
	month: number;
	/** The crew whose shifts the calendar shows. Without a crew, each day shows the crew of every shift. */
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
}

/** A month of the shift calendar with seven columns, starting on Monday. */
export function MonthTable({ diagram, year, month, crew, today, holidays }: MonthTableProps) {
	const blanks = weekdayOf(civilDate(year, month, 1)) - 1;
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index) =>
		civilDate(year, month, index + 1),
	);
	const weeks = Array.from({ length: Math.ceil((blanks + days.length) / 7) }, (_, week) =>
		days.slice(Math.max(0, week * 7 - blanks), week * 7 + 7 - blanks),
	);
	return (
		<table className="month">
			<caption className="hidden-text">
				{periodTitle({ kind: "month", year, month })}
				{crew ? `, escuadra ${crew}` : ", qué escuadra hace cada turno"}
			</caption>
			<thead>
				<tr>
					{weekdayNames.map((name) => (
						<th key={name} scope="col" abbr={name}>
							{name.charAt(0).toUpperCase()}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{weeks.map((week, index) => (
					<tr key={week[0]}>
						{index === 0 && blanks > 0 && <td colSpan={blanks} />}
						{week.map((date) => (
							<Day key={date} date={date} diagram={diagram} crew={crew} today={today} holidays={holidays} />
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Day({
	date,
	diagram,
	crew,
	today,
	holidays,
}: { date: CivilDate } & Pick<MonthTableProps, "diagram" | "crew" | "today" | "holidays">) {
	const kind = strongestKind(holidays.filter((holiday) => holiday.date === date));
	return (
		<td className={kind && "holiday"} aria-current={date === today ? "date" : undefined}>
			<span>
				{Number(date.slice(8))}
				{kind && <span className="hidden-text"> {holidayKindNames[kind]}</span>}
			</span>
			{crew ? (
				<CrewDay diagram={diagram} crew={crew} date={date} />
			) : (
				<AllCrewsDay diagram={diagram} date={date} />
			)}
		</td>
	);
}

function CrewDay({ diagram, crew, date }: { diagram: Diagram; crew: CrewLetter; date: CivilDate }) {
	const shift = shiftOn(diagram, crew, date);
	return (
		<abbr className={`one ${shift}`} title={shiftNames[shift]}>
			{shift}
		</abbr>
	);
}

function AllCrewsDay({ diagram, date }: { diagram: Diagram; date: CivilDate }) {
	return workLettersOf(diagram).map((shift) => {
		const crew = crewOn(diagram, shift, date);
		return (
			crew && (
				<span key={shift} className={shift}>
					{shift} <b>{crew}</b>
				</span>
			)
		);
	});
}
