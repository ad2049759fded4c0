import { rowOn } from "~/features/overtime/agreement/agreement";
import { listAgreements } from "~/features/overtime/agreement/agreements.server";
import { type DayOffWork, dayOffOn } from "~/features/overtime/law/day-off";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { findOwnCalendar } from "~/features/shift/own-days/own-calendar.server";
import { addDays, type CivilDate, parseCivilDate } from "~/lib/time/civil-date";

interface FormCalendar {
	/** With the own days of yesterday, today and `date`. */
	calendar: OwnCalendar;
	/** The date in the form; today while the form has none. */
	date: CivilDate;
}

/** The user's own calendar for the overtime form. */
export async function findFormCalendar(
	userId: string,
	today: CivilDate,
	typedDate = "",
): Promise<FormCalendar> {
	const date = parseCivilDate(typedDate) ?? today;
	const yesterday = addDays(today, -1);
	const calendar = await findOwnCalendar(
		userId,
		date < yesterday ? date : yesterday,
		date > today ? date : today,
	);
	return { calendar, date };
}

/** Whether a date is a day off of the user, with what the user's agreement gives for work on it. */
export async function findDayOff(
	userId: string,
	calendar: OwnCalendar,
	date: CivilDate,
): Promise<DayOffWork | undefined> {
	const agreement = rowOn(await listAgreements(userId), date);
	return dayOffOn(calendar, date, agreement?.dayOff ?? undefined);
}
