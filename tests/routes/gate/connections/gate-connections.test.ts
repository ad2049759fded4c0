import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ActionFunction } from "@remix-run/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connections } from "~/gate/connections.server";
import { patchedBuild } from "../../../support/server/patched-build";
import { startServer } from "../../../support/server/server";
import { type SmallGate, startSmallGate } from "../../../support/server/small-gate";
import { waitUntil } from "../../../support/server/wait-until";

/** Tests that slow clients do not keep other clients out, even when the slow clients hold all connections. */

const UPLOAD = "/auth/my-account/edit-profile";
const MAX_CONNECTIONS = 4;

let gate: SmallGate;
let requests: number;
/** Every route except `page` waits for this promise before it reads or responds. */
let released: Promise<void>;
let release: () => void;

const action: ActionFunction = async ({ request }) => {
	await released;
	return new Response(`${(await request.arrayBuffer()).byteLength} bytes`);
};

beforeEach(async () => {
	// The connections are real; only the clock is fake.
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	requests = 0;
	released = new Promise((resolve) => {
		release = resolve;
	});
	const loader = async () => {
		await released;
		return new Response("slow page");
	};
	gate = await startSmallGate({
		"auth/my-account/edit-profile": { action, handle: { uploadBytes: 16 * 1024 * 1024 } },
		form: { action },
		slow: { loader },
		page: { loader: () => new Response("a page") },
	});
	gate.server.on("request", () => {
		requests++;
	});
	new Connections(gate.server, MAX_CONNECTIONS);
});
afterEach(async () => {
	vi.useRealTimers();
	await gate.stop();
});

/** A client connection, with the text received so far. */
interface Visitor {
	socket: Socket;
	text: string;
	isOpen: boolean;
}

async function visit(bytes = "", port = Number(new URL(gate.origin).port)): Promise<Visitor> {
	const socket = connect(port, "127.0.0.1");
	const visitor: Visitor = { socket, text: "", isOpen: true };
	socket.on("error", () => {});
	socket.on("data", (chunk) => {
		visitor.text += chunk;
	});
	socket.once("close", () => {
		visitor.isOpen = false;
	});
	await once(socket, "connect");
	socket.write(bytes);
	return visitor;
}

function headOf(target: string, lines = ""): string {
	const { host } = new URL(gate.origin);
	return `${target} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n${lines}\r\n`;
}

const uploadOf = (bytes: number) =>
	headOf(
		`POST ${UPLOAD}`,
		`Content-Type: multipart/form-data; boundary=corte\r\nContent-Length: ${bytes}\r\n`,
	);
const formOf = (bytes: number) =>
	headOf("POST /form", `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${bytes}\r\n`);

async function visitPage(): Promise<Visitor> {
	const visitor = await visit(headOf("GET /page"));
	await waitUntil(() => visitor.text.includes("a page"));
	return visitor;
}

