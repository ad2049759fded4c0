/** Replaced data: the database that a restore has replaced, and the images to which only this database refers. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
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
	return replacedBeside(env.DATABASE_PATH).filter(({ path }) => !/-(wal|shm|journal)$/.test(path));
}

/** The folders with replaced images, oldest first. */
export function listReplacedImages(): PutAside[] {
	return replacedBeside(env.UPLOADS_DIR);
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
	const all = [...replacedBeside(env.DATABASE_PATH), ...replacedBeside(env.UPLOADS_DIR)];
	for (const { path, at } of all) if (at < now - KEPT_MS) rmSync(path, { recursive: true });
}

function replacedBeside(place: string): PutAside[] {
	const [folder, start] = [dirname(resolve(place)), `${basename(place)}.replaced-`];
	const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
	return names.sort().flatMap((name) => {
		const at = name.startsWith(start)
			? backupTime(name.slice(start.length, start.length + TIME_LENGTH))
			: undefined;
		return at === undefined ? [] : { path: join(folder, name), at };
	});
}
