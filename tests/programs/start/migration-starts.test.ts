import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { listMigrations, runMigrations, schemaVersion } from "../../../scripts/operator/migrating/migrations";
import { LONG_MIGRATION, LONG_ROWS } from "../../laboratory/faults/migration-runs";
import {
	callIn,
	migrate,
	nextNumber,
	ownDatabase,
	projectFolder,
	rowsOf,
	safetyCopies,
	shipped,
	stepsOf,
} from "../../support/server/migrate";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";
import { temporaryDatabase, temporaryFolder } from "../../support/temporary-folder";

/** Makes the import of `holidays-2099`, a seed (file of initial data), fail. */
const NO_ROOM_FOR_2099 =
	"CREATE TRIGGER full BEFORE INSERT ON feriados WHEN NEW.date LIKE '2099%' BEGIN SELECT RAISE(ABORT, 'no room'); END;";

/** Adds a seed with one holiday, and returns its path. */
function writeHolidays(project: string, year: number): string {
	const path = join(project, `db/seeds/holidays-${year}.json`);
	const name = "Año Nuevo";
	const day = { date: `${year}-01-01`, name, kind: "feriado", confirmed: true, source: "Ley" };
	writeFileSync(path, JSON.stringify([day]));
	return path;
}

describe("kill -9", () => {
	test("at 20 steps of a long migration leaves either schema intact, and the next start completes it", async () => {
		const name = `${nextNumber()}-long.sql`;
		const project = projectFolder({ [name]: LONG_MIGRATION });
		const stepped = projectFolder({ [name]: LONG_MIGRATION.replaceAll(/;$/gm, "; SELECT step();") });
		const target = listMigrations(join(project, "db/migrations")).length;

		const outcomes = { old: 0, new: 0 };
		for (const step of await stepsOf(stepped, ownDatabase(project, "whole"), 20)) {
			const path = ownDatabase(project, `killed-${step}`);
			expect(await migrate(stepped, path, { step })).toMatchObject({ code: null });
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
			expect(sqlite.prepare("SELECT count(*) FROM long").pluck().get()).toBe(LONG_ROWS);
			expect(schemaVersion(sqlite)).toBe(target);
			sqlite.close();
			for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(path + ending, { force: true });
			for (const copy of safetyCopies(path)) rmSync(copy);
		}
		expect(outcomes.old).toBeGreaterThan(10);
		expect(outcomes.new).toBeGreaterThan(0);
	});

	test("at 12 steps of a first start leaves nothing that the next one cannot finish", async () => {
		const project = projectFolder();
		const expected = rowsOf(process.env.BASE_DATABASE ?? "");
		for (const step of await stepsOf(project, join(project, "whole.sqlite"), 12)) {
			const path = join(project, `first-${step}.sqlite`);
			expect(await migrate(project, path, { step })).toMatchObject({ code: null });
			expect(await callIn(project, ["migrate"], path)).toMatchObject({ code: 0 });
			expect(rowsOf(path)).toEqual(expected);
		}
	});
});

