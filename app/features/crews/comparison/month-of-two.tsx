import { DayContent, MonthGrid } from "~/features/diagrams/month-grid";
import { holidayKindNames } from "~/features/holidays/holiday-rule";
import type { CivilDate } from "~/lib/time/civil-date";
import type { ComparedMonth } from "./common-days";

interface MonthOfTwoProps {
	title: string;
	month: ComparedMonth;
	today: CivilDate;
}

/** A month as a table, starting on Monday, with the letters of two crews in each day. */
export function MonthOfTwo({ title, month: { days }, today }: MonthOfTwoProps) {
	return (
		<MonthGrid
			className="month crews"
			caption={title}
			first={days[0]?.date ?? today}
			days={days.map(({ letters, isCommon, holiday }) => ({
				className: [isCommon && "common", holiday && "holiday"].filter(Boolean).join(" "),
				hidden: holiday && ` ${holidayKindNames[holiday]} `,
				content: new DayContent(
					letters.map((letter) => ({ className: letter === "F" ? undefined : letter, text: letter })),
				),
			}))}
			today={today}
		/>
	);
}
