/**
 * Removes the words of many deleted documents from the search index without blocking the server. With FTS5's
 * `secure-delete` the 300 documents of an account would take seconds. So `deferPurge` turns this setting off,
 * deletions only mark words, and `purgeDeletedWords` then merges the index in small steps, which removes the words.
 */
import { setImmediate } from "node:timers/promises";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { sharedRun } from "~/lib/shared-run";
import { db, sql, sqlite, type Trx } from "./db.server";

/** Number of pages (4 KB each) of the search index merged in one step. A step blocks other requests for about 10 ms. */
const STEP_PAGES = 100;

/** Number of calls of `deferPurge`, by which `purge` notices deletions that were made while it was running. */
let deferrals = 0;

/**
 * Turns off the setting `secure-delete` of the search index, so that deletions only mark words. Call this function in
 * the transaction that deletes many documents, and `purgeDeletedWords` after the commit.
 */
export async function deferPurge(trx: Trx): Promise<void> {
	deferrals += 1;
	await setSecureDelete(trx, false);
}

/**
 * Removes from the search index the words that are marked as deleted, in steps between which the server handles
 * requests. Also runs at start and every hour.
 * @throws errors of the database, such as a full disk; the next call tries again
 */
export const purgeDeletedWords = sharedRun(() => runOutsideRequest(purge));

async function purge(): Promise<void> {
	const setting = sql<{ v: number }>`SELECT v FROM documents_search_config WHERE k = 'secure-delete'`;
	while (sqlite.open && (await setting.execute(db)).rows[0]?.v === 0) {
		const known = deferrals;
		await mergeAll();
		// The first call may only complete a merge that began before the last deletion. Such a merge does not remove all
		// words that this deletion has marked, so a second merge follows.
		await mergeAll();
		if (!sqlite.open) return;
		await db.transaction().execute(async (trx) => {
			if (deferrals === known) await setSecureDelete(trx, true);
		});
	}
}

/** Merges the segments of the documents' search index into one segment. */
async function mergeAll(): Promise<void> {
	// In FTS5, a negative number of pages begins a merge of all segments, and a positive number continues that merge.
	let pages = -1;
	while (sqlite.open && (await db.transaction().execute((trx) => isMerging(trx, pages)))) {
		pages = STEP_PAGES;
		await setImmediate();
	}
}

/**
 * Runs one step of the merge.
 * @returns whether there was something to merge
 */
async function isMerging(trx: Trx, pages: number): Promise<boolean> {
	const before = await countChanges(trx);
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('merge', ${pages})`.execute(trx);
	// The INSERT statement itself counts as one change, even if there was nothing to merge.
	return (await countChanges(trx)) - before > 1;
}

async function countChanges(trx: Trx): Promise<number> {
	return (await sql<{ n: number }>`SELECT total_changes() AS n`.execute(trx)).rows[0]?.n ?? 0;
}

/**
 * Turns the search index's setting `secure-delete` on (1) or off (0). The number is part of the SQL text: the database
 * driver would pass a parameter as a real number, and the setting accepts only integers.
 */
async function setSecureDelete(trx: Trx, isOn: boolean): Promise<void> {
	const value = isOn ? sql`1` : sql`0`;
	await sql`INSERT INTO documents_search (documents_search, rank) VALUES ('secure-delete', ${value})`.execute(
		trx,
	);
}
