import { FIRST_YEAR, isMonth, isShownYear, parsePeriod, yearOf } from "~/features/diagrams/periods";
import { listHolidays } from "~/features/holidays/holidays.server";
import { EARLIEST } from "~/lib/forms/date-field";
import { notFound } from "~/lib/http/http.server";
import { addDays, type CivilDate, datePartsOf, daysOfMonth } from "~/lib/time/civil-date";
import { findMyCalendar } from "./find-my-calendar.server";

/**
 * Reads a month of the visitor's or user's own calendar.
 * @param slug a month such as 2026-11
 * @throws Response 404 for a month without calendar; what `findMyCalendar` throws
 */
export async function readMyMonth(request: Request, slug: string, today: CivilDate) {
	const month = parsePeriod(slug);
	if (!month || !isMonth(month)) throw notFound();
	const first = `${month}-01`;
	const last = daysOfMonth(month).at(-1) ?? first;
	// Includes the day before the month, because the night shift of that day ends in the month.
	const { user, ...mine } = await findMyCalendar(request, addDays(first, -1), last);
	// A user may have own days (vacation, leave and the like) that are older than the calendars of diagrams.
	const year = Math.max(yearOf(month), user && first >= EARLIEST ? FIRST_YEAR : 0);
	if (!isShownYear(year, datePartsOf(today).year)) throw notFound();
	const holidays = (await listHolidays(yearOf(month))).filter(({ date }) => date.startsWith(month));
	return { ...mine, month, today, holidays };
}
