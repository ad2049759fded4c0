import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { hashOfUser } from "~/lib/database/tombstones.server";
import { paidAt } from "../../support/extras";
import {
	callIn,
	nextNumber,
	ownDatabase,
	projectFolder,
	runIn,
	safetyCopies,
	shipped,
} from "../../support/server/migrate";
import { insertEverywhere, photoOf, rowsByTable } from "../../support/server/rows-everywhere";
import { temporaryFolder } from "../../support/temporary-folder";

/** After this invented migration, older versions of the program cannot use the database. */
const NEXT = `ALTER TABLE users ADD COLUMN preferred_shift TEXT NOT NULL DEFAULT 'M';
	CREATE TABLE new_feriados (day TEXT NOT NULL, title TEXT NOT NULL) STRICT;
	INSERT INTO new_feriados SELECT date, name FROM feriados;
	DROP TABLE feriados;
	ALTER TABLE new_feriados RENAME TO feriados;
	CREATE TABLE helmets (user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, size INTEGER NOT NULL) STRICT;`;
/** This invented migration only adds a table and a column, so older versions of the program can use the database. */
const ADDED = `-- Older programs may run on this schema.
	CREATE TABLE helmets (user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, size INTEGER NOT NULL) STRICT;
	ALTER TABLE users ADD COLUMN preferred_shift TEXT NOT NULL DEFAULT 'M';`.replaceAll("\t", "");

describe("upgrade, revert, write, upgrade, revert: nothing is lost", () => {
	test.each([
		["schema 1", 1, runIn],
		["the schema of release 1", 5, callIn],
		["the schema of release 2", 18, callIn],
	])("from %s to the current schema", async (_, schema, run) => {
		await playThrough(programOf("1.0.0", schema), programOf("9.0.0"), oldDatabase(schema), run);
	});

	test("from the current schema to the next one", async () => {
		const older = programOf("2.0.0+abc");
		const path = join(temporaryFolder(), "relevo.sqlite");
		expect(await callIn(older, ["migrate"], path)).toMatchObject({ code: 0 });
		await playThrough(older, programOf("9.0.0", shipped.length, NEXT), path);
		// The name of each safety copy contains the version of the program that made the schema.
		for (const name of copiesBeside(path)) expect(name).toMatch(/\.before-[\dTZ-]+-schema-\d+-2\.0\.0\+abc$/);
	});

	test("if the next schema only adds, the older program can use the same database", async () => {
		const older = programOf("2.0.0");
		const newer = programOf("9.0.0", shipped.length, ADDED);
		const path = ownDatabase(temporaryFolder(), "relevo");
		insertEverywhere(path, 1);
		const expected = [];
		for (const number of [2, 4]) {
			expect(await callIn(newer, ["migrate"], path)).toMatchObject({ code: 0 });
			insertEverywhere(path, number);
			expected.push(rowsByTable(path));
			expect(await callIn(older, ["migrate"], path)).toEqual({ code: 0, output: "" });
			expect(rowsByTable(path)).toEqual(expected.at(-1));
			insertEverywhere(path, number + 1);
			expect((await callIn(older, ["data", "check", "--json"], path)).output).not.toContain("versión");
		}
		expect(rowsByTable(path).users).toHaveLength(5);
		expect(copiesBeside(path)).toHaveLength(1);
	});
});

test("words of deleted documents that the index of before still has go with it", async () => {
	const path = oldDatabase(30);
	insertEverywhere(path, 1);
	const sqlite = new SQLite(path);
	// As after the deletion of an account with many documents, of which a killed server had not erased the words.
	sqlite.exec("INSERT INTO documents_search (documents_search, rank) VALUES ('secure-delete', 0)");
	sqlite.pragma("secure_delete = ON");
	sqlite.exec("UPDATE documents SET title = 'Zvpalabra'; DELETE FROM documents");
	sqlite.close();
	const hasWord = () => readFileSync(path, "latin1").toLowerCase().includes("zvpalabra");
	expect(hasWord()).toBe(true);
	expect(await callIn(programOf("9.0.0"), ["migrate"], path)).toMatchObject({ code: 0 });
	expect(hasWord()).toBe(false);
});

