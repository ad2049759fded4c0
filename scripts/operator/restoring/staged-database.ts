/** Prepares a restore: copies the database to restore, and checks the copy, which then becomes the server's database. */
import { chmodSync, copyFileSync, existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { hashOfUser } from "~/lib/database/tombstones.server";
import { countRows } from "../checking/check-data";
import { hasTable } from "../checking/named-images";
import { requireIntactDatabase, unreadableError } from "./backup-source";
import { adaptToPresent } from "./present-rows";
import type { RestoreSource } from "./restore-source";

export interface Staged extends ReturnType<typeof countRows> {
	/** Number of accounts that were deleted after the copy was made, and are now deleted again. */
	erased: number;
	/** Whether no session is left, so that everybody has to sign in again. */
	signedOut: boolean;
}

/**
 * Copies the database to restore, checks the copy, and deletes from the copy accounts that were deleted later. Also
 * deletes sessions, mailed links and the like, because they may have been revoked or used since.
 * @param path where to put the copy
 * @param tombstones times of account deletions, by hash of the user id
 * @param present path of the current database, if there is one: sessions, links and the like that it also contains stay in
 *   the copy of a file, and none in that of a backup
 * @throws CommandError when the database is damaged
 */
export function stageDatabase(
	source: RestoreSource,
	path: string,
	tombstones: ReadonlyMap<string, number>,
	present: string | undefined,
): Staged {
	// Also copies the source's write-ahead log ("-wal"), if there is such a file. A damaged database that an earlier
	// restore has put aside has one, because SQLite could not merge it.
	for (const ending of ["", "-wal"]) {
		if (!existsSync(source.database + ending)) continue;
		copyFileSync(source.database + ending, path + ending);
		// The copied file may be read-only like its source.
		chmodSync(path + ending, 0o600);
	}
	const sqlite = new SQLite(path);
	try {
		sqlite.pragma("synchronous = FULL");
		sqlite.pragma("foreign_keys = ON");
		sqlite.pragma("secure_delete = ON");
		sqlite.pragma("journal_mode = DELETE");
		requireReadable(sqlite, source);
		adaptToPresent(sqlite, present, source.kind === "file");
		const erased = sqlite.transaction(() => prepare(sqlite, tombstones)).immediate();
		// Removes all traces of deleted rows, also from free pages.
		sqlite.exec("VACUUM");
		return { ...countRows(sqlite), erased, signedOut: !hasSessions(sqlite) };
	} finally {
		sqlite.close();
	}
}

function hasSessions(sqlite: SQLite.Database): boolean {
	return hasTable(sqlite, "sessions") && sqlite.prepare("SELECT 1 FROM sessions").get() !== undefined;
}

/** SQLite's own check fails, instead of reporting, where it cannot go on without a damaged page. */
function requireReadable(sqlite: SQLite.Database, source: RestoreSource): void {
	try {
		requireIntactDatabase(sqlite, source);
	} catch (error) {
		throw unreadableError(source, error);
	}
}

function prepare(sqlite: SQLite.Database, tombstones: ReadonlyMap<string, number>): number {
	if (!hasTable(sqlite, "users")) return 0;
	const erase = sqlite.prepare("DELETE FROM users WHERE id = ?");
	const remember = hasTable(sqlite, "deleted_accounts")
		? sqlite.prepare("INSERT OR IGNORE INTO deleted_accounts (user_hash, deleted_at) VALUES (?, ?)")
		: undefined;
	for (const [hash, deletedAt] of tombstones) remember?.run(hash, deletedAt);
	const people = sqlite.prepare<[], string>("SELECT id FROM users").pluck().all();
	const deleted = people.filter((id) => tombstones.has(hashOfUser(id)));
	for (const id of deleted) erase.run(id);
	forgetRemovalNotices(sqlite);
	return deleted.length;
}

/**
 * Lets the server announce the removal of unverified accounts again: owners may have verified their address after
 * the copy was made.
 */
function forgetRemovalNotices(sqlite: SQLite.Database): void {
	const column = sqlite.prepare("SELECT 1 FROM pragma_table_info('users') WHERE name = 'removal_notice_at'");
	if (column.get()) sqlite.exec("UPDATE users SET removal_notice_at = NULL");
}
