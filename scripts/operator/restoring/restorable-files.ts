/** Lists safety copies and replaced databases beside the database, and whether `npm run restore` can restore them. */
import { basename, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { isInFuture } from "~/lib/database/backup-times.server";
import { listReplacedDatabases } from "~/lib/database/put-aside.server";
import { env } from "~/lib/env.server";
import { listMigrations, schemaProblem, schemaProgram, schemaVersion } from "../migrating/migrations";
import { listSafetyCopies } from "../migrating/safety-copies";
import { sizeOf } from "../report/sizes";

interface RestorableFile {
	name: string;
	/** A copy made before an update, or a database replaced by a restore. */
	kind: "before-update" | "put-aside";
	/** When the file was made, in UTC milliseconds. */
	at: number;
	isInFuture: boolean;
	schema: number;
	/** Version of the program that made the schema; null if not stored. */
	program: string | null;
	bytes: number;
	/** The reason, in Spanish, why this program cannot restore the file; null if it can. */
	problem: string | null;
}

/** Safety copies and replaced databases, oldest first. */
export function listRestorableFiles(): RestorableFile[] {
	const copies = listSafetyCopies(resolve(env.DATABASE_PATH));
	return [
		...copies.map(({ path, at }) => ({ path, at, kind: "before-update" as const })),
		...listReplacedDatabases().map((file) => ({ ...file, kind: "put-aside" as const })),
	]
		.sort((one, other) => one.at - other.at)
		.map(({ path, at, kind }) => ({
			name: basename(path),
			kind,
			at,
			isInFuture: isInFuture(at, Date.now()),
			...contentOf(path),
		}));
}

function contentOf(path: string): Pick<RestorableFile, "schema" | "program" | "bytes" | "problem"> {
	const bytes = sizeOf(path);
	let file: SQLite.Database | undefined;
	try {
		file = new SQLite(path, { readonly: true });
		return {
			schema: schemaVersion(file),
			program: schemaProgram(file) ?? null,
			bytes,
			problem: schemaProblem(file, listMigrations()) ?? null,
		};
	} catch (error) {
		if (!(error instanceof SQLite.SqliteError)) throw error;
		return { schema: 0, program: null, bytes, problem: `no se puede leer (${error.code})` };
	} finally {
		file?.close();
	}
}
