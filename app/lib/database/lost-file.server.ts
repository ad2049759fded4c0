/**
 * Notices when the file of the open database, or its -wal with what was written last, is deleted, renamed or replaced.
 * SQLite would go on writing into a file that no restart finds again.
 */
import { renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { env } from "~/lib/env.server";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { backupName } from "./backup-times.server";
import { db, sqlite } from "./db.server";
import { rescuedDatabasePath } from "./put-aside.server";
import { keepsInodes } from "./safe-database.server";

/** Interval in ms between two looks at the file. */
const LOOK_MS = 1000;
/** Pages copied per step: one step copies the whole database. */
const ALL_PAGES = 2 ** 31 - 1;

let known: string | undefined;
let isNumbered = true;
let isLost = false;

/** Begins to watch the file of the open database. */
export function watchDatabaseFile(): void {
	isNumbered = keepsInodes(dirname(env.DATABASE_PATH));
	// From the first reading on there is a -wal, until the last connection is closed.
	sqlite.pragma("schema_version");
	known = identity();
	const timer = setInterval(() => {
		if (isDatabaseLost()) clearInterval(timer);
	}, LOOK_MS).unref();
}

/**
 * Whether a file of the open database has vanished or is another one. From the first such look on nothing can be
 * written, and what the connection still holds is saved beside. It stays so until the server is started anew: the open
 * connection is the only one that can still read what was written last.
 */
export function isDatabaseLost(): boolean {
	if (known === undefined || isLost || identity() === known) return isLost;
	isLost = true;
	sqlite.pragma("query_only = ON");
	void rescue(Date.now());
	return true;
}

/**
 * Device and inode of the file at DATABASE_PATH and of its -wal, or only that they are there, where a file may get another
 * inode.
 */
function identity(): string {
	const identities = [env.DATABASE_PATH, `${env.DATABASE_PATH}-wal`].map((path) => {
		const file = statSync(path, { throwIfNoEntry: false, bigint: true });
		return file && (isNumbered ? `${file.dev}:${file.ino}` : "there");
	});
	return identities.join();
}

/** Copies the open database to a file that `npm run restore` takes, and logs the command. */
async function rescue(now: number): Promise<void> {
	const path = rescuedDatabasePath() + backupName(now);
	const work = `${path}.new`;
	try {
		// Kysely has only one connection: this waits until no transaction is open.
		await db.connection().execute(() => sqlite.backup(work, { progress: () => ALL_PAGES }));
		renameSync(work, path);
		logLost(`. Lo que había quedó en ${path}`, basename(path));
	} catch (error) {
		rmSync(work, { force: true });
		logFailure("rescue_failed", error);
		logLost(", y no se pudo guardar al lado lo que había", env.BACKUPS_DIR);
	}
}

function logLost(kept: string, from: string): void {
	logEvent("database_lost", {
		level: "error",
		reason: `El archivo de DATABASE_PATH, o su -wal, ya no está o es otro: desde ahora no se guarda nada${kept}. Pará el servidor; después: ${operatorCommand(restoreWords(from, "--replace"))}`,
	});
}
