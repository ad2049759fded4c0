import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import { readBuildVersion } from "~/lib/build-version.server";
import type { OnProgress } from "~/lib/progress";

/** Folder of the migrations that this program knows. */
export const MIGRATIONS = "db/migrations";
/**
 * Comment by which a migration allows older versions of the program to use the database (docs/architecture.md,
 * "Data").
 */
const OLDER_MAY_RUN = /^-- Older programs may run on this schema\.$/m;
/**
 * Statements that a migration may contain if its comment (OLDER_MAY_RUN) allows older versions of the program to use
 * the database: these versions then still find all their tables and can write to them.
 */
const ADDS = /^(CREATE TABLE|CREATE INDEX|ALTER TABLE \w+ ADD COLUMN)\b/i;

/** Thrown when the schema cannot be brought up to date. The message is one line in Spanish. */
export class SchemaError extends Error {}

/**
 * Names of the migration files in order.
 * @throws SchemaError unless the files are numbered 1, 2, 3 and so on
 */
export function listMigrations(folder = MIGRATIONS): string[] {
	const names = readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort();
	for (const [index, name] of names.entries()) {
		if (Number(name.slice(0, 4)) !== index + 1) throw new SchemaError(`Migración fuera de orden: ${name}.`);
	}
	return names;
}

/** Number of the latest migration that ran on a database; 0 for a new database. */
export function schemaVersion(sqlite: SQLite.Database): number {
	return appliedMigrations(sqlite).at(-1)?.version ?? 0;
}

/** Version of the program that ran the latest migration, if stored. */
export function schemaProgram(sqlite: SQLite.Database): string | undefined {
	return appliedMigrations(sqlite).at(-1)?.program ?? undefined;
}

/**
 * The reason, in Spanish, why a program with these migrations must not use the database; undefined if the program
 * may use it.
 * @param known names of the program's migrations, in order
 */
export function schemaProblem(sqlite: SQLite.Database, known: readonly string[]): string | undefined {
	const applied = appliedMigrations(sqlite);
	const other = applied.find(({ version, name }) => version <= known.length && name !== known[version - 1]);
	if (other) {
		return `tiene tablas que este programa no conoce: su migración ${other.version} es ${other.name}, y la de este programa, ${known[other.version - 1]}`;
	}
	const newer = applied.filter(({ version }) => version > known.length);
	const last = newer.at(-1);
	if (!last || newer.every(({ olderMayRun }) => olderMayRun === 1)) return undefined;
	const writer = last.program ? `la escribió Relevo ${last.program}, con` : "tiene";
	return `es de una versión más nueva: ${writer} el esquema ${last.version}, y este programa, ${readBuildVersion()}, conoce hasta el ${known.length}`;
}

interface AppliedMigration {
	version: number;
	name: string;
	program: string | null;
	olderMayRun: 0 | 1;
}

function appliedMigrations(sqlite: SQLite.Database): AppliedMigration[] {
	const columns = migrationColumns(sqlite);
	if (columns.length === 0) return [];
	const notes = columns.includes("program")
		? "program, older_may_run AS olderMayRun"
		: "NULL AS program, 0 AS olderMayRun";
	return sqlite
		.prepare<[], AppliedMigration>(`SELECT version, name, ${notes} FROM migrations ORDER BY version`)
		.all();
}

function migrationColumns(sqlite: SQLite.Database): string[] {
	return sqlite.prepare<[], string>("SELECT name FROM pragma_table_info('migrations')").pluck().all();
}

/**
 * Migrations that have not run on the database.
 * @throws SchemaError when this version of the program must not use the database (see `schemaProblem`)
 */
export function pendingMigrations(sqlite: SQLite.Database, folder = MIGRATIONS): string[] {
	const names = listMigrations(folder);
	const problem = schemaProblem(sqlite, names);
	if (problem) throw new SchemaError(`La base de datos ${problem}.`);
	return names.slice(schemaVersion(sqlite));
}

/**
 * Migrates to the newest schema in one transaction: after a failure the previous version of the program can still
 * use the database. The caller holds the lock of `takeServerLock`.
 * @returns names of the migrations that ran
 * @throws SchemaError when the program must not use the database (see `schemaProblem`), or when a migration fails
 */
export function runMigrations(sqlite: SQLite.Database, folder: string, onProgress?: OnProgress): string[] {
	const pending = pendingMigrations(sqlite, folder);
	if (pending.length === 0) return [];
	const runAll = sqlite.transaction(() => {
		prepareList(sqlite);
		for (const [index, name] of pending.entries()) {
			onProgress?.(index, pending.length);
			runOne(sqlite, name, readFileSync(join(folder, name), "utf8"));
		}
	});
	// With foreign keys on, a migration that rebuilds a table would delete the rows that refer to the table.
	sqlite.pragma("foreign_keys = OFF");
	try {
		runAll.immediate();
	} finally {
		sqlite.pragma("foreign_keys = ON");
	}
	return pending;
}

/** Creates the table of migrations, or adds the columns that the table lacked in the first releases. */
function prepareList(sqlite: SQLite.Database): void {
	sqlite.exec(
		"CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, run_at INTEGER NOT NULL) STRICT",
	);
	if (migrationColumns(sqlite).includes("program")) return;
	sqlite.exec("ALTER TABLE migrations ADD COLUMN program TEXT");
	sqlite.exec("ALTER TABLE migrations ADD COLUMN older_may_run INTEGER NOT NULL DEFAULT 0");
}

function runOne(sqlite: SQLite.Database, name: string, text: string): void {
	try {
		sqlite.exec(text);
		const broken = sqlite.pragma("foreign_key_check");
		if (Array.isArray(broken) && broken.length > 0) throw new Error("deja referencias rotas");
		sqlite
			.prepare(
				"INSERT INTO migrations (version, name, run_at, program, older_may_run) VALUES (?, ?, ?, ?, ?)",
			)
			.run(Number(name.slice(0, 4)), name, Date.now(), readBuildVersion(), mayOlderRun(text) ? 1 : 0);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new SchemaError(
			`No se pudo aplicar la migración ${name} (${reason.replaceAll("\n", " ")}): la base de datos quedó como estaba, y la versión de antes puede seguir usándola.`,
		);
	}
}

/**
 * Whether older versions of the program, which lack this migration, may use the database.
 * @throws Error when the migration's comment says so, but the migration does more than add tables, indexes or columns
 */
function mayOlderRun(text: string): boolean {
	if (!OLDER_MAY_RUN.test(text)) return false;
	const statements = text.replace(/--.*$/gm, "").split(";");
	if (statements.every((statement) => !statement.trim() || ADDS.test(statement.trim()))) return true;
	throw new Error("dice que un programa más viejo puede seguir, y hace más que agregar");
}
