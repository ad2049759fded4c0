import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { listMigrations, runMigrations, schemaVersion } from "~/lib/migrations.server";
import { LockedError, takeServerLock } from "~/lib/server-lock.server";
import {
	migrate,
	nextNumber,
	ownDatabase,
	projectFolder,
	rowsOf,
	shipped,
	temporaryFolder,
} from "../support/migrate";
import { patchedBuild } from "../support/patched-build";
import { startServer } from "../support/server";

/** Security row 65: starts that are killed, come at once or find something wrong. */

/** Some 8 MB in several statements, a rebuilt table among them: long enough to be hit in every part. */
const LONG_MIGRATION = `
	CREATE TABLE long (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
	${Array.from(
		{ length: 10 },
		(
			_,
			part,
		) => `INSERT INTO long WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
			SELECT ${part} * 1500 + i, hex(zeroblob(120)) || i FROM n;`,
	).join("\n")}
	CREATE TABLE feriados_new AS SELECT *, 'new' AS note FROM feriados;
	DROP TABLE feriados;
	ALTER TABLE feriados_new RENAME TO feriados;
	CREATE INDEX long_text ON long (text);
`;

describe("kill -9", () => {
	test("at 60 points of a long migration leaves the old or the new schema, whole, and the next start ends it", async () => {
		const project = projectFolder({ [`${nextNumber()}-long.sql`]: LONG_MIGRATION });
		const target = listMigrations(join(project, "db/migrations")).length;
		const copyOf = (path: string) => `${path}.before-${target}`;
		const whole = ownDatabase(project, "whole");
		const { code, ms } = await migrate(project, whole, { sign: copyOf(whole) });
		expect(code).toBe(0);

		const outcomes = { old: 0, new: 0 };
		// The copy from before stands there as soon as the migration begins.
		const points = Array.from({ length: 60 }, (_, index) => (ms * 1.1 * index) / 59);
		const killAt = async (killMs: number) => {
			const path = ownDatabase(project, `killed-${killMs}`);
			await migrate(project, path, { sign: copyOf(path), killMs });
			const sqlite = new SQLite(path);
			expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
			const version = schemaVersion(sqlite);
			expect([target - 1, target]).toContain(version);
			const isNew = version === target;
			outcomes[isNew ? "new" : "old"]++;
			const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'long%'").pluck().all();
			expect(tables).toEqual(isNew ? ["long", "long_text"] : []);
			const columns = sqlite.prepare("SELECT name FROM pragma_table_info('feriados')").pluck().all();
			expect(columns.includes("note")).toBe(isNew);
			runMigrations(sqlite, join(project, "db/migrations"));
			expect(sqlite.prepare("SELECT count(*) FROM long").pluck().get()).toBe(15_000);
			expect(schemaVersion(sqlite)).toBe(target);
			sqlite.close();
			for (const ending of ["", "-wal", "-shm", ".lock", `.before-${target}`])
				rmSync(path + ending, { force: true });
		};
		for (let index = 0; index < points.length; index += 2) {
			await Promise.all(points.slice(index, index + 2).map(killAt));
		}
		// The first ones are killed before it has begun to commit.
		expect(outcomes.old).toBeGreaterThan(0);
		expect(outcomes.old + outcomes.new).toBe(60);
	});

	test("at 20 points of a first start leaves nothing that the next one cannot finish", async () => {
		const project = projectFolder();
		const expected = rowsOf(process.env.BASE_DATABASE ?? "");
		const started = Date.now();
		expect((await migrate(project, join(project, "whole.sqlite"))).code).toBe(0);
		const wholeMs = Date.now() - started;
		const killAt = async (killMs: number) => {
			const path = join(project, `first-${killMs}.sqlite`);
			await migrate(project, path, { killMs });
			expect(await migrate(project, path)).toMatchObject({ code: 0 });
			expect(rowsOf(path)).toEqual(expected);
		};
		const points = Array.from({ length: 20 }, (_, index) => wholeMs * (0.4 + (0.65 * index) / 19));
		for (let index = 0; index < points.length; index += 2) {
			await Promise.all(points.slice(index, index + 2).map(killAt));
		}
	});
});

