import { MonthGrid } from "~/features/diagrams/month-grid";
import { holidayKindNames } from "~/features/holidays/holiday-rule";
import { type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import type { ComparedMonth } from "./common-days";

interface MonthOfTwoProps {
	title: string;
	month: ComparedMonth;
	today: CivilDate;
}

/** A month as a table with seven columns, starting on Monday, with the letters of two crews in each day. */
export function MonthOfTwo({ title, month: { days }, today }: MonthOfTwoProps) {
	return (
		<MonthGrid
			className="month crews"
			caption={title}
			first={days[0]?.date ?? today}
			cells={days.map(({ date, letters: [first, second], isCommon, holiday }) => (
				<td
					key={date}
					className={[isCommon && "common", holiday && "holiday"].filter(Boolean).join(" ") || undefined}
					aria-current={date === today ? "date" : undefined}
				>
					{datePartsOf(date).day}
					{holiday && <span className="hidden-text">{` ${holidayKindNames[holiday]} `}</span>}
					<b className={first}>{first}</b>
					<b className={second}>{second}</b>
				</td>
			))}
		/>
	);
}
