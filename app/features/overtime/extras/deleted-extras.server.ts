/** Deleted extras: for a minute they can be brought back, then they are erased. */
import { db, emptyLog } from "~/lib/database/db.server";
import { type ExtraKey, hasRoomForExtra } from "./extras.server";

/** How long a deleted extra can be brought back. */
export const UNDO_MS = 60_000;

/**
 * Takes an extra out of every list, total and export. For a minute it can be brought back.
 * @returns false when there is none, or it is somebody else's
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

/** What has become of "Deshacer". */
export type RestoredExtra =
	| "restored"
	/** It was deleted more than a minute ago, or there is none. */
	| "gone"
	/** Others have taken its place: there are MOST_EXTRAS. */
	| "full";

/** Brings a deleted extra back as it was. */
export async function restoreExtra({ userId, idFile }: ExtraKey, now = Date.now()): Promise<RestoredExtra> {
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
		return "restored";
	});
}

/**
 * Erases what was deleted more than a minute ago. Called a minute after each deletion, at start and every hour.
 * @returns how many
 */
export async function eraseDeletedExtras(now = Date.now()): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom("deleted_extras")
		.where("deleted_at", "<=", now - UNDO_MS)
		.executeTakeFirst();
	if (numDeletedRows > 0n) emptyLog();
	return Number(numDeletedRows);
}
