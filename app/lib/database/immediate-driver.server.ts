import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, SqliteDriver } from "kysely";
import { withKeptStatements } from "./kept-statements.server";

/** How long a write waits while another process writes to the database. */
export const BUSY_MS = 5000;
/** Interval in milliseconds at which a waiting write is tried again. */
const RETRY_MS = 20;

/** Whether a query failed because another process is writing to the database. */
export function isBusy(error: unknown): boolean {
	return error instanceof SQLite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/**
 * Begins write transactions with `begin immediate`, which waits for another process that is writing. After a plain
 * `begin`, the transaction would fail if another process wrote between its first read and its first write.
 */
export class ImmediateDriver extends SqliteDriver {
	#patient?: DatabaseConnection;

	constructor(private readonly sqlite: SQLite.Database) {
		super({ database: withKeptStatements(sqlite) });
	}

	/**
	 * The connection. While another process holds SQLite's write lock, its queries are tried again after a pause, in which
	 * this process serves other requests.
	 */
	override async acquireConnection(): Promise<DatabaseConnection> {
		const connection = await super.acquireConnection();
		this.#patient ??= {
			executeQuery: (query) => {
				try {
					return connection.executeQuery(query);
				} catch (error) {
					return this.#tryAgain(error, () => connection.executeQuery(query));
				}
			},
			streamQuery: connection.streamQuery.bind(connection),
		};
		return this.#patient;
	}

	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}

	/**
	 * Rolls back a transaction, unless SQLite has already done so on a full disk: a second rollback would fail and
	 * hide the first error.
	 */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.sqlite.inTransaction) await super.rollbackTransaction(connection);
	}

	/**
	 * Repeats a query until no other process is writing. Meanwhile the connection handles other queries.
	 * @throws the error of the query when the error has another cause, or when the other process writes for longer
	 *   than BUSY_MS
	 */
	async #tryAgain<Result>(first: unknown, run: () => Promise<Result>): Promise<Result> {
		const end = performance.now() + BUSY_MS;
		for (let error = first; ; ) {
			if (!isBusy(error) || this.sqlite.inTransaction || performance.now() > end) throw error;
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