describe("who runs beside whom", () => {
	test("three first starts at once all succeed, with one set of rows", async () => {
		const project = projectFolder();
		for (let round = 0; round < 3; round++) {
			const path = join(project, `at-once-${round}`, "relevo.sqlite");
			const ends = await Promise.all([1, 2, 3].map(() => migrate(project, path)));
			expect(ends.map(({ code }) => code)).toEqual([0, 0, 0]);
			expect(rowsOf(path)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
			const mentioned = ends.map(({ output }) => output).join("");
			for (const name of shipped) expect(mentioned.split(name)).toHaveLength(2);
		}
	});

	test("a broken migration ends the start with code 1, one line and no stack, and a copy of what was before", async () => {
		const project = projectFolder({
			[`${nextNumber()}-broken.sql`]: "CREATE TABLE x (id); SELECT nothing FROM x;",
		});
		const path = ownDatabase(project, "broken");
		const copy = `${path}.before-${shipped.length + 1}`;
		// A copy that was cut short in an earlier try.
		writeFileSync(`${copy}.new`, "half");
		const { code, output } = await migrate(project, path);
		expect([code, output]).toEqual([1, expect.stringMatching(/^No se pudo aplicar la migración [^\n]+\n$/)]);
		expect(rowsOf(copy)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
		expect(existsSync(`${copy}.new`)).toBe(false);
	});

	test("a newer database ends the start with one line too", async () => {
		const project = projectFolder();
		const path = ownDatabase(project, "newer");
		const sqlite = new SQLite(path);
		sqlite.prepare("INSERT INTO migrations VALUES (9999, 'later.sql', 0)").run();
		sqlite.close();
		const { code, output } = await migrate(project, path);
		expect([code, output]).toEqual([
			1,
			expect.stringMatching(/^La base de datos es de una versión más nueva [^\n]+\n$/),
		]);
	});

	test("a second server on the same database waits, then says so in one line", async () => {
		const first = await startServer();
		const impatient = patchedBuild([
			/takeServerLock\(env\.DATABASE_PATH, [^)]+\)/,
			"takeServerLock(env.DATABASE_PATH, 300)",
		]);
		const second = await startServer({ DATABASE_PATH: first.databasePath }, impatient).catch(
			(error: Error) => error.message,
		);
		expect(second).toBe("server ended with 1: Otro proceso de Relevo está usando esta base de datos.\n");
		// With nothing to migrate, the migrations of a second start need no lock.
		const { code, output } = await migrate(projectFolder(), first.databasePath);
		expect([code, output]).toEqual([0, ""]);
		// With its own patience it takes over when the first one stops.
		const waiting = startServer({ DATABASE_PATH: first.databasePath });
		await first.stop();
		expect(await (await waiting).stop()).toBe(0);
	});

	test("the lock is one process's, and free as soon as it lets go", () => {
		const path = join(temporaryFolder(), "data", "relevo.sqlite");
		const letGo = takeServerLock(path, 0);
		expect(() => takeServerLock(path, 20)).toThrow(LockedError);
		letGo();
		takeServerLock(path, 0)();
	});

	test("the lock outlives a garbage collection, also where nobody keeps the way to let go", async () => {
		const path = join(temporaryFolder(), "data", "relevo.sqlite");
		takeServerLock(path, 0);
		setFlagsFromString("--expose-gc");
		const collectGarbage: () => void = runInNewContext("gc");
		for (let round = 0; round < 5; round++) {
			collectGarbage();
			await sleep(20);
		}
		expect(() => takeServerLock(path, 20)).toThrow(LockedError);
	});
});
