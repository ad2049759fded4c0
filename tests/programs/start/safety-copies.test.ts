import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { backupName } from "~/lib/database/backup-times.server";
import { sqlite } from "~/lib/database/db.server";
import { listReplacedDatabases, sweepPutAside } from "~/lib/database/put-aside.server";
import { env } from "~/lib/env.server";
import { howToGoBack } from "../../../scripts/operator/going-back";
import { schemaVersion } from "../../../scripts/operator/migrating/migrations";
import { makeSafetyCopy } from "../../../scripts/operator/migrating/safety-copies";
import {
	migrate,
	nextNumber,
	ownDatabase,
	projectFolder,
	rowsOf,
	safetyCopies,
	shipped,
} from "../../support/server/migrate";
import { temporaryFolder } from "../../support/temporary-folder";

const DAY_MS = 24 * 3_600_000;

test("the way back to an older program names a copy with a time in the future only if there is no other", () => {
	const database = join(temporaryFolder(), "relevo.sqlite");
	const copy = (at: number) => `${database}.before-${backupName(at)}-schema-4`;
	const ahead = copy(Date.now() + 30 * DAY_MS);
	writeFileSync(ahead, "");
	expect(howToGoBack(database, 4)).toContain(`--from ${basename(ahead)} `);
	const newest = copy(Date.now() - DAY_MS);
	for (const path of [copy(Date.now() - 2 * DAY_MS), newest]) writeFileSync(path, "");
	expect(howToGoBack(database, 4)).toContain(`--from ${basename(newest)} `);
});

describe("the safety copy before a migration", () => {
	test("has its path printed, a name with time, schema and version, and permissions for its owner only", async () => {
		const project = withNext();
		const path = ownDatabase(project, "named");
		const { output } = await migrate(project, path);
		const [copy = "none"] = safetyCopies(path);
		expect(output).toContain(`  copia de antes: ${copy}\n`);
		expect(copy.slice(path.length)).toMatch(
			new RegExp(`^\\.before-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ-schema-${shipped.length}-[\\w.+-]+$`),
		);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
		expect(rowsOf(copy)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
		expect([`${copy}-wal`, `${copy}-shm`, `${path}.before.new`].filter(existsSync)).toEqual([]);
	});

	test.each([
		// A folder with the copy's temporary name makes the copy fail.
		["it cannot be written", (path: string) => mkdirSync(`${path}.before.new`), /[^\n]+/],
		// Enlarges the database file to eight terabytes without using disk space. The disk then has no room for a copy.
		[
			"the disk has no room",
			(path: string) => truncateSync(path, 2 ** 43),
			/hacen falta \d+ MB libres en \S+ y hay \d+/,
		],
	])("when %s, the start ends with one line, and nothing changes", async (_, spoil, reason) => {
		const project = withNext();
		const path = ownDatabase(project, "refused");
		spoil(path);
		const { code, output } = await migrate(project, path);
		const line = `^No se pudo copiar la base de datos antes de actualizarla: ${reason.source}[^\\n]+ la versión de antes puede seguir usando la base de datos\\.\\n$`;
		expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(line))]);
		truncateSync(path, statSync(process.env.BASE_DATABASE ?? "").size);
		expect(rowsOf(path)).toEqual(rowsOf(process.env.BASE_DATABASE ?? ""));
		expect(safetyCopies(path)).toEqual([]);
	});

	test("is kept for at most fourteen days, and at most three copies of each schema are kept", async () => {
		const [own, other] = ["my-own", "2026-11-01T06-00-00Z-schema-4"].map(
			(name) => `${env.DATABASE_PATH}.before-${name}`,
		);
		for (const path of [own ?? "", other ?? ""]) writeFileSync(path, "an operator's");
		const start = Date.UTC(2026, 10, 1, 6);
		// Four copies within a second get different names. A fifth copy, with the same data as the fourth, is not kept.
		for (let copy = 0; copy < 4; copy++) {
			sqlite.prepare("INSERT INTO attempts VALUES (?, 1, 1, 1)").run(`copy ${copy}`);
			await makeSafetyCopy(sqlite, start);
		}
		const newest = safetyCopies(env.DATABASE_PATH).at(-1);
		expect(await makeSafetyCopy(sqlite, start + DAY_MS)).toBe(newest);
		const names = () => safetyCopies(env.DATABASE_PATH).map((copy) => copy.slice(env.DATABASE_PATH.length));
		const named = (second: number, schema: number) =>
			expect.stringMatching(new RegExp(`T06-00-0${second}Z-schema-${schema}(-|$)`));
		const today = shipped.length;
		expect(names()).toEqual([named(0, 4), named(2, today), named(3, today), named(4, today)]);
		// The hourly sweep also removes an unfinished copy.
		writeFileSync(`${env.DATABASE_PATH}.before.new`, "half");
		await sweepPutAside(start + 14 * DAY_MS + 2500);
		expect(names()).toEqual([named(3, today), named(4, today)]);
		expect(existsSync(`${env.DATABASE_PATH}.before.new`)).toBe(false);
		expect(readFileSync(own ?? "", "utf8")).toBe("an operator's");
	});

	test("of an earlier program, with another name, is removed fourteen days after it was written too", async () => {
		const [old, young] = [9, 10].map((schema) => `${env.DATABASE_PATH}.before-${schema}`);
		const now = Date.now();
		for (const [path = "", days] of [[old, 15] as const, [young, 13] as const]) {
			writeFileSync(path, "rows");
			utimesSync(path, new Date(now - days * DAY_MS), new Date(now - days * DAY_MS));
		}
		await sweepPutAside(now);
		expect([old, young].map((path) => existsSync(path ?? ""))).toEqual([false, true]);
	});

	test("with a time in the future, made while a clock was wrong, is removed before newer copies", async () => {
		const project = withNext();
		const path = ownDatabase(project, "ahead");
		const ahead = [1, 2, 3].map((day) => `${path}.before-2099-01-0${day}T06-00-00Z-schema-${shipped.length}`);
		for (const copy of ahead) writeFileSync(copy, "");
		const { output } = await migrate(project, path);
		const [made = "none"] = safetyCopies(path);
		expect(output).toContain(`copia de antes: ${made}\n`);
		expect(safetyCopies(path)).toEqual([made, ...ahead.slice(1)]);
	});

	test("after kill -9 during the copy, both programs start with the database, and no incomplete copy counts as a copy", async () => {
		const project = withNext();
		const older = projectFolder();
		const large = ownDatabase(project, "large");
		const file = new SQLite(large);
		file.exec(
			"INSERT INTO attempts WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000) SELECT i || hex(randomblob(200)), 1, 1, 1 FROM n",
		);
		file.pragma("wal_checkpoint(TRUNCATE)");
		file.close();
		const expected = rowsOf(large);
		const migrated = join(project, "migrated.sqlite");
		cpSync(large, migrated);
		expect(await migrate(project, migrated)).toMatchObject({ code: 0 });
		// On a busy machine each kill by time may come too late for an incomplete copy; the last one cannot.
		const kills = [{ copyingMs: 0 }, { copyingMs: 10 }, { copyingMs: 40 }, { isHalfCopied: true }] as const;
		for (const [index, kill] of kills.entries()) {
			const path = join(project, `killed-${index}.sqlite`);
			cpSync(large, path);
			await migrate(project, path, kill);
			if ("isHalfCopied" in kill) {
				const half = statSync(`${path}.before.new`).size;
				expect(half).toBeGreaterThan(0);
				expect(half).toBeLessThan(0.6 * statSync(large).size);
				expect(safetyCopies(path)).toEqual([]);
			}
			for (const copy of safetyCopies(path)) expect(rowsOf(copy)).toEqual(expected);
			// A kill that comes after the migration leaves a database that an older program refuses.
			if (versionOf(path) === shipped.length) {
				expect(await migrate(older, path)).toMatchObject({ code: 0, output: "" });
				expect(rowsOf(path)).toEqual(expected);
			}
			expect(await migrate(project, path)).toMatchObject({ code: 0 });
			expect(existsSync(`${path}.before.new`)).toBe(false);
			expect(rowsOf(path)).toEqual(rowsOf(migrated));
			for (const copy of [path, ...safetyCopies(path)]) rmSync(copy);
		}
	});
});

