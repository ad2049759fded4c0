import { listHolidays } from "~/features/holidays/holidays.server";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import type { CivilDate } from "~/lib/time/civil-date";
import type { WorkYearProps } from "./work-year";
import { diagramOfYear, figuresOf, holidaysOf } from "./year-figures";

/** Computes the figures and holidays that `WorkYear` shows. */
export async function workYearOf(
	calendar: OwnCalendar,
	year: number,
	today: CivilDate,
): Promise<WorkYearProps> {
	return {
		diagram: diagramOfYear(calendar, year),
		year,
		today,
		figures: figuresOf(calendar, year),
		holidays: holidaysOf(calendar, await listHolidays(year)),
	};
}
