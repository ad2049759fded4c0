import { setImmediate } from "node:timers/promises";
import { sweepAttempts } from "~/features/auth/rate-limits/attempts.server";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";

/** Maximum number of expired rows that one statement deletes, so that the database is locked only briefly. */
const BATCH_ROWS = 1000;

const tables = ["sessions", "devices", "pending_registrations", "mail_tokens", "spent_challenges"] as const;

/**
 * Deletes expired sessions, known devices, pending registrations, mailed links and codes, answered challenges, and the
 * rows of full token buckets (rate limits that nobody has used lately). Runs at start and every hour.
 * @returns the number of deleted rows
 */
export async function sweepExpired(now = Date.now()): Promise<number> {
	let deletedRows = 0;
	for (const table of tables) {
		deletedRows += await inBatches(async () => {
			const expired = db
				.selectFrom(table)
				.select("token_hash")
				.where("expires_at", "<=", now)
				.limit(BATCH_ROWS);
			const result = await db.deleteFrom(table).where("token_hash", "in", expired).executeTakeFirst();
			return Number(result.numDeletedRows);
		});
	}
	deletedRows += await inBatches(() => sweepAttempts(now));
	if (!sqlite.open) return deletedRows;
	// Mailed codes need no batches, because each user has at most two codes.
	const codes = await db.deleteFrom("mail_codes").where("expires_at", "<=", now).executeTakeFirst();
	await emptyLog();
	return deletedRows + Number(codes.numDeletedRows);
}

/**
 * Calls `deleteSome` until no row is left or the server stops.
 * @returns the number of deleted rows
 */
async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
	let deleted = 0;
	while (sqlite.open) {
		const deletedNow = await deleteSome();
		if (deletedNow === 0) break;
		deleted += deletedNow;
		await setImmediate();
	}
	return deleted;
}
