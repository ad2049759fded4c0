import type SQLite from "better-sqlite3";
import type { DB } from "db/schema";
import { type Driver, Kysely, type QueryCompiler, SqliteDialect, type Transaction } from "kysely";
import { env } from "~/lib/env.server";
import { reportIfBroken } from "./broken-database.server";
import { isDiskFull, spendReserve } from "./disk.server";
import { FixedPlanCompiler, ImmediateDriver } from "./immediate-driver.server";
import { BUSY_MS, isBusy, openSqlite } from "./open-sqlite.server";

/** `sql` is for queries that Kysely's builder cannot express. */
export { sql } from "kysely";

// A global variable, so that the connection survives when the development server reloads this module.
const remembered = globalThis as typeof globalThis & { relevoSqlite?: SQLite.Database };
remembered.relevoSqlite ??= openEvenOnFullDisk();

export const sqlite = remembered.relevoSqlite;

function openEvenOnFullDisk(): SQLite.Database {
	try {
		return openSqlite(env.DATABASE_PATH);
	} catch (error) {
		if (!isDiskFull(error)) throw error;
		spendReserve();
		return openSqlite(env.DATABASE_PATH);
	}
}

/** Milliseconds that SQLite itself waits for a lock of another process, while this process does nothing else. */
let blockingMs = BUSY_MS;

/**
 * Makes SQLite report a lock of another process at once, instead of blocking this process. ImmediateDriver then repeats
 * the write. The server calls this function, because an operator's command may write for seconds.
 */
export function waitWithoutBlocking(): void {
	blockingMs = 0;
	sqlite.pragma("busy_timeout = 0");
}

class ImmediateDialect extends SqliteDialect {
	override createDriver(): Driver {
		return new ImmediateDriver(sqlite, noteFailure);
	}

	override createQueryCompiler(): QueryCompiler {
		return new FixedPlanCompiler();
	}
}

/**
 * Empties the write-ahead log, which still contains deleted data. Data that another process is reading stay until
 * the next call, within an hour.
 */
export function emptyLog(): Promise<void> {
	return withoutWaiting(() => sqlite.pragma("wal_checkpoint(TRUNCATE)"));
}

/**
 * Rewrites one page unchanged, to test that the database is writable.
 * @returns false while another process writes
 * @throws SqliteError when the page cannot be written
 */
export async function writeNothing(): Promise<boolean> {
	try {
		await withoutWaiting(() =>
			sqlite.pragma(`user_version = ${sqlite.pragma("user_version", { simple: true })}`),
		);
		return true;
	} catch (error) {
		if (isBusy(error)) return false;
		throw error;
	}
}

/**
 * Runs `work` once no transaction is open, in which it would fail: Kysely has only one connection. `work` fails at once when
 * another process has locked the database: waiting would block the server. In a command too, because SQLite keeps the
 * write lock while it waits for the readers of the log that it empties.
 */
function withoutWaiting(work: () => void): Promise<void> {
	return db.connection().execute(async () => {
		sqlite.pragma("busy_timeout = 0");
		try {
			work();
		} catch (error) {
			reportIfBroken(error);
			throw error;
		} finally {
			sqlite.pragma(`busy_timeout = ${blockingMs}`);
		}
	});
}

/** Query builder. Inside `db.transaction()` use only the given `trx`: a query on `db` would wait forever. */
export const db = new Kysely<DB>({ dialect: new ImmediateDialect({ database: sqlite }) });

/** What `db.transaction()` gives, where several changes belong together. */
export type Trx = Transaction<DB>;

/** `db`, or a transaction, where either may read. */
export type Reader = Pick<typeof db, "selectFrom">;

/** Handles a failed query: frees the reserved disk space if the disk is full, and reports a broken database. */
export function noteFailure(error: unknown): void {
	if (isDiskFull(error)) spendReserve();
	reportIfBroken(error);
}

const totalChangesQuery = sqlite.prepare<[], number>("SELECT total_changes()").pluck();

/** A value that changes whenever any process writes a row. */
export function contentVersion(): string {
	return `${totalChangesQuery.get()} ${dataVersion()}`;
}

/**
 * Returns `read` with a memory of its result, until any process writes a row. For small tables that only an operator
 * changes.
 */
export function keptUntilWrite<Result>(read: () => Promise<Result>): () => Promise<Result> {
	let kept: { version: string; result: Result } | undefined;
	return async () => {
		const version = contentVersion();
		if (kept?.version !== version) kept = { version, result: await read() };
		return kept.result;
	};
}

const dataVersionQuery = sqlite.prepare<[], number>("PRAGMA data_version").pluck();

/** A value that changes when another process, or the thread of an import, writes to the database. */
export function dataVersion(): number {
	try {
		return dataVersionQuery.get() ?? 0;
	} catch (error) {
		reportIfBroken(error);
		throw error;
	}
}
