/**
 * Data put aside: the database and the images that a restore has replaced, and the database that a server saved when its
 * file had vanished.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { env } from "~/lib/env.server";
import { DAY_MS } from "~/lib/units/durations";
import { backupTime } from "./backup-times.server";

/** Replaced data are kept as long as backups, so that deleted user data survive for two weeks at most. */
const KEPT_MS = 14 * DAY_MS;
/** Length of a time in a file name, such as 2026-11-21T06-00-03Z. */
const TIME_LENGTH = 20;

interface PutAside {
	path: string;
	at: number;
}

/** Start of the path of a database that the server saved when its file had vanished; the time follows. */
export function rescuedDatabasePath(): string {
	return `${resolve(env.DATABASE_PATH)}.rescued-`;
}

/** Replaced and rescued databases, without their -wal, -shm and -journal files. */
export function listReplacedDatabases(): PutAside[] {
	return replacedDatabaseFiles().filter(({ path }) => !/-(wal|shm|journal)$/.test(path));
}

/**
 * Returns the start of the path of a folder for replaced images; the caller adds the time of the restore. The folder is
 * inside UPLOADS_DIR, which may be a separate disk.
 */
export function replacedImagesPath(): string {
	return join(resolve(env.UPLOADS_DIR), "replaced-");
}

/** Folders of replaced images, oldest first. Older versions of the program made these folders beside UPLOADS_DIR. */
export function listReplacedImages(): PutAside[] {
	return [`${resolve(env.UPLOADS_DIR)}.replaced-`, replacedImagesPath()].flatMap(replacedAt);
}

/** Path of the copy that a restore prepares before it replaces the database. */
export function preparedCopyOf(database: string): string {
	return `${database}.restoring`;
}

/** Removes a restore's prepared copy. The caller holds the server lock, so that no restore is running. */
export function removePreparedCopy(database: string): void {
	for (const ending of ["", "-journal", "-wal", "-shm"]) {
		rmSync(preparedCopyOf(database) + ending, { force: true });
	}
}

/**
 * Removes data replaced more than fourteen days ago, and the prepared copy of a restore that was killed. The caller
 * holds the server lock.
 */
export async function sweepPutAside(now = Date.now()): Promise<void> {
	removePreparedCopy(env.DATABASE_PATH);
	const all = [...replacedDatabaseFiles(), ...listReplacedImages()];
	for (const { path, at } of all) if (at < now - KEPT_MS) rmSync(path, { recursive: true });
}

function replacedDatabaseFiles(): PutAside[] {
	return [`${resolve(env.DATABASE_PATH)}.replaced-`, rescuedDatabasePath()].flatMap(replacedAt);
}

/** Lists paths that consist of `start` and a time, oldest first. */
function replacedAt(start: string): PutAside[] {
	const folder = dirname(start);
	const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
	return names.sort().flatMap((name) => {
		const path = join(folder, name);
		const at = path.startsWith(start)
			? backupTime(path.slice(start.length, start.length + TIME_LENGTH))
			: undefined;
		return at === undefined ? [] : { path, at };
	});
}
