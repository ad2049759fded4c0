import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listBackups, readBackupList } from "~/features/backups/backup-folder.server";
import { env } from "~/lib/env.server";
import { checkData } from "../../../scripts/operator/checking/check-data";
import { sha256Of } from "../../../scripts/operator/checking/file-hash";
import { restoreBackup } from "../../../scripts/operator/restoring/restore-backup";
import { findSource } from "../../../scripts/operator/restoring/restore-source";
import { seedUser } from "../../support/accounts-on-disk";
import { migrate } from "../../support/server/migrate";
import { callCommand, dumpDatabase, runCommand } from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

/** Data with one user and one photo, and their only backup. Each test gets a copy. */
const whole = temporaryFolder();
let folder: string;
let settings: { DATABASE_PATH: string; UPLOADS_DIR: string; BACKUPS_DIR: string };
/** Path of the only backup. */
let backup: string;
let photo: string;

beforeAll(async () => {
	settings = settingsIn(whole);
	mkdirSync(join(whole, "data"));
	mkdirSync(settings.UPLOADS_DIR);
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	photo = personWithPhoto("antes");
	expect((await runCommand("backup", [], settings)).code).toBe(0);
});

beforeEach(() => {
	folder = temporaryFolder();
	cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
	settings = settingsIn(folder);
	backup = join(settings.BACKUPS_DIR, listBackups(settings.BACKUPS_DIR)[0] ?? "");
});

const settingsIn = (place: string) => ({
	DATABASE_PATH: join(place, "data", "relevo.sqlite"),
	UPLOADS_DIR: join(place, "uploads"),
	BACKUPS_DIR: join(place, "backups"),
});
const restore = (...words: string[]) => callCommand("restore", ["--from", backup, ...words], settings);