describe("concurrent starts", () => {
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

	test("a broken migration ends the start with code 1, one line and no stack, and leaves a safety copy", async () => {
		const project = projectFolder({
			[`${nextNumber()}-broken.sql`]: "CREATE TABLE x (id); SELECT nothing FROM x;",
		});
		const path = ownDatabase(project, "broken");
		// Leaves an unfinished safety copy, as an earlier start may.
		writeFileSync(`${path}.before.new`, "half");
		const { code, output } = await migrate(project, path);
		const [copy = "none", ...others] = safetyCopies(path);
		expect([code, others]).toEqual([1, []]);
		expect(output).toBe(
			`  copia de antes: ${copy}\n${/No se pudo aplicar la migración .+\n/.exec(output)?.[0]}`,
		);
		expect(rowsOf(copy)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
		expect(existsSync(`${path}.before.new`)).toBe(false);
	});

	test("a seed with errors ends the start before anything is written, without a copy", async () => {
		const project = projectFolder({ [`${nextNumber()}-more.sql`]: "CREATE TABLE more (id);" });
		writeFileSync(join(project, "db/seeds/holidays-2099.json"), '[{ "date": "2099-02-30" }]');
		const path = ownDatabase(project, "bad-seed");
		const { code, output } = await migrate(project, path);
		expect([code, safetyCopies(path)]).toEqual([1, []]);
		expect(output).toMatch(/^db\/seeds\/holidays-2099\.json tiene errores \(.+\)\. No se cambió nada, .+\n$/);
		expect(rowsOf(path)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
	});

	test("a seed that cannot be saved names the schema that stays and the way back; the next start goes on", async () => {
		const project = projectFolder({ [`${nextNumber()}-full.sql`]: NO_ROOM_FOR_2099 });
		const seed = writeHolidays(project, 2099);
		const path = ownDatabase(project, "unsaved-seed");
		const { code, output } = await migrate(project, path);
		const [copy = "none", ...others] = safetyCopies(path);
		expect([code, others]).toEqual([1, []]);
		const schema = `el esquema ${Number(nextNumber())}`;
		expect(output).toMatch(/\nNo se terminaron de guardar los datos holidays-2099 \(no room\)\. [^\n]+\n$/);
		expect(output).toContain(` La base de datos ya tiene ${schema}: `);
		expect(output).toContain(`: npm run restore -- --from ${basename(copy)} --replace\n`);
		// The next two starts fail too: one cannot make the safety copy, the other cannot parse the seed file. The messages
		// of both must name the new schema.
		mkdirSync(`${path}.before.new`);
		const uncopied = await migrate(project, path);
		expect(uncopied.output).toMatch(
			new RegExp(`^No se pudo copiar .+\\. La base de datos ya tiene ${schema}: .+\n$`),
		);
		rmdirSync(`${path}.before.new`);
		writeFileSync(seed, "[");
		const unread = await migrate(project, path);
		expect(unread.output).toMatch(new RegExp(`^db/seeds/.+\\. La base de datos ya tiene ${schema}: .+\n$`));
		writeHolidays(project, 2099);
		const sqlite = new SQLite(path);
		sqlite.exec("DROP TRIGGER full");
		sqlite.close();
		const next = await migrate(project, path);
		expect([next.code, next.output]).toEqual([0, expect.stringMatching(/ {2}datos holidays-2099\n$/)]);
	});

	test("starts that fail at a seed again and again keep the copy from before the first seed, and name the newest copy", async () => {
		const project = projectFolder();
		for (const year of [2098, 2099]) writeHolidays(project, year);
		const path = ownDatabase(project, "again");
		const sqlite = new SQLite(path);
		sqlite.exec(NO_ROOM_FOR_2099);
		sqlite.close();
		const before = rowsOf(path);
		for (let start = 0; start < 5; start++) {
			const { code, output } = await migrate(project, path);
			const newest = safetyCopies(path).at(-1) ?? "none";
			expect([code, output]).toEqual([1, expect.stringContaining(`restore -- --from ${basename(newest)} `)]);
		}
		// The first start saved the holidays of 2098 and failed at those of 2099. Only two safety copies remain: one
		// without the holidays of 2098, and one with them.
		const [first = "none", ...later] = safetyCopies(path);
		expect([rowsOf(first), later.length]).toEqual([before, 1]);
	});

	test("a newer database ends the start with one line too, before anything is written", async () => {
		const project = projectFolder();
		const folder = temporaryFolder();
		const path = ownDatabase(folder, "newer");
		const sqlite = new SQLite(path);
		sqlite.prepare("INSERT INTO migrations (version, name, run_at) VALUES (9999, 'later.sql', 0)").run();
		sqlite.close();
		const before = readFileSync(path);
		const { code, output } = await migrate(project, path);
		expect([code, output]).toEqual([
			1,
			expect.stringMatching(/^La base de datos es de una versión más nueva: [^\n]+\n$/),
		]);
		expect(readdirSync(folder)).toEqual(["newer.sqlite"]);
		expect(readFileSync(path).equals(before)).toBe(true);
	});

	test("a second server on the same database waits, then reports this in one line", async () => {
		// A database outside the first server's folder, which is removed when this server stops.
		const first = await startServer({ DATABASE_PATH: temporaryDatabase() });
		const impatient = patchedBuild([
			/takeServerLock\(env\.DATABASE_PATH, [^)]+\)/,
			"takeServerLock(env.DATABASE_PATH, 300)",
		]);
		const second = await startServer({ DATABASE_PATH: first.databasePath }, impatient).catch(
			(error: Error) => error.message,
		);
		expect(second).toBe(
			"server ended with 1: Otro proceso de Relevo está usando esta base de datos: paralo y arrancá de nuevo.\n",
		);
		// The migration script needs no lock if there is nothing to migrate.
		const { code, output } = await migrate(projectFolder(), first.databasePath);
		expect([code, output]).toEqual([0, ""]);
		// Unlike the patched build above, the usual build waits up to 30 s for the lock. So this server starts when the
		// first server stops.
		const waiting = startServer({ DATABASE_PATH: first.databasePath });
		await first.stop();
		expect(await (await waiting).stop()).toBe(0);
	});

	test("the lock has one owner and is free as soon as it is released", () => {
		const path = join(temporaryFolder(), "data", "relevo.sqlite");
		const releaseLock = takeServerLock(path, 0);
		expect(() => takeServerLock(path, 20)).toThrow(LockedError);
		releaseLock();
		takeServerLock(path, 0)();
	});

	test("the lock survives garbage collection, even when its release function is not kept", async () => {
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
