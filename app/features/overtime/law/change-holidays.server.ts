import type { Holiday } from "~/features/holidays/holiday-rule";
import { deleteHoliday, saveHolidays } from "~/features/holidays/holidays.server";
import { db } from "~/lib/database/db.server";
import type { OnProgress } from "~/lib/progress";
import { reclassifyAround } from "./reclassify.server";

/**
 * Adds or corrects holidays, and recomputes the hours with each premium (50 %, 100 %) of the overtime entries on the
 * changed days, in one transaction.
 */
export async function saveHolidaysAndReclassify(
	holidays: readonly Holiday[],
	onProgress?: OnProgress,
): Promise<void> {
	await db.transaction().execute(async (trx) => {
		await reclassifyAround(trx, await saveHolidays(trx, holidays), onProgress);
	});
}

/**
 * Removes a holiday, and recomputes the hours with each premium (50 %, 100 %) of the overtime entries on the changed
 * days, in one transaction.
 * @returns false when there is no such holiday
 */
export async function deleteHolidayAndReclassify(
	date: string,
	name: string,
	onProgress?: OnProgress,
): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const changedDates = await deleteHoliday(trx, date, name);
		if (!changedDates) return false;
		await reclassifyAround(trx, changedDates, onProgress);
		return true;
	});
}