describe("existing data", () => {
	test("are not changed without --replace", async () => {
		const before = dumpDatabase(settings.DATABASE_PATH);
		const { code, stderr } = await runCommand("restore", ["--from", backup], settings);
		expect(code).toBe(1);
		expect(stderr).toMatch(/^Ya hay una base de datos en .* agregá --replace: [^\n]+\n$/);
		expect(dumpDatabase(settings.DATABASE_PATH)).toBe(before);
	});

	test("are put aside whole with --replace, with the rows that are only in their log", async () => {
		const late = personWithPhoto("después");
		const crashed = join(folder, "crashed");
		const open = new SQLite(settings.DATABASE_PATH);
		open.pragma("journal_mode = WAL");
		open.prepare("UPDATE users SET username = 'en el registro' WHERE photo = ?").run(late);
		// Copies the database while it is open, because closing the database would empty the write-ahead log. A killed
		// server leaves a write-ahead log too.
		cpSync(join(folder, "data"), crashed, { recursive: true });
		open.close();
		rmSync(join(folder, "data"), { recursive: true });
		cpSync(crashed, join(folder, "data"), { recursive: true });
		expect(readFileSync(settings.DATABASE_PATH).includes("en el registro")).toBe(false);
		const { code, stdout } = await restore("--replace", "--json");
		expect(code).toBe(0);
		const { aside, people, images } = JSON.parse(stdout);
		expect([people, images]).toEqual([1, 1]);
		expect(namesOf(settings.DATABASE_PATH)).toEqual(["antes"]);
		expect(namesOf(aside)).toEqual(["antes", "en el registro"]);
		const [old = ""] = readdirSync(settings.UPLOADS_DIR).filter((name) => name.startsWith("replaced-"));
		expect(readdirSync(settings.UPLOADS_DIR).sort()).toEqual([`${photo}-320.webp`, old].sort());
		expect(readFileSync(join(settings.UPLOADS_DIR, old, `${late}-320.webp`), "utf8")).toBe("después");
	});

	test("are not changed while a server, or another restore, uses them", async () => {
		const server = await startServer(settings);
		expect(await restore("--replace")).toMatchObject({
			code: 1,
			stderr:
				"El servidor u otra restauración está usando esa base de datos: paralo, o esperá a que termine. No se tocó nada.\n",
		});
		await server.stop();
	});

	test("are not changed when the images cannot be written, and no copy of the backup stays beside them", async () => {
		rmSync(settings.UPLOADS_DIR, { recursive: true });
		writeFileSync(settings.UPLOADS_DIR, "in the way");
		expect((await restore("--replace")).code).toBe(1);
		const names = readdirSync(join(folder, "data")).filter((name) => !name.endsWith(".lock"));
		expect(names).toEqual(["relevo.sqlite"]);
	});

	test("are not changed when a command has deleted an account meanwhile", async () => {
		const database = env.DATABASE_PATH;
		cpSync(settings.DATABASE_PATH, database);
		mkdirSync(env.UPLOADS_DIR, { recursive: true });
		writeFileSync(join(env.UPLOADS_DIR, `${randomUUID()}-320.webp`), "a photo of now");
		const restoring = restoreBackup(findSource(backup), { mayReplace: true, mayLoseImages: false });
		await waitUntil(() => existsSync(`${database}.restoring`), "the copy is prepared");
		const sqlite = new SQLite(database);
		sqlite.prepare("INSERT INTO deleted_accounts (user_hash, deleted_at) VALUES (?, 1)").run("f".repeat(64));
		sqlite.close();
		await expect(restoring).rejects.toThrow(/^Mientras tanto se eliminó una cuenta: probá de nuevo/);
		const names = [...readdirSync(dirname(database)), ...readdirSync(env.UPLOADS_DIR)];
		expect(names.filter((name) => /restoring|replaced/.test(name))).toEqual([]);
	});

	test("are replaced in the file to which DATABASE_PATH is a symbolic link", async () => {
		const elsewhere = join(folder, "elsewhere");
		mkdirSync(elsewhere);
		cpSync(settings.DATABASE_PATH, join(elsewhere, "live.sqlite"));
		rmSync(settings.DATABASE_PATH);
		symlinkSync(join(elsewhere, "live.sqlite"), settings.DATABASE_PATH);
		expect((await restore("--replace")).code).toBe(0);
		expect(lstatSync(settings.DATABASE_PATH).isSymbolicLink()).toBe(true);
		expect(readdirSync(join(folder, "data"))).toEqual(["relevo.sqlite"]);
		const aside = readdirSync(elsewhere).filter((name) => name.startsWith("live.sqlite.replaced-"));
		expect(aside.map((name) => lstatSync(join(elsewhere, name)).isFile())).toEqual([true]);
	});

	test("are replaced by the newest backup beside them", async () => {
		const data = dirname(settings.DATABASE_PATH);
		cpSync(settings.BACKUPS_DIR, data, { recursive: true });
		const asked = ["--from", data, "--replace"];
		expect((await callCommand("restore", asked, { ...settings, BACKUPS_DIR: data })).stdout).toContain(
			`Copia ${basename(backup)} restaurada: 1 cuenta, `,
		);
	});

	test("are replaced by the backup to which a link leads, with its images", async () => {
		const [link, live] = [join(folder, "latest"), join(settings.UPLOADS_DIR, `${photo}-320.webp`)];
		symlinkSync(backup, link);
		rmSync(live);
		const { stdout } = await callCommand("restore", ["--from", link, "--replace"], settings);
		expect(stdout).toContain(`Copia ${basename(backup)} restaurada: 1 cuenta, `);
		expect(stdout).toMatch(/^Lo que había quedó en \S+\.replaced-\S+\. Se borra solo/m);
		expect(readFileSync(live, "utf8")).toBe("antes");
	});

	test("of which only the log is left, as where the file alone was moved, do not come back with the restored ones", async () => {
		const open = new SQLite(settings.DATABASE_PATH);
		open.pragma("journal_mode = WAL");
		open.exec("UPDATE users SET username = 'en el registro'");
		const log = readFileSync(`${settings.DATABASE_PATH}-wal`);
		open.close();
		rmSync(settings.DATABASE_PATH);
		writeFileSync(`${settings.DATABASE_PATH}-wal`, log);
		expect((await restore()).code).toBe(0);
		expect(namesOf(settings.DATABASE_PATH)).toEqual(["antes"]);
	});

	test("are replaced even when the file is no longer a database", async () => {
		writeFileSync(settings.DATABASE_PATH, "roto".repeat(2000));
		expect((await restore("--replace")).code).toBe(0);
		expect(namesOf(settings.DATABASE_PATH)).toEqual(["antes"]);
	});
});

