import { markStaleDates, refreshAllPay } from "~/features/extras/rows/stale-pay.server";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { deleteHoliday, saveHolidays } from "~/features/holidays/holidays.server";
import { overtimeRules } from "~/features/law/overtime-rules";
import { db } from "~/lib/database/db.server";
import type { OnProgress } from "~/lib/progress";
import { finish } from "./errors";

/** Adds or corrects holidays, and then computes again what the overtime entries on the changed days are paid. */
export async function saveHolidaysAndReclassify(
	holidays: readonly Holiday[],
	onProgress?: OnProgress,
): Promise<void> {
	await db.transaction().execute(async (trx) => markStaleDates(trx, await saveHolidays(trx, holidays)));
	await reclassify(onProgress);
}

/**
 * Removes a holiday, and then computes again what the overtime entries on the changed days are paid.
 * @returns false when there is no such holiday
 */
export async function deleteHolidayAndReclassify(
	date: string,
	name: string,
	onProgress?: OnProgress,
): Promise<boolean> {
	const isDeleted = await db.transaction().execute(async (trx) => {
		const changedDates = await deleteHoliday(trx, date, name);
		if (changedDates) await markStaleDates(trx, changedDates);
		return changedDates !== undefined;
	});
	if (isDeleted) await reclassify(onProgress);
	return isDeleted;
}

async function reclassify(onProgress?: OnProgress): Promise<void> {
	await finish("Los feriados se guardaron, pero falta recalcular extras", () =>
		refreshAllPay(overtimeRules, onProgress),
	);
}
