/**
 * Restores a backup or a database file. Even if the process is killed, the server has either all previous or all
 * restored data.
 */
import { existsSync, linkSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { hasTable } from "~/features/backups/named-images.server";
import { backupName } from "~/lib/database/backup-times.server";
import { preparedCopyOf, removePreparedCopy, replacedImagesPath } from "~/lib/database/put-aside.server";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { readTombstones } from "~/lib/database/tombstones.server";
import { env } from "~/lib/env.server";
import { CommandError } from "../errors";
import { withProgress } from "../progress";
import { checkSource } from "./backup-source";
import type { RestoreSource } from "./restore-source";
import { addImages, imageNamesIn, keepReplacedImages, removeReplacedImages } from "./restored-images";
import { type Staged, stageDatabase } from "./staged-database";

const MIGRATIONS = "db/migrations";

export interface Restored extends Staged {
	images: number;
	/** Number of images that database rows name and that are missing or damaged. */
	lost: number;
	/** New path of the previous database; absent when there was no previous database. */
	aside?: string;
	/** Folder with the images that only the previous data named; absent when there were no such images. */
	imagesAside?: string;
}

export interface RestoreChoices {
	/** Whether existing data may be replaced. The previous data are moved aside. */
	mayReplace: boolean;
	/** Whether missing or damaged images of a backup are accepted. */
	mayLoseImages: boolean;
}

/**
 * Restores a backup or database file while the caller holds the server lock: first adds the images, which have no
 * effect while no row names them, and gives the previous images a second name; then replaces the database by
 * renaming one file; finally removes the first names of the previous images.
 * @throws CommandError that says why nothing was restored
 */
export async function restoreBackup(
	source: RestoreSource,
	{ mayReplace, mayLoseImages }: RestoreChoices,
	now = Date.now(),
): Promise<Restored> {
	const database = resolve(env.DATABASE_PATH);
	if (existsSync(database) && !mayReplace) {
		throw new CommandError(
			`Ya hay una base de datos en ${database}. Para poner la copia en su lugar agregá --replace: la de ahora queda guardada al lado.`,
		);
	}
	const damaged = await withProgress("Revisando la copia", (report) =>
		checkSource(source, MIGRATIONS, mayLoseImages, report),
	);
	requireExclusiveAccess(database);
	removePreparedCopy(database);
	requireDiskSpace(source, dirname(database));
	try {
		return await replaceData(source, database, damaged, now);
	} finally {
		removePreparedCopy(database);
	}
}

async function replaceData(
	source: RestoreSource,
	database: string,
	damaged: ReadonlySet<string>,
	now: number,
): Promise<Restored> {
	const path = preparedCopyOf(database);
	const tombstones = allTombstones(source, database);
	const present = source.kind === "file" && existsSync(database) ? database : undefined;
	const counts = await withProgress("Preparando la base de datos", () =>
		stageDatabase(source, path, tombstones, present),
	);
	const names = imageNamesIn(path);
	const lost = await withProgress("Restaurando imágenes", (report) =>
		addImages(source, names, damaged, report),
	);
	await syncFile(path);
	const imagesAside = freePath(replacedImagesPath() + backupName(now));
	let replaced: string[];
	let aside: string | undefined;
	try {
		replaced = await keepReplacedImages(imagesAside, names);
		aside = existsSync(database) ? setAside(database, backupName(now), tombstones) : undefined;
		renameSync(path, database);
	} catch (error) {
		rmSync(imagesAside, { recursive: true, force: true });
		throw error;
	}
	await syncFolder(dirname(database));
	removeReplacedImages(replaced);
	return {
		...counts,
		images: names.size - lost,
		lost,
		aside,
		imagesAside: replaced.length > 0 ? imagesAside : undefined,
	};
}

/**
 * Checkpoints and removes the -wal file (write-ahead log) of the current database. Another program with the database
 * open would otherwise write to a -wal file beside the restored database.
 * @throws CommandError while another program has the database open
 */
function requireExclusiveAccess(database: string): void {
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

function requireDiskSpace({ database }: RestoreSource, folder: string): void {
	const { bavail, bsize } = statfsSync(folder);
	// A restore needs space for one copy of the database, and for two more copies during VACUUM.
	const wanted = 3 * statSync(database).size;
	if (bavail * bsize >= wanted) return;
	throw new CommandError(
		`No hay lugar en ${folder}: hacen falta ${Math.ceil(wanted / 1_048_576)} MB. No se tocó nada.`,
	);
}

/**
 * The deleted accounts that are listed beside the backups, in BACKUPS_DIR, in the database to restore and in the
 * current database.
 */
function allTombstones(source: RestoreSource, database: string): ReadonlyMap<string, number> {
	return new Map([
		...readTombstones(source.tombstones),
		...readTombstones(env.BACKUPS_DIR),
		...tombstonesIn(source.database),
		...tombstonesIn(database),
	]);
}

function tombstonesIn(path: string): [string, number][] {
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

/**
 * Keeps the current database under a second name by a hard link, so that its own name always exists. Renames its -wal,
 * -shm and -journal files, which SQLite would otherwise apply to the restored database.
 * @param tombstones the deleted accounts that are deleted in the restored database too
 * @throws CommandError when another program has the database open, or has deleted an account meanwhile
 */
function setAside(database: string, time: string, tombstones: ReadonlyMap<string, number>): string {
	const aside = freePath(`${database}.replaced-${time}`);
	requireExclusiveAccess(database);
	if (tombstonesIn(database).some(([hash]) => !tombstones.has(hash))) {
		throw new CommandError("Mientras tanto se eliminó una cuenta: probá de nuevo. No se tocó nada.");
	}
	for (const ending of ["-wal", "-shm", "-journal"]) {
		if (existsSync(database + ending)) renameSync(database + ending, aside + ending);
	}
	linkSync(database, aside);
	return aside;
}

/** An unused path, because an interrupted restore in the same second may have taken the given one. */
function freePath(path: string): string {
	return existsSync(path) ? freePath(`${path}-2`) : path;
}
