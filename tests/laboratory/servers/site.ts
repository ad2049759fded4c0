import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { backupName } from "~/lib/database/last-backup.server";
import { type SeededUser, seedUser } from "../../support/accounts-on-disk";
import type { Program } from "../../support/server/program";
import { migrate, startRelevo } from "./programs";

/** A separate database and folders, for a server that can be killed and restarted. */
export interface Site {
	/** Environment variables of the site's server and of the operator's commands. */
	settings: Readonly<Record<string, string>>;
	databasePath: string;
	uploads: string;
	/** Starts the server. @param launcher as for `startRelevo` */
	start(launcher?: readonly string[]): Promise<Program>;
	remove(): void;
}

/**
 * Makes a site in a temporary folder, migrated and without accounts.
 * @param build a build to run instead of the real one
 * @param parent the folder that will contain the site's folder, for instance on a small disk
 */
export function makeSite(build?: string, parent = tmpdir()): Site {
	const folder = mkdtempSync(join(parent, "relevo-faults-"));
	const settings = {
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		OUTBOX_DIR: join(folder, "outbox"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	// Pretends that today's backup exists. Otherwise each start makes one, in a process that survives a kill of the server.
	mkdirSync(join(settings.BACKUPS_DIR, backupName(Date.now())), { recursive: true });
	migrate(settings);
	return {
		settings,
		databasePath: settings.DATABASE_PATH,
		uploads: settings.UPLOADS_DIR,
		start: (launcher) => startRelevo(settings, { build, launcher }),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** A signed-in person; `cookie` is their Cookie header. */
export type Person = Pick<SeededUser, "id" | "cookie">;

/** Adds verified people with a session. */
export function addPeople(databasePath: string, count: number): SeededUser[] {
	return Array.from({ length: count }, () => seedUser(databasePath));
}

/** Runs `work` in one transaction, outside the server's process. */
export function inDatabase<Result>(databasePath: string, work: (file: SQLite.Database) => Result): Result {
	const file = new SQLite(databasePath, { timeout: 5000 });
	file.pragma("foreign_keys = ON");
	try {
		return file.transaction(() => work(file)).immediate();
	} finally {
		file.close();
	}
}
