import { type CivilDate, daysOfMonth, weekdayName } from "~/lib/time/civil-date";
import { crewsOf, shiftOn } from "./cycle";
import type { MonthTableProps } from "./month-table";
import { periodTitle } from "./periods";

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
