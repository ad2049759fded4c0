import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { isBroken, whenBroken } from "~/lib/database/broken-database.server";
import { emptyLog, sqlite, writeNothing } from "~/lib/database/db.server";
import { seedDocument, seedUser } from "../support/accounts-on-disk";
import { ADD, documentBody, photos } from "../support/document-forms";
import { type HttpResponse, post, sameOrigin, send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer, type TestServer } from "../support/server/server";
import { waitUntil } from "../support/server/wait-until";
import { temporaryDatabase } from "../support/temporary-folder";

/**
 * Tests of disk errors. The response reports a failure. After an error in the database, the process also ends, so that
 * it is restarted.
 */

const EDIT = "/auth/my-account/edit-profile";
const profile = "intent=profile&realName=Otro+Nombre&diagram=3turnos";

describe("a disk error while the database is used", () => {
	test.each([
		["a read", 'select "users"', "SQLITE_IOERR_READ"],
		["a write", 'update "users"', "SQLITE_IOERR_WRITE"],
	])(
		"%s: no success is reported, the response is complete, then the process ends with code 1",
		async (what, sql, code) => {
			const databasePath = temporaryDatabase();
			const user = seedUser(databasePath);
			const server = await startServer({ DATABASE_PATH: databasePath }, buildThatFailsAt(sql, code));
			const end = new Promise((resolve) => server.process.once("exit", resolve));
			const failed = await post(server.origin, EDIT, profile, { cookie: user.cookie });
			expectFailure(failed);
			// The server shows the form again only if it can still read the page's data.
			if (what === "a write") expect(failed.text).toContain('value="Otro Nombre"');
			else expect(failed.text).toContain("<h1>Algo salió mal</h1>");
			expect(await end).toBe(1);
			// The next start would apply what is left in the log, although its writer was told that it had failed.
			expect(existsSync(`${databasePath}-wal`)).toBe(false);
			const broken = server
				.output()
				.split("\n")
				.filter((line) => line.includes('"event":"database_broken"'));
			expect(broken.map((line) => JSON.parse(line))).toEqual([
				expect.objectContaining({ level: "error", code, name: "SqliteError" }),
			]);
			await server.stop();

			expect(nameIn(databasePath, user.id)).toBe("SIN NOMBRE");
			const next = await startServer({ DATABASE_PATH: databasePath });
			expect((await post(next.origin, EDIT, profile, { cookie: user.cookie })).status).toBe(303);
			await next.stop();
			expect(nameIn(databasePath, user.id)).toBe("Otro Nombre");
		},
	);

	test("in the sync of a commit: the document is missing, and sending the form again after a restart saves it", async () => {
		const databasePath = temporaryDatabase();
		const uploads = { DATABASE_PATH: databasePath, UPLOADS_DIR: join(databasePath, "..", "uploads") };
		const { cookie } = seedUser(databasePath);
		const body = documentBody({ idFile: randomUUID(), images: await photos(1) });
		const server = await startServer(uploads, buildThatFailsAt("commit", "SQLITE_IOERR_FSYNC"));
		const end = new Promise((resolve) => server.process.once("exit", resolve));
		const failed = await sendForm(server, body, cookie);
		expect([failed.status, failed.text.includes("Lo que escribiste sigue acá")]).toEqual([500, true]);
		expect(await end).toBe(1);
		expect(documentsIn(databasePath)).toBe(0);
		await server.stop();

		const next = await startServer(uploads);
		expect((await sendForm(next, body, cookie)).status).toBe(303);
		expect(documentsIn(databasePath)).toBe(1);
		const rows = filesInRows(databasePath);
		expect(filesIn(next)).toEqual(expect.arrayContaining(rows));
		await next.stop();
	});

	test("a running response is still completed", async () => {
		const slow =
			'async function checkHealth() { console.log("checking"); await new Promise((resolve) => setTimeout(resolve, 100));';
		const server = await startServer(
			{},
			buildThatFailsAt(
				'delete from "sessions"',
				"SQLITE_IOERR",
				["function checkHealth() {", slow],
				// Time enough for the slow response on a busy machine too.
				["LAST_RESPONSES_MS = 500", "LAST_RESPONSES_MS = 3000"],
			),
		);
		const user = seedUser(server.databasePath);
		const end = new Promise((resolve) => server.process.once("exit", resolve));
		const other = send(server.origin, "/healthcheck");
		await waitUntil(() => server.output().includes("checking\n"), "the response is running");
		expectFailure(await post(server.origin, "/auth/logout", "", { cookie: user.cookie }));
		expect((await other).text).toBe("ok\n");
		expect(await end).toBe(1);
		await server.stop();
	});

	test("in data that is read for every visitor: the process ends", async () => {
		const server = await startServer(
			{},
			patchedBuild([
				"return dataVersionQuery.get() ?? 0",
				'throw Object.assign(new Error("disk I/O error"), { code: "SQLITE_IOERR_SHMMAP" })',
			]),
		);
		const end = new Promise((resolve) => server.process.once("exit", resolve));
		expectFailure(await send(server.origin, "/home"));
		expect(await end).toBe(1);
		await server.stop();
	});
});

