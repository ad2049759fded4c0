import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { makeFolder } from "~/lib/files/make-folder.server";
import { isBusy } from "./open-sqlite.server";

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
	makeFolder(dirname(databasePath));
	const path = `${databasePath}.lock`;
	// An error of SQLite would not name the folder, nor the file, which a command of another user may have made.
	for (const place of [dirname(path), path].filter(existsSync))
		accessSync(place, constants.R_OK | constants.W_OK);
	const lock = new SQLite(path, { timeout: waitMs });
	try {
		lock.exec("BEGIN EXCLUSIVE");
	} catch (error) {
		lock.close();
		throw isBusy(error) ? new LockedError("Otro proceso de Relevo está usando esta base de datos.") : error;
	}
	held.add(lock);
	return () => {
		held.delete(lock);
		lock.close();
	};
}
