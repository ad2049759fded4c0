import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";

/** The database was made by a newer version of the program than this one. */
export class NewerSchemaError extends Error {}

/** The names of the migrations in `folder`, in order. Each number stands once, from 1 on without gaps. */
export function listMigrations(folder: string): string[] {
	const names = readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.sort();
	for (const [index, name] of names.entries()) {
		if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`Migración fuera de orden: ${name}`);
	}
	return names;
}

/** How many migrations the database has, 0 for a new file. */
export function schemaVersion(sqlite: SQLite.Database): number {
	const exists = sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
	if (!exists) return 0;
	return sqlite.prepare<[], number>("SELECT coalesce(max(version), 0) FROM migrations").pluck().get() ?? 0;
}

/**
 * Brings the database to the newest schema. Each migration and its row of `migrations` are one immediate transaction,
 * so that a crash leaves the schema before or after it. The caller holds the server's lock.
 * @returns the names of the migrations that were run
 * @throws NewerSchemaError when the database has migrations that `folder` does not
 */
export function runMigrations(sqlite: SQLite.Database, folder: string): string[] {
	const names = listMigrations(folder);
	const version = schemaVersion(sqlite);
	if (version > names.length) {
		throw new NewerSchemaError(
			`La base de datos es de una versión más nueva (${version}) que este programa (${names.length}): actualizá el programa.`,
		);
	}
	sqlite.exec(
		"CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, run_at INTEGER NOT NULL) STRICT",
	);
	const pending = names.slice(version);
	// Tables that are rebuilt would otherwise take their children with them.
	sqlite.pragma("foreign_keys = OFF");
	const run = sqlite.transaction((name: string) => {
		sqlite.exec(readFileSync(join(folder, name), "utf8"));
		const broken = sqlite.pragma("foreign_key_check");
		if (Array.isArray(broken) && broken.length > 0) throw new Error(`${name} deja referencias rotas`);
		sqlite
			.prepare("INSERT INTO migrations (version, name, run_at) VALUES (?, ?, ?)")
			.run(Number(name.slice(0, 4)), name, Date.now());
	});
	for (const name of pending) run.immediate(name);
	sqlite.pragma("foreign_keys = ON");
	return pending;
}