test("a copy that has the index of before comes back without the words of an account deleted since", async () => {
	const path = oldDatabase(30);
	const copy = `${path}.copy`;
	const newer = programOf("9.0.0");
	for (const number of [1, 2]) insertEverywhere(path, number);
	const sqlite = new SQLite(path);
	sqlite.pragma("foreign_keys = ON");
	sqlite.exec(`UPDATE documents SET title = 'Zvpalabra' WHERE id = 1; VACUUM INTO '${copy}'`);
	const id = sqlite.prepare<[], string>("SELECT user_id FROM documents WHERE id = 1").pluck().get() ?? "";
	sqlite.prepare("DELETE FROM users WHERE id = ?").run(id);
	sqlite.prepare("INSERT INTO deleted_accounts VALUES (?, 5)").run(hashOfUser(id));
	sqlite.close();
	const hasWord = (file: string) => readFileSync(file, "latin1").toLowerCase().includes("zvpalabra");
	expect(hasWord(copy)).toBe(true);
	for (const words of [["restore", "--from", basename(copy), "--replace"], ["migrate"]] as const) {
		expect(await callIn(newer, words, path)).toMatchObject({ code: 0 });
		expect(rowsByTable(path).documents).toEqual([expect.stringContaining("Carné 2")]);
		expect(hasWord(path)).toBe(false);
	}
});

