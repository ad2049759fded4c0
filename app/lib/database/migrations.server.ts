import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";

/**
 * Thrown when the database schema cannot be brought up to date. The message is one line in Spanish for the operator.
 */
export class SchemaError extends Error {}

/**
 * The names of the migration files in `folder`, in order.
 * @throws SchemaError when their numbers are not 1, 2, 3 and so on
 */
export function listMigrations(folder: string): string[] {
	const names = readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort();
	for (const [index, name] of names.entries()) {
		if (Number(name.slice(0, 4)) !== index + 1) throw new SchemaError(`Migración fuera de orden: ${name}.`);
	}
	return names;
}

/** Version of the database: the number of its latest migration, or 0 for a new file. */
export function schemaVersion(sqlite: SQLite.Database): number {
	const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
	if (!exists) return 0;
	return sqlite.prepare<[], number>("SELECT coalesce(max(version), 0) FROM migrations").pluck().get() ?? 0;
}

/**
 * The names of the migrations that have not run on the database. Writes nothing.
 * @throws SchemaError when a newer program has run migrations that `folder` lacks
 */
export function pendingMigrations(sqlite: SQLite.Database, folder: string): string[] {
	const names = listMigrations(folder);
	const version = schemaVersion(sqlite);
	if (version > names.length) {
		throw new SchemaError(
			`La base de datos es de una versión más nueva (${version}) que este programa (${names.length}): actualizá el programa.`,
		);
	}
	return names.slice(version);
}

/**
 * Brings the database to the newest schema. Each migration runs in one transaction with its row in the table
 * `migrations`, so that a crash leaves no partial migration. The caller must hold the lock of `takeServerLock`.
 * @returns the names of the migrations that ran
 * @throws SchemaError when the database has migrations that `folder` lacks, or when a migration fails
 */
export function runMigrations(sqlite: SQLite.Database, folder: string): string[] {
	const pending = pendingMigrations(sqlite, folder);
	sqlite.exec(
		"CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, run_at INTEGER NOT NULL) STRICT",
	);
	const run = sqlite.transaction((name: string) => {
		sqlite.exec(readFileSync(join(folder, name), "utf8"));
		const broken = sqlite.pragma("foreign_key_check");
		if (Array.isArray(broken) && broken.length > 0) throw new Error("deja referencias rotas");
		sqlite
			.prepare("INSERT INTO migrations (version, name, run_at) VALUES (?, ?, ?)")
			.run(Number(name.slice(0, 4)), name, Date.now());
	});
	// Foreign keys are off during migrations. Otherwise a migration that drops and rebuilds a table would delete the
	// rows of other tables that refer to the dropped table.
	sqlite.pragma("foreign_keys = OFF");
	try {
		for (const name of pending) runOne(name, () => run.immediate(name));
	} finally {
		sqlite.pragma("foreign_keys = ON");
	}
	return pending;
}

function runOne(name: string, run: () => void): void {
	try {
		run();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new SchemaError(
			`No se pudo aplicar la migración ${name} (${reason.replaceAll("\n", " ")}): la base de datos quedó como estaba antes de ella.`,
		);
	}
}
