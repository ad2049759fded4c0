import type { Month } from "~/features/diagrams/periods";
import { type CivilDate, datePartsOf } from "~/lib/time/civil-date";

/** URL of the page with one month of the visitor's own calendar. */
export function myMonthPath(month: Month): string {
	return `/my-shift/calendar/${month}`;
}

/** URL of a day in the visitor's own calendar. */
export function myDayPath(date: CivilDate): string {
	return `${myMonthPath(date.slice(0, 7))}#d${datePartsOf(date).day}`;
}
