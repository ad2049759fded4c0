import { periodSlug, type YearMonth } from "~/features/diagrams/periods";
import { type CivilDate, datePartsOf } from "~/lib/time/civil-date";

/** URL of the page with one month of the visitor's own calendar. */
export function myMonthPath({ year, month }: YearMonth): string {
	return `/my-shift/calendar/${periodSlug({ kind: "month", year, month })}`;
}

/** URL of a day in the visitor's own calendar. */
export function myDayPath(date: CivilDate): string {
	const { day, ...month } = datePartsOf(date);
	return `${myMonthPath(month)}#d${day}`;
}
