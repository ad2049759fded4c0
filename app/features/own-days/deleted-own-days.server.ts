/**
 * Deletes own days (vacation, leave and the like). For one minute the user can restore deleted own days; then the
 * server erases them.
 */
import { markDaysChanged } from "~/features/shift/history/changed-days.server";
import { db, emptyLog } from "~/lib/database/db.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { findOverlap, hasRoomForOwnDay, type OwnDayKey } from "./own-days.server";

export const UNDO_MS = MINUTE_MS;

/**
 * Deletes own days: moves them to a table that no calendar, count or export reads.
 * @returns false when the user has no such own days
 */
export async function deleteOwnDay({ userId, id }: OwnDayKey, now = Date.now()): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const [row] = await trx
			.deleteFrom("own_days")
			.where("user_id", "=", userId)
			.where("id", "=", id)
			.returningAll()
			.execute();
		if (!row) return false;
		await trx
			.insertInto("deleted_own_days")
			.values({ ...row, deleted_at: now })
			.execute();
		await markDaysChanged(trx, userId, { first: row.first_day, last: row.last_day }, now);
		return true;
	});
}

/**
 * Restores own days (vacation, leave and the like) that were deleted less than a minute ago.
 * @returns "gone" if there are no such own days; "taken" if other own days now overlap them, or if the user has the
 *   maximum number of own days
 */
export async function restoreOwnDay(
	{ userId, id }: OwnDayKey,
	now = Date.now(),
): Promise<"restored" | "gone" | "taken"> {
	return db.transaction().execute(async (trx) => {
		const row = await trx
			.selectFrom("deleted_own_days")
			.selectAll()
			.where("user_id", "=", userId)
			.where("id", "=", id)
			.where("deleted_at", ">", now - UNDO_MS)
			.executeTakeFirst();
		if (!row) return "gone";
		const days = { firstDay: row.first_day, lastDay: row.last_day };
		if (await findOverlap(trx, { userId, id }, days)) return "taken";
		if (!(await hasRoomForOwnDay(trx, userId))) return "taken";
		await trx.deleteFrom("deleted_own_days").where("user_id", "=", userId).where("id", "=", id).execute();
		const { deleted_at: _when, ...ownDay } = row;
		await trx.insertInto("own_days").values(ownDay).execute();
		await markDaysChanged(trx, userId, { first: row.first_day, last: row.last_day }, now);
		return "restored";
	});
}

/**
 * Erases own days deleted at least a minute ago. Runs a minute after each deletion, and as a sweep.
 * @returns the number of erased rows
 */
export async function eraseDeletedOwnDays(now = Date.now()): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom("deleted_own_days")
		.where("deleted_at", "<=", now - UNDO_MS)
		.executeTakeFirst();
	if (numDeletedRows > 0n) emptyLog();
	return Number(numDeletedRows);
}

/** Erases a user's own days, also deleted ones, and the times at which days of the user's calendar changed. */
export async function eraseAllOwnDays(trx: Pick<typeof db, "deleteFrom">, userId: string): Promise<void> {
	for (const table of ["own_days", "deleted_own_days", "changed_days"] as const)
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
}
