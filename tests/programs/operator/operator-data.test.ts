import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SqliteError } from "better-sqlite3";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { IMAGE, seedDocument, seedExtra, seedImage, seedUser } from "../../support/accounts-on-disk";
import { send } from "../../support/server/http-client";
import {
	callCommand,
	dumpDatabase,
	expectRefused,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { temporaryFolder } from "../../support/temporary-folder";

const databasePath = process.env.DATABASE_PATH ?? "";
const uploads = process.env.UPLOADS_DIR ?? "";
const folder = temporaryFolder();
const backups = join(folder, "backups");
const HOUR_MS = 3_600_000;

beforeEach(() => {
	resetDatabase();
	for (const path of [uploads, backups]) rmSync(path, { recursive: true, force: true });
});

const data = (...words: string[]) => callCommand("data", words, { BACKUPS_DIR: backups });
const json = async (...words: string[]) => JSON.parse((await data(...words, "--json")).stdout);

/** Adds the row of a pending photo (its document is not saved yet), without the photo's files. */
function addImage(userId: string, bytes: number, createdAt = Date.now()): string {
	const id = randomUUID();
	withDatabase((sqlite) =>
		sqlite
			.prepare("INSERT INTO document_images VALUES (?, ?, ?, NULL, ?, 1, 1, ?, ?, 0)")
			.run(id, userId, randomUUID(), id.replaceAll("-", "").repeat(2), bytes, createdAt),
	);
	return id;
}

/** Writes an upload that is two hours old. */
function addOldFile(name: string): void {
	mkdirSync(uploads, { recursive: true });
	writeFileSync(join(uploads, name), "x");
	const then = new Date(Date.now() - 2 * HOUR_MS);
	utimesSync(join(uploads, name), then, then);
}

/** Adds a user with an extra (overtime entry), and a document with a photo and its two files. */
function seedWhole(): string {
	const { id } = seedUser(databasePath);
	seedDocument(databasePath, id);
	seedImage({ databasePath, uploads }, id);
	seedExtra(databasePath, id);
	// Sets the photo's size to that of its two files: `seedImage` writes "1600 px" and "320 px", 13 bytes together.
	withDatabase((sqlite) => sqlite.exec("UPDATE document_images SET bytes = 13"));
	return id;
}

describe("sweep", () => {
	test("removes and counts expired data, and keeps the rest", async () => {
		const userId = seedWhole();
		const old = addImage(userId, 1, Date.now() - 25 * HOUR_MS);
		const young = addImage(userId, 1);
		for (const id of [old, young]) for (const px of [1600, 320]) addOldFile(`${id}-${px}.webp`);
		addOldFile(`${randomUUID()}-320.webp`);
		for (const ending of ["tmp", "new"]) addOldFile(`${randomUUID()}-320.webp.${ending}`);
		addOldFile("notes.txt");
		withDatabase((sqlite) => {
			sqlite.prepare("INSERT INTO sessions VALUES ('old', ?, 1, 1)").run(userId);
			sqlite.prepare("INSERT INTO devices VALUES ('old', ?, 1)").run(userId);
			sqlite.prepare("INSERT INTO mail_codes VALUES (?, 'verify', 'x', 0, 1)").run(userId);
			const deleted = sqlite.prepare("INSERT INTO deleted_records VALUES (?, ?, ?, '{}', ?)");
			for (const kind of ["extras", "own_days", "slips"])
				deleted.run(userId, kind, randomUUID(), Date.now() - 61_000);
			deleted.run(userId, "slips", "2026-10-01", Date.now());
		});
		expect(await json("sweep")).toEqual({
			expired: 3,
			pendingImages: 1,
			deletedRecords: 3,
			files: 3,
			broughtBack: 0,
		});
		const left = [IMAGE, young].flatMap((id) => [`${id}-1600.webp`, `${id}-320.webp`]);
		expect(readdirSync(uploads).sort()).toEqual([...left, "leftovers", "notes.txt"].sort());
		withDatabase((sqlite) => {
			expect(sqlite.prepare("SELECT count(*) FROM sessions").pluck().get()).toBe(1);
			expect(sqlite.prepare("SELECT id FROM deleted_records").pluck().all()).toEqual(["2026-10-01"]);
		});
		expect((await data("sweep")).stdout).toMatch(/^Sesiones, enlaces y códigos vencidos: 0$/m);
	});

	test("refuses the database of another installation and keeps all images", async () => {
		for (let n = 0; n < 30; n++) addOldFile(`${randomUUID()}-1600.webp`);
		seedWhole();
		await expectRefused(
			data("sweep"),
			/^De 32 imágenes de .+, la base .+ no nombra 30: parece la base de otra instalación\.[^\n]+\n$/,
		);
		expect(readdirSync(uploads)).toHaveLength(32);
	});

	test("that fails halfway does not say that it changed nothing", async () => {
		vi.doMock("~/features/auth/sessions/sweep-expired.server", () => ({
			sweepExpired: () => Promise.reject(new SqliteError("", "SQLITE_BUSY")),
		}));
		addOldFile(`${randomUUID()}-320.webp`);
		const outcome = await data("sweep").finally(() =>
			vi.doUnmock("~/features/auth/sessions/sweep-expired.server"),
		);
		expect(readdirSync(uploads)).toEqual(["leftovers"]);
		expect(outcome).toMatchObject({
			code: 1,
			stderr:
				"Se ordenó una parte y falta otra (SQLITE_BUSY): el servidor lo hace al arrancar y cada hora.\n",
		});
	});
});

describe("check", () => {
	test("finds no problem in sound data", async () => {
		seedWhole();
		expect((await data("check")).stdout).toBe(
			"Sin problemas: 1 persona, 1 documento, 1 extra, 2 imágenes.\n",
		);
		expect(await json("check")).toMatchObject({
			problems: [],
			people: 1,
			documents: 1,
			extras: 1,
			images: 2,
			unnamed: 0,
		});
	});

	test("reports files that no row names, without counting them as problems", async () => {
		addOldFile(`${randomUUID()}-320.webp`);
		const { code, stdout } = await data("check");
		expect(code).toBe(0);
		expect(stdout).toContain("Archivos que ninguna fila nombra: 1 (se apartan solos");
	});

	const broken: [string, () => void, RegExp][] = [
		[
			"a missing image",
			() => rmSync(join(uploads, `${IMAGE}-320.webp`)),
			/^Falta la imagen 0+-0000-4000-8000-0+-320\.webp\.$/m,
		],
		[
			"a truncated image",
			() => truncateSync(join(uploads, `${IMAGE}-1600.webp`), 3),
			/^La imagen 0.+-1600\.webp no pesa/m,
		],
		[
			"all images gone",
			() => rmSync(uploads, { recursive: true }),
			/^En .+ no está ninguna de las imágenes .+: ¿está montado su disco\? .+\nFalta la imagen .+\nFalta la imagen /,
		],
		[
			"a picture whose name has terminal escape sequences",
			() =>
				withDatabase((sqlite) =>
					sqlite
						.prepare("INSERT INTO diagram_pictures VALUES ('4turnos_7dias', '2027-01', ?, 'abc', 1, 1)")
						.run("\u001b[2J\n.webp"),
				),
			/^Falta la imagen \uFFFD\[2J\uFFFD\.webp\.$/m,
		],
		[
			"rows without an owner",
			() =>
				withDatabase((sqlite) => {
					sqlite.pragma("foreign_keys = OFF");
					sqlite.exec("DELETE FROM users");
				}),
			/^Filas de documents que nombran otra que no existe: 1\.$/m,
		],
	];
	test.each(broken)(
		"%s: reports it with advice, exits with 1, changes nothing",
		async (_, breakIt, message) => {
			seedWhole();
			breakIt();
			const before = dumpDatabase();
			const { code, stdout, stderr } = await data("check");
			expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
			expect(stdout).toMatch(message);
			expect(stdout).toMatch(/\nQué hacer: (no borres nada, |lo que dice la primera línea)[^\n]*\n$/);
			expect(stdout).not.toMatch(/[^\P{C}\n]/u);
			const outcome = await data("check", "--json");
			expect(outcome.code).toBe(1);
			expect(JSON.parse(outcome.stdout).problems.length).toBeGreaterThan(0);
			expect(dumpDatabase()).toBe(before);
		},
	);
});

test("all commands work beside a running server", async () => {
	const server = await startServer();
	const user = seedUser(server.databasePath);
	const settings = { DATABASE_PATH: server.databasePath, UPLOADS_DIR: server.uploads, BACKUPS_DIR: backups };
	for (const command of ["report", "sweep", "check"]) {
		expect(await runCommand("data", [command], settings)).toMatchObject({ code: 0, stderr: "" });
	}
	const { status } = await send(server.origin, "/auth/my-account", { headers: { cookie: user.cookie } });
	expect(status).toBe(200);
	expect(await server.stop()).toBe(0);
});

test.each(["report", "sweep", "check", "mend"])(
	"%s fails with a file in place of the images",
	async (name) => {
		writeFileSync(uploads, "in the way");
		const { code, stdout, stderr } = await data(name);
		expect({ code, text: stdout + stderr }).toEqual({
			code: 1,
			text: expect.stringMatching(/^\S+ no es una carpeta: revisá /),
		});
	},
);

describe("misuse is answered with one line and changes nothing", () => {
	const misused: [string, RegExp][] = [
		["", /Falta el comando\. Los que hay: report, sweep, check, mend/],
		["reap", /No existe el comando «reap»/],
		...["report", "sweep", "check"].flatMap((name): [string, RegExp][] => [
			[`${name} all`, /Sobra «all»/],
			[`${name} --all`, /No existe la opción «--all»/],
			[`${name} --json=1`, /--json no lleva un valor/],
			[`${name} --json --json`, /La opción --json está dos veces/],
		]),
	];
	test.each(misused)("%s", async (words, message) => {
		const pending = data(...words.split(" ").filter(Boolean));
		await expectRefused(pending, message);
		expect((await pending).stderr).toMatch(/^[^\n]+\n$/);
	});

	test.each(["report", "sweep", "check"])(
		"%s without a database, or with a file that is not one",
		async (name) => {
			const none = await runCommand("data", [name], { DATABASE_PATH: join(folder, "none.sqlite") });
			expect(none).toMatchObject({
				code: 1,
				stdout: "",
				stderr: expect.stringMatching(/no existe\. Primero .+\n$/),
			});
			const text = join(folder, "text.sqlite");
			writeFileSync(text, "no database at all ".repeat(100));
			const other = await runCommand("data", [name], { DATABASE_PATH: text });
			expect(other).toMatchObject({ code: 1, stdout: "" });
			expect(other.stderr).toMatch(/^El archivo de DATABASE_PATH no es una base de datos sana[^\n]+\n$/);
			rmSync(text);
		},
	);

	test.each([
		["backup", "--quick "],
		["restore", "--newest-whole "],
	] as const)("the help of %s tells the options of its command without a name", async (program, option) => {
		expect((await callCommand(program, ["--help"])).stdout).toMatch(new RegExp(`^  ${option} +\\w`, "m"));
	});

	test.each<[Parameters<typeof callCommand>[0], string[]]>([
		["users", ["find", "resend", "sign-out", "delete"]],
		["mail", ["test", "waiting"]],
		["data", ["report", "sweep", "check", "mend"]],
		["pictures", ["list"]],
		["diagrams", ["list", "votes"]],
		["holidays", ["list"]],
		["backup", ["", "list"]],
		["restore", ["", "list"]],
	])("the help of each %s command with --json says what it prints", async (program, commands) => {
		for (const command of commands) {
			const { stdout } = await callCommand(program, [command, "--help"].filter(Boolean));
			expect(stdout, command).toMatch(/JSON: \[?\{|Campos de --json|en el formato de import/);
		}
	});

	test("help of the program and of each command", async () => {
		for (const words of [["--help"], ["report", "--help"], ["sweep", "-h"], ["check", "-h"]]) {
			expect(await data(...words)).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run data --"),
			});
		}
	});
});
