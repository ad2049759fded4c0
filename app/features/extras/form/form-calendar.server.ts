import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { addDays, type CivilDate, parseCivilDate } from "~/lib/time/civil-date";

const DAYS_AROUND = 5;

interface FormCalendar {
	/**
	 * Calendar that contains the own days (vacation, leave and the like) of today and of `date`, and of the days around
	 * these that a stretch of work may reach.
	 */
	calendar: OwnCalendar;
	/** Date of the form; today if the form has no valid date. */
	date: CivilDate;
}

/** Reads the user's calendar for the overtime form. */
export async function findFormCalendar(
	userId: string,
	today: CivilDate,
	typedDate = "",
): Promise<FormCalendar> {
	const date = parseCivilDate(typedDate) ?? today;
	const [first, last] = date < today ? [date, today] : [today, date];
	return {
		calendar: await findOwnCalendar(userId, addDays(first, -DAYS_AROUND), addDays(last, DAYS_AROUND)),
		date,
	};
}
