/** Puts a backup in place. A kill at any moment leaves the data from before, or all of the backup's. */
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	statfsSync,
	statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { addToPool } from "~/features/backups/image-pool.server";
import { hasTable, imagesNamedIn } from "~/features/backups/named-images.server";
import { backupName } from "~/lib/database/last-backup.server";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { readTombstones } from "~/lib/database/tombstones.server";
import { env } from "~/lib/env.server";
import { type BackupSource, checkBackup } from "./backup-source";
import { CommandError } from "./errors";
import { type Staged, stageDatabase } from "./staged-database";

const MIGRATIONS = "db/migrations";

export interface Restored extends Omit<Staged, "path"> {
	images: number;
	/** Images of the backup that are missing or damaged and were left out. */
	lost: number;
	/** Where the database from before is, if there was one. */
	aside?: string;
	/** Where the images are that only the data from before had, if there were any. */
	imagesAside?: string;
}

export interface RestoreChoices {
	/** Whether there may be data in the way, which are then put aside. */
	mayReplace: boolean;
	/** Whether to go on without images of the backup that are missing or damaged. */
	mayLoseImages: boolean;
}

/**
 * Restores a backup. The caller holds the server's lock. First the images, which never change and harm nobody while no
 * row names them; then the database, in one rename; last the images from before, put aside with their database.
 * @throws CommandError; then nothing has changed
 */
export async function restoreBackup(
	source: BackupSource,
	{ mayReplace, mayLoseImages }: RestoreChoices,
	now = Date.now(),
): Promise<Restored> {
	const database = resolve(env.DATABASE_PATH);
	if (existsSync(database) && !mayReplace) {
		throw new CommandError(
			`Ya hay una base de datos en ${database}. Para poner la copia en su lugar agregá --replace: la de ahora queda guardada al lado.`,
		);
	}
	const lost = checkBackup(source, MIGRATIONS, mayLoseImages);
	requireAlone(database);
	requireRoom(source, dirname(database));
	const { path, ...counts } = stageDatabase(source, `${database}.restoring`, allTombstones(source, database));
	const names = namesIn(path);
	mkdirSync(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	for (const name of names)
		if (!lost.has(name)) removeOther(join(env.UPLOADS_DIR, name), join(source.pool, name));
	const wanted = Array.from(names).filter((name) => !lost.has(name));
	const missing = await addToPool(source.pool, env.UPLOADS_DIR, wanted);
	await syncFile(path);
	const aside = existsSync(database) ? putAside(database, backupName(now)) : undefined;
	renameSync(path, database);
	await syncFolder(dirname(database));
	const imagesAside = moveOldImages(`${resolve(env.UPLOADS_DIR)}.replaced-${backupName(now)}`, names);
	return { ...counts, images: wanted.length - missing.length, lost: lost.size, aside, imagesAside };
}

/**
 * Empties the log of the database that is there into it. Another program that has it open would go on to write to a
 * log beside the new one.
 * @throws CommandError while one has
 */
function requireAlone(database: string): void {
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

/** A file of ours never changes: one of another size than the backup's is damaged, and may be why somebody restores. */
function removeOther(live: string, kept: string): void {
	const [found, wanted] = [live, kept].map((path) => statSync(path, { throwIfNoEntry: false })?.size);
	if (found !== undefined && wanted !== undefined && found !== wanted) rmSync(live);
}

function requireRoom({ database }: BackupSource, folder: string): void {
	const { bavail, bsize } = statfsSync(folder);
	// The copy, and what VACUUM needs to write it anew.
	const wanted = 3 * statSync(database).size;
	if (bavail * bsize >= wanted) return;
	throw new CommandError(
		`No hay lugar en ${folder}: hacen falta ${Math.ceil(wanted / 1_048_576)} MB. No se tocó nada.`,
	);
}

/** Of the backup's folder, of ours, and of the database that is there, whichever of them know one. */
function allTombstones(source: BackupSource, database: string): ReadonlyMap<string, number> {
	return new Map([
		...readTombstones(source.folder),
		...readTombstones(env.BACKUPS_DIR),
		...tombstonesIn(source.database),
		...tombstonesIn(database),
	]);
}

function tombstonesIn(path: string): [string, number][] {
	if (!existsSync(path)) return [];
	// Its log may still have to be read in, which reading only cannot do.
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
		// What is restored over it may be restored because this one is broken.
		if (error instanceof SQLite.SqliteError) return [];
		throw error;
	} finally {
		sqlite.close();
	}
}

function namesIn(path: string): Set<string> {
	const sqlite = new SQLite(path, { readonly: true });
	try {
		return imagesNamedIn(sqlite);
	} finally {
		sqlite.close();
	}
}

/** Gives the database that is there a second name, and what a broken one still has beside it, so that the new one does not meet that. */
function putAside(database: string, time: string): string {
	// One that was cut short has its own of the same second.
	const [aside = ""] = ["", "-2", "-3"]
		.map((number) => `${database}.replaced-${time}${number}`)
		.filter((path) => !existsSync(path));
	requireAlone(database);
	for (const ending of ["-wal", "-shm", "-journal"]) {
		if (existsSync(database + ending)) renameSync(database + ending, aside + ending);
	}
	linkSync(database, aside);
	return aside;
}

/** Images that only the data from before name go with them. @returns where to, if there are any */
function moveOldImages(aside: string, named: ReadonlySet<string>): string | undefined {
	const old = readdirSync(env.UPLOADS_DIR).filter((name) => name.endsWith(".webp") && !named.has(name));
	if (old.length === 0) return undefined;
	mkdirSync(aside, { recursive: true, mode: 0o700 });
	for (const name of old) renameSync(join(env.UPLOADS_DIR, name), join(aside, name));
	return aside;
}