describe("going back to a safety copy", () => {
	test("an account that was deleted after the update stays deleted, ended sessions stay ended, and a changed password stays changed", async () => {
		const { older, newer, path } = plant();
		insertEverywhere(path, 1);
		insertEverywhere(path, 2);
		expect(await callIn(newer, ["migrate"], path)).toMatchObject({ code: 0 });
		const [gone, stays] = [1, 2].map((number) => `Persona ${number}`);
		const sqlite = new SQLite(path);
		sqlite.pragma("foreign_keys = ON");
		const id = sqlite
			.prepare<[string], string>("SELECT id FROM users WHERE username = ?")
			.pluck()
			.get(gone ?? "");
		sqlite.prepare("DELETE FROM users WHERE id = ?").run(id);
		sqlite.prepare("INSERT INTO deleted_accounts VALUES (?, 5)").run(hashOfUser(id ?? ""));
		sqlite.prepare("DELETE FROM devices").run();
		sqlite.prepare("UPDATE users SET password_hash = 'changed'").run();
		sqlite.close();
		await goBack(older, path);
		const rows = rowsByTable(path);
		expect(rows.users).toEqual([expect.stringContaining(`"username":"${stays}"`)]);
		expect(JSON.parse(rows.users?.[0] ?? "").password_hash).toBe("changed");
		expect([rows.extras, rows.documents, rows.sessions, rows.devices].map((found) => found?.length)).toEqual([
			1, 1, 1, 0,
		]);
		expect(readFileSync(path).includes(gone ?? "")).toBe(false);
	});

	test("photos sent after the copy are moved aside, and photos deleted after the copy are restored from the backups", async () => {
		const { older, newer, path } = plant();
		insertEverywhere(path, 1);
		const [uploads, backups] = ["uploads", "backups/images"].map((name) => join(dirname(path), name));
		for (const folder of [uploads ?? "", backups ?? ""]) mkdirSync(folder, { recursive: true });
		const sqlite = new SQLite(path);
		sqlite
			.prepare("UPDATE document_images SET sha256 = ?")
			.run(createHash("sha256").update("a photo").digest("hex"));
		sqlite.close();
		const { kept, deleted, sent } = { kept: photoOf(1, 3), deleted: photoOf(1, 6), sent: photoOf(2, 3) };
		for (const size of [320, 1600]) writeFileSync(join(backups ?? "", `${deleted}-${size}.webp`), "a photo");
		for (const photo of [kept, sent]) writeFileSync(join(uploads ?? "", `${photo}-320.webp`), "a face");
		expect(await callIn(newer, ["migrate"], path)).toMatchObject({ code: 0 });
		insertEverywhere(path, 2);
		const output = await goBack(older, path);
		// The output counts one missing image: the picture of a diagram, for which `insertEverywhere` adds a row but no
		// file.
		expect(output).toContain("porque se eliminaron después de la copia: 1 (");
		const [aside = "", ...others] = readdirSync(uploads ?? "")
			.sort()
			.reverse();
		expect(others.sort()).toEqual([`${kept}-320.webp`, `${deleted}-1600.webp`, `${deleted}-320.webp`].sort());
		expect(aside).toMatch(/^replaced-/);
		expect(readdirSync(join(uploads ?? "", aside))).toEqual([`${sent}-320.webp`]);
		const [file = ""] = readdirSync(dirname(path)).filter((name) =>
			name.startsWith("relevo.sqlite.replaced-"),
		);
		expect(await callIn(newer, ["restore", "--from", file, "--replace"], path)).toMatchObject({ code: 0 });
		expect(readdirSync(uploads ?? "")).toContain(`${sent}-320.webp`);
	});

	test("restore lists the copies with schema, time, version and size, and names those that it cannot use", async () => {
		const { older, newer, path } = plant();
		expect((await callIn(older, ["restore", "list"], path)).output).toMatch(/^No hay copias de antes /);
		expect(await callIn(newer, ["migrate"], path)).toMatchObject({ code: 0 });
		await goBack(older, path);
		const { output } = await callIn(older, ["restore", "list"], path);
		const [schema, next] = [shipped.length, shipped.length + 1];
		expect(output).toMatch(
			new RegExp(
				`^relevo\\.sqlite\\.before-\\S+-schema-${schema}-2\\.0\\.0\n  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d, antes de actualizar; esquema ${schema}, Relevo 2\\.0\\.0, [\\d,]+ KB\n`,
			),
		);
		expect(output).toMatch(
			new RegExp(
				`\nrelevo\\.sqlite\\.replaced-\\S+\n  .+, reemplazada; esquema ${next}, Relevo 9\\.0\\.0, .+\n  No se puede restaurar con este programa: es de una versión más nueva`,
			),
		);
		const [copy = ""] = safetyCopies(path);
		cpSync(copy, `${path}.before-2099-01-01T00-00-00Z-schema-${schema}-2.0.0`);
		const { output: json } = await callIn(newer, ["restore", "list", "--json"], path);
		expect(JSON.parse(json)).toEqual([
			expect.objectContaining({ kind: "before-update", schema, program: "2.0.0", problem: null }),
			expect.objectContaining({ kind: "put-aside", schema: next, program: "9.0.0", problem: null }),
			expect.objectContaining({ kind: "before-update", isInFuture: true }),
		]);
	});

	test("a database with the tables of another program is refused, at the start and by restore", async () => {
		const { older, path } = plant();
		const other = programOf("3.0.0-otra", shipped.length, "CREATE TABLE other (id INTEGER) STRICT;");
		const newer = programOf("9.0.0");
		writeFileSync(
			join(newer, "db/migrations", `${nextNumber()}-mine.sql`),
			"CREATE TABLE mine (id INTEGER) STRICT;",
		);
		expect(await callIn(other, ["migrate"], path)).toMatchObject({ code: 0 });
		const message = new RegExp(
			`tiene tablas que este programa no conoce: su migración ${shipped.length + 1} es ${nextNumber()}-next\\.sql, y la de este programa, ${nextNumber()}-mine\\.sql\\. [^\n]+\n$`,
		);
		expect(await callIn(newer, ["migrate"], path)).toMatchObject({
			code: 1,
			output: expect.stringMatching(message),
		});
		await goBack(older, path);
		const [aside = ""] = readdirSync(dirname(path)).filter((name) => name.includes(".replaced-"));
		expect(await callIn(newer, ["restore", "--from", aside, "--replace"], path)).toMatchObject({
			code: 1,
			output: expect.stringMatching(message),
		});
	});

	test.each([
		[
			"a container",
			"RELEVO_IN_CONTAINER",
			"docker compose stop relevo && docker compose run --rm relevo npm run",
			"docker compose up -d",
		],
		[
			"a unit of systemd",
			"RELEVO_UNDER_SYSTEMD",
			"systemctl stop relevo && /opt/relevo/deploy/run.sh",
			"systemctl start relevo",
		],
	])("in %s the refusal contains the commands to run outside of it", async (_, setting, run, start) => {
		const { older, newer, path } = plant();
		expect(await callIn(newer, ["migrate"], path)).toMatchObject({ code: 0 });
		const [copy = ""] = copiesBeside(path);
		const { output } = await callIn(older, ["migrate"], path, { [setting]: "1" });
		expect(output).toContain(`: ${run} restore -- --from ${copy} --replace && ${start}\n`);
		rmSync(join(dirname(path), copy));
		expect((await callIn(older, ["migrate"], path)).output).toMatch(
			/ restaurá una copia de seguridad: npm run backup -- list\n$/,
		);
	});
});

