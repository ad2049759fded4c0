import { createHash, randomBytes } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { json } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send, sendRaw } from "../../support/server/http-client";
import { type SmallGate, startSmallGate } from "../../support/server/small-gate";
import { waitUntil } from "../../support/server/wait-until";

/** Tests that downloads are streamed while they are generated, and that a truncated download never looks complete. */

const PART = 64 * 1024;

/** Progress of the last download. */
let made = { parts: 0, isCancelled: false };

function download(parts: number, { failAt = -1, headers = {} } = {}): Response {
	made = { parts: 0, isCancelled: false };
	const content = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				if (made.parts === failAt) throw new Error("the disk is gone");
				if (made.parts === parts) return controller.close();
				// Simulates the time that generating a part takes.
				await new Promise((resolve) => setImmediate(resolve));
				made.parts++;
				controller.enqueue(new Uint8Array(PART).fill(made.parts % 256));
			},
			cancel() {
				made.isCancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	const type = { "Content-Type": "application/zip", "Content-Disposition": 'attachment; filename="x.zip"' };
	return new Response(content, { headers: { ...type, ...headers } });
}

const known = randomBytes(5 * PART);

let gate: SmallGate;
beforeAll(async () => {
	gate = await startSmallGate({
		three: { loader: () => download(3) },
		sized: { loader: () => download(3, { headers: { "Content-Length": String(3 * PART) } }) },
		endless: { loader: () => download(Number.POSITIVE_INFINITY) },
		broken: { loader: () => download(9, { failAt: 2 }) },
		"broken-sized": {
			loader: () => download(9, { failAt: 2, headers: { "Content-Length": String(9 * PART) } }),
		},
		"broken-at-once": { loader: () => download(9, { failAt: 0, headers: { "X-Kept": "no" } }) },
		known: {
			loader: () =>
				new Response(known, { headers: { "Content-Disposition": 'attachment; filename="k.bin"' } }),
		},
		empty: { loader: () => new Response(null, { headers: { "Content-Disposition": "attachment" } }) },
		plain: { loader: () => json({ not: "a download" }) },
	});
});
afterAll(() => gate.stop());

describe("a download", () => {
	test("arrives exactly as generated and is never cached", async () => {
		const response = await send(gate.origin, "/known", { headers: { "accept-encoding": "gzip, br" } });
		expect(response.status).toBe(200);
		expect(hash(response.body)).toBe(hash(known));
		expect(response.headers).toMatchObject({
			"content-disposition": 'attachment; filename="k.bin"',
			"cache-control": "private, no-store",
			"x-content-type-options": "nosniff",
			"transfer-encoding": "chunked",
		});
		expect(response.headers["content-encoding"]).toBeUndefined();
	});

	test("has a Content-Length when its route knows it", async () => {
		const response = await send(gate.origin, "/sized");
		expect(response.headers["content-length"]).toBe(String(3 * PART));
		expect(response.body.byteLength).toBe(3 * PART);
		expect((await send(gate.origin, "/three")).headers["content-length"]).toBeUndefined();
	});

	test("may be empty", async () => {
		const response = await send(gate.origin, "/empty");
		expect([response.status, response.text, response.headers["content-disposition"]]).toEqual([
			200,
			"",
			"attachment",
		]);
	});

	test("is not generated for a HEAD request", async () => {
		for (const path of ["/three", "/sized", "/endless"]) {
			const response = await send(gate.origin, path, { method: "HEAD" });
			expect([response.status, response.text]).toEqual([200, ""]);
			expect(response.headers["content-type"]).toBe("application/zip");
			await waitUntil(() => made.isCancelled, "it is ended");
			expect(made.parts).toBe(0);
		}
	});

	test("is generated no faster than the client reads it, and stops when the client leaves", async () => {
		const response = await opened("/endless");
		response.pause();
		let before = -1;
		// Waits until the server generates no more parts of the download: twenty checks, 10 ms apart, find no new part.
		// All buffers between server and client are then full.
		for (let still = 0; still < 20; still = made.parts === before ? still + 1 : 0) {
			before = made.parts;
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
		expect(made.parts).toBeGreaterThan(0);
		expect(made.parts * PART).toBeLessThan(32 * 1024 * 1024);
		response.resume();
		await waitUntil(() => made.parts > before, "it goes on when it is read");
		expect(made.isCancelled).toBe(false);
		response.destroy();
		await waitUntil(() => made.isCancelled, "it ends when nobody is there");
	});

	test("also stops when the client disconnects without having read anything", async () => {
		const response = await opened("/endless");
		response.pause();
		response.destroy();
		await waitUntil(() => made.isCancelled, "it ends");
	});

	test.each(["/broken", "/broken-sized"])("that fails midway does not look complete (%s)", async (path) => {
		const { host } = new URL(gate.origin);
		const response = await sendRaw(gate.origin, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
		expect(response.status).toBe(200);
		expect(response.text.length).toBeGreaterThan(PART);
		expect(response.text.length).toBeLessThan(4 * PART);
		expect(response.text.endsWith("0\r\n\r\n")).toBe(false);
		await expect(send(gate.origin, path)).rejects.toThrow();
	});

	test("that fails at once shows the failure page, with none of the download's headers", async () => {
		const response = await send(gate.origin, "/broken-at-once");
		expect(response.status).toBe(500);
		expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
		expect(response.headers["content-disposition"]).toBeUndefined();
		expect(response.headers["x-kept"]).toBeUndefined();
		expect(response.text).toContain("<h1>Algo salió mal</h1>");
	});
});

test("any other response is sent whole, with its length", async () => {
	const response = await send(gate.origin, "/plain");
	expect(response.headers["content-length"]).toBe(String(response.body.byteLength));
	expect(JSON.parse(response.text)).toEqual({ not: "a download" });
});

function opened(path: string): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const { port, host } = new URL(gate.origin);
		get({ host: "127.0.0.1", port, path, headers: { host }, agent: false }, (response) => {
			response.on("error", () => {});
			resolve(response);
		}).once("error", reject);
	});
}

function hash(content: Buffer): string {
	return createHash("sha256").update(content).digest("hex");
}
