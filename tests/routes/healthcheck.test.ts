import { randomUUID } from "node:crypto";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { backupTime } from "~/lib/database/backup-times.server";
import { dataVersion, writeNothing } from "~/lib/database/db.server";
import { seedUser } from "../support/accounts-on-disk";
import { send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer, type TestServer } from "../support/server/server";
import { waitUntil } from "../support/server/wait-until";
import { temporaryDatabase, temporaryFolder } from "../support/temporary-folder";

/**
 * Value of KEPT_MS in the build: how long the server keeps the result of a health check, in ms. The bundler may add a
 * number to the name KEPT_MS.
 */
const keptMs = /(?<=KEPT_MS\d* = )5e3/;
/** Patch of the build that makes every request run the health check anew. */
const anew: [RegExp, string] = [keptMs, "-1"];
const BUSY = "La base de datos está ocupada desde hace varios segundos.\n";

async function asked(server: TestServer): Promise<[status: number, text: string]> {
	const { status, text } = await send(server.origin, "/healthcheck");
	return [status, text];
}

/**
 * Asks for the health while the server's test write cannot succeed, and sees pages sent meanwhile.
 * @returns the answer to come, in an object, so that it is not awaited
 */
async function askedBesidePages(server: TestServer) {
	let isAnswered = false;
	const health = asked(server).finally(() => {
		isAnswered = true;
	});
	for (const page of ["/home?inicio=1", "/about", "/security"]) {
		expect((await send(server.origin, page)).status).toBe(200);
	}
	expect(isAnswered).toBe(false);
	return { health };
}

describe("a healthy server", () => {
	test("responds ok in plain text, to any host name, without caching", async () => {
		const server = await startServer({ APP_URL: "https://relevo.example" });
		for (const host of ["relevo.example", "localhost", "10.0.0.7:3000", "nada"]) {
			const response = await send(server.origin, "/healthcheck", { headers: { host } });
			expect([response.status, response.text]).toEqual([200, "ok\n"]);
			expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
			expect(response.headers["cache-control"]).toBe("private, no-store");
		}
		const head = await send(server.origin, "/healthcheck", { method: "HEAD" });
		expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "3"]);
		await server.stop();
	});

	test("writes to the database once for all requests within a few seconds", async () => {
		const server = await startServer({}, patchedBuild([keptMs, "1e9"]));
		const bytes = () => statSync(`${server.databasePath}-wal`).size;
		// As long as somebody reads, the server does not shorten the file, which it does every few seconds.
		const reader = new SQLite(server.databasePath, { readonly: true });
		reader.exec("BEGIN; SELECT 1 FROM users");
		expect(await asked(server)).toEqual([200, "ok\n"]);
		const once = bytes();
		expect(once).toBeGreaterThan(0);
		const responses = await Promise.all(Array.from({ length: 60 }, () => asked(server)));
		expect(new Set(responses.map(String))).toEqual(new Set(["200,ok\n"]));
		expect(bytes()).toBe(once);
		reader.close();
		await server.stop();
	});

	test("the check changes no data, and cached pages stay", async () => {
		const dump = () => {
			const file = new SQLite(process.env.DATABASE_PATH ?? "", { readonly: true });
			const content = file.serialize();
			file.close();
			// Leaves out SQLite's change counters (bytes 24 and 92) and version (byte 96).
			return Buffer.concat([content.subarray(0, 24), content.subarray(28, 92), content.subarray(100)]);
		};
		const [before, version] = [dump(), dataVersion()];
		expect(await writeNothing()).toBe(true);
		expect(dump().equals(before)).toBe(true);
		expect(dataVersion()).toBe(version);
	});
});

