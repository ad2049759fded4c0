import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import type { DB } from "db/schema";
import { type Driver, Kysely, SqliteDialect } from "kysely";
import { env } from "~/lib/env.server";
import { reportIfBroken } from "./broken-database.server";
import { isDiskFull, spendReserve } from "./disk.server";
import { BUSY_MS, ImmediateDriver, isBusy } from "./immediate-driver.server";

/**
 * Opens the database file with these settings:
 * - journal_mode WAL: readers do not wait for the writer.
 * - synchronous FULL: a power cut loses no committed change.
 * - secure_delete: deleted data are overwritten in the file.
 * - timeout: a write waits while an operator's command writes.
 */
export function openSqlite(path: string): SQLite.Database {
	mkdirSync(dirname(path), { recursive: true });
	// Checked here, because an error of SQLite would not contain the path of the inaccessible file.
	for (const place of [dirname(path), path].filter(existsSync))
		accessSync(place, constants.R_OK | constants.W_OK);
	const sqlite = new SQLite(path, { timeout: BUSY_MS });
	sqlite.pragma("journal_mode = WAL");
	sqlite.pragma("synchronous = FULL");
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("secure_delete = ON");
	// A page cache of 8 MiB can hold the whole database of a small installation.
	sqlite.pragma("cache_size = -8192");
	return sqlite;
}

/** For queries that Kysely's query builder cannot express. */
export { sql } from "kysely";

// The connection is reused when the development server loads this module again after a change.
const remembered = globalThis as typeof globalThis & { relevoSqlite?: SQLite.Database };
remembered.relevoSqlite ??= openSqlite(env.DATABASE_PATH);

export const sqlite = remembered.relevoSqlite;

/**
 * How long in milliseconds SQLite itself waits while another process locks the database. During this wait, this
 * process does nothing else.
 */
let blockingMs = BUSY_MS;

/**
 * Makes writes wait for another process without blocking this process. Called by the server, because an operator's
 * command may write for seconds, for example when it adds holidays.
 */
export function waitWithoutBlocking(): void {
	blockingMs = 0;
	sqlite.pragma("busy_timeout = 0");
}

class ImmediateDialect extends SqliteDialect {
	override createDriver(): Driver {
		return new ImmediateDriver(sqlite);
	}
}

/**
 * Empties the write-ahead log, which still contains deleted data. Skips data that another process is still reading:
 * the next call, at the latest an hour later, removes these data.
 */
export function emptyLog(): void {
	withoutWaiting(() => sqlite.pragma("wal_checkpoint(TRUNCATE)"));
}

/**
 * Rewrites one page of the database file with its current content, and syncs it, to test that the database can be
 * written.
 * @returns false when another process is writing
 * @throws SqliteError when the page cannot be written
 */
export function writeNothing(): Promise<boolean> {
	// Kysely hands out the database connection only while no transaction uses it.
	return db.connection().execute(async () => {
		try {
			withoutWaiting(() =>
				sqlite.pragma(`user_version = ${sqlite.pragma("user_version", { simple: true })}`),
			);
			return true;
		} catch (error) {
			if (isBusy(error)) return false;
			throw error;
		}
	});
}

/**
 * Runs `work`. When another process has locked the database, fails at once, because waiting would block the whole
 * server.
 */
function withoutWaiting(work: () => void): void {
	sqlite.pragma("busy_timeout = 0");
	try {
		work();
	} catch (error) {
		reportIfBroken(error);
		throw error;
	} finally {
		sqlite.pragma(`busy_timeout = ${blockingMs}`);
	}
}

/**
 * Query builder of the database. Inside `db.transaction()` use only the given `trx`: a query on `db` would wait
 * forever for the end of the transaction.
 */
export const db = new Kysely<DB>({
	dialect: new ImmediateDialect({ database: sqlite }),
	log(event) {
		if (event.level === "error") noteFailure(event.error);
	},
});

/**
 * Reacts to the error of a failed query: releases the reserve file of a full disk, or reports a broken database.
 */
export function noteFailure(error: unknown): void {
	if (isDiskFull(error)) spendReserve();
	reportIfBroken(error);
}

const totalChangesQuery = sqlite.prepare<[], number>("SELECT total_changes()").pluck();

/**
 * A text that changes whenever a row is written, by this process or another. The test of `writeNothing` does not
 * change it.
 */
export function contentVersion(): string {
	return `${totalChangesQuery.get()} ${dataVersion()}`;
}

const dataVersionQuery = sqlite.prepare<[], number>("PRAGMA data_version").pluck();

/** A number that changes when another process, such as an operator's command, writes to the database. */
export function dataVersion(): number {
	try {
		return dataVersionQuery.get() ?? 0;
	} catch (error) {
		reportIfBroken(error);
		throw error;
	}
}
