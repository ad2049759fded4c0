import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { backupName } from "~/lib/database/last-backup.server";
import { migrate, type Program, startRelevo } from "./programs";

/** A database and folders of its own, for a server that is killed and started again. */
export interface Site {
	/** The environment of its server and of the operator's commands. */
	settings: Readonly<Record<string, string>>;
	databasePath: string;
	uploads: string;
	/** `launcher`: see `startRelevo`. */
	start(launcher?: readonly string[]): Promise<Program>;
	remove(): void;
}

/**
 * Makes one in a temporary folder, with the tables and no person in it.
 * @param build another one than the real build
 * @param parent where the folder is made: a disk of its own, for instance
 */
export function makeSite(build?: string, parent = tmpdir()): Site {
	const folder = mkdtempSync(join(parent, "relevo-faults-"));
	const settings = {
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		OUTBOX_DIR: join(folder, "outbox"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	// Tonight's backup is there: else each start makes one, in a process that goes on writing here after a kill.
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

/** Somebody who is signed in. */
export interface Person {
	id: string;
	/** The Cookie header of their browser. */
	cookie: string;
}

/** Adds verified people with a session of a day. */
export function addPeople(databasePath: string, count: number): Person[] {
	const file = new SQLite(databasePath, { timeout: 5000 });
	const addUser = file.prepare(
		"INSERT INTO users (id, email, email_verified_at, username, provider_auth, created_at, updated_at) VALUES (?, ?, 1, 'soldador', 'NORMAL', 1, 1)",
	);
	const addSession = file.prepare(
		"INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
	);
	const people = Array.from({ length: count }, () => {
		const [id, token, now] = [randomUUID(), randomBytes(32).toString("base64url"), Date.now()];
		addUser.run(id, `${id}@planta.example`);
		addSession.run(createHash("sha256").update(token).digest("base64url"), id, now, now + 24 * 3_600_000);
		return { id, cookie: `session=${token}` };
	});
	file.close();
	return people;
}

/** Does something in one transaction, as another process than the server. */
export function inDatabase<Result>(databasePath: string, work: (file: SQLite.Database) => Result): Result {
	const file = new SQLite(databasePath, { timeout: 5000 });
	file.pragma("foreign_keys = ON");
	try {
		return file.transaction(() => work(file)).immediate();
	} finally {
		file.close();
	}
}
