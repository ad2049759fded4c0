import { setTimeout as pause } from "node:timers/promises";
import type SQLite from "better-sqlite3";
import {
	CompiledQuery,
	type DatabaseConnection,
	type SqliteDatabase,
	SqliteDriver,
	SqliteQueryCompiler,
	type SqliteStatement,
} from "kysely";
import { remembering } from "~/lib/remembering";
import { BUSY_MS, isBusy } from "./open-sqlite.server";

/** Time in ms between two tries of a waiting write. */
const RETRY_MS = 20;

/**
 * Begins transactions with `begin immediate`, which waits while another process writes. After a plain `begin`, the
 * transaction would fail if another process wrote between its first read and its first write.
 */
export class ImmediateDriver extends SqliteDriver {
	#patient?: DatabaseConnection;

	/** @param noteFailure is told each error; Kysely's own log would be told each query */
	constructor(
		private readonly sqlite: SQLite.Database,
		private readonly noteFailure: (error: unknown) => void,
	) {
		super({ database: withKeptStatements(sqlite) });
	}

	/**
	 * Returns a connection that tries queries again while another process holds the write lock. The server handles
	 * requests meanwhile.
	 */
	override async acquireConnection(): Promise<DatabaseConnection> {
		const connection = await super.acquireConnection();
		this.#patient ??= {
			executeQuery: (query) => {
				// SQLite may wait in the first try already: always in a command, never in the server.
				const end = performance.now() + BUSY_MS;
				try {
					return connection.executeQuery(query);
				} catch (error) {
					return this.#tryAgain(error, end, () => connection.executeQuery(query));
				}
			},
			streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
		};
		return this.#patient;
	}

	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}

	/** Rolls back, unless SQLite has done so itself on a full disk: a second rollback would hide the first error. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.sqlite.inTransaction) await super.rollbackTransaction(connection);
	}

	/**
	 * Repeats a query until no other process is writing.
	 * @param end time of the last try, by `performance.now()`
	 * @throws the query's error, if the error has another cause, a transaction is open, or no time is left
	 */
	async #tryAgain<Result>(first: unknown, end: number, run: () => Promise<Result>): Promise<Result> {
		for (let error = first; ; ) {
			if (!isBusy(error) || this.sqlite.inTransaction || performance.now() > end) {
				this.noteFailure(error);
				throw error;
			}
			await this.releaseConnection();
			await pause(RETRY_MS);
			await super.acquireConnection();
			try {
				return await run();
			} catch (next) {
				error = next;
			}
		}
	}
}

/** Maximum number of kept statements. The program has fewer different queries that run often. */
const MAX_STATEMENTS = 200;
/** Maximum length of a query whose statement is kept. Longer queries, such as insertions of many rows, are rare. */
const MAX_CHARACTERS = 4000;

/**
 * Makes a database keep its prepared statements. Kysely prepares a query anew at each run, which takes nearly
 * as long as the run itself (measured with the query of the overtime list).
 */
function withKeptStatements(database: SQLite.Database): SqliteDatabase {
	const prepare = (sql: string): SqliteStatement => database.prepare(sql);
	const keep = remembering(prepare, MAX_STATEMENTS);
	return {
		prepare: (sql) => (sql.length > MAX_CHARACTERS ? prepare(sql) : keep(sql)),
		close: () => database.close(),
	};
}

/**
 * Encloses the parameters of each query in `likely`, which returns its argument. SQLite would plan a kept statement
 * again at each run if the best plan could depend on the value of a bare parameter, such as that of `user_id = ?`.
 */
export class FixedPlanCompiler extends SqliteQueryCompiler {
	protected override getCurrentParameterPlaceholder(): string {
		return "likely(?)";
	}
}
