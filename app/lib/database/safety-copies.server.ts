import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type SQLite from "better-sqlite3";
import { env } from "~/lib/env.server";
import { backupName, backupTime } from "./last-backup.server";
import { syncFile, syncFolder } from "./sync-disk.server";

/** Of each schema: starts that fail one after the other, each with its copy, leave that of another schema alone. */
const KEPT_SAFETY_COPIES = 3;
/** As long as a nightly backup: what somebody erased is nowhere after that. */
const KEPT_MS = 14 * 24 * 3_600_000;

interface SafetyCopy {
	path: string;
	/** How many migrations it has: a program with fewer refuses it. */
	version: number;
	/** When it was made, in milliseconds. */
	at: number;
}

/**
 * Copies the database as it is now, to go back to after an update: `relevo.sqlite.before-2026-11-21T06-00-03Z-schema-5`.
 * Each run makes its own, since people may have written since the last one. It is whole and on the disk when this
 * returns; of those of its schema the newest three stay.
 * @param version the schema that the database has
 * @returns where it is
 * @throws what the disk or the database throws; then there is no copy
 */
export async function makeSafetyCopy(
	sqlite: SQLite.Database,
	version: number,
	now = Date.now(),
): Promise<string> {
	const copy = freePath(sqlite.name, version, now);
	const unfinished = `${sqlite.name}.before.new`;
	try {
		// Nobody else of the machine may read it. SQLite fills a file that is empty.
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

/** Removes the copies of fourteen days ago. */
export async function sweepSafetyCopies(now = Date.now()): Promise<void> {
	for (const { path, at } of listSafetyCopies(env.DATABASE_PATH)) if (at < now - KEPT_MS) rmSync(path);
}

/** Names count seconds: one that is made in the same second takes the next. */
function freePath(database: string, version: number, now: number): string {
	const isTaken = listSafetyCopies(database).some(({ at }) => backupName(at) === backupName(now));
	return isTaken
		? freePath(database, version, now + 1000)
		: `${database}.before-${backupName(now)}-schema-${version}`;
}

/** The oldest first. */
function listSafetyCopies(database: string): SafetyCopy[] {
	const start = `${basename(database)}.before-`;
	const copies: SafetyCopy[] = [];
	for (const name of readdirSync(dirname(database))) {
		if (!name.startsWith(start)) continue;
		const [time = "", version = ""] = name.slice(start.length).split("-schema-");
		const at = backupTime(time);
		// Others are of an older program, or the operator's own.
		if (at === undefined || !/^\d+$/.test(version)) continue;
		copies.push({ path: join(dirname(database), name), version: Number(version), at });
	}
	return copies.sort((one, other) => one.at - other.at);
}
