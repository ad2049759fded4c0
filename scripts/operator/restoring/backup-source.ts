/** Finds and checks a backup or safety copy before anything is changed. */
import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import {
	type BackupList,
	DATABASE_FILE,
	findBackupList,
	listBackups,
	poolOf,
} from "~/features/backups/backup-folder.server";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { env } from "~/lib/env.server";
import type { OnProgress } from "~/lib/progress";
import { damageOf } from "../checking/check-data";
import { readableHash, sha256Of } from "../checking/file-hash";
import { hashesIn } from "../checking/known-hashes";
import { imageHashesIn, imagesNamedIn } from "../checking/named-images";
import { CommandError } from "../errors";
import { listMigrations, schemaProblem, schemaVersion } from "../migrating/migrations";
import type { RestoreSource } from "./restore-source";

/**
 * The newest backup below a folder, in which the server's database may lie too, or the backup in the folder. Backups
 * dated in the future may hold old data, and count only if there are no others.
 * @throws CommandError when there is no backup
 */
export function findBackup(folder: string): RestoreSource {
	const names = listBackups(folder);
	const newest = names.findLast((name) => !isInFuture(backupTime(name) ?? 0, Date.now())) ?? names.at(-1);
	const place = newest ? join(folder, newest) : folder;
	const file = join(place, DATABASE_FILE);
	if (!newest && (!existsSync(file) || file === resolve(env.DATABASE_PATH))) {
		throw new CommandError(`En ${folder} no hay copias: indicá la carpeta que se usó con npm run backup.`);
	}
	return backupAt(place);
}

function backupAt(place: string): RestoreSource {
	// The images lie beside the backup itself, wherever a link to it stands.
	const path = realpathSync(place);
	const [database, parent] = [join(path, DATABASE_FILE), dirname(path)];
	return { kind: "backup", name: basename(path), database, pools: [poolOf(parent)], tombstones: parent };
}

/** Thrown for a backup or file that is damaged. Another one may be whole. */
export class DamagedError extends CommandError {
	constructor(
		message: string,
		/** Whether only images are missing or damaged, so that the rest can be restored. */
		readonly onlyImages: boolean,
	) {
		super(message);
	}
}

export interface CheckedSource {
	/** Images that are missing or damaged in the backup, and not whole among the server's images either. */
	damaged: Set<string>;
	/** SHA-256 of the backup's images, as far as it is known. */
	hashes: ReadonlyMap<string, string>;
}

/**
 * Checks a backup's schema, list and images; `requireIntactDatabase` later checks the rest of the database. Of a single
 * database file, checks only whether this program can use the file. Changes nothing. Images that were already missing
 * or damaged when the backup was made are no reason to refuse it.
 * @param mayLoseImages accepts missing or damaged images
 * @throws CommandError that says why nothing can be restored, DamagedError if another backup may be whole
 */
export function checkSource(
	source: RestoreSource,
	mayLoseImages: boolean,
	onProgress?: OnProgress,
): CheckedSource {
	const list = source.kind === "backup" ? readList(source) : undefined;
	const copy = openReadonly(source);
	try {
		requireKnownSchema(copy, source, listMigrations());
		const hashes = new Map([...hashesIn(list), ...imageHashesIn(copy)]);
		const damaged = list
			? checkImages(copy, source, list, hashes, mayLoseImages, onProgress)
			: new Set<string>();
		return { damaged, hashes };
	} catch (error) {
		throw unreadableError(source, error);
	} finally {
		copy.close();
	}
}

function requireKnownSchema(copy: SQLite.Database, source: RestoreSource, known: readonly string[]): void {
	if (schemaVersion(copy) === 0) throw damagedError(source, "no es una base de datos de Relevo");
	const problem = schemaProblem(copy, known);
	if (!problem) return;
	throw new CommandError(
		`La copia ${source.name} ${problem}. No se tocó nada. Restaurala con la versión que la escribió, o con una posterior.`,
	);
}

