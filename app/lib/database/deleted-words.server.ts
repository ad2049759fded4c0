/**
 * The words of a deleted document leave the search index with it (its setting `secure-delete`). That goes word by word:
 * some 10 ms for one document, but seconds, in which nobody is answered, for the three hundred of an account. Those are
 * only marked as deleted, which takes no time, and then the index is merged in small steps into one piece, in which no
 * mark and nothing marked is left. That this is still to be done is told by the setting itself, so that a stop in between
 * is made good after the next start.
 */
import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import { sql, type Transaction } from "kysely";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { db, sqlite } from "./db.server";

/** Of 4 KB each, some 10 ms. */
const STEP_PAGES = 100;

/** How often this process has called `deferPurge`. */
let deferrals = 0;
let running: Promise<void> | undefined;

/** Before many documents are deleted, in the same transaction; `purgeDeletedWords` has to follow. */
export async function deferPurge(trx: Transaction<DB>): Promise<void> {
	deferrals += 1;
	await setSecureDelete(trx, false);
}

/**
 * Removes from the search index what is only marked as deleted, if there is any. Requests are answered in between, and
 * documents are written. Called at start and every hour too.
 * @throws what the database throws (a full disk); the next call tries again
 */
export function purgeDeletedWords(): Promise<void> {
	running ??= runOutsideRequest(purge).finally(() => {
		running = undefined;
	});
	return running;
}

async function purge(): Promise<void> {
	const setting = sql<{ v: number }>`SELECT v FROM documents_search_config WHERE k = 'secure-delete'`;
	while (sqlite.open && (await setting.execute(db)).rows[0]?.v === 0) {
		const known = deferrals;
		await mergeAll();
		// What was left out of a merge that was under way already.
		await mergeAll();
		if (!sqlite.open) return;
		await db.transaction().execute(async (trx) => {
			if (deferrals === known) await setSecureDelete(trx, true);
		});
	}
}

/** Merges what is there now into one piece; what is written meanwhile does not begin it anew. */
async function mergeAll(): Promise<void> {
	// A negative number begins it, a positive one goes on.
	let pages = -1;
	while (sqlite.open && (await db.transaction().execute((trx) => isMerging(trx, pages)))) {
		pages = STEP_PAGES;
		await setImmediate();
	}
}

/** One step. @returns whether there was something to do */
async function isMerging(trx: Transaction<DB>, pages: number): Promise<boolean> {
	const before = await countChanges(trx);
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('merge', ${pages})`.execute(trx);
	// The statement itself is one.
	return (await countChanges(trx)) - before > 1;
}

async function countChanges(trx: Transaction<DB>): Promise<number> {
	return (await sql<{ n: number }>`SELECT total_changes() AS n`.execute(trx)).rows[0]?.n ?? 0;
}

/** SQLite takes whole numbers only, and a bound one is none. */
async function setSecureDelete(trx: Transaction<DB>, isOn: boolean): Promise<void> {
	const value = isOn ? sql`1` : sql`0`;
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('secure-delete', ${value})`.execute(
		trx,
	);
}
