import { readHolidaysOn } from "~/features/holidays/holidays.server";
import type { PayTerms } from "~/features/law/parts-of-day";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { type OwnCalendar, workDaysIn } from "~/features/shift/own-calendar";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listAgreements } from "./agreements.server";

/** Reads everything that decides what the entries that start from `first` to `last`, both inclusive, are paid. */
export async function findPayTerms(userId: string, first: CivilDate, last: CivilDate): Promise<PayTerms> {
	return payTermsIn(userId, await findOwnCalendar(userId, addDays(first, -1), addDays(last, 1)));
}

/**
 * Adds to a worker's calendar what else decides what entries are paid.
 * @param calendar must contain the own days (vacation, leave and the like) from the day before the first entry, whose
 *   shift may end after midnight, to the day after the last, because an entry may end after midnight
 */
export async function payTermsIn(userId: string, calendar: OwnCalendar): Promise<PayTerms> {
	return {
		agreements: await listAgreements(userId),
		workDayOn: workDaysIn(calendar),
		holidaysOn: await readHolidaysOn(),
	};
}
