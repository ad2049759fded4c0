/** The database files beside the database that `npm run restore` can put in its place. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { backupTime } from "~/lib/database/backup-times.server";
import {
	listMigrations,
	schemaProblem,
	schemaProgram,
	schemaVersion,
} from "~/lib/database/migrations.server";
import { listSafetyCopies } from "~/lib/database/safety-copies.server";
import { env } from "~/lib/env.server";

const MIGRATIONS = "db/migrations";

export interface RestorableFile {
	name: string;
	/** Whether it was copied before an update, or put aside by a restore. */
	kind: "before-update" | "put-aside";
	/** When it was made, in UTC milliseconds. */
	at: number;
	schema: number;
	/** Version of the program that made the schema; null when that program did not write it down. */
	program: string | null;
	bytes: number;
	/** Why this program cannot restore it, in Spanish; null when it can. */
	problem: string | null;
}

/** The safety copies, and the databases that restores have put aside, oldest first. */
export function listRestorableFiles(): RestorableFile[] {
	const database = resolve(env.DATABASE_PATH);
	const copies = listSafetyCopies(database).map(({ name, at }) => ({
		name,
		at,
		kind: "before-update" as const,
	}));
	return [...copies, ...putAside(database)]
		.sort((one, other) => one.at - other.at)
		.map((file) => ({ ...file, ...contentOf(join(dirname(database), file.name)) }));
}

function putAside(database: string): Pick<RestorableFile, "name" | "at" | "kind">[] {
	const start = `${basename(database)}.replaced-`;
	const names = statSync(dirname(database), { throwIfNoEntry: false }) ? readdirSync(dirname(database)) : [];
	return names
		.filter((name) => name.startsWith(start))
		.map((name) => ({
			name,
			at: backupTime(name.slice(start.length, start.length + 20)),
			kind: "put-aside" as const,
		}))
		.flatMap(({ at, ...file }) =>
			at === undefined || /-(wal|shm|journal)$/.test(file.name) ? [] : { at, ...file },
		);
}

function contentOf(path: string): Pick<RestorableFile, "schema" | "program" | "bytes" | "problem"> {
	const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
	let file: SQLite.Database | undefined;
	try {
		file = new SQLite(path, { readonly: true });
		return {
			schema: schemaVersion(file),
			program: schemaProgram(file) ?? null,
			bytes,
			problem: schemaProblem(file, listMigrations(MIGRATIONS)) ?? null,
		};
	} catch (error) {
		if (!(error instanceof SQLite.SqliteError)) throw error;
		return { schema: 0, program: null, bytes, problem: `no se puede leer (${error.code})` };
	} finally {
		file?.close();
	}
}
