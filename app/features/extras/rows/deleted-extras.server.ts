/** Deletes overtime entries. For one minute the user can restore a deleted entry; then the server erases it. */
import { db, emptyLog } from "~/lib/database/db.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { type ExtraKey, hasRoomForExtra } from "./extras.server";

export const UNDO_MS = MINUTE_MS;

/**
 * Moves an overtime entry to the table of deleted entries.
 * @returns false when the user has no such entry
 */
export async function deleteExtra({ userId, idFile }: ExtraKey, now = Date.now()): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const [row] = await trx
			.deleteFrom("extras")
			.where("user_id", "=", userId)
			.where("id_file", "=", idFile)
			.returningAll()
			.execute();
		if (!row) return false;
		await trx
			.insertInto("deleted_extras")
			.values({ ...row, deleted_at: now })
			.execute();
		return true;
	});
}

/**
 * Restores a deleted overtime entry.
 * @returns "gone" unless the entry was deleted less than a minute ago, "full" when the user has MAX_EXTRAS entries
 */
export async function restoreExtra(
	{ userId, idFile }: ExtraKey,
	now = Date.now(),
): Promise<"restored" | "gone" | "full"> {
	return db.transaction().execute(async (trx) => {
		const key = { user_id: userId, id_file: idFile };
		const row = await trx
			.selectFrom("deleted_extras")
			.selectAll()
			.where(({ eb, and }) => and([and(key), eb("deleted_at", ">", now - UNDO_MS)]))
			.executeTakeFirst();
		if (!row) return "gone";
		if (!(await hasRoomForExtra(trx, userId))) return "full";
		await trx
			.deleteFrom("deleted_extras")
			.where(({ and }) => and(key))
			.execute();
		const { deleted_at: _when, ...extra } = row;
		await trx.insertInto("extras").values(extra).execute();
		// The terms may have changed since the deletion.
		await trx
			.insertInto("marked_stale_pay")
			.values({ user_id: userId, first_day: row.date, last_day: row.date })
			.execute();
		return "restored";
	});
}

/**
 * Erases entries deleted more than a minute ago. Runs a minute after each deletion, and as a sweep.
 * @returns the number of erased entries
 */
export async function eraseDeletedExtras(now = Date.now()): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom("deleted_extras")
		.where("deleted_at", "<=", now - UNDO_MS)
		.executeTakeFirst();
	if (numDeletedRows > 0n) emptyLog();
	return Number(numDeletedRows);
}