describe("an incomplete backup is refused, and nothing changes", () => {
	const faults: [name: string, spoil: () => void, message: RegExp][] = [
		["an image is missing", () => loseImage(() => rmSync(pooled())), /la imagen .* falta/],
		[
			"an image is cut off",
			() => loseImage(() => truncateSync(pooled(), 2)),
			/la imagen .* está cortada\. .* npm run restore -- --from \S+ --replace --without-damaged\n$/,
		],
		["the list is missing", () => rmSync(join(backup, "images.json")), /su lista de imágenes falta/],
		["the list is no list", () => writeFileSync(join(backup, "images.json"), "{}"), /su lista de imágenes/],
		["the list names a path", () => listed("../../x.webp"), /su lista de imágenes/],
		["the database is cut off", () => truncateSync(join(backup, "relevo.sqlite"), 20_000), /no está sana/],
		["the database is empty", () => writeFileSync(join(backup, "relevo.sqlite"), ""), /no está sana/],
		[
			"the database file is not a database",
			() => writeFileSync(join(backup, "relevo.sqlite"), "x".repeat(9000)),
			/no está sana/,
		],
		[
			"a page of it is damaged",
			() => damagePage("users_by_diagram"),
			/no está sana: La base de datos está dañada/,
		],
		[
			"a page without which SQLite cannot finish its check is damaged",
			() => damagePage("sqlite_autoindex_users_1"),
			/no está sana: la base de datos no se puede leer \(SQLITE_CORRUPT\)/,
		],
		[
			"a row names an image that is not listed",
			() => changed("UPDATE users SET photo = '11111111-1111-4111-8111-111111111111'"),
			/que una fila nombra/,
		],
		[
			"it is of a newer program",
			() => changed("INSERT INTO migrations (version, name, run_at) VALUES (999, '0999-x.sql', 1)"),
			/versión más nueva: tiene el esquema 999/,
		],
	];
	test.each(faults)("%s", async (_, spoil, message) => {
		spoil();
		const before = dumpDatabase(settings.DATABASE_PATH);
		const { code, stderr } = await restore("--replace");
		expect(code).toBe(1);
		expect(stderr).toMatch(message);
		expect(stderr.trim().split("\n")).toHaveLength(1);
		// Without another backup there is nothing newer or older to name, and the reason is the same.
		expect((await restore("--replace", "--newest-whole")).stderr).toBe(stderr);
		expect(dumpDatabase(settings.DATABASE_PATH)).toBe(before);
		expect(readdirSync(settings.UPLOADS_DIR)).toEqual([`${photo}-320.webp`]);
	});

	test("the place to restore to lies in a backup", async () => {
		const inside = { ...settings, DATABASE_PATH: join(backup, "relevo.sqlite") };
		const before = dumpDatabase(inside.DATABASE_PATH);
		const asked = ["--from", settings.BACKUPS_DIR, "--replace"];
		const { code, stderr } = await callCommand("restore", asked, inside);
		expect([code, stderr]).toEqual([1, expect.stringContaining(`está dentro de una copia, ${backup},`)]);
		expect(dumpDatabase(inside.DATABASE_PATH)).toBe(before);
	});

	test("a missing folder, a folder without backups, and a file", async () => {
		writeFileSync(join(folder, "archivo"), "");
		// SQLite makes no log beside it, as on a disk that is read-only.
		const snapshot = join(folder, "snapshot.sqlite");
		cpSync(process.env.BASE_DATABASE ?? "", snapshot);
		mkdirSync(`${snapshot}-wal`);
		for (const [from, message] of [
			[join(folder, "nada"), "No existe"],
			[join(folder, "archivo"), "no es una base de datos de Relevo"],
			[snapshot, "no se puede abrir donde está (SQLITE_CANTOPEN): copiala, "],
			[settings.UPLOADS_DIR, "no hay copias"],
			[dirname(settings.DATABASE_PATH), "no hay copias"],
		] as const) {
			for (const words of [[], ["--newest-whole"]]) {
				const asked = ["--from", from, "--replace", ...words];
				const { code, stderr } = await callCommand("restore", asked, settings);
				expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
			}
		}
	});
});

