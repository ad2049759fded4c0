/** Finds and checks a backup or safety copy before anything is changed. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import {
	type BackupList,
	DATABASE_FILE,
	listBackups,
	readBackupList,
} from "~/features/backups/backup-folder.server";
import { damageOf } from "~/features/backups/check-data.server";
import { poolOf } from "~/features/backups/image-pool.server";
import { hasTable, imagesNamedIn } from "~/features/backups/named-images.server";
import { imageFiles } from "~/features/documents/photos/image-address";
import { backupTime, isInFuture } from "~/lib/database/backup-times.server";
import { listMigrations, schemaProblem, schemaVersion } from "~/lib/database/migrations.server";
import { sha256Of } from "~/lib/file-hash.server";
import type { OnProgress } from "~/lib/progress";
import { CommandError } from "../errors";
import type { RestoreSource } from "./restore-source";

/**
 * The backup in a folder, or the newest backup below the folder. Backups dated in the future may hold old data, and
 * count only if there are no others.
 * @throws CommandError when there is no backup
 */
export function findBackup(folder: string): RestoreSource {
	const names = listBackups(folder);
	const newest = names.findLast((name) => !isInFuture(backupTime(name) ?? 0, Date.now())) ?? names.at(-1);
	const path = existsSync(join(folder, DATABASE_FILE)) || !newest ? folder : join(folder, newest);
	const database = join(path, DATABASE_FILE);
	if (!existsSync(database)) {
		throw new CommandError(`En ${folder} no hay copias: indicá la carpeta que se usó con npm run backup.`);
	}
	const parent = dirname(path);
	return { kind: "backup", name: basename(path), database, pools: [poolOf(parent)], tombstones: parent };
}

/**
 * Checks a backup's schema, list and images; `requireIntactDatabase` later checks the rest of the database. Of a single
 * database file, checks only whether this program can use the file. Changes nothing.
 * @param migrations folder of this program's migrations
 * @param mayLoseImages accepts missing or damaged images
 * @returns the missing or damaged images
 * @throws CommandError that says why nothing can be restored
 */
export function checkSource(
	source: RestoreSource,
	migrations: string,
	mayLoseImages: boolean,
	onProgress?: OnProgress,
): Set<string> {
	const list = source.kind === "backup" ? readList(source) : undefined;
	const copy = openReadonly(source);
	try {
		requireKnownSchema(copy, source, listMigrations(migrations));
		return list ? checkImages(copy, source, list, mayLoseImages, onProgress) : new Set();
	} catch (error) {
		if (error instanceof SQLite.SqliteError)
			throw damagedError(source, `la base de datos no se puede leer (${error.code})`);
		throw error;
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
 * Checks that all images of a backup exist and are intact.
 * @returns the names of the missing or damaged images, if `mayLoseImages`
 * @throws CommandError for a missing or damaged image without `mayLoseImages`
 */
function checkImages(
	copy: SQLite.Database,
	source: RestoreSource,
	list: BackupList,
	mayLoseImages: boolean,
	onProgress?: OnProgress,
): Set<string> {
	const [pool = ""] = source.pools;
	const lost = new Set<string>();
	const reject = (name: string, problem: string) => {
		if (!mayLoseImages) throw damagedImageError(source, name, problem);
		lost.add(name);
	};
	for (const { name, size } of list.images) {
		const found = statSync(join(pool, name), { throwIfNoEntry: false })?.size;
		if (found === undefined) reject(name, "falta");
		else if (found !== size) reject(name, "está cortada");
	}
	const kept = new Set([...list.images.map(({ name }) => name), ...list.missing]);
	const unlisted = Array.from(imagesNamedIn(copy)).find((name) => !kept.has(name));
	if (unlisted) throw damagedError(source, `no tiene la imagen ${unlisted}, que una fila nombra`);
	for (const name of damagedPhotos(copy, pool, new Set([...list.missing, ...lost]), onProgress))
		reject(name, "está dañada");
	return lost;
}

/** Yields the names of the large photo files that do not match the hash in the photo's row. */
function* damagedPhotos(
	copy: SQLite.Database,
	pool: string,
	without: ReadonlySet<string>,
	onProgress?: OnProgress,
) {
	if (!hasTable(copy, "document_images")) return;
	const count = copy.prepare<[], number>("SELECT count(*) FROM document_images").pluck().get() ?? 0;
	let done = 0;
	const rows = copy.prepare<[], { id: string; sha256: string }>("SELECT id, sha256 FROM document_images");
	for (const { id, sha256 } of rows.iterate()) {
		onProgress?.(done++, count);
		const [large = ""] = imageFiles(id);
		if (!without.has(large) && sha256Of(join(pool, large)) !== sha256) yield large;
	}
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
	try {
		return readBackupList(dirname(source.database));
	} catch {
		throw damagedError(source, "su lista de imágenes falta o no se puede leer");
	}
}

function openReadonly(source: RestoreSource): SQLite.Database {
	try {
		return new SQLite(source.database, { readonly: true });
	} catch {
		throw damagedError(source, "la base de datos no se puede abrir");
	}
}

function damagedImageError(source: RestoreSource, name: string, problem: string): CommandError {
	const { message } = damagedError(source, `la imagen ${name} ${problem}`);
	return new CommandError(`${message}; o, con --without-damaged, esta sin las imágenes dañadas.`);
}

function damagedError(source: RestoreSource, what: string): CommandError {
	const others =
		source.kind === "backup"
			? `npm run backup -- list --from ${source.tombstones}`
			: "npm run restore -- list";
	return new CommandError(
		`La copia ${source.name} no está sana: ${what}. No se tocó nada. Probá con otra: ${others}`,
	);
}
