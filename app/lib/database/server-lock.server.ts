import type SQLite from "better-sqlite3";
import { isBusy, openFile } from "./open-sqlite.server";

/** Thrown when another process holds the server lock. */
export class LockedError extends Error {}

/**
 * Connections that hold a lock. Without these references, garbage collection would close the connections and
 * release the locks.
 */
const held = new Set<SQLite.Database>();

/**
 * Takes the lock by which server, migrations and restore exclude one another: an exclusive transaction on a small
 * SQLite file beside the database. Even a crash releases the lock.
 * @returns a function that releases the lock
 * @throws LockedError when another process still holds the lock after `waitMs` milliseconds
 */
export function takeServerLock(databasePath: string, waitMs: number): () => void {
	const lock = openFile(`${databasePath}.lock`, waitMs);
	try {
		lock.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		lock.close();
		throw isBusy(error)
			? new LockedError("Otro proceso de Relevo está usando esta base de datos: paralo y arrancá de nuevo.")
			: error;
	}
	held.add(lock);
	return () => {
		held.delete(lock);
		lock.close();
	};
}