/** Makes a database with the current schema, the folder of its program, and the folder of a newer program. */
function plant(): { older: string; newer: string; path: string } {
	const older = programOf("2.0.0");
	const path = ownDatabase(temporaryFolder(), "relevo");
	const sqlite = new SQLite(path);
	sqlite.prepare("UPDATE migrations SET program = '2.0.0'").run();
	sqlite.close();
	return { older, newer: programOf("9.0.0", shipped.length, NEXT), path };
}

/**
 * Upgrades a database twice. After each upgrade, returns to the older program by the restore command that this program
 * prints.
 */
async function playThrough(older: string, newer: string, path: string, run = callIn): Promise<void> {
	insertEverywhere(path, 1);
	const first = rowsIn(path);
	expect(await run(newer, ["migrate"], path)).toMatchObject({ code: 0 });
	expectKept(first, rowsIn(path));
	insertEverywhere(path, 2);
	const upgraded = rowsIn(path);

	await goBack(older, path, run);
	expect(rowsIn(path)).toEqual(first);
	expect(await run(older, ["migrate"], path)).toMatchObject({ code: 0, output: "" });
	insertEverywhere(path, 3);
	const second = rowsIn(path);
	expect(await run(newer, ["migrate"], path)).toMatchObject({ code: 0 });
	expectKept(second, rowsIn(path));

	await goBack(older, path, run);
	expect(rowsIn(path)).toEqual(second);
	expect(await run(older, ["migrate"], path)).toMatchObject({ code: 0, output: "" });

	// `goBack` has moved the newer program's database to another file (`aside`). The older program refuses to restore this
	// file, and the newer program restores it.
	const [aside = ""] = readdirSync(dirname(path)).filter((name) => name.includes(".replaced-"));
	expect(rowsIn(join(dirname(path), aside))).toEqual(upgraded);
	expect(await run(older, ["restore", "--from", aside, "--replace"], path)).toEqual({
		code: 1,
		output: expect.stringMatching(
			/^La copia .* es de una versión más nueva: la escribió Relevo 9\.0\.0, con el esquema [^\n]+\n$/,
		),
	});
	expect(rowsIn(path)).toEqual(second);
	expect(await run(newer, ["restore", "--from", aside, "--replace"], path)).toMatchObject({ code: 0 });
	expect(rowsIn(path).users).toEqual(upgraded.users);
}

