import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type SQLite from "better-sqlite3";
import { env } from "~/lib/env.server";
import { backupName, backupTime } from "./backup-times.server";
import { syncFile, syncFolder } from "./sync-disk.server";

/**
 * Number of database copies retained per schema version. The limit is per version: each failing start after an
 * update makes another copy of the same version, and these copies must not replace those of older versions.
 */
const KEPT_SAFETY_COPIES = 3;
/**
 * Maximum age of a database copy, the same as for nightly backups: deleted data survive in a copy for two weeks at
 * most.
 */
const KEPT_MS = 14 * 24 * 3_600_000;

interface SafetyCopy {
	path: string;
	/**
	 * Schema version: the number of migrations applied to the copy. A program with fewer migrations refuses the copy.
	 */
	version: number;
	/** When the database copy was made, in UTC milliseconds. */
	at: number;
}

/**
 * Copies the database before an update, so that the operator can go back. Example of a file name:
 * `relevo.sqlite.before-2026-11-21T06-00-03Z-schema-5`. Retains the three newest copies of a schema version.
 * @param version schema version of the database
 * @returns the path of the copy, which is complete and synced to the disk
 * @throws any error of the disk or the database; then there is no copy
 */
export async function makeSafetyCopy(
	sqlite: SQLite.Database,
	version: number,
	now = Date.now(),
): Promise<string> {
	const copy = freePath(sqlite.name, version, now);
	const unfinished = `${sqlite.name}.before.new`;
	try {
		// The copy's file is created first, to set its permissions. SQLite accepts an empty file as the target of a
		// copy.
		rmSync(unfinished, { force: true });
		writeFileSync(unfinished, "", { mode: 0o600 });
		sqlite.prepare("VACUUM INTO ?").run(unfinished);
		await syncFile(unfinished);
		renameSync(unfinished, copy);
		await syncFolder(dirname(copy));
	} finally {
		rmSync(unfinished, { force: true });
	}
	const ofSchema = listSafetyCopies(sqlite.name).filter((other) => other.version === version);
	for (const { path } of ofSchema.slice(0, -KEPT_SAFETY_COPIES)) rmSync(path);
	return copy;
}

/** Removes database copies older than fourteen days. */
export async function sweepSafetyCopies(now = Date.now()): Promise<void> {
	for (const { path, at } of listSafetyCopies(env.DATABASE_PATH)) if (at < now - KEPT_MS) rmSync(path);
}

/**
 * An unused path for a database copy. File names contain a time in seconds; a second copy within the same second
 * takes the next second.
 */
function freePath(database: string, version: number, now: number): string {
	const isTaken = listSafetyCopies(database).some(({ at }) => backupName(at) === backupName(now));
	return isTaken
		? freePath(database, version, now + 1000)
		: `${database}.before-${backupName(now)}-schema-${version}`;
}

/** The copies of a database made before updates, oldest first. */
function listSafetyCopies(database: string): SafetyCopy[] {
	const start = `${basename(database)}.before-`;
	const copies: SafetyCopy[] = [];
	for (const name of readdirSync(dirname(database))) {
		if (!name.startsWith(start)) continue;
		const [time = "", version = ""] = name.slice(start.length).split("-schema-");
		const at = backupTime(time);
		// Files whose names have another format belong to an older program or to the operator.
		if (at === undefined || !/^\d+$/.test(version)) continue;
		copies.push({ path: join(dirname(database), name), version: Number(version), at });
	}
	return copies.sort((one, other) => one.at - other.at);
}
