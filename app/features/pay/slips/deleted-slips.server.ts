/** Deletes pay slips. For one minute the user can restore a slip; then the server erases it. */
import { db, emptyLog } from "~/lib/database/db.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { listSlips, MAX_SLIPS, type SlipKey } from "./slips.server";

export const UNDO_MS = MINUTE_MS;

/**
 * Marks a slip as deleted. Pages and exports leave out deleted slips.
 * @returns false when the user has no such slip
 */
export async function deleteSlip({ userId, start }: SlipKey, now = Date.now()): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("slips")
		.set({ deleted_at: now })
		.where("user_id", "=", userId)
		.where("period_start", "=", start)
		.where("deleted_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/**
 * Restores a deleted pay slip.
 * @returns "gone" unless the slip was deleted less than a minute ago, "taken" when another slip now contains a day of the
 *   deleted slip, "full" when the user has MAX_SLIPS slips
 */
export async function restoreSlip(
	{ userId, start }: SlipKey,
	now = Date.now(),
): Promise<"restored" | "gone" | "taken" | "full"> {
	return db.transaction().execute(async (trx) => {
		const row = await trx
			.selectFrom("slips")
			.select("period_end")
			.where("user_id", "=", userId)
			.where("period_start", "=", start)
			.where("deleted_at", ">", now - UNDO_MS)
			.executeTakeFirst();
		if (!row) return "gone";
		const slips = await listSlips(userId, trx);
		if (slips.some((other) => other.start <= row.period_end && other.end >= start)) return "taken";
		if (slips.length >= MAX_SLIPS) return "full";
		await trx
			.updateTable("slips")
			.set({ deleted_at: null })
			.where("user_id", "=", userId)
			.where("period_start", "=", start)
			.execute();
		return "restored";
	});
}

/**
 * Erases slips deleted more than a minute ago. Runs a minute after each deletion, and as a sweep.
 * @returns the number of erased slips
 */
export async function eraseDeletedSlips(now = Date.now()): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom("slips")
		.where("deleted_at", "<=", now - UNDO_MS)
		.executeTakeFirst();
	if (numDeletedRows > 0n) emptyLog();
	return Number(numDeletedRows);
}

export async function eraseAllSlips(trx: Pick<typeof db, "deleteFrom">, userId: string): Promise<void> {
	await trx.deleteFrom("slips").where("user_id", "=", userId).execute();
}