describe("a database that cannot be used", () => {
	test("because it cannot be written: 503 and the reason, while reading goes on", async () => {
		const readOnly = patchedBuild(anew, [
			/(\w+)\.pragma\("synchronous = FULL"\)/,
			'$&, $1.pragma("query_only = ON")',
		]);
		const server = await startServer({}, readOnly);
		expect(await asked(server)).toEqual([
			503,
			"No se puede escribir en la base de datos. Qué hacer: npm run data -- check\n",
		]);
		const head = await send(server.origin, "/healthcheck", { method: "HEAD" });
		expect([head.status, head.text]).toEqual([503, ""]);
		expect((await send(server.origin, "/home?inicio=1")).status).toBe(200);
		expect(server.output()).toMatch(/"event":"health_failed".*"code":"SQLITE_READONLY"/);
		await server.stop();
	});

	test("because another process locks it: 503 after a while, then ok again", async () => {
		const server = await startServer({}, patchedBuild(anew, ["MAX_BUSY_MS = 3e3", "MAX_BUSY_MS = 1500"]));
		const other = new SQLite(server.databasePath);
		other.exec("BEGIN IMMEDIATE");
		expect(await asked(server)).toEqual([503, BUSY]);
		other.exec("ROLLBACK");
		other.close();
		expect(await asked(server)).toEqual([200, "ok\n"]);
		await server.stop();
	});

	test("waits for a short lock, with other requests served", async () => {
		const server = await startServer({}, patchedBuild(["MAX_BUSY_MS = 3e3", "MAX_BUSY_MS = 1e6"]));
		const other = new SQLite(server.databasePath);
		other.exec("BEGIN IMMEDIATE");
		const { health } = await askedBesidePages(server);
		other.exec("ROLLBACK");
		other.close();
		expect(await health).toEqual([200, "ok\n"]);
		await server.stop();
	});

	test("because a transaction of the server never ends: 503 after a limited wait", async () => {
		const stuck = patchedBuild(
			anew,
			["MAX_BUSY_MS = 3e3", "MAX_BUSY_MS = 1500"],
			["function checkHealth() {", "$& db.connection().execute(() => new Promise(() => {}));"],
		);
		const server = await startServer({}, stuck);
		expect(await asked(server)).toEqual([503, BUSY]);
		await server.stop();
	});

	test("because a table is missing: 503, without details of the schema", async () => {
		const databasePath = temporaryDatabase();
		const file = new SQLite(databasePath);
		file.pragma("foreign_keys = OFF");
		file.exec("DROP TABLE diagramas");
		file.close();
		const server = await startServer({ DATABASE_PATH: databasePath });
		expect(await asked(server)).toEqual([
			503,
			"No se puede leer la base de datos. Qué hacer: npm run data -- check\n",
		]);
		await server.stop();
	});
});