/** Runs the command that the older program prints when it refuses the database. */
async function goBack(older: string, path: string, run = callIn): Promise<string> {
	const before = readFileSync(path);
	const { code, output } = await run(older, ["migrate"], path);
	expect(code).toBe(1);
	expect(output).toMatch(
		/^La base de datos es de una versión más nueva: la escribió Relevo \S+, con el esquema \d+, y este programa, [^,]+, conoce hasta el \d+\. Arrancá [^\n]+\n$/,
	);
	expect(readFileSync(path).equals(before)).toBe(true);
	const [, words = ""] = /: npm run (restore -- --from \S+ --replace)\n$/.exec(output) ?? [];
	const [, ...rest] = words.split(" -- ").flatMap((part) => part.split(" "));
	const restored = await run(older, ["restore", ...rest], path);
	expect(restored).toMatchObject({ code: 0 });
	return restored.output;
}

/**
 * Expects every row to exist with all its earlier values. Does not check `migrations`. For `feriados` (holidays), whose
 * columns the migration `NEXT` renames, expects only the same number of rows.
 */
function expectKept(before: Record<string, string[]>, after: Record<string, string[]>): void {
	for (const [table, rows] of Object.entries(before)) {
		if (table === "migrations" || table === "feriados") continue;
		const kept = (after[table] ?? []).map((row) => JSON.parse(row));
		for (const row of rows)
			expect(kept).toContainEqual(expect.objectContaining(inPresentColumns(JSON.parse(row))));
	}
	expect(after.feriados).toHaveLength(before.feriados?.length ?? -1);
}

/** In earlier schemas, hours by premium were columns of their own, and a slip that was not deleted had no `deleted_at`. */
function inPresentColumns(row: Record<string, unknown>): Record<string, unknown> {
	const { minutes_50, minutes_100, minutes_unclassified = 0, ...rest } = row;
	const { deleted_at, ...others } = rest;
	if (minutes_50 === undefined) return deleted_at === null ? others : row;
	return { ...others, ...paidAt(Number(minutes_50), Number(minutes_100), Number(minutes_unclassified)) };
}

/**
 * Makes a project folder for a program of this version, with the first `schema` migrations and, if `more` is given, one
 * more migration with this SQL.
 */
function programOf(version: string, schema = shipped.length, more?: string): string {
	const project = projectFolder(more === undefined ? {} : { [`${nextNumber()}-next.sql`]: more }, schema);
	mkdirSync(join(project, "build"));
	writeFileSync(join(project, "build/version.txt"), version);
	return project;
}

/** Makes a database like those of the first releases, which did not store the program version of each migration. */
function oldDatabase(schema: number): string {
	const path = join(temporaryFolder(), "relevo.sqlite");
	const sqlite = new SQLite(path);
	sqlite.pragma("journal_mode = WAL");
	sqlite.exec(
		"CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, run_at INTEGER NOT NULL) STRICT",
	);
	for (const [index, name] of shipped.slice(0, schema).entries()) {
		sqlite.exec(readFileSync(join("db/migrations", name), "utf8"));
		sqlite.prepare("INSERT INTO migrations VALUES (?, ?, 1)").run(index + 1, name);
	}
	for (const seed of readdirSync("db/seeds")) {
		sqlite.prepare("INSERT INTO seeds VALUES (?, 1)").run(basename(seed, ".json"));
	}
	sqlite.close();
	return path;
}

function copiesBeside(path: string): string[] {
	return readdirSync(dirname(path)).filter((name) => name.includes(".before-"));
}

/** The rows of a database, but for the version of a person's feed, which each restore raises. */
function rowsIn(path: string): ReturnType<typeof rowsByTable> {
	const { calendar_feeds = [], ...rows } = rowsByTable(path);
	return { ...rows, calendar_feeds: calendar_feeds.map((row) => row.replace(/(?<="updated_at":)\d+/, "0")) };
}
