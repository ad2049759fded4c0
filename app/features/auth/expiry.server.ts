import { db } from "~/lib/db.server";
import { sweepAttempts } from "./attempts.server";

/** So many rows of a table go in one sweep: the file is locked for a moment only. */
const MOST_ROWS = 1000;

const tables = ["sessions", "devices", "pending_registrations", "mail_tokens"] as const;

/**
 * Deletes what has expired: sessions, known browsers, waiting ones, links, codes and full buckets of attempts. None of
 * them is looked at after its time; this only keeps the file small and forgets people. Called at start and every hour.
 */
export async function sweepExpired(now = Date.now()): Promise<void> {
	for (const table of tables) {
		const expired = db.selectFrom(table).select("token_hash").where("expires_at", "<=", now).limit(MOST_ROWS);
		await db.deleteFrom(table).where("token_hash", "in", expired).execute();
	}
	await db.deleteFrom("mail_codes").where("expires_at", "<=", now).execute();
	await sweepAttempts(now);
}
