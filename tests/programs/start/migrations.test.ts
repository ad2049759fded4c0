import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import {
	listMigrations,
	runMigrations,
	SchemaError,
	schemaVersion,
} from "../../../scripts/operator/migrating/migrations";
import { dump, shipped } from "../../support/server/migrate";
import { temporaryFolder } from "../../support/temporary-folder";

describe("a migration", () => {
	test("that fails leaves schema, rows and version as they were before all pending migrations", () => {
		const { folder, sqlite } = database({
			"0001-first.sql": "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1), (2);",
		});
		runMigrations(sqlite, folder);
		const before = dump(sqlite);
		writeFileSync(
			join(folder, "0003-broken.sql"),
			"CREATE TABLE b (id TEXT); DELETE FROM a; INSERT INTO nowhere\nVALUES (1);",
		);
		writeFileSync(join(folder, "0002-good.sql"), "INSERT INTO a VALUES (3);");
		writeFileSync(join(folder, "0004-never.sql"), "CREATE TABLE c (id TEXT);");
		expect(messageOf(() => runMigrations(sqlite, folder))).toMatch(
			/^No se pudo aplicar la migración 0003-broken\.sql \(no such table: nowhere\): la base .* quedó como estaba, y la versión de antes puede seguir usándola\.$/,
		);
		expect([dump(sqlite), schemaVersion(sqlite)]).toEqual([before, 1]);
		expect(sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
		// Once the broken migration is corrected, it runs.
		writeFileSync(join(folder, "0003-broken.sql"), "CREATE TABLE b (id TEXT);");
		expect(runMigrations(sqlite, folder)).toEqual(["0002-good.sql", "0003-broken.sql", "0004-never.sql"]);
		expect(runMigrations(sqlite, folder)).toEqual([]);
		expect(schemaVersion(sqlite)).toBe(4);
	});

	test("may rebuild a table that others refer to, and may not leave a broken reference", () => {
		const { folder, sqlite } = database({
			"0001-first.sql": `CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
				CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id) ON DELETE CASCADE) STRICT;
				INSERT INTO parent VALUES (1), (2); INSERT INTO child VALUES (10, 1), (20, 2);`,
			"0002-rebuild.sql": `CREATE TABLE parent_new (id INTEGER PRIMARY KEY, name TEXT) STRICT;
				INSERT INTO parent_new SELECT id, 'x' FROM parent; DROP TABLE parent; ALTER TABLE parent_new RENAME TO parent;`,
		});
		runMigrations(sqlite, folder);
		expect(sqlite.prepare("SELECT id FROM child").pluck().all()).toEqual([10, 20]);
		writeFileSync(join(folder, "0003-orphans.sql"), "DELETE FROM parent WHERE id = 1;");
		expect(messageOf(() => runMigrations(sqlite, folder))).toContain(
			"0003-orphans.sql (deja referencias rotas)",
		);
		expect(sqlite.prepare("SELECT id FROM parent").pluck().all()).toEqual([1, 2]);
		expect(schemaVersion(sqlite)).toBe(2);
	});

	test("is refused when the database is newer than the program", () => {
		const { folder, sqlite } = database({
			"0001-a.sql": "CREATE TABLE a (id);",
			"0002-b.sql": "CREATE TABLE b (id);",
		});
		runMigrations(sqlite, folder);
		const before = dump(sqlite);
		rmSync(join(folder, "0002-b.sql"));
		expect(messageOf(() => runMigrations(sqlite, folder))).toMatch(
			/^La base de datos es de una versión más nueva: la escribió Relevo \S.*, con el esquema 2, y este programa, \S.*, conoce hasta el 1\.$/,
		);
		expect(dump(sqlite)).toBe(before);
	});

	test("of a newer program does not stop an older program if all unknown migrations allow it", () => {
		const { folder, sqlite } = database({ "0001-a.sql": "CREATE TABLE a (id);" });
		const declared = "-- Older programs may run on this schema.\nCREATE TABLE b (id);";
		writeFileSync(join(folder, "0002-b.sql"), declared);
		runMigrations(sqlite, folder);
		rmSync(join(folder, "0002-b.sql"));
		expect(runMigrations(sqlite, folder)).toEqual([]);
		writeFileSync(join(folder, "0002-b.sql"), declared);
		writeFileSync(join(folder, "0003-c.sql"), "CREATE TABLE c (id);");
		runMigrations(sqlite, folder);
		for (const name of ["0002-b.sql", "0003-c.sql"]) rmSync(join(folder, name));
		expect(messageOf(() => runMigrations(sqlite, folder))).toContain("versión más nueva");
	});

	test("may not allow older programs if it contains more than additions", () => {
		const { folder, sqlite } = database({
			"0001-a.sql": "-- Older programs may run on this schema.\nCREATE TABLE a (id); UPDATE a SET id = 1;",
		});
		expect(messageOf(() => runMigrations(sqlite, folder))).toContain("hace más que agregar");
	});

	test.each([
		["a gap", ["0001-a.sql", "0003-c.sql"], "0003-c.sql"],
		["a number twice", ["0001-a.sql", "0001-b.sql", "0002-c.sql"], "0001-b.sql"],
		["a start at zero", ["0000-a.sql", "0001-b.sql"], "0000-a.sql"],
		["no number", ["first.sql"], "first.sql"],
		["a short number", ["1-a.sql"], "1-a.sql"],
	])("is refused for %s, before anything is run", (_what, names, culprit) => {
		const { folder, sqlite } = database(
			Object.fromEntries(names.map((name) => [name, "CREATE TABLE a (id);"])),
		);
		expect(messageOf(() => runMigrations(sqlite, folder))).toBe(`Migración fuera de orden: ${culprit}.`);
		expect(dump(sqlite)).toBe("[]");
	});

	test("in the repository that rebuilds a table makes its triggers anew, since DROP TABLE drops them too", () => {
		const sql = shipped.map((name) => readFileSync(join("db/migrations", name), "utf8")).join("");
		const made = new Set<string>();
		for (const [, word, name = ""] of sql.matchAll(/^(CREATE|DROP) TRIGGER (\w+)/gm))
			word === "CREATE" ? made.add(name) : made.delete(name);
		const { sqlite } = database({});
		runMigrations(sqlite, "db/migrations");
		const kept = sqlite
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
			.pluck();
		expect(made.size).toBeGreaterThan(10);
		expect(kept.all()).toEqual([...made].sort());
	});

	test("in the repository that rebuilds the table of own days keeps all of every kind", () => {
		const { folder, sqlite } = database(
			Object.fromEntries(
				shipped.slice(0, 15).map((name) => [name, readFileSync(join("db/migrations", name), "utf8")]),
			),
		);
		runMigrations(sqlite, folder);
		const worker = randomUUID();
		sqlite
			.prepare(
				"INSERT INTO users (id, email, username, provider_auth, created_at, updated_at) VALUES (?, 'a@b.example', 'soldador', 'NORMAL', 1, 1)",
			)
			.run(worker);
		const insert = sqlite.prepare("INSERT INTO own_days VALUES (?, ?, ?, ?, ?, ?, ?, 'Nota', 1, 2)");
		const allowed = ["vacaciones", "licencia", "cambio", "parada", "suspension", "franco", "banco"];
		for (const [index, kind] of allowed.entries()) {
			const day = `2026-03-0${index + 1}`;
			const [crew, bankMinutes] = [kind === "cambio" ? "B" : null, kind === "banco" ? 480 : null];
			insert.run(worker, day, day, randomUUID(), kind, crew, bankMinutes);
		}
		const rows = () => sqlite.prepare<[], Record<string, unknown>>("SELECT * FROM own_days").all();
		const before = rows();
		expect(before).toHaveLength(allowed.length);
		runMigrations(sqlite, "db/migrations");
		expect(rows()).toEqual(before.map((row) => expect.objectContaining(row)));
	});

	test("in the repository contains no transaction of its own", () => {
		expect(listMigrations("db/migrations")).toEqual(shipped);
		for (const name of shipped) {
			const sql = readFileSync(join("db/migrations", name), "utf8").replace(/--.*$/gm, "");
			// BEGIN and END in a trigger's body belong to no transaction.
			const statements = sql.replace(/^CREATE TRIGGER[\s\S]*?^END;/gm, "");
			expect(statements, name).not.toMatch(
				/^\s*(BEGIN|COMMIT|ROLLBACK|END|SAVEPOINT|PRAGMA|VACUUM|ATTACH)\b/im,
			);
		}
	});
});

function database(migrations: Record<string, string>): { folder: string; sqlite: SQLite.Database } {
	const folder = temporaryFolder();
	for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, name), sql);
	const sqlite = new SQLite(":memory:");
	onTestFinished(() => {
		sqlite.close();
	});
	return { folder, sqlite };
}

function messageOf(act: () => unknown): string {
	try {
		act();
	} catch (error) {
		if (error instanceof SchemaError) return error.message;
		throw error;
	}
	return "nothing was thrown";
}
