import type { Extra } from "~/features/extras/rows/extras.server";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { addDays, type CivilDate, parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";

const DAYS_AROUND = 5;

/** What the values of an overtime form are read with. */
export interface FormContext {
	idFile: string;
	today: CivilDate;
	/** Date of the form; today if the form has no valid date. */
	date: CivilDate;
	/**
	 * Calendar that contains the own days (vacation, leave and the like) of today and of `date`, and of the days around
	 * these that a stretch of work may reach.
	 */
	calendar: OwnCalendar;
	/** The stored entry that the form edits. */
	stored?: Extra;
}

export async function findFormContext(
	userId: string,
	idFile: string,
	typedDate: string | null | undefined,
	stored: Extra | undefined,
): Promise<FormContext> {
	const today = plantToday();
	const date = parseCivilDate(typedDate ?? "") ?? today;
	const [first, last] = date < today ? [date, today] : [today, date];
	const calendar = await findOwnCalendar(userId, addDays(first, -DAYS_AROUND), addDays(last, DAYS_AROUND));
	return { idFile, today, date, calendar, stored };
}