describe("something that people send cannot be kept: 503 and the command that says more", () => {
	test("a file in place of the folder of the photos", async () => {
		const server = await startServer({ UPLOADS_DIR: fileInPlace() });
		expect(await asked(server)).toEqual([
			503,
			"No se puede guardar ninguna foto: no se puede escribir en su carpeta. Qué hacer: npm run data -- check\n",
		]);
		await waitUntil(() => server.output().includes('"event":"folder_unusable"'), "it is logged");
		expect(server.output()).toMatch(
			/"setting":"UPLOADS_DIR".*"code":"ENOTDIR".*no es una carpeta: revisá el ajuste; si está bien, mv /,
		);
		await server.stop();
	});

	test("the disk of the photos does not respond: within seconds, while pages are served, then ok again", async () => {
		const databasePath = temporaryDatabase();
		const uploads = temporaryFolder();
		const photo = randomUUID();
		seedUser(databasePath, { photo });
		writeFileSync(join(uploads, `${photo}-320.webp`), "x");
		const server = await startServer(
			{ DATABASE_PATH: databasePath, UPLOADS_DIR: uploads },
			patchedBuild(anew, [/^/, hangingBelow(uploads)]),
		);
		expect(await asked(server)).toEqual([200, "ok\n"]);
		writeFileSync(`${uploads}.hangs`, "");
		const start = performance.now();
		const { health } = await askedBesidePages(server);
		expect(await health).toEqual([503, expect.stringMatching(/^No se puede guardar ninguna foto: /)]);
		expect(performance.now() - start).toBeLessThan(9000);
		rmSync(`${uploads}.hangs`);
		let after = await asked(server);
		while (after[0] === 503) after = await asked(server);
		expect(after).toEqual([200, "ok\n"]);
		await server.stop();
	});

	test("none of the photos that rows name is there", async () => {
		const databasePath = temporaryDatabase();
		seedUser(databasePath, { photo: randomUUID() });
		const server = await startServer({ DATABASE_PATH: databasePath });
		expect(await asked(server)).toEqual([
			503,
			expect.stringMatching(/^Faltan todas las fotos: .* data -- check\n$/),
		]);
		await waitUntil(() => server.output().includes('"event":"uploads_gone","level":"error"'), "it is logged");
		await server.stop();
	});

	test.each([
		["that nothing new is stored", [/bavail \* bsize >= 2 \* RESERVE_BYTES\w*/, "false"]],
		[
			"that the database cannot be written",
			[
				/function writeNothing\d*\(\) \{/,
				'$& return Promise.reject(Object.assign(new Error("full"), { code: "SQLITE_FULL" }));',
			],
		],
	] as const)("the disk is so full %s", async (_, patch) => {
		const server = await startServer({}, patchedBuild(patch));
		expect(await asked(server)).toEqual([
			503,
			expect.stringMatching(/^El disco está lleno: .* data -- report\n$/),
		]);
		await server.stop();
	});

	test.runIf(existsSync("/dev/full"))("so full that a file has no content: none stays behind", async () => {
		const uploads = temporaryFolder();
		const server = await startServer({ UPLOADS_DIR: uploads }, patchedBuild(anew));
		expect((await asked(server))[0]).toBe(200);
		symlinkSync("/dev/full", join(uploads, ".probe"));
		expect((await asked(server))[1]).toMatch(/^El disco está lleno: /);
		expect(readdirSync(uploads)).toEqual([]);
		await server.stop();
	});
});

test("what a server leaves that is killed during a check is gone after the next one", async () => {
	const uploads = temporaryFolder();
	const die: [RegExp, string] = [
		/\.finally\(\(\) => rm\w*\(probe,/,
		'.then(() => probe.startsWith(process.env.UPLOADS_DIR) && process.kill(process.pid, "SIGKILL"))$&',
	];
	await startServer({ UPLOADS_DIR: uploads }, patchedBuild(die)).catch(() => undefined);
	await expect.poll(() => readdirSync(uploads)).toHaveLength(1);
	const server = await startServer({ UPLOADS_DIR: uploads }, patchedBuild(anew));
	expect(await asked(server)).toEqual([200, "ok\n"]);
	expect(readdirSync(uploads)).toEqual([]);
	await server.stop();
});

describe("a problem that a restart would not fix is a warning:", () => {
	test("a file in place of the folder of the backups", async () => {
		const server = await startServer({ BACKUPS_DIR: fileInPlace() });
		expect(await asked(server)).toEqual([
			200,
			"ok\nAviso: No se puede escribir en la carpeta de las copias de seguridad. Qué hacer: npm run data -- check\n",
		]);
		await server.stop();
	});

	test("low disk space", async () => {
		const full = patchedBuild(["MIN_FREE_BYTES = 300 * 1048576", "MIN_FREE_BYTES = 2 ** 62"]);
		const server = await startServer({}, full);
		const warned = "ok\nAviso: Queda poco lugar en el disco: no se aceptan más fotos.\n";
		expect(await asked(server)).toEqual([200, warned]);
		await server.stop();
	});

	test("changes without a backup, not counting unfinished ones", async () => {
		const folder = temporaryFolder();
		// With this patch, the server believes that it last found all changes in a backup a day ago.
		const dayOld: [RegExp, string] = [
			/(?<=var upToDateAt = )performance\.timeOrigin/,
			"(Date.now() - 864e5)",
		];
		const server = await startServer(
			{ BACKUPS_DIR: folder, BACKUP_EVERY: "15" },
			patchedBuild(anew, dayOld, [/(?<=function startBackups\(\) \{)/, "return;"]),
		);
		const late =
			"ok\nAviso: Hay cambios sin copia de seguridad desde hace más de 1 h. Qué hacer: npm run backup\n";
		expect(await asked(server)).toEqual([200, late]);
		for (const [name, expected] of [
			[nameOf(Date.now() - 2 * HOUR_MS), late],
			[`${nameOf(Date.now())}.new`, late],
			["images", late],
			["2026-99-99T99-99-99Z", late],
			[nameOf(Date.now() - 0.5 * HOUR_MS), "ok\n"],
			[nameOf(Date.now() - 40 * HOUR_MS), "ok\n"],
		] as const) {
			mkdirSync(join(folder, name));
			expect(await asked(server), name).toEqual([200, expected]);
		}
		await server.stop();
	});

	test("a late backup of the host machine's job, if the server makes no backups", async () => {
		const folder = temporaryFolder();
		const server = await startServer(
			{ BACKUPS_DIR: folder },
			patchedBuild(anew, [/(?<=var upToDateAt = )performance\.timeOrigin/, "(Date.now() - 1000 * 36e5)"]),
		);
		for (const [hours, expected] of [
			[27, "ok\nAviso: La última copia de seguridad tiene más de 26 horas. Qué hacer: npm run backup\n"],
			[25, "ok\n"],
		] as const) {
			mkdirSync(join(folder, nameOf(Date.now() - hours * HOUR_MS)));
			expect(await asked(server)).toEqual([200, expected]);
		}
		await server.stop();
	});

	test("a late copy on another machine, if there was one before", async () => {
		const folder = temporaryFolder();
		const server = await startServer({ BACKUPS_DIR: folder }, patchedBuild(anew));
		const copied = join(folder, "copied");
		writeFileSync(copied, "");
		expect(await asked(server)).toEqual([200, "ok\n"]);
		const dayAgo = new Date(Date.now() - 27 * HOUR_MS);
		utimesSync(copied, dayAgo, dayAgo);
		expect((await asked(server))[1]).toBe(
			"ok\nAviso: La última copia en otra máquina tiene más de 26 horas.\n",
		);
		const ahead = new Date(Date.now() + 24 * HOUR_MS);
		utimesSync(copied, ahead, ahead);
		expect((await asked(server))[1]).toBe(
			"ok\nAviso: La última copia en otra máquina tiene fecha futura: revisá el reloj.\n",
		);
		await server.stop();
	});

	test("a backup with a time in the future, which does not count as the newest", async () => {
		const folder = temporaryFolder();
		const server = await startServer({ BACKUPS_DIR: folder }, patchedBuild(anew));
		mkdirSync(join(folder, nameOf(Date.now() + 24 * HOUR_MS)));
		expect((await asked(server))[1]).toBe(
			"ok\nAviso: Hay copias de seguridad con fecha futura: revisá el reloj.\n",
		);
		await server.stop();
	});
});

test("a backup's name is its time in UTC", () => {
	expect(backupTime("2026-11-21T06-00-03Z")).toBe(Date.UTC(2026, 10, 21, 6, 0, 3));
	for (const other of [
		"2026-11-21T06-00-03Z.new",
		"2026-11-21T06:00:03Z",
		"2026-13-21T06-00-03Z",
		"images",
	]) {
		expect(backupTime(other), other).toBeUndefined();
	}
});

/**
 * Code before the program's: while the file `path`.hangs exists, no asynchronous access to the folder `path` ends, as on
 * a network disk, and a synchronous one stops the program for a long time.
 */
function hangingBelow(path: string): string {
	return `
		import fs from "node:fs";
		import { syncBuiltinESMExports } from "node:module";
		{
			const { existsSync } = fs;
			const hangs = (path) => String(path).startsWith("${path}") && existsSync("${path}.hangs");
			const ended = () => new Promise((resolve) => {
				const timer = setInterval(() => existsSync("${path}.hangs") || resolve(clearInterval(timer)), 20);
			});
			for (const name of ["access", "stat", "statfs", "writeFile", "rm", "readdir"]) {
				const real = fs.promises[name];
				fs.promises[name] = async (...args) => {
					if (hangs(args[0])) await ended();
					return real(...args);
				};
			}
			for (const name of ["existsSync", "statSync", "statfsSync", "mkdirSync"]) {
				const real = fs[name];
				fs[name] = (...args) => {
					if (hangs(args[0])) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
					return real(...args);
				};
			}
			syncBuiltinESMExports();
		}
	`;
}

const HOUR_MS = 3_600_000;

/** @returns path of a file */
function fileInPlace(): string {
	const path = join(temporaryFolder(), "in-the-way");
	writeFileSync(path, "");
	return path;
}

function nameOf(time: number): string {
	return `${new Date(time).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}
