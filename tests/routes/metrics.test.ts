import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { backupName } from "~/lib/database/backup-times.server";
import { measure } from "~/lib/metrics/metrics.server";
import { handle as callback } from "~/routes/auth.google_.callback";
import { handle as healthcheck } from "~/routes/healthcheck";
import { readLoopDelay } from "../laboratory/figures/loop-delay";
import { seedUser } from "../support/accounts-on-disk";
import { post, sameOrigin, send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { freePort } from "../support/server/ports.mjs";
import { startServer, type TestServer } from "../support/server/server";
import { waitUntil } from "../support/server/wait-until";
import { temporaryFolder } from "../support/temporary-folder";

/** Tests of the metrics for Prometheus, on a port that by default only the server's own machine can reach. */

let server: TestServer;
let port: number;
const backups = temporaryFolder();
beforeAll(async () => {
	port = await freePort();
	server = await startMeasured({ METRICS_PORT: String(port), BACKUPS_DIR: backups });
});
afterAll(async () => {
	await server.stop();
	rmSync(backups, { recursive: true, force: true });
});

describe("requests", () => {
	test("are counted by method, route pattern and status class", async () => {
		const before = await read();
		await send(server.origin, "/diagrams/4turnos_7dias?crew=A");
		await send(server.origin, "/diagrams/3turnos", { method: "HEAD" });
		await send(server.origin, "/diagrams/no-hay");
		await post(server.origin, "/auth/login", "email=nadie&password=x");
		const after = await read();
		const more = (labels: string) => {
			const name = `relevo_requests_total{${labels}}`;
			return (after.get(name) ?? 0) - (before.get(name) ?? 0);
		};
		expect(more('method="GET",route="/diagrams/:id",status="2xx"')).toBe(1);
		expect(more('method="HEAD",route="/diagrams/:id",status="2xx"')).toBe(1);
		expect(more('method="GET",route="/diagrams/:id",status="4xx"')).toBe(1);
		expect(more('method="POST",route="/auth/login",status="4xx"')).toBe(1);
		const timed = 'relevo_request_seconds_count{route="/diagrams/:id"}';
		expect((after.get(timed) ?? 0) - (before.get(timed) ?? 0)).toBe(3);
	});

	test("a thousand unknown addresses and methods create no new series", async () => {
		const kinds = ["/marca-N", "/build/marca-N.js", "/pictures/marca-N.svg", "/diagrams/marca-N"];
		for (const kind of kinds) await send(server.origin, kind);
		await send(server.origin, "/marca", { method: "DELETE" });
		const before = await read();
		for (let round = 0; round < 50; round++) {
			const numbers = Array.from({ length: 20 }, (_, index) => round * 20 + index);
			const paths = numbers.map((number) => (kinds[number % 4] ?? "").replace("N", String(number ** 3)));
			const responses = await Promise.all(paths.map((path) => send(server.origin, path)));
			expect(responses.every(({ status }) => status === 404)).toBe(true);
		}
		for (const method of ["PUT", "PATCH", "OPTIONS", "PROPFIND", "M-SEARCH", "SEARCH"]) {
			await send(server.origin, `/marca-${method}`, { method });
		}
		const after = await read();
		expect(Array.from(after.keys())).toEqual(Array.from(before.keys()));
		for (const route of ["/*", "/build/*", "/pictures/:file", "/diagrams/:id"]) {
			const missing = `relevo_requests_total{method="GET",route="${route}",status="4xx"}`;
			expect((after.get(missing) ?? 0) - (before.get(missing) ?? 0), route).toBe(250);
		}
		expect(Array.from(after.keys()).join()).not.toContain("marca");
	});

	test("refused ones are counted by reason", async () => {
		const before = await read();
		await post(server.origin, "/cookies", "intent=accepted", { "sec-fetch-site": "cross-site" });
		await send(server.origin, "/home", { headers: { host: "otra.example" } });
		await send(server.origin, "/home", { method: "DELETE" });
		await post(server.origin, "/cookies", "x".repeat(70_000));
		await post(server.origin, "/cookies", "{}", { "content-type": "application/json" });
		for (let attempt = 0; attempt < 6; attempt++) {
			await post(server.origin, "/auth/login", "email=nadie%40planta.example&password=no+es+esta+clave");
		}
		const after = await read();
		const more = (reason: string) => {
			const name = `relevo_refused_total{reason="${reason}"}`;
			return (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
		};
		const reasons = ["csrf", "host", "method", "too_large", "type", "attempts", "disk_full"];
		expect(reasons.map((reason) => [reason, more(reason)])).toEqual([
			["csrf", 1],
			["host", 1],
			["method", 1],
			["too_large", 1],
			["type", 1],
			["attempts", 1],
			["disk_full", 0],
		]);
	});

	test.each([
		["POST", "/auth/login", 503, {}, { busy: 1 }],
		["GET", "/healthcheck", 503, healthcheck, {}],
		["GET", "/auth/google/callback", 503, callback, {}],
		["POST", "/auth/login", 429, {}, { attempts: 1 }],
		["GET", "/auth/export", 429, {}, { download: 1 }],
	])("%s %s with status %i of a route that says %o: what counts as refused is %o", async (...visit) => {
		const [method, route, status, handle, expected] = visit;
		const measured = await measure(createHttpServer());
		const reasons = async () =>
			Array.from(
				(await measured.read()).matchAll(/^relevo_refused_total\{reason="(\w+)"\} (\d+)$/gm),
				([, reason = "", count]) => [reason, Number(count)] as const,
			);
		const before = Object.fromEntries(await reasons());
		measured.count({ method, route, status, ms: 1, ...handle });
		const more = (await reasons()).map(([reason, count]) => [reason, count - (before[reason] ?? Number.NaN)]);
		expect(Object.fromEntries(more.filter(([, count]) => count !== 0))).toEqual(expected);
	});

	test("a failed health check is no refusal by a busy server", async () => {
		const failed = 'return Promise.resolve({ problem: "La base de datos no responde.", warnings: [] });';
		const own = await freePort();
		const failing = await startMeasured(
			{ METRICS_PORT: String(own) },
			patchedBuild(["function checkHealth() {", `$& ${failed}`]),
		);
		expect((await send(failing.origin, "/healthcheck")).status).toBe(503);
		await expect
			.poll(async () => (await send(`http://127.0.0.1:${own}`, "/metrics")).text)
			.toContain('relevo_requests_total{method="GET",route="/healthcheck",status="5xx"} 1');
		const { text } = await send(`http://127.0.0.1:${own}`, "/metrics");
		expect(text).toContain('relevo_refused_total{reason="busy"} 0');
		await failing.stop();
	});

	test("an aborted request is counted, but not its duration", async () => {
		const name = 'relevo_requests_total{method="POST",route="/cookies",status="aborted"}';
		const before = await read();
		const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
		const { host } = new URL(server.origin);
		socket.write(
			`POST /cookies HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: ${sameOrigin["sec-fetch-site"]}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\nin`,
			() => setTimeout(() => socket.destroy(), 50),
		);
		await waitUntil(() => server.output().includes('"aborted":true'), "it is in the log");
		const after = await read();
		expect((after.get(name) ?? 0) - (before.get(name) ?? 0)).toBe(1);
	});
});

describe("gauges", () => {
	test("of process, event loop, connections and files", async () => {
		const figures = await read();
		const figure = (name: string) => figures.get(name) ?? Number.NaN;
		expect(figure("process_resident_memory_bytes")).toBeGreaterThan(30e6);
		expect(figure("process_start_time_seconds")).toBeLessThanOrEqual(Date.now() / 1000);
		expect(figure("process_start_time_seconds")).toBeGreaterThan(Date.now() / 1000 - 600);
		expect(figure("relevo_connections")).toBeGreaterThanOrEqual(1);
		expect(figure("relevo_uploads_waiting")).toBe(0);
		expect(figure("relevo_database_bytes")).toBeGreaterThan(100_000);
		expect(figure("relevo_database_wal_bytes")).toBeGreaterThanOrEqual(0);
		expect(figure("relevo_disk_free_bytes")).toBeGreaterThan(0);
	});

	test("of a folder that is none: not a number, beside all others", async () => {
		const [file, port] = [join(temporaryFolder(), "uploads"), await freePort()];
		writeFileSync(file, "");
		const server = await startMeasured({ METRICS_PORT: String(port), UPLOADS_DIR: file });
		const { status, text } = await send(`http://127.0.0.1:${port}`, "/metrics");
		await server.stop();
		expect(status).toBe(200);
		expect(text).toMatch(/^relevo_disk_free_bytes Nan$/im);
		expect(text).toMatch(/^relevo_database_bytes \d+$/m);
	});

	test("of the event loop's delay: a blocked loop is seen, once", async () => {
		const own = await freePort();
		const stand = "const end = Date.now() + 300; while (Date.now() < end);";
		const blocked = await startMeasured(
			{ METRICS_PORT: String(own) },
			patchedBuild(["function checkHealth() {", `$& ${stand}`]),
		);
		const delay = async () => readLoopDelay((await send(`http://127.0.0.1:${own}`, "/metrics")).text);
		for (let time = 0; time < 3; time++) await send(blocked.origin, "/healthcheck");
		const after = await delay();
		expect(after.max).toBeGreaterThanOrEqual(250);
		expect(after.max).toBeGreaterThanOrEqual(after.p99);
		expect(after.p99).toBeGreaterThanOrEqual(after.p50);
		expect(after.p50).toBeGreaterThanOrEqual(0);
		// A busy machine may hold the loop up as long once more, but not each time.
		await expect.poll(async () => (await delay()).max).toBeLessThan(after.max);
		await blocked.stop();
	});

	test("of connections closed in favour of new ones", async () => {
		const own = await freePort();
		const small = await startMeasured(
			{ METRICS_PORT: String(own) },
			patchedBuild(["MAX_OPEN_CONNECTIONS = 300", "MAX_OPEN_CONNECTIONS = 3"]),
		);
		const sockets: Socket[] = [];
		for (let count = 0; count < 5; count++) {
			const socket = connect(Number(new URL(small.origin).port), "127.0.0.1");
			await new Promise((resolve) => socket.once("connect", resolve));
			socket.on("error", () => {}).resume();
			sockets.push(socket);
		}
		await waitUntil(() => sockets.filter(({ closed }) => closed).length === 2, "two are closed");
		const { text } = await send(`http://127.0.0.1:${own}`, "/metrics");
		expect(text).toContain("\nrelevo_connections_dropped_total 2\n");
		expect(text).toContain("\nrelevo_connections 3\n");
		for (const socket of sockets) socket.destroy();
		await small.stop();
	});

	test("of waiting mails, and of the time since which they wait", async () => {
		expect((await read()).get("relevo_outbox_mails")).toBe(0);
		const file = new SQLite(server.databasePath, { timeout: 5000 });
		const insert = file.prepare(
			"INSERT INTO outbox (id, kind, user_id, address, created_at, next_try_at) VALUES (?, 'verify', NULL, 'ana@planta.example', ?, ?)",
		);
		const tomorrow = Date.now() + 86_400_000;
		insert.run(randomUUID(), Date.now() - 7_200_000, tomorrow);
		insert.run(randomUUID(), Date.now() - 60_000, tomorrow);
		const figures = await read();
		expect(figures.get("relevo_outbox_mails")).toBe(2);
		expect(Math.round((figures.get("relevo_outbox_oldest_seconds") ?? 0) / 60)).toBe(120);
		file.exec("DELETE FROM outbox");
		file.close();
		expect((await read()).get("relevo_outbox_oldest_seconds")).toBe(0);
	});

	test("of the last backup", async () => {
		const name = "relevo_last_backup_timestamp_seconds";
		// Adds backups with later times than the server's own backups. The metrics ignore the backup of 2096, because its
		// time can only come from a wrong clock.
		const inTwoMinutes = Math.floor(Date.now() / 1000 + 120) * 1000;
		for (const time of [inTwoMinutes - 60_000, inTwoMinutes, Date.UTC(2096, 10, 21)])
			mkdirSync(join(backups, backupName(time)));
		const figures = await read();
		expect(figures.get(name)).toBe(inTwoMinutes / 1000);
		expect(figures.get("relevo_backup_up_to_date_timestamp_seconds")).toBe(inTwoMinutes / 1000);
	});

	test("of the version, which the log contains too, but no page", async () => {
		const version = readFileSync("build/version.txt", "utf8");
		expect(version).toMatch(/^2\.0\.0-r\d+(\+[0-9a-f]{7,})?$/);
		expect((await read()).get(`relevo_build_info{version="${version}"}`)).toBe(1);
		const [listening = ""] = server.output().match(/^.*"event":"listening".*$/m) ?? [];
		expect(JSON.parse(listening)).toMatchObject({ version });
		for (const path of ["/about", "/auth/login", "/healthcheck"])
			expect((await send(server.origin, path)).text).not.toContain(`${version.split("+")[1] ?? version}`);
	});

	test("of the last copy on another machine", async () => {
		const name = "relevo_last_copy_timestamp_seconds";
		expect((await read()).get(name)).toBe(0);
		writeFileSync(join(backups, "copied"), "");
		utimesSync(join(backups, "copied"), 1_700_000_000, 1_700_000_000);
		expect((await read()).get(name)).toBe(1_700_000_000);
	});
});

test("metrics contain no personal data", async () => {
	const person = seedUser(server.databasePath);
	const headers = { cookie: person.cookie, "user-agent": "agente-marcado" };
	for (const path of [
		"/auth/my-account",
		"/auth/my-documents?q=busca-marcada",
		`/images/${person.id}.webp`,
	]) {
		await send(server.origin, path, { headers });
	}
	const text = (await send(origin(), "/metrics")).text;
	const token = person.cookie.split("=")[1] ?? "";
	expect(token.length).toBeGreaterThan(20);
	for (const secret of [person.id, person.email, token, "marcad", "127.0.0.1"])
		expect(text).not.toContain(secret);
});

describe("the port", () => {
	test("serves the metrics and nothing else", async () => {
		const response = await send(origin(), "/metrics");
		expect(response.headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
		for (const path of ["/", "/home", "/metrics/", "/metrics?a=b", "/healthcheck"]) {
			expect((await send(origin(), path)).status, path).toBe(404);
		}
		expect((await send(origin(), "/metrics", { method: "POST", body: "x" })).status).toBe(404);
		expect((await send(server.origin, "/metrics")).status).toBe(404);
	});

	test("is open on 127.0.0.1 only", async () => {
		expect(await isOpen("127.0.0.1")).toBe(true);
		const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
		const others = own.map(({ address }) => address).filter((address) => address !== "127.0.0.1");
		for (const address of ["127.0.0.2", "::1", ...others]) expect(await isOpen(address), address).toBe(false);
	});

	test("is closed unless configured, and the metrics library is not loaded then", async () => {
		const quiet = await startServer();
		expect(quiet.output()).not.toContain("metrics");
		await quiet.stop();
		const loaded = readFileSync("build/index.js", "utf8").match(/.*prom-client.*/g) ?? [];
		expect(loaded.filter((line) => !line.includes('await import("prom-client")'))).toEqual([]);
		expect(loaded).toHaveLength(1);
	});

	test("when already in use, is reported in one log line, and the site goes on", async () => {
		const other = createServer().listen(0, "127.0.0.1");
		onTestFinished(() => void other.close());
		await new Promise((resolve) => other.once("listening", resolve));
		const address = other.address();
		const taken = typeof address === "object" && address ? address.port : 0;
		const without = await startServer({ METRICS_PORT: String(taken) });
		await waitUntil(() => without.output().includes("Sin métricas"), "it says so");
		expect(without.output()).toContain(`Sin métricas: el puerto ${taken} de METRICS_PORT está ocupado.\n`);
		expect((await send(without.origin, "/home?inicio=1")).status).toBe(200);
		expect(await without.stop()).toBe(0);
	});

	test("is open on METRICS_HOST instead, and closes with the server even while a connection is open", async () => {
		const own = await freePort();
		const stopping = await startMeasured({ METRICS_PORT: String(own), METRICS_HOST: "127.0.0.2" });
		expect(await isOpen("127.0.0.1", own)).toBe(false);
		const held = connect(own, "127.0.0.2");
		await new Promise((resolve) => held.once("connect", resolve));
		const isClosed = new Promise((resolve) => held.once("close", resolve));
		held.on("error", () => {});
		held.resume();
		expect(await stopping.stop()).toBe(0);
		await isClosed;
		expect(await isOpen("127.0.0.2", own)).toBe(false);
	});
});

async function startMeasured(settings: Record<string, string>, build?: string): Promise<TestServer> {
	const started = await startServer(settings, build);
	await waitUntil(() => started.output().includes('"event":"metrics_listening"'), "the port is open");
	return started;
}

const origin = () => `http://127.0.0.1:${port}`;

/** Reads metric values by name and labels. Fails on a line that is neither a metric nor a comment. */
async function read(): Promise<Map<string, number>> {
	// The server counts a response after sending it. When one more request is logged, all earlier ones are counted.
	const before = server.output().length;
	await send(server.origin, "/healthcheck");
	await waitUntil(() => server.output().slice(before).includes('"route":"/healthcheck"'), "it is logged");
	const { status, text } = await send(origin(), "/metrics");
	expect(status).toBe(200);
	const lines = text.split("\n").filter((line) => line && !/^# (HELP|TYPE) /.test(line));
	return new Map(
		lines.map((line) => {
			const [, name = "", value] = /^([a-z0-9_]+(?:\{[^{}]*\})?) ([-+.\de]+)$/.exec(line) ?? [];
			expect(name, line).not.toBe("");
			return [name, Number(value)];
		}),
	);
}

function isOpen(host: string, at = port): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(at, host);
		socket.setTimeout(2000, () => socket.destroy());
		socket.once("connect", () => {
			resolve(true);
			socket.destroy();
		});
		socket.once("error", () => resolve(false));
		socket.once("close", () => resolve(false));
	});
}