describe("what is restored", () => {
	test("gives no access: sessions, known browsers, links, codes, passkeys, notices and addresses of calendars are deleted, and no mail is sent again", async () => {
		changed(`INSERT INTO calendar_feeds SELECT id, 'hash', 'none', 1, 1 FROM users;
			INSERT INTO passkeys SELECT 'key', id, 'handle', 'public', 'localhost', 0, 'Mi teléfono', 1, NULL FROM users;
			INSERT INTO push_subscriptions SELECT token_hash, user_id, 'https://push', 'key', 'auth', 0, 1 FROM sessions`);
		expect((await restore("--replace")).code).toBe(0);
		const file = new SQLite(settings.DATABASE_PATH, { readonly: true });
		const rows = [
			"sessions",
			"devices",
			"pending_registrations",
			"mail_tokens",
			"mail_codes",
			"outbox",
			"calendar_feeds",
			"passkeys",
			"push_subscriptions",
		].map((table) => file.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
		file.close();
		expect(rows).toEqual(Array.from(rows, () => 0));
	});

	test("says that all have to sign in again, of a file too if there is no database that knows who may stay", async () => {
		const file = `${settings.DATABASE_PATH}.rescued-2026-11-21T06-00-03Z`;
		cpSync(settings.DATABASE_PATH, file);
		const said = async (from: string) =>
			(await callCommand("restore", ["--from", from, "--replace"], settings)).stdout;
		const all = "Todos tienen que volver a ingresar.";
		expect(await said(file)).not.toContain(all);
		rmSync(settings.DATABASE_PATH);
		expect(await said(file)).toContain(all);
		expect(await said(backup)).toContain(all);
	});

	test("has newer versions of what it changes back than calendars have read", async () => {
		const live = new SQLite(settings.DATABASE_PATH);
		live.exec("UPDATE diagramas SET updated_at = updated_at + 1 WHERE id = '2turnos'");
		live.close();
		const begun = Date.now();
		expect((await restore("--replace")).code).toBe(0);
		const file = new SQLite(settings.DATABASE_PATH, { readonly: true });
		const newer = file.prepare("SELECT id FROM diagramas WHERE updated_at >= ?").pluck().all(begun);
		file.close();
		expect(newer).toEqual(["2turnos"]);
	});

	test("does not remove an unverified account because of a notice from before: the owner gets a new one", async () => {
		changed("UPDATE users SET email_verified_at = NULL, removal_notice_at = 1");
		expect((await restore("--replace")).code).toBe(0);
		const file = new SQLite(settings.DATABASE_PATH, { readonly: true });
		expect(file.prepare("SELECT removal_notice_at FROM users").pluck().all()).toEqual([null]);
		file.close();
	});

	test("keeps the rows of an older program, and the next start migrates it", async () => {
		changed(`
			DROP TABLE deleted_accounts;
			DROP INDEX users_unverified;
			ALTER TABLE users DROP COLUMN removal_notice_at;
			ALTER TABLE users DROP COLUMN wrong_codes;
			ALTER TABLE pending_registrations DROP COLUMN wrong_codes;
			ALTER TABLE outbox DROP COLUMN asked_by;
			DELETE FROM migrations WHERE version IN (5, 7);
		`);
		expect((await restore("--replace")).code).toBe(0);
		expect((await migrate(process.cwd(), settings.DATABASE_PATH)).code).toBe(0);
		expect(namesOf(settings.DATABASE_PATH)).toEqual(["antes"]);
	});

	test("of an older program, without hashes: its images count more than the live ones", async () => {
		const { images, ...list } = readBackupList(backup);
		const known = images.map(({ name, size }) => ({ name, size }));
		writeFileSync(join(backup, "images.json"), JSON.stringify({ ...list, images: known }));
		writeFileSync(join(settings.UPLOADS_DIR, `${photo}-320.webp`), "ANTES");
		expect((await restore("--replace")).code).toBe(0);
		expect(readFileSync(join(settings.UPLOADS_DIR, `${photo}-320.webp`), "utf8")).toBe("antes");
	});

	test("of a single file: a live image counts more than the one in the backups, where no hash is known", async () => {
		const copy = join(folder, "copy.sqlite");
		cpSync(settings.DATABASE_PATH, copy);
		writeFileSync(pooled(), "ANTES");
		const asked = ["--from", copy, "--replace"];
		expect((await callCommand("restore", asked, settings)).code).toBe(0);
		expect(readFileSync(join(settings.UPLOADS_DIR, `${photo}-320.webp`), "utf8")).toBe("antes");
	});

	test("is the old data or the whole backup after kill -9 at any moment", async () => {
		const outcomes = new Set<string>();
		for (let round = 0; round < 12; round++) {
			rmSync(join(folder, "data"), { recursive: true });
			mkdirSync(join(folder, "data"));
			cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
			const late = personWithPhoto("ahora");
			await killedRestore(round * 40);
			const file = new SQLite(settings.DATABASE_PATH);
			expect(checkData(file, settings.UPLOADS_DIR).problems).toEqual([]);
			file.close();
			const name = String(namesOf(settings.DATABASE_PATH)[0]);
			expect(["ahora", "antes"]).toContain(name);
			const images = readdirSync(settings.UPLOADS_DIR, { recursive: true, encoding: "utf8" });
			if (name === "antes") expect(images).toContainEqual(expect.stringMatching(`^replaced-.+/${late}-`));
			outcomes.add(name);
		}
		// The killed restores do not prevent another restore, which also removes what they have left.
		expect(await restore("--replace")).toMatchObject({ code: 0, stderr: "" });
		expect(namesOf(settings.DATABASE_PATH)).toEqual(["antes"]);
		expect(existsSync(`${settings.DATABASE_PATH}.restoring`)).toBe(false);
		expect(outcomes).toContain("ahora");
	});
});

async function killedRestore(ms: number): Promise<void> {
	const child = spawn(process.execPath, ["build/scripts/restore.js", "--from", backup, "--replace"], {
		env: { ...process.env, ...settings },
		stdio: "ignore",
	});
	const ended = new Promise((resolve) => child.once("exit", resolve));
	await Promise.race([sleep(ms), ended]);
	child.kill("SIGKILL");
	await ended;
}

/**
 * Adds a user, with a profile photo whose file contains the username.
 * @returns the photo's id
 */
function personWithPhoto(username: string): string {
	const id = randomUUID();
	writeFileSync(join(settings.UPLOADS_DIR, `${id}-320.webp`), username);
	seedUser(settings.DATABASE_PATH, { username, photo: id });
	return id;
}

function namesOf(path: string): unknown[] {
	const file = new SQLite(path);
	const names = file.prepare("SELECT username FROM users ORDER BY username").pluck().all();
	file.close();
	return names;
}

function pooled(): string {
	return join(settings.BACKUPS_DIR, "images", `${photo}-320.webp`);
}

/** Spoils the image of the backup, and damages the live one. */
function loseImage(spoil: () => void): void {
	spoil();
	writeFileSync(join(settings.UPLOADS_DIR, `${photo}-320.webp`), "ANTES");
}

function listed(name: string): void {
	writeFileSync(join(backup, "images.json"), JSON.stringify({ images: [{ name, size: 1 }], missing: [] }));
}

function changed(statements: string): void {
	const file = new SQLite(join(backup, "relevo.sqlite"));
	file.exec(statements);
	file.close();
	confirmDatabase();
}

/** After a change of the backup's database, updates the hash of the database in the backup's list. */
function confirmDatabase(): void {
	const list = readBackupList(backup);
	const database = sha256Of(join(backup, "relevo.sqlite"));
	writeFileSync(join(backup, "images.json"), JSON.stringify({ ...list, database }));
}

function damagePage(index: string): void {
	const path = join(backup, "relevo.sqlite");
	const file = new SQLite(path, { readonly: true });
	const page = Number(file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(index));
	file.close();
	const bytes = readFileSync(path);
	bytes.fill(0xff, (page - 1) * 4096, (page - 1) * 4096 + 100);
	writeFileSync(path, bytes);
	confirmDatabase();
}
