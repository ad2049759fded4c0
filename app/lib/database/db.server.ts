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
 * Opens the database:
 * - WAL: readers do not wait for the writer.
 * - FULL: a power cut loses no committed change.
 * - secure_delete overwrites deleted data.
 * - timeout: a write waits for an operator's command.
 */
export function openSqlite(path: string): SQLite.Database {
	mkdirSync(dirname(path), { recursive: true });
	// An error of SQLite would not name the inaccessible path.
	for (const place of [dirname(path), path].filter(existsSync))
		accessSync(place, constants.R_OK | constants.W_OK);
	const sqlite = new SQLite(path, { timeout: BUSY_MS });
	sqlite.pragma("journal_mode = WAL");
	sqlite.pragma("synchronous = FULL");
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("secure_delete = ON");
	// 8 MiB hold the whole database of a small installation.
	sqlite.pragma("cache_size = -8192");
	return sqlite;
}

/** For queries that Kysely's builder cannot express. */
export { sql } from "kysely";

// Survives the development server's reloads of this module.
const remembered = globalThis as typeof globalThis & { relevoSqlite?: SQLite.Database };
remembered.relevoSqlite ??= openSqlite(env.DATABASE_PATH);

export const sqlite = remembered.relevoSqlite;

/** Milliseconds that SQLite itself waits for a lock of another process, while this process does nothing else. */
let blockingMs = BUSY_MS;

/**
 * Makes writes wait for another process without blocking this one. Called by the server, because an operator's
 * command may write for seconds.
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
 * Empties the write-ahead log, which still contains deleted data. Data that another process is reading stay until
 * the next call, within an hour.
 */
export function emptyLog(): void {
	withoutWaiting(() => sqlite.pragma("wal_checkpoint(TRUNCATE)"));
}

/**
 * Rewrites one page unchanged, to test that the database is writable.
 * @returns false while another process writes
 * @throws SqliteError when the page cannot be written
 */
export function writeNothing(): Promise<boolean> {
	// Kysely gives the connection only outside transactions.
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

/** Fails at once when another process has locked the database, because waiting would block the server. */
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

/** Query builder. Inside `db.transaction()` use only the given `trx`: a query on `db` would wait forever. */
export const db = new Kysely<DB>({
	dialect: new ImmediateDialect({ database: sqlite }),
	log(event) {
		if (event.level === "error") noteFailure(event.error);
	},
});

/** Handles the error of a query: releases the reserve of a full disk, or reports a broken database. */
export function noteFailure(error: unknown): void {
	if (isDiskFull(error)) spendReserve();
	reportIfBroken(error);
}

const totalChangesQuery = sqlite.prepare<[], number>("SELECT total_changes()").pluck();

/** Changes whenever any process writes a row. */
export function contentVersion(): string {
	return `${totalChangesQuery.get()} ${dataVersion()}`;
}

const dataVersionQuery = sqlite.prepare<[], number>("PRAGMA data_version").pluck();

/** Changes when another process writes to the database. */
export function dataVersion(): number {
	try {
		return dataVersionQuery.get() ?? 0;
	} catch (error) {
		reportIfBroken(error);
		throw error;
	}
}