function versionOf(path: string): number {
	const file = new SQLite(path, { readonly: true });
	const version = schemaVersion(file);
	file.close();
	return version;
}

/** Makes a program folder with one migration more than this version has. */
function withNext(): string {
	return projectFolder({ [`${nextNumber()}-x.sql`]: "CREATE TABLE x (id INTEGER) STRICT;" });
}

test("data that a restore has replaced are kept for fourteen days, and a copy that a killed restore has left is removed", async () => {
	const [database, uploads] = [env.DATABASE_PATH, env.UPLOADS_DIR];
	const old = ["replaced-2026-11-01T06-00-00Z", "replaced-2026-11-01T06-00-00Z-2-wal"].map(
		(end) => `${database}.${end}`,
	);
	const kept = `${database}.replaced-2026-11-01T06-00-01Z`;
	const unfinished = [0, 1].map((second) => `${database}.rescued-2026-11-01T06-00-0${second}Z.new`);
	old.push(`${database}.rescuing`);
	for (const path of [...old, kept, ...unfinished]) writeFileSync(path, "rows");
	// Older versions of the program put replaced images beside UPLOADS_DIR, not inside it.
	const folders = [`${uploads}/replaced-`, `${uploads}.replaced-`];
	const photosOf = (second: number) =>
		folders.map((start) => `${start}2026-11-01T06-00-0${second}Z/photo.webp`);
	for (const path of [...photosOf(0), ...photosOf(1)]) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, "a photo");
	}
	const prepared = ["", "-wal"].map((ending) => `${database}.restoring${ending}`);
	for (const path of prepared) writeFileSync(path, "rows");
	// What cannot be removed, such as a folder in place of the file, holds up nothing else.
	mkdirSync(`${database}.before.new`);
	await expect(sweepPutAside(Date.UTC(2026, 10, 15, 6) + 500)).rejects.toThrow(/EISDIR|directory/);
	rmSync(`${database}.before.new`, { recursive: true });
	expect([...old, ...prepared].filter(existsSync)).toEqual([]);
	expect(unfinished.map(existsSync)).toEqual([false, true]);
	expect(listReplacedDatabases().map(({ path }) => path)).toEqual([kept]);
	expect(photosOf(0).map(dirname).filter(existsSync)).toEqual([]);
	expect(photosOf(1).filter(existsSync)).toEqual(photosOf(1));
});
