import { rowOn } from "~/features/overtime/agreement/agreement";
import { listAgreements } from "~/features/overtime/agreement/agreements.server";
import type { ExtraTime } from "~/features/overtime/law/classify";
import { type DayOffWork, dayOffOn } from "~/features/overtime/law/day-off";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { findOwnCalendar } from "~/features/shift/own-days/own-calendar.server";
import { addDays, type CivilDate, parseCivilDate } from "~/lib/time/civil-date";

interface FormCalendar {
	/**
	 * Calendar that contains the own days (vacation, leave and the like) of today, of `date`, and of the day before each
	 * of these.
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
	return { calendar: await findOwnCalendar(userId, addDays(first, -1), last), date };
}

/**
 * Returns what is known about the day off on which the work starts, and what the user's agreement gives for such work;
 * undefined if the work does not start on a day off.
 */
export async function findDayOff(
	userId: string,
	calendar: OwnCalendar,
	work: Pick<ExtraTime, "date" | "startMinute">,
): Promise<DayOffWork | undefined> {
	const agreement = rowOn(await listAgreements(userId), work.date);
	return dayOffOn(calendar, work, agreement?.dayOff ?? undefined);
}
