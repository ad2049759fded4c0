/** Finds a backup to restore, and checks it before anything is changed. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import {
	type BackupList,
	DATABASE_FILE,
	listBackups,
	readBackupList,
	sha256Of,
} from "~/features/backups/backup-folder.server";
import { damageOf } from "~/features/backups/check-data.server";
import { poolOf } from "~/features/backups/image-pool.server";
import { hasTable, imagesNamedIn } from "~/features/backups/named-images.server";
import { imageFiles } from "~/features/documents/photos/image-address";
import { listMigrations, schemaVersion } from "~/lib/database/migrations.server";
import { CommandError } from "./errors";

export interface BackupSource {
	name: string;
	/** The folder that holds all backups. */
	folder: string;
	database: string;
	pool: string;
}

/**
 * Finds the backup in a folder, or the newest backup below that folder.
 * @throws CommandError when there is no backup
 */
export function findBackup(folder: string): BackupSource {
	if (!existsSync(folder)) throw new CommandError(`No existe ${folder}: revisá el nombre.`);
	if (!statSync(folder).isDirectory()) throw new CommandError(`${folder} es un archivo: indicá una carpeta.`);
	const newest = listBackups(folder).at(-1);
	const path = existsSync(join(folder, DATABASE_FILE)) || !newest ? folder : join(folder, newest);
	const database = join(path, DATABASE_FILE);
	if (!existsSync(database)) {
		throw new CommandError(`En ${folder} no hay copias: indicá la carpeta que se usó con npm run backup.`);
	}
	const parent = dirname(path);
	return { name: basename(path), folder: parent, database, pool: poolOf(parent) };
}

/**
 * Checks a whole backup. Writes nothing.
 * @param migrations the folder with this program's migrations
 * @param mayLoseImages whether missing or damaged images are accepted
 * @returns the names of the missing or damaged images
 * @throws CommandError that says what is wrong with the backup
 */
export function checkBackup(source: BackupSource, migrations: string, mayLoseImages: boolean): Set<string> {
	const list = readList(source);
	const lost = new Set<string>();
	const reject = (name: string, problem: string) => {
		if (!mayLoseImages) throw damagedImageError(source, name, problem);
		lost.add(name);
	};
	for (const { name, size } of list.images) {
		const found = statSync(join(source.pool, name), { throwIfNoEntry: false })?.size;
		if (found === undefined) reject(name, "falta");
		else if (found !== size) reject(name, "está cortada");
	}
	const copy = openReadonly(source);
	try {
		const version = schemaVersion(copy);
		if (version === 0) throw damagedError(source, "no es una base de datos de Relevo");
		const known = listMigrations(migrations).length;
		if (version > known) {
			throw new CommandError(
				`La copia ${source.name} es de una versión más nueva (${version}) que este programa (${known}): actualizá el programa.`,
			);
		}
		const kept = new Set([...list.images.map(({ name }) => name), ...list.missing]);
		const unlisted = Array.from(imagesNamedIn(copy)).find((name) => !kept.has(name));
		if (unlisted) throw damagedError(source, `no tiene la imagen ${unlisted}, que una fila nombra`);
		for (const name of damagedPhotos(copy, source, new Set([...list.missing, ...lost])))
			reject(name, "está dañada");
		return lost;
	} catch (error) {
		if (error instanceof SQLite.SqliteError)
			throw damagedError(source, `la base de datos no se puede leer (${error.code})`);
		throw error;
	} finally {
		copy.close();
	}
}

/** Yields document photos whose large file does not match the hash in the photo's database row. */
function* damagedPhotos(copy: SQLite.Database, { pool }: BackupSource, without: ReadonlySet<string>) {
	if (!hasTable(copy, "document_images")) return;
	const rows = copy.prepare<[], { id: string; sha256: string }>("SELECT id, sha256 FROM document_images");
	for (const { id, sha256 } of rows.iterate()) {
		const [large = ""] = imageFiles(id);
		if (!without.has(large) && sha256Of(join(pool, large)) !== sha256) yield large;
	}
}

/**
 * Checks a copy of the backup's database.
 * @throws CommandError when the copy is damaged, or is not the database that was backed up
 */
export function requireIntactDatabase(sqlite: SQLite.Database, source: BackupSource): void {
	const [damage] = damageOf(sqlite);
	if (damage) throw damagedError(source, damage);
	if (sha256Of(source.database) !== readList(source).database) {
		throw damagedError(source, "la base de datos no es la que se guardó");
	}
}

function readList(source: BackupSource): BackupList {
	try {
		return readBackupList(dirname(source.database));
	} catch {
		throw damagedError(source, "su lista de imágenes falta o no se puede leer");
	}
}

function openReadonly(source: BackupSource): SQLite.Database {
	try {
		return new SQLite(source.database, { readonly: true });
	} catch {
		throw damagedError(source, "la base de datos no se puede abrir");
	}
}

function damagedImageError(source: BackupSource, name: string, problem: string): CommandError {
	const { message } = damagedError(source, `la imagen ${name} ${problem}`);
	return new CommandError(`${message}; o, con --without-damaged, esta sin las imágenes dañadas.`);
}

function damagedError(source: BackupSource, what: string): CommandError {
	return new CommandError(
		`La copia ${source.name} no está sana: ${what}. No se tocó nada. Probá con otra: npm run backup -- list --from ${source.folder}`,
	);
}
