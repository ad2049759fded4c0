/** The server's current database, which a restore replaces and puts aside. */
import {
	closeSync,
	copyFileSync,
	existsSync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
} from "node:fs";
import SQLite from "better-sqlite3";
import { CommandError } from "../errors";
import { tombstonesIn } from "./deleted-accounts";

/**
 * Checkpoints and removes the -wal file (write-ahead log) of the current database. Another program with the database
 * open would otherwise write to a -wal file beside the restored database.
 * @throws CommandError while another program has the database open
 */
export function requireExclusiveAccess(database: string): void {
	if (!existsSync(database)) return;
	const sqlite = new SQLite(database, { timeout: 1000 });
	try {
		sqlite.pragma("journal_mode = DELETE");
	} catch (error) {
		if (!(error instanceof SQLite.SqliteError)) throw error;
		if (!error.code.startsWith("SQLITE_BUSY")) return;
		throw new CommandError(
			"Otro programa tiene abierta la base de datos, quizás un comando de Relevo: cerralo y probá de nuevo. No se tocó nada.",
		);
	} finally {
		sqlite.close();
	}
}

/**
 * Gives the current database a second name by a hard link, or copies it where there are none. The restored database
 * later takes over the first name, which thus always exists. Renames the -wal, -shm and -journal files of the current database, which SQLite would otherwise
 * apply to the restored database.
 * @param tombstones deletion times of accounts, by hash of the user id. The restored database lacks these accounts
 * @returns the second name; undefined without a current database, of which the -wal may be left all the same
 * @throws CommandError when another program has the database open, or when an account that is not in `tombstones` has
 *   been deleted
 */
export function setAside(
	database: string,
	time: string,
	tombstones: ReadonlyMap<string, number>,
): string | undefined {
	const aside = freePath(`${database}.replaced-${time}`);
	requireExclusiveAccess(database);
	if (tombstonesIn(database).some(([hash]) => !tombstones.has(hash))) {
		throw new CommandError("Mientras tanto se eliminó una cuenta: probá de nuevo. No se tocó nada.");
	}
	for (const ending of ["-wal", "-shm", "-journal"]) {
		if (existsSync(database + ending)) renameSync(database + ending, aside + ending);
	}
	if (!existsSync(database)) return undefined;
	try {
		linkSync(database, aside);
	} catch {
		copyWhole(database, aside);
	}
	return aside;
}

/** For a disk without hard links, such as a folder that a virtual machine shares. Leaves no part of a copy. */
function copyWhole(from: string, to: string): void {
	try {
		copyFileSync(from, to);
		const copy = openSync(to, "r+");
		fsyncSync(copy);
		closeSync(copy);
	} catch (error) {
		rmSync(to, { force: true });
		throw error;
	}
}

/**
 * Returns `path`, with `-2` appended until nothing with this name exists. `path` contains the time in seconds, so the
 * name exists only if a restore was interrupted in the same second.
 */
export function freePath(path: string): string {
	return existsSync(path) ? freePath(`${path}-2`) : path;
}
