/**
 * Removes the words of many deleted documents from the search index without blocking the server. With the setting
 * `secure-delete`, each deletion removes the words immediately: 10 ms for one document, but seconds for the 300
 * documents of an account. So `deferPurge` turns the setting off, and deletions only mark the words as deleted.
 * `purgeDeletedWords` then merges the index in small steps, which removes the words, and turns the setting on again.
 * An interrupted merge continues after a restart.
 */
import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import { sql, type Transaction } from "kysely";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { db, sqlite } from "./db.server";

/** Number of index pages (4 KB each) that one step merges, in about 10 ms. */
const STEP_PAGES = 100;

/** Number of calls of `deferPurge` in this process. A new call during a merge makes another merge necessary. */
let deferrals = 0;
let running: Promise<void> | undefined;

/**
 * Turns the setting `secure-delete` of the search index off. Call it before deleting many documents, in the same
 * transaction. Call `purgeDeletedWords` after the commit.
 */
export async function deferPurge(trx: Transaction<DB>): Promise<void> {
	deferrals += 1;
	await setSecureDelete(trx, false);
}

/**
 * Removes words that are only marked as deleted from the search index. The server handles requests between two steps.
 * Also called at start and every hour.
 * @throws any error of the database, such as a full disk; the next call tries again
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
		// The first `mergeAll` possibly does no more than complete a merge that began before the last deletion. The
		// second `mergeAll` then removes the words of that deletion.
		await mergeAll();
		if (!sqlite.open) return;
		await db.transaction().execute(async (trx) => {
			if (deferrals === known) await setSecureDelete(trx, true);
		});
	}
}

/** Merges the segments of the search index into one. Writes during the merge do not restart it. */
async function mergeAll(): Promise<void> {
	// In FTS5, SQLite's full-text search, a negative number begins a merge and a positive number continues it.
	let pages = -1;
	while (sqlite.open && (await db.transaction().execute((trx) => isMerging(trx, pages)))) {
		pages = STEP_PAGES;
		await setImmediate();
	}
}

/** Runs one step of the merge of the search index. @returns whether there was something to merge */
async function isMerging(trx: Transaction<DB>, pages: number): Promise<boolean> {
	const before = await countChanges(trx);
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('merge', ${pages})`.execute(trx);
	// SQLite counts the merge statement itself as one change.
	return (await countChanges(trx)) - before > 1;
}

async function countChanges(trx: Transaction<DB>): Promise<number> {
	return (await sql<{ n: number }>`SELECT total_changes() AS n`.execute(trx)).rows[0]?.n ?? 0;
}

/**
 * Sets `secure-delete`. The value is part of the SQL text, because SQLite accepts only integers for this setting and
 * the driver binds numbers as reals.
 */
async function setSecureDelete(trx: Transaction<DB>, isOn: boolean): Promise<void> {
	const value = isOn ? sql`1` : sql`0`;
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('secure-delete', ${value})`.execute(
		trx,
	);
}
