/** Stores when a user's shift or own day on each date last changed, for calendar feeds. */
import type { db } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";

/** Number of past days for which changes are stored. No calendar feed reaches further back. */
export const KEPT_DAYS = 400;

/**
 * Stores `now` as the time of the last change for each of the user's days from `first` to `last`. Call this function in
 * the transaction that changes the user's shifts or own days. Deletes the stored times of days more than KEPT_DAYS ago.
 */
export async function markDaysChanged(
	trx: Pick<typeof db, "insertInto" | "deleteFrom">,
	userId: string,
	{ first, last }: { first: CivilDate; last: CivilDate },
	now: number,
): Promise<void> {
	const oldest = addDays(plantDay(now), -KEPT_DAYS);
	await trx.deleteFrom("changed_days").where("user_id", "=", userId).where("date", "<", oldest).execute();
	const rows = [];
	for (let date = first < oldest ? oldest : first; date <= last; date = addDays(date, 1))
		rows.push({ user_id: userId, date, changed_at: now });
	if (rows.length === 0) return;
	await trx
		.insertInto("changed_days")
		.values(rows)
		.onConflict((conflict) => conflict.columns(["user_id", "date"]).doUpdateSet({ changed_at: now }))
		.execute();
}
