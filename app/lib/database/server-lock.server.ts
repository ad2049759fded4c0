import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";

/** Thrown when another process holds the server lock and does not release it in time. */
export class LockedError extends Error {}

/**
 * Connections that hold a server lock. Without these references garbage collection would close the connections and
 * release the locks.
 */
const held = new Set<SQLite.Database>();

/**
 * Takes the lock that server, migrations and restore of a database share: an exclusive transaction on a small SQLite
 * file beside the database. The operating system releases the lock when the process ends, even in a crash.
 * @param databasePath the database to lock
 * @param waitMs how long to wait for another process
 * @returns a function that releases the lock
 * @throws LockedError when another process holds the lock for longer
 */
export function takeServerLock(databasePath: string, waitMs: number): () => void {
	mkdirSync(dirname(databasePath), { recursive: true });
	// Checked here, because an error of SQLite would not contain the path of the folder that is not writable.
	accessSync(dirname(databasePath), constants.R_OK | constants.W_OK);
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