/**
 * Checks that all images of a backup exist and are intact, here or among the server's images.
 * @returns the names of the missing or damaged images of the backup; of those without `mayLoseImages`, the server has
 *   a whole file
 * @throws CommandError for a missing or damaged image without `mayLoseImages`
 */
function checkImages(
	copy: SQLite.Database,
	source: RestoreSource,
	list: BackupList,
	hashes: ReadonlyMap<string, string>,
	mayLoseImages: boolean,
	onProgress?: OnProgress,
): Set<string> {
	const [pool = ""] = source.pools;
	const damaged = new Set<string>();
	const kept = new Set([...list.images.map(({ name }) => name), ...list.missing]);
	const unlisted = Array.from(imagesNamedIn(copy)).find((name) => !kept.has(name));
	if (unlisted) throw damagedError(source, `no tiene la imagen ${unlisted}, que una fila nombra`);
	for (const [index, { name, size }] of list.images.entries()) {
		onProgress?.(index, list.images.length);
		const hash = hashes.get(name);
		const problem = problemOf(join(pool, name), size, hash);
		if (!problem) continue;
		const isHere = hash !== undefined && problemOf(join(env.UPLOADS_DIR, name), size, hash) === undefined;
		if (!mayLoseImages && !isHere) throw damagedError(source, `la imagen ${name} ${problem}`, true);
		damaged.add(name);
	}
	return damaged;
}

function problemOf(path: string, size: number, hash: string | undefined): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false })?.size;
	if (found === undefined) return "falta";
	if (found !== size) return "está cortada";
	return hash === undefined || readableHash(path) === hash ? undefined : "está dañada";
}

/**
 * The other backups of the same folder: the older ones, and the newer ones with a past date; of both, the newest first. One
 * whose copying was cut off, without a database, is among them like a damaged one.
 */
export function otherBackups(source: RestoreSource): Record<"older" | "newer", RestoreSource[]> {
	const names = source.kind === "file" ? [] : listBackups(source.tombstones).reverse();
	const found = (wanted: string[]) => wanted.map((name) => backupAt(join(source.tombstones, name)));
	return {
		older: found(names.filter((name) => name < source.name)),
		newer: found(
			names.filter((name) => name > source.name && !isInFuture(backupTime(name) ?? 0, Date.now())),
		),
	};
}

/**
 * Checks the copied database.
 * @throws CommandError when the copy is damaged or not the database that was backed up
 */
export function requireIntactDatabase(sqlite: SQLite.Database, source: RestoreSource): void {
	const [damage] = damageOf(sqlite);
	if (damage) throw damagedError(source, damage);
	if (source.kind === "backup" && sha256Of(source.database) !== readList(source).database) {
		throw damagedError(source, "la base de datos no es la que se guardó");
	}
}

function readList(source: RestoreSource): BackupList {
	const list = findBackupList(dirname(source.database));
	if (!list) throw damagedError(source, "su lista de imágenes falta o no se puede leer");
	return list;
}

function openReadonly(source: RestoreSource): SQLite.Database {
	try {
		return new SQLite(source.database, { readonly: true });
	} catch (error) {
		throw unreadableError(source, error);
	}
}

/**
 * The error for a database that SQLite cannot read. A copy of a running server's file, as a snapshot of the disk has it,
 * wants a folder in which this user may write, and says nothing about its health.
 */
export function unreadableError(source: RestoreSource, error: unknown): unknown {
	if (!(error instanceof SQLite.SqliteError)) return error;
	if (source.kind === "backup" || !/^SQLITE_(CANTOPEN|READONLY_DIRECTORY)/.test(error.code))
		return damagedError(source, `la base de datos no se puede leer (${error.code})`);
	return new CommandError(
		`La copia ${source.name} no se puede abrir donde está (${error.code}): copiala, con su -wal si lo tiene, a una carpeta del usuario del servidor, y restaurá esa. No se tocó nada.`,
	);
}

function damagedError(source: RestoreSource, what: string, onlyImages = false): DamagedError {
	return new DamagedError(`La copia ${source.name} no está sana: ${what}. No se tocó nada.`, onlyImages);
}
