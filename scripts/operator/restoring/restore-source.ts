/** Finds what `npm run restore` restores: a backup, or a single database file. */
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { poolOf } from "~/features/backups/backup-folder.server";
import { backupTime } from "~/lib/database/backup-times.server";
import { listReplacedImages } from "~/lib/database/put-aside.server";
import { env } from "~/lib/env.server";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { CommandError } from "../errors";
import { operatorPath } from "../input-file";
import { findBackup } from "./backup-source";

export interface RestoreSource {
	kind: "backup" | "file";
	name: string;
	/** Path of the database to restore. */
	database: string;
	/** Folders that may contain the database's images, the most likely first. */
	pools: readonly string[];
	/** Folder with the list of deleted accounts. */
	tombstones: string;
}

/**
 * Finds the newest backup in a folder, a single backup, or a database file.
 * @param from a path, a file beside the database, or a backup in BACKUPS_DIR
 * @throws CommandError when nothing restorable has this path or name, when the path is the current database, or when this
 * database lies in a backup
 */
export function findSource(from: string): RestoreSource {
	const database = resolve(env.DATABASE_PATH);
	const folder = dirname(database);
	if (backupTime(basename(folder)) !== undefined) {
		throw new CommandError(
			`DATABASE_PATH está dentro de una copia, ${folder}, que así se perdería: indicá otra carpeta. No se tocó nada.`,
		);
	}
	const places = [operatorPath(from), join(folder, from), join(resolve(env.BACKUPS_DIR), from)];
	for (const path of places) {
		const found = statSync(path, { throwIfNoEntry: false });
		if (path === database) {
			throw new CommandError(
				`${path} es la base de datos de ahora: indicá otra. Cuáles hay: ${operatorCommand("restore -- list")}`,
			);
		}
		if (found?.isFile()) return fileSource(path);
		if (found) return findBackup(path);
	}
	throw new CommandError(
		`No existe ${places[0]}: revisá el nombre. Cuáles hay: ${operatorCommand("restore -- list")}`,
	);
}

function fileSource(path: string): RestoreSource {
	const backups = resolve(env.BACKUPS_DIR);
	return {
		kind: "file",
		name: basename(path),
		database: path,
		pools: [
			...listReplacedImages()
				.reverse()
				.map((folder) => folder.path),
			poolOf(backups),
		],
		tombstones: backups,
	};
}