test("a damaged page of the file: pages that need it show an error, all others work after a restart", async () => {
	const databasePath = temporaryDatabase();
	const user = seedUser(databasePath);
	seedDocument(databasePath, user.id);
	damage(databasePath, "documents");
	const headers = { cookie: user.cookie };
	const server = await startServer({ DATABASE_PATH: databasePath });
	const end = new Promise((resolve) => server.process.once("close", resolve));
	expect((await send(server.origin, "/home?inicio=1")).status).toBe(200);
	expectFailure(await send(server.origin, "/auth/my-documents", { headers }));
	expect(await end).toBe(1);
	expect(server.output()).toMatch(/"event":"database_broken".*"code":"SQLITE_CORRUPT/);
	await server.stop();

	const next = await startServer({ DATABASE_PATH: databasePath });
	expect((await send(next.origin, "/auth/work-overtime", { headers })).status).toBe(200);
	await next.stop();
});

describe("a disk error while a photo is written", () => {
	test.each(["EIO", "ENOSPC"])(
		"%s: no file is left, no row names one, and the next attempt saves everything",
		async (code) => {
			const server = await startServer({}, buildWhoseSyncFailsOnce(code));
			const user = seedUser(server.databasePath);
			const body = documentBody({ idFile: randomUUID(), images: await photos(3) });
			const first = await sendForm(server, body, user.cookie);
			expect(first.status).toBe(code === "EIO" ? 500 : 507);
			expect(first.text).toContain("<h1>");
			expect(filesIn(server)).toEqual(filesInRows(server.databasePath));
			expect(documentsIn(server.databasePath)).toBe(0);
			// The error was in a photo's file, and the database is intact. So the server's process continues.
			const second = await sendForm(server, body, user.cookie);
			expect([second.status, documentsIn(server.databasePath)]).toEqual([303, 1]);
			expect(filesIn(server)).toEqual(filesInRows(server.databasePath));
			expect(filesIn(server)).toHaveLength(6);
			expect(await server.stop()).toBe(0);
		},
	);
});

test("only errors of a broken database end the process", () => {
	const withCode = (code: string) => Object.assign(new Error(code), { code });
	for (const code of [
		"SQLITE_IOERR",
		"SQLITE_IOERR_FSYNC",
		"SQLITE_CORRUPT",
		"SQLITE_CORRUPT_INDEX",
		"SQLITE_NOTADB",
	])
		expect(isBroken(withCode(code)), code).toBe(true);
	for (const code of ["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_READONLY", "SQLITE_CONSTRAINT", "EIO"])
		expect(isBroken(withCode(code)), code).toBe(false);
	for (const other of [undefined, "SQLITE_IOERR", { code: "SQLITE_IOERR" }, new Error("disk I/O error")])
		expect(isBroken(other)).toBe(false);
});

test.each([
	["the log is emptied", "wal_checkpoint", () => emptyLog()],
	["the health check writes", "user_version =", () => writeNothing()],
])("a disk error while %s ends the process too", async (_, statement, work) => {
	const end = vi.fn();
	whenBroken(end);
	const error = new SQLite.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
	vi.spyOn(sqlite, "pragma").mockImplementation((text) => {
		if (text.startsWith(statement)) throw error;
		return 1;
	});
	await expect(async () => work()).rejects.toThrow(error);
	vi.restoreAllMocks();
	expect(end).toHaveBeenCalledExactlyOnceWith(error);
});

/** A build in which statements that begin with `sql` fail with `code`. */
function buildThatFailsAt(sql: string, code: string, ...patches: [string, string][]): string {
	const fail = `if (compiledQuery.sql.startsWith(${JSON.stringify(sql)})) throw new SQLite.SqliteError("disk I/O error", "${code}");`;
	return patchedBuild(
		[
			/executeQuery\(compiledQuery\) \{(\s+let \{ sql[^}]*\} = compiledQuery, stmt = this\.#db)/,
			`executeQuery(compiledQuery) { ${fail} $1`,
		],
		...patches,
	);
}

/** A build that fails to write the third file: the first file of the second photo, as each photo has two files. */
function buildWhoseSyncFailsOnce(code: string): string {
	const fail = `if ((globalThis.syncs = (globalThis.syncs ?? 0) + 1) === 3) throw Object.assign(new Error("${code}"), { code: "${code}" });`;
	return patchedBuild([/written\.push\(`\$\{\w+\}\.tmp`\)/, `${fail} $&`]);
}

/** Overwrites the first database page of a table. */
function damage(databasePath: string, table: string): void {
	const file = new SQLite(databasePath);
	file.pragma("wal_checkpoint(TRUNCATE)");
	const page = file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(table);
	const size = file.pragma("page_size", { simple: true });
	file.close();
	const handle = openSync(databasePath, "r+");
	writeSync(handle, Buffer.alloc(Number(size), 0xa5), 0, Number(size), (Number(page) - 1) * Number(size));
	closeSync(handle);
}

function expectFailure({ status, headers, text }: HttpResponse): void {
	expect(status).toBe(500);
	expect(Number(headers["content-length"])).toBe(Buffer.byteLength(text));
	expect(text).toMatch(/Código para quien administra: [0-9a-f-]{36}</);
	expect(text).not.toMatch(/SQLITE|I\/O/);
}

async function sendForm(server: TestServer, body: FormData, cookie: string): Promise<HttpResponse> {
	const form = new Response(body);
	const headers = { ...sameOrigin, cookie, "content-type": form.headers.get("Content-Type") ?? "" };
	return send(server.origin, ADD, { method: "POST", headers, body: Buffer.from(await form.arrayBuffer()) });
}

/** Without the file by which the server tries, seconds after its start, whether it can write there. */
function filesIn(server: TestServer): string[] {
	return readdirSync(server.uploads)
		.filter((name) => name !== ".probe")
		.sort();
}

function filesInRows(databasePath: string): string[] {
	const ids = read<string>(databasePath, "SELECT id FROM document_images");
	return ids.flatMap((id) => [`${id}-1600.webp`, `${id}-320.webp`]).sort();
}

function documentsIn(databasePath: string): number {
	return read(databasePath, "SELECT id FROM documents").length;
}

function nameIn(databasePath: string, userId: string): string | null | undefined {
	return read<string | null>(databasePath, "SELECT real_name FROM users WHERE id = ?", userId)[0];
}

function read<Value>(databasePath: string, sql: string, ...parameters: string[]): Value[] {
	const file = new SQLite(databasePath, { readonly: true });
	const values = file
		.prepare<string[], Value>(sql)
		.pluck()
		.all(...parameters);
	file.close();
	return values;
}
