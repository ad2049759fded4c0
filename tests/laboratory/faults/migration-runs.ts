import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import SQLite from "better-sqlite3";
import { listMigrations, runMigrations, schemaVersion } from "../../../scripts/operator/migrating/migrations";
import { addPeople } from "../servers/site";

/** A temporary folder with copies of the project's migrations, without seeds. */
export interface MigrationFolder {
	path: string;
	version: number;
	remove(): void;
}

const MIGRATIONS_FOLDER = "db/migrations";

/** Number of rows that `LONG_MIGRATION` adds to the table `long`. */
export const LONG_ROWS = 5000;
/**
 * A migration that writes 2.5 MB and rebuilds a table, which takes long enough for a kill midway. The small cache makes
 * SQLite write to the write-ahead log already before the commit, as in a migration of many megabytes.
 */
export const LONG_MIGRATION = `
	PRAGMA cache_size = -512;
	CREATE TABLE long (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
	${Array.from(
		{ length: 10 },
		(
			_,
			part,
		) => `INSERT INTO long WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LONG_ROWS / 10})
			SELECT ${(part * LONG_ROWS) / 10} + i, hex(zeroblob(120)) || i FROM n;`,
	).join("\n")}
	CREATE TABLE feriados_new AS SELECT *, 'new' AS note FROM feriados;
	DROP TABLE feriados;
	ALTER TABLE feriados_new RENAME TO feriados;
	CREATE INDEX long_text ON long (text);
`;

export function countMigrations(): number {
	return listMigrations(MIGRATIONS_FOLDER).length;
}

/** Makes a folder with the first `version` migrations; "long" means all migrations and `LONG_MIGRATION`. */
export function makeMigrationFolder(version: number | "long"): MigrationFolder {
	const path = mkdtempSync(join(tmpdir(), "relevo-migrations-"));
	const shipped = listMigrations(MIGRATIONS_FOLDER);
	mkdirSync(join(path, "db/migrations"), { recursive: true });
	mkdirSync(join(path, "db/seeds"));
	for (const name of version === "long" ? shipped : shipped.slice(0, version)) {
		cpSync(join(MIGRATIONS_FOLDER, name), join(path, "db/migrations", name));
	}
	if (version === "long") {
		const name = `${String(shipped.length + 1).padStart(4, "0")}-long.sql`;
		writeFileSync(join(path, "db/migrations", name), LONG_MIGRATION);
	}
	return {
		path,
		version: version === "long" ? shipped.length + 1 : version,
		remove: () => rmSync(path, { recursive: true }),
	};
}

/**
 * Makes a database with all migrations in `path` except the last one. Adds users if these migrations make the table
 * `users`. Makes no database if there is only one migration.
 */
export function makeDatabaseBeforeLast({ path, version }: MigrationFolder, databasePath: string): void {
	if (version === 1) return;
	const names = listMigrations(join(path, "db/migrations")).slice(0, -1);
	const before = mkdtempSync(join(path, "before-"));
	for (const name of names) cpSync(join(path, "db/migrations", name), join(before, name));
	const file = new SQLite(databasePath);
	file.pragma("journal_mode = WAL");
	runMigrations(file, before);
	file.close();
	rmSync(before, { recursive: true });
	if (version > 2) addPeople(databasePath, 5);
}

/** Paths of the safety copies that migrations have made of a database before changing it. */
export function safetyCopies(databasePath: string): string[] {
	const start = `${basename(databasePath)}.before-`;
	const names = readdirSync(dirname(databasePath)).filter((name) => name.startsWith(start));
	return names.map((name) => join(dirname(databasePath), name));
}

export interface MigrationRun {
	code: number | null;
	output: string;
	/** Duration in ms, from the beginning of the migration (`hasBegun` below) to the end of the script. */
	ms: number;
}

/**
 * Runs the migration script, and kills it if `killMs` is given.
 * @param killMs ms from the beginning of the migration (`hasBegun` below) to a kill -9
 */
export function runMigrateScript(
	folder: string,
	databasePath: string,
	killMs = Number.POSITIVE_INFINITY,
): Promise<MigrationRun> {
	const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, DATABASE_PATH: databasePath };
	const script = resolve("build/scripts/migrate.js");
	// The migration has begun when its safety copy exists or, for a new database, its lock file.
	const hasBegun = existsSync(databasePath)
		? () => safetyCopies(databasePath).length > 0
		: () => existsSync(`${databasePath}.lock`);
	return new Promise((done) => {
		const child = spawn(process.execPath, [script], { env, cwd: folder });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text: string) => {
				output += text;
			});
		}
		let startedAt: number | undefined;
		let isOver = false;
		const look = () => {
			if (isOver) return;
			if (startedAt === undefined && hasBegun()) startedAt = performance.now();
			if (startedAt !== undefined && performance.now() - startedAt >= killMs) child.kill("SIGKILL");
			else if (startedAt === undefined) setTimeout(look, 1);
			// Looks again without a pause, to kill at the exact time: a migration takes only milliseconds.
			else if (killMs < Number.POSITIVE_INFINITY) setImmediate(look);
		};
		look();
		child.once("close", (code) => {
			isOver = true;
			done({ code, output, ms: performance.now() - (startedAt ?? performance.now()) });
		});
	});
}

export interface DatabaseContent {
	content: string;
	version: number;
	damage: string[];
}

/** Table in which the server stores how far it has recalculated overtime. `readDatabase` leaves out its rows. */
const PAY_PROGRESS_TABLES = ["extras_splitting", "stale_pay"];

/**
 * Reads all tables and rows, and any damage found. Leaves out timestamps and program versions, because they differ
 * between two databases with the same migrations.
 */
export function readDatabase(databasePath: string): DatabaseContent {
	const file = new SQLite(databasePath);
	const integrity = file.pragma("integrity_check", { simple: true });
	const damage = integrity === "ok" ? [] : [`integrity_check: ${integrity}`];
	const tables = file
		.prepare<[], { name: string; sql: string }>(
			"SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
		)
		.all();
	const rows = tables.map(({ name, sql }) => [
		sql,
		sql.startsWith("CREATE TABLE") && !PAY_PROGRESS_TABLES.includes(name)
			? file.prepare(`SELECT * FROM "${name}"`).all()
			: [],
	]);
	const version = schemaVersion(file);
	file.close();
	return {
		content: JSON.stringify(rows).replace(
			/"(run_at|updated_at|corrected_at|changed_at)":\d+|"program":"[^"]*"/g,
			"",
		),
		version,
		damage,
	};
}
