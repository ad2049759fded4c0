import type { ReactElement } from "react";
import { type CivilDate, weekdayNames, weekdayOf } from "~/lib/time/civil-date";

const WEEK_DAYS = 7;

interface MonthGridProps {
	className: string;
	/** Names the month for screen readers. */
	caption: string;
	/** The first day of the month. */
	first: CivilDate;
	/** A table cell for each day of the month. */
	cells: readonly ReactElement[];
}

/** The table of a month with seven columns, starting on Monday. */
export function MonthGrid({ className, caption, first, cells }: MonthGridProps) {
	const blanks = weekdayOf(first) - 1;
	const weeks = Array.from({ length: Math.ceil((blanks + cells.length) / WEEK_DAYS) }, (_, week) =>
		cells.slice(Math.max(0, week * WEEK_DAYS - blanks), (week + 1) * WEEK_DAYS - blanks),
	);
	return (
		<table className={className}>
			<caption className="hidden-text">{caption}</caption>
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
					<tr key={week[0]?.key}>
						{index === 0 && blanks > 0 && <td className="uneven" colSpan={blanks} />}
						{week}
					</tr>
				))}
			</tbody>
		</table>
	);
}
