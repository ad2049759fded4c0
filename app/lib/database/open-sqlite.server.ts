import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { makeFolder } from "~/lib/files/make-folder.server";

/** Maximum time in ms that a write waits while another process is writing. */
export const BUSY_MS = 5000;

/** Whether an error means that another process is writing to the database. */
export function isBusy(error: unknown): boolean {
	return error instanceof SQLite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/**
 * Opens the database:
 * - WAL: readers do not wait for the writer.
 * - FULL: a power cut loses no committed change.
 * - secure_delete overwrites deleted data.
 * - timeout: a write waits while another process, such as an operator's command, is writing.
 */
export function openSqlite(path: string): SQLite.Database {
	const sqlite = openFile(path, BUSY_MS);
	sqlite.pragma("journal_mode = WAL");
	sqlite.pragma("synchronous = FULL");
	sqlite.pragma("foreign_keys = ON");
	sqlite.pragma("secure_delete = ON");
	// 8 MiB hold the whole database of a small installation.
	sqlite.pragma("cache_size = -8192");
	return sqlite;
}

/** Checks the access first: an error of SQLite would not name the folder, nor a file that another user has made. */
export function openFile(path: string, timeout: number): SQLite.Database {
	makeFolder(dirname(path));
	for (const place of [dirname(path), path].filter(existsSync))
		accessSync(place, constants.R_OK | constants.W_OK);
	return new SQLite(path, { timeout });
}
