/** Refuses to take a lost database for a new site: the next server would know none of the data that lie beside it. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { listBackups } from "~/features/backups/backup-folder.server";
import { backupTime } from "~/lib/database/backup-times.server";
import { listReplacedDatabases, preparedCopyOf } from "~/lib/database/put-aside.server";
import { env } from "~/lib/env.server";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { UPLOAD_NAME } from "~/lib/images/upload-name";
import { CommandError } from "./errors";
import { schemaVersion } from "./migrating/migrations";
import { listSafetyCopies } from "./migrating/safety-copies";
import { count } from "./output";

/**
 * Call this before the database is opened, which would create it.
 * @throws CommandError when there is no database, although backups, images, copies or a half restore stand beside
 */
export function refuseLostDatabase(): void {
	const problem = hasDatabase() ? undefined : dataWithoutDatabase();
	if (problem) throw new CommandError(problem);
}

/** Whether there is a database with tables. An empty file counts as none: SQLite makes one when it opens a wrong path. */
export function hasDatabase(): boolean {
	const file = statSync(env.DATABASE_PATH, { throwIfNoEntry: false });
	if (!file || file.size === 0) return false;
	try {
		const sqlite = new SQLite(env.DATABASE_PATH, { readonly: true });
		try {
			return schemaVersion(sqlite) > 0;
		} finally {
			sqlite.close();
		}
	} catch {
		// Not a readable database: whoever opens it says so.
		return true;
	}
}

/** Says in Spanish which data stand beside the missing database, and what helps; undefined if there are none. */
function dataWithoutDatabase(): string | undefined {
	const backups = namesIn(() => listBackups(env.BACKUPS_DIR));
	const images = namesIn(() => readdirSync(env.UPLOADS_DIR, { recursive: true, encoding: "utf8" })).filter(
		(name) => UPLOAD_NAME.test(basename(name)),
	);
	const copies = [...listReplacedDatabases(), ...listSafetyCopies(resolve(env.DATABASE_PATH))];
	const found = [
		backups.length > 0 && `${count(backups.length, "copia", "copias")} de seguridad en ${env.BACKUPS_DIR}`,
		images.length > 0 && `${count(images.length, "imagen", "imágenes")} en ${env.UPLOADS_DIR}`,
		copies.length > 0 && `${count(copies.length, "copia", "copias")} de la base`,
		existsSync(preparedCopyOf(env.DATABASE_PATH)) && "una restauración sin terminar",
	].filter((part) => part !== false);
	if (found.length === 0) return undefined;
	return `No hay una base de datos en ${env.DATABASE_PATH}, y al lado hay datos: ${found.join(", ")}. No se tocó nada. ¿Está bien DATABASE_PATH? Para empezar a propósito un sitio vacío: FRESH_SITE=1. Si la base se perdió: ${wayBack(backups, copies)}`;
}

/**
 * The command that restores the newest data: what the server saved when its database vanished, or the newest backup, or
 * another copy of the database.
 */
function wayBack(backups: readonly string[], copies: readonly { path: string; at: number }[]): string {
	const newestFirst = copies.toSorted((one, other) => other.at - one.at);
	const lastBackupAt = backupTime(backups.at(-1) ?? "") ?? 0;
	const rescued = newestFirst.find(({ path, at }) => path.includes(".rescued-") && at > lastBackupAt);
	const other = backups.length === 0 ? newestFirst[0] : undefined;
	const copy = rescued ?? other;
	const from = copy ? basename(copy.path) : backups.length > 0 ? env.BACKUPS_DIR : "CARPETA-DE-COPIAS";
	return operatorCommand(restoreWords(from, ...(existsSync(env.DATABASE_PATH) ? ["--replace"] : [])));
}

function namesIn(list: () => string[]): string[] {
	try {
		return list();
	} catch {
		// A missing or unreadable folder shows no data.
		return [];
	}
}
