/** Finds the deleted accounts, which a restore must not bring back. */
import { existsSync } from "node:fs";
import SQLite from "better-sqlite3";
import { readTombstones } from "~/lib/database/tombstones.server";
import { env } from "~/lib/env.server";
import { hasTable } from "../checking/named-images";
import type { RestoreSource } from "./restore-source";

/**
 * Reads the deleted accounts from three lists: beside the backup to restore, in BACKUPS_DIR, and in the current database.
 * The database to restore has none of the accounts that it names as deleted.
 * @returns deletion time of each account, by hash of the user id
 */
export async function deletedAccounts(
	source: RestoreSource,
	database: string,
): Promise<ReadonlyMap<string, number>> {
	return new Map([
		...(await readTombstones(source.tombstones)),
		...(await readTombstones(env.BACKUPS_DIR)),
		...tombstonesIn(database),
	]);
}

/** The hashes and deletion times of the deleted accounts that a database names; none when it cannot be read. */
export function tombstonesIn(path: string): [string, number][] {
	if (!existsSync(path)) return [];
	// The database is not opened read-only, because a -wal file may have to be recovered.
	const sqlite = new SQLite(path);
	try {
		if (!hasTable(sqlite, "deleted_accounts")) return [];
		return sqlite
			.prepare<[], { hash: string; at: number }>(
				"SELECT user_hash AS hash, deleted_at AS at FROM deleted_accounts",
			)
			.all()
			.map(({ hash, at }) => [hash, at]);
	} catch (error) {
		// The current database may be damaged, which may be the reason for restoring a backup.
		if (error instanceof SQLite.SqliteError) return [];
		throw error;
	} finally {
		sqlite.close();
	}
}
