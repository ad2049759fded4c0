import { readHolidaysOn } from "~/features/holidays/holidays.server";
import type { PayTerms } from "~/features/law/parts-of-day";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { type OwnCalendar, workDaysIn } from "~/features/shift/own-calendar";
import { listAgreements } from "./agreements.server";

/**
 * Reads everything that decides what a worker's entries are paid.
 * @param calendar the worker's own, if it is known already
 */
export async function findPayTerms(userId: string, calendar?: OwnCalendar): Promise<PayTerms> {
	return {
		agreements: await listAgreements(userId),
		workDayOn: workDaysIn(calendar ?? (await findOwnCalendar(userId))),
		holidaysOn: await readHolidaysOn(),
	};
}
