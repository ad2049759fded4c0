import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, daysInMonth, weekdayName } from "~/lib/time/civil-date";
import { crewsOf, type Diagram, shiftOn } from "./cycle";
import { periodTitle } from "./periods";

interface CrewRowsProps {
	diagram: Diagram;
	year: number;
	month: number;
	today: CivilDate;
	holidays: readonly Holiday[];
}

/**
 * A month of the shift calendar as a table for wide windows. Like the printed calendars of factories, the table has
 * one row per crew and one column per day.
 */
export function CrewRows({ diagram, year, month, today, holidays }: CrewRowsProps) {
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index) =>
		civilDate(year, month, index + 1),
	);
	const isHoliday = (date: CivilDate) => strongestKind(holidays.filter((holiday) => holiday.date === date));
	return (
		<table className="crew-rows">
			<caption className="hidden-text">
				{periodTitle({ kind: "month", year, month })}, una fila por escuadra
			</caption>
			<thead>
				<tr>
					<td />
					{days.map((date) => (
						<th key={date} scope="col" className={isHoliday(date) && "holiday"}>
							<abbr title={weekdayName(date)}>{weekdayName(date).charAt(0).toUpperCase()}</abbr>
							<span>{Number(date.slice(8))}</span>
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{crewsOf(diagram).map((crew) => (
					<tr key={crew}>
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
