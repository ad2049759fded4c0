import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import type { DB } from "db/schema";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	Kysely,
	SqliteDialect,
	SqliteDriver,
} from "kysely";
import { env } from "~/lib/env.server";
import { reportIfBroken } from "./broken-database.server";
import { isDiskFull, spendReserve } from "./disk.server";

/** How long a write waits for another process that is writing. */
const BUSY_MS = 5000;

/**
 * Opens the database file with the settings that every connection of the program needs.
 * - WAL: readers do not wait for the writer; FULL: a power cut loses no acknowledged write.
 * - secure_delete: what is erased is overwritten in the file.
 * - busy_timeout: an operator's command may write beside the server for a moment.
 */
export function openSqlite(path: string): SQLite.Database {
	mkdirSync(dirname(path), { recursive: true });
	const sqlite = new SQLite(path, { timeout: BUSY_MS });
	sqlite.pragma("journal_mode = WAL");
	sqlite.pragma("synchronous = FULL");
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("secure_delete = ON");
	// 8 MiB of pages stay in memory: the whole file of a small plant.
	sqlite.pragma("cache_size = -8192");
	return sqlite;
}

// The development server loads this module again after each change: the connection stays.
const remembered = globalThis as typeof globalThis & { relevoSqlite?: SQLite.Database };
remembered.relevoSqlite ??= openSqlite(env.DATABASE_PATH);

export const sqlite = remembered.relevoSqlite;

/** `begin` alone fails at once when another process writes between our first read and our first write. */
class ImmediateDriver extends SqliteDriver {
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}

	/** On a full disk SQLite has rolled back by itself: one more would fail and hide why. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (sqlite.inTransaction) await super.rollbackTransaction(connection);
	}
}

class ImmediateDialect extends SqliteDialect {
	override createDriver(): Driver {
		return new ImmediateDriver({ database: sqlite });
	}
}

/**
 * Empties the write-ahead log, in which what was deleted still stands. Does not wait for another process that is
 * reading. What then stays goes with the next time, an hour later at most.
 */
export function emptyLog(): void {
	withoutWaiting(() => sqlite.pragma("wal_checkpoint(TRUNCATE)"));
}

/**
 * Writes a page with what it holds already and syncs it, as every change is written; nothing is changed.
 * @returns false when another process is writing
 * @throws SqliteError when it cannot be written
 */
export function writeNothing(): Promise<boolean> {
	// The connection is ours alone when no transaction is open on it.
	return db.connection().execute(async () => {
		try {
			withoutWaiting(() =>
				sqlite.pragma(`user_version = ${sqlite.pragma("user_version", { simple: true })}`),
			);
			return true;
		} catch (error) {
			if (error instanceof SQLite.SqliteError && error.code.startsWith("SQLITE_BUSY")) return false;
			throw error;
		}
	});
}

/** Does not wait for another process that holds the database: the server would stand still for as long. */
function withoutWaiting(work: () => void): void {
	sqlite.pragma("busy_timeout = 0");
	try {
		work();
	} catch (error) {
		reportIfBroken(error);
		throw error;
	} finally {
		sqlite.pragma(`busy_timeout = ${BUSY_MS}`);
	}
}

/** Inside `db.transaction()` use only the given `trx`: `db` would wait for itself for ever. */
export const db = new Kysely<DB>({
	dialect: new ImmediateDialect({ database: sqlite }),
	log(event) {
		if (event.level !== "error") return;
		if (isDiskFull(event.error)) spendReserve();
		reportIfBroken(event.error);
	},
});

const dataVersionQuery = sqlite.prepare<[], number>("PRAGMA data_version").pluck();

/** A number that changes when another process (an operator's command) has written to the file. */
export function dataVersion(): number {
	try {
		return dataVersionQuery.get() ?? 0;
	} catch (error) {
		reportIfBroken(error);
		throw error;
	}
}
