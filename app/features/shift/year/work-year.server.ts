import type { Diagram } from "~/features/diagrams/cycle";
import { listHolidays } from "~/features/holidays/holidays.server";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import type { CivilDate } from "~/lib/time/civil-date";
import type { WorkYearProps } from "./work-year";
import { figuresOf, holidaysOf } from "./year-figures";

/** Reads the holidays of a year and computes everything that its page shows about a worker's calendar. */
export async function workYearOf(
	diagram: Diagram,
	calendar: OwnCalendar,
	year: number,
	today: CivilDate,
): Promise<WorkYearProps> {
	return {
		diagram,
		year,
		today,
		figures: figuresOf(calendar, year),
		holidays: holidaysOf(calendar, await listHolidays(year)),
	};
}
