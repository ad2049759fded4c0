import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { type SeededUser, seedUser } from "../../support/accounts-on-disk";
import type { Program } from "../../support/server/program";
import { migrate, startRelevo } from "./programs";

export interface Site {
	settings: Readonly<Record<string, string>>;
	databasePath: string;
	uploads: string;
	/**
	 * @param launcher command prefix that runs the server under a limit, such as `prlimit --data=1000000000`
	 * @param more environment variables, which override the defaults
	 */
	start(launcher?: readonly string[], more?: Readonly<Record<string, string>>): Promise<Program>;
	remove(): void;
}

interface SiteOptions {
	/** Path of the server build to run instead of Relevo's own. */
	build?: string;
	parent?: string;
	/** Database to copy; by default a new one without accounts. */
	database?: string;
}

/** Makes a site (the data and settings of one Relevo server) with a migrated database in a temporary folder. */
export function makeSite({ build, parent = tmpdir(), database }: SiteOptions = {}): Site {
	const folder = mkdtempSync(join(parent, "relevo-faults-"));
	const settings = {
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		OUTBOX_DIR: join(folder, "outbox"),
		BACKUPS_DIR: join(folder, "backups"),
		BACKUP_EVERY: "0",
	};
	if (database) copyFileSync(database, settings.DATABASE_PATH);
	else migrate(settings);
	return {
		settings,
		databasePath: settings.DATABASE_PATH,
		uploads: settings.UPLOADS_DIR,
		start: (launcher, more) => startRelevo({ ...settings, ...more }, { build, launcher }),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

/** A signed-in person; `cookie` is the Cookie header of the person's session. */
export type Person = Pick<SeededUser, "id" | "cookie">;

/** Adds people with a verified e-mail address and a session. */
export function addPeople(databasePath: string, count: number): SeededUser[] {
	return Array.from({ length: count }, () => seedUser(databasePath));
}

/** Runs `work` in one transaction of this process, not of the server. */
export function inDatabase<Result>(databasePath: string, work: (file: SQLite.Database) => Result): Result {
	const file = new SQLite(databasePath, { timeout: 5000 });
	file.pragma("foreign_keys = ON");
	try {
		return file.transaction(() => work(file)).immediate();
	} finally {
		file.close();
	}
}
