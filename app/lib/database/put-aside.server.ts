/** Replaced data: the database that a restore has replaced, and the images to which only this database refers. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { env } from "~/lib/env.server";
import { backupTime } from "./backup-times.server";

/**
 * Maximum age of replaced data, the same as for backups: deleted user data survive in them for two weeks at most.
 */
const KEPT_MS = 14 * 24 * 3_600_000;
/** Length of a time in a file name, such as 2026-11-21T06-00-03Z. */
const TIME_LENGTH = 20;

interface PutAside {
	path: string;
	/** When the restore replaced the data, in UTC milliseconds. */
	at: number;
}

/** The replaced databases, without their -wal and -shm files, oldest first. */
export function listReplacedDatabases(): PutAside[] {
	return replacedDatabaseFiles().filter(({ path }) => !/-(wal|shm|journal)$/.test(path));
}

/** Folder, without its time, for images that a restore replaces: in UPLOADS_DIR, which may be a disk of its own. */
export function replacedImagesPath(): string {
	return join(resolve(env.UPLOADS_DIR), "replaced-");
}

/** The folders with replaced images, oldest first; earlier programs made them beside UPLOADS_DIR. */
export function listReplacedImages(): PutAside[] {
	return [`${resolve(env.UPLOADS_DIR)}.replaced-`, replacedImagesPath()].flatMap(replacedAt);
}

/** Path of the copy that a restore prepares, before the copy replaces the database. */
export function preparedCopyOf(database: string): string {
	return `${database}.restoring`;
}

/** Removes the copy that a restore prepares. The caller holds the server lock, so that no restore runs meanwhile. */
export function removePreparedCopy(database: string): void {
	for (const ending of ["", "-journal", "-wal", "-shm"]) {
		rmSync(preparedCopyOf(database) + ending, { force: true });
	}
}

/**
 * Removes data that a restore has replaced more than fourteen days ago, and the prepared copy that a killed restore
 * has left. The server calls this function while it holds the server lock.
 */
export async function sweepPutAside(now = Date.now()): Promise<void> {
	removePreparedCopy(env.DATABASE_PATH);
	const all = [...replacedDatabaseFiles(), ...listReplacedImages()];
	for (const { path, at } of all) if (at < now - KEPT_MS) rmSync(path, { recursive: true });
}

function replacedDatabaseFiles(): PutAside[] {
	return replacedAt(`${resolve(env.DATABASE_PATH)}.replaced-`);
}

/** The files and folders whose paths are `start` followed by a time, oldest first. */
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
