import { type CivilDate, datePartsOf, weekdayNames, weekdayOf } from "~/lib/time/civil-date";
import type { ComparedMonth } from "./common-days";

const WEEK_DAYS = 7;

/** A month as a table with seven columns, starting on Monday, with the letters of two crews in each day. */
export function MonthOfTwo({
	title,
	month: { days },
	today,
}: {
	title: string;
	month: ComparedMonth;
	today: CivilDate;
}) {
	const blanks = weekdayOf(days[0]?.date ?? today) - 1;
	const weeks = Array.from({ length: Math.ceil((blanks + days.length) / WEEK_DAYS) }, (_, week) =>
		days.slice(Math.max(0, week * WEEK_DAYS - blanks), (week + 1) * WEEK_DAYS - blanks),
	);
	return (
		<table className="month crews">
			<caption className="hidden-text">{title}</caption>
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
					<tr key={week[0]?.date}>
						{index === 0 && blanks > 0 && <td colSpan={blanks} />}
						{week.map(({ date, letters: [first, second], isCommon }) => (
							<td
								key={date}
								className={isCommon ? "common" : undefined}
								aria-current={date === today ? "date" : undefined}
							>
								{datePartsOf(date).day}
								<b className={first}>{first}</b>
								<b className={second}>{second}</b>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
