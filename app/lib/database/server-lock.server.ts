import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";

/** Another process holds the lock and did not let go of it in time. */
export class LockedError extends Error {}

/** The locks that are held. What nothing names any more is closed by the garbage collector, and its lock with it. */
const held = new Set<SQLite.Database>();

/**
 * Takes the one lock that a database has for its server, its migrations and a restore: an exclusive transaction on a
 * small SQLite file beside it. The system frees it when the process ends, however it ends, so none is ever stale.
 * @param databasePath the database that is locked
 * @param waitMs how long to wait for another process, in milliseconds
 * @returns a function that lets go of the lock
 * @throws LockedError when another process holds it for longer
 */
export function takeServerLock(databasePath: string, waitMs: number): () => void {
	mkdirSync(dirname(databasePath), { recursive: true });
	const lock = new SQLite(`${databasePath}.lock`, { timeout: waitMs });
	try {
		lock.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		lock.close();
		if (error instanceof SQLite.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
			throw new LockedError("Otro proceso de Relevo está usando esta base de datos.");
		}
		throw error;
	}
	held.add(lock);
	return () => {
		held.delete(lock);
		lock.close();
	};
}
