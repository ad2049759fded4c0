import { setImmediate } from "node:timers/promises";
import { db, emptyLog, sqlite } from "~/lib/db.server";
import { sweepAttempts } from "./attempts.server";

/** So many rows go at once: the file is locked for a moment only. */
const BATCH_ROWS = 1000;

const tables = ["sessions", "devices", "pending_registrations", "mail_tokens"] as const;

/**
 * Deletes what has expired: sessions, known browsers, waiting ones, links, codes and full buckets of attempts. None of
 * them is looked at after its time; this only keeps the file small and forgets people. Called at start and every hour.
 */
export async function sweepExpired(now = Date.now()): Promise<void> {
	for (const table of tables) {
		await inBatches(async () => {
			const expired = db
				.selectFrom(table)
				.select("token_hash")
				.where("expires_at", "<=", now)
				.limit(BATCH_ROWS);
			const result = await db.deleteFrom(table).where("token_hash", "in", expired).executeTakeFirst();
			return Number(result.numDeletedRows);
		});
	}
	await inBatches(() => sweepAttempts(now));
	if (!sqlite.open) return;
	// At most two for each person.
	await db.deleteFrom("mail_codes").where("expires_at", "<=", now).execute();
	emptyLog();
}

/** Until nothing is left, or the server stops; requests are answered in between. */
async function inBatches(deleteSome: () => Promise<number>): Promise<void> {
	while (sqlite.open && (await deleteSome()) > 0) await setImmediate();
}
