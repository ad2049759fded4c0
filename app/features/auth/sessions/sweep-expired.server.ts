import { setImmediate } from "node:timers/promises";
import { sweepAttempts } from "~/features/auth/rate-limits/attempts.server";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";

/** So many rows go at once: the file is locked for a moment only. */
const BATCH_ROWS = 1000;

const tables = ["sessions", "devices", "pending_registrations", "mail_tokens"] as const;

/**
 * Deletes what has expired: sessions, known browsers, waiting ones, links, codes and full buckets of attempts. None of
 * them is looked at after its time; this only keeps the file small and forgets people. Called at start and every hour.
 * @returns how many
 */
export async function sweepExpired(now = Date.now()): Promise<number> {
	let swept = 0;
	for (const table of tables) {
		swept += await inBatches(async () => {
			const expired = db
				.selectFrom(table)
				.select("token_hash")
				.where("expires_at", "<=", now)
				.limit(BATCH_ROWS);
			const result = await db.deleteFrom(table).where("token_hash", "in", expired).executeTakeFirst();
			return Number(result.numDeletedRows);
		});
	}
	swept += await inBatches(() => sweepAttempts(now));
	if (!sqlite.open) return swept;
	// At most two for each person.
	const codes = await db.deleteFrom("mail_codes").where("expires_at", "<=", now).executeTakeFirst();
	emptyLog();
	return swept + Number(codes.numDeletedRows);
}

/** Until nothing is left, or the server stops; requests are answered in between. @returns how many are gone */
async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
	let deleted = 0;
	while (sqlite.open) {
		const some = await deleteSome();
		if (some === 0) break;
		deleted += some;
		await setImmediate();
	}
	return deleted;
}