describe("when all connections are taken, a new one closes", () => {
	test("the connection idle for the longest time, with or without the start of a request, and none before the limit", async () => {
		const silent = await visit();
		vi.advanceTimersByTime(2500);
		const answered = await visitPage();
		vi.advanceTimersByTime(2500);
		const half = await visit("GET /page HTTP/1.1\r\nHost: loc");
		vi.advanceTimersByTime(2500);
		const last = await visitPage();
		expect(silent.isOpen).toBe(true);
		for (const [gone, left] of [
			[silent, [answered, half, last]],
			[answered, [half, last]],
			[half, [last]],
		] as const) {
			vi.advanceTimersByTime(2500);
			await visitPage();
			await waitUntil(() => !gone.isOpen);
			expect(left.every(({ isOpen }) => isOpen)).toBe(true);
		}
		// The last of the earlier visitors still has an open connection.
		last.socket.write(headOf("GET /page"));
		await waitUntil(() => last.text.split("a page").length === 3);
	});

	test("the connection whose body is the most overdue, but none whose client sends fast enough", async () => {
		release();
		const quick = await visit(`${uploadOf(200_000)}${"a".repeat(100_000)}`);
		const trickling = await visit(`${uploadOf(200_000)}${"a".repeat(10_000)}`);
		const silent = await visit(uploadOf(200_000));
		await waitUntil(() => requests === 3);
		vi.advanceTimersByTime(1000);
		const form = await visit(`${formOf(100)}a=`);
		await waitUntil(() => requests === 4);
		vi.advanceTimersByTime(5000);
		for (const gone of [silent, form, trickling]) {
			const newcomer = await visitPage();
			await waitUntil(() => !gone.isOpen);
			// Makes the newcomer busy with a fast upload, because the server would close an idle connection next.
			newcomer.socket.write(`${uploadOf(200_000)}${"a".repeat(199_999)}`);
			const before = requests;
			await waitUntil(() => requests > before);
		}
		quick.socket.write("a".repeat(100_000));
		await waitUntil(() => quick.text.includes("200000 bytes"));
	});

	test("no connection that waits for the server; if all do, the new one is closed", async () => {
		const waiting = [
			await visit(headOf("GET /slow")),
			await visit(`${uploadOf(100_000)}${"a".repeat(100_000)}`),
			await visit(`${uploadOf(10_000_000)}${"a".repeat(100_000)}`),
			await visit(`${formOf(10)}a=23456789`),
		];
		await waitUntil(() => requests === 4);
		// Gives the server time to read the bodies as far as it buffers them. From then on each client waits for the
		// server.
		for (let ticks = 0; ticks < 50; ticks++) await new Promise((resolve) => setImmediate(resolve));
		vi.advanceTimersByTime(20_000);
		const newcomer = await visit(headOf("GET /page"));
		await waitUntil(() => !newcomer.isOpen);
		expect(newcomer.text).toBe("");
		expect(waiting.every(({ isOpen }) => isOpen)).toBe(true);
		release();
		waiting[2]?.socket.write("a".repeat(9_900_000));
		const responses = ["slow page", "100000 bytes", "10000000 bytes", "10 bytes"];
		await waitUntil(() => waiting.every(({ text }, index) => text.includes(responses[index] ?? "")));
	});

	test("no connection that was just opened while others are overdue", async () => {
		release();
		const behind = await Promise.all(Array.from({ length: 3 }, () => visit(uploadOf(1000))));
		await waitUntil(() => requests === 3);
		vi.advanceTimersByTime(10_000);
		const first = await visit();
		vi.advanceTimersByTime(1000);
		await visit();
		await waitUntil(() => behind.filter(({ isOpen }) => !isOpen).length === 1);
		first.socket.write(headOf("GET /page"));
		await waitUntil(() => first.text.includes("a page"));
	});

	test("no connection with a second pipelined request in progress", async () => {
		const both = await visit(headOf("GET /page") + headOf("GET /slow"));
		await waitUntil(() => both.text.includes("a page"));
		vi.advanceTimersByTime(5000);
		for (let page = 0; page < MAX_CONNECTIONS; page++) await visitPage();
		release();
		await waitUntil(() => both.text.includes("slow page"));
	});
});

test("in the real server with a limit of 10, 40 idle connections keep no client out", async () => {
	vi.useRealTimers();
	const server = await startServer(
		{},
		patchedBuild(["MAX_OPEN_CONNECTIONS = 300", "MAX_OPEN_CONNECTIONS = 10"]),
	);
	const port = Number(new URL(server.origin).port);
	const silent = await Promise.all(Array.from({ length: 40 }, () => visit("GET / HTTP/1.1\r\nX: ", port)));
	const page = headOf("GET /healthcheck").replace(/Host: .*\r/, `Host: localhost:${port}\r`);
	for (let visits = 0; visits < 12; visits++) {
		const newcomer = await visit(page, port);
		await waitUntil(() => newcomer.text.startsWith("HTTP/1.1 200"));
	}
	await waitUntil(() => silent.every(({ isOpen }) => !isOpen));
	await server.stop();
});
