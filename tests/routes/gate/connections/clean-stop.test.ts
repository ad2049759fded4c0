import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { send } from "../../../support/server/http-client";
import { patchedBuild } from "../../../support/server/patched-build";
import { startServer, type TestServer } from "../../../support/server/server";
import { waitUntil } from "../../../support/server/wait-until";
import { temporaryDatabase } from "../../../support/temporary-folder";

test("SIGTERM completes the unfinished request, waits no longer for one that never ends, closes the database and exits with code 0", async () => {
	const databasePath = temporaryDatabase();
	const slow = buildThatWrites(1500, `await ${WRITE}; ${WAIT};`);
	const server = await startServer({ DATABASE_PATH: databasePath }, slow);
	const response = send(server.origin, "/healthcheck");
	await waitUntil(() => server.output().includes("under way"), "the request is under way");
	const { host } = new URL(server.origin);
	const form =
		"Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9";
	await opened(server, `POST /cookies HTTP/1.1\r\nHost: ${host}\r\n${form}\r\n\r\n`);
	const code = server.stop();
	expect((await response).text).toBe("ok\n");
	// The form alone would be waited for as long as forms are, for 30 s.
	const late = new Promise((resolve) => setTimeout(resolve, 15_000, "late").unref());
	expect(await Promise.race([code, late])).toBe(0);
	expect(server.output().trim().split("\n").at(-1)).toContain('"event":"stopped"');
	expectWritten(databasePath);
});

test("a transaction that outlives its request, as an account's removal may, is no crash and loses nothing", async () => {
	const databasePath = temporaryDatabase();
	const work = `await db.transaction().execute(async (db) => { await ${WRITE}; ${WAIT}; });`;
	const server = await startServer({ DATABASE_PATH: databasePath }, buildThatWrites(100, work));
	const cutOff = expect(send(server.origin, "/healthcheck")).rejects.toThrow();
	await waitUntil(() => server.output().includes("under way"), "the transaction is open");
	expect(await server.stop()).toBe(0);
	await cutOff;
	expect(server.output().trim().split("\n").at(-1)).toContain('"event":"stopped"');
	expectWritten(databasePath);
});

const WRITE = 'db.updateTable("diagramas").set({ updated_at: 77 }).execute()';
const WAIT = 'process.stdout.write("under way\\n"); await new Promise((resolve) => setTimeout(resolve, 500))';

/** A build whose health check responds late, and writes to the database, so that a checkpoint is necessary. */
function buildThatWrites(stopMs: number, work: string): string {
	return patchedBuild(
		["STOP_MS = 2e4", `STOP_MS = ${stopMs}`],
		[
			/(async function loader\d*\(\) \{)(\s+let \{ problem, warnings \} = await checkHealth\(\))/,
			`$1 ${work} $2`,
		],
	);
}

function expectWritten(databasePath: string): void {
	const wal = `${databasePath}-wal`;
	expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
	const after = new SQLite(databasePath, { readonly: true });
	expect(after.prepare("SELECT DISTINCT updated_at FROM diagramas").pluck().all()).toEqual([77]);
	expect(after.pragma("integrity_check", { simple: true })).toBe("ok");
	after.close();
}

test.each(["SIGTERM", "SIGINT"] as const)(
	"%s does not wait for connections without a complete request",
	async (signal) => {
		const server = await startServer();
		const silent = await opened(server, "");
		const half = await opened(server, "GET /home HTTP/1.1\r\nHost: loc");
		const { host } = new URL(server.origin);
		const idle = await opened(server, `GET /healthcheck HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
		await new Promise((resolve) => idle.once("data", resolve));
		const closed = [silent, half, idle].map(
			(socket) => new Promise((resolve) => socket.once("close", resolve)),
		);
		const ended = new Promise((resolve) => server.process.once("exit", resolve));
		server.process.kill(signal);
		// A server that did not close the three open connections at once would end only after 20 seconds or more.
		const late = new Promise((resolve) => setTimeout(resolve, 8_000, "late").unref());
		expect(await Promise.race([ended, late])).toBe(0);
		await Promise.all(closed);
		await server.stop();
	},
);

function opened(server: TestServer, bytes: string): Promise<Socket> {
	return new Promise((resolve) => {
		const socket = connect(Number(new URL(server.origin).port), "127.0.0.1", () => {
			socket.write(bytes || "\r\n", () => resolve(socket));
		});
		socket.on("error", () => {});
		socket.resume();
	});
}
