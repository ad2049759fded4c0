/**
 * Data put aside: copies of the database made before an update, the database and the images that a restore has replaced,
 * and the database that a server saved when its file had vanished.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { env } from "~/lib/env.server";
import { tryEach } from "~/lib/in-steps.server";
import { DAY_MS } from "~/lib/units/durations";
import { backupTime } from "./backup-times.server";

/** Such data are kept as long as backups, so that deleted user data survive for two weeks at most. */
const KEPT_MS = 14 * DAY_MS;
/** Length of a time in a file name, such as 2026-11-21T06-00-03Z. */
const TIME_LENGTH = 20;

interface PutAside {
	path: string;
	at: number;
	/** What follows the time in the path. */
	ending: string;
}

/** Start of the path of a copy made before an update; the time, `-schema-` and more follow. */
export function safetyCopyPath(database: string): string {
	return `${database}.before-`;
}

/** Path of a copy made before an update while it is unfinished. */
export function unfinishedCopyOf(database: string): string {
	return `${database}.before.new`;
}

/** Copies of a database made before an update, oldest first. Leaves out those that an operator has made. */
export function listCopiesBefore(database: string): PutAside[] {
	return listPutAside(safetyCopyPath(database)).filter(({ ending }) => /^-schema-\d+(-|$)/.test(ending));
}

/** Start of the path of a database that the server saved when its file had vanished; the time follows, `.new` until it is whole. */
export function rescuedDatabasePath(): string {
	return `${resolve(env.DATABASE_PATH)}.rescued-`;
}

/** Replaced and rescued databases, whole ones, without their -wal, -shm and -journal files. */
export function listReplacedDatabases(): PutAside[] {
	return replacedDatabaseFiles().filter(({ path }) => !/(-(wal|shm|journal)|\.new)$/.test(path));
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
	return [`${resolve(env.UPLOADS_DIR)}.replaced-`, replacedImagesPath()].flatMap(listPutAside);
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
 * Removes what was put aside more than fourteen days ago, and what a killed restore or update has left unfinished. The
 * caller holds the server lock.
 */
export async function sweepPutAside(now = Date.now()): Promise<void> {
	const database = env.DATABASE_PATH;
	// Until release 5, a killed rescue left the latter.
	const unfinished = [unfinishedCopyOf(database), `${database}.rescuing`];
	const copies = [...listCopiesBefore(database), ...copiesOfOldPrograms(database)];
	const all = [...copies, ...replacedDatabaseFiles(), ...listReplacedImages()];
	const old = all.filter(({ at }) => at < now - KEPT_MS);
	await tryEach(
		[
			() => removePreparedCopy(database),
			...unfinished.map((path) => () => rmSync(path, { force: true })),
			...old.map((each) => () => rmSync(each.path, { recursive: true })),
		],
		(remove) => remove(),
	);
}

/** Copies that the first versions of the program made before an update, named like `relevo.sqlite.before-10`. */
function copiesOfOldPrograms(database: string) {
	return startingWith(safetyCopyPath(database))
		.filter(({ rest }) => /^\d+$/.test(rest))
		.map(({ path }) => ({ path, at: statSync(path).mtimeMs }));
}

function replacedDatabaseFiles(): PutAside[] {
	return [`${resolve(env.DATABASE_PATH)}.replaced-`, rescuedDatabasePath()].flatMap(listPutAside);
}

/** Lists paths that begin with `start` and a time, oldest first. */
function listPutAside(start: string): PutAside[] {
	return startingWith(start).flatMap(({ path, rest }) => {
		const at = backupTime(rest.slice(0, TIME_LENGTH));
		return at === undefined ? [] : { path, at, ending: rest.slice(TIME_LENGTH) };
	});
}

function startingWith(start: string): { path: string; rest: string }[] {
	const [folder, name] = [dirname(start), basename(start)];
	const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
	return names
		.filter((other) => other.startsWith(name))
		.sort()
		.map((other) => ({ path: join(folder, other), rest: other.slice(name.length) }));
}
