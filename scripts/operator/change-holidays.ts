import { markStaleDates, refreshAllPay } from "~/features/extras/rows/stale-pay.server";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { deleteHoliday, saveHolidays } from "~/features/holidays/holidays.server";
import { overtimeRules } from "~/features/law/overtime-rules";
import { db } from "~/lib/database/db.server";
import { codeOf } from "~/lib/files/error-code";
import type { OnProgress } from "~/lib/progress";
import { CommandError, explain } from "./errors";

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

/** @throws CommandError for an error that `explain` would call one before any change: the holidays are stored by now */
async function reclassify(onProgress?: OnProgress): Promise<void> {
	await refreshAllPay(overtimeRules, onProgress).catch((error: unknown) => {
		if (!explain(error)) throw error;
		throw new CommandError(
			`Los feriados se guardaron, pero falta recalcular extras (${codeOf(error)}): el servidor lo hace al arrancar y cada hora.`,
		);
	});
}
