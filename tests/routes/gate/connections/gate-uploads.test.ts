import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { ActionFunction } from "@remix-run/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Random } from "../../../support/random";
import { type HttpResponse, post, sameOrigin, send, sendRaw } from "../../../support/server/http-client";
import { patchedBuild } from "../../../support/server/patched-build";
import { startServer } from "../../../support/server/server";
import { type SmallGate, startSmallGate } from "../../../support/server/small-gate";
import { waitUntil } from "../../../support/server/wait-until";

/** Tests that forms with files are streamed to their route, within limits of size and speed. */

const PATH = "/auth/my-account/edit-profile";
const MB = 1024 * 1024;
const LIMIT = 16 * MB;
/** Bytes of an upload's first part. */
const FIRST = 66_000;
const multipart = { ...sameOrigin, "content-type": "multipart/form-data; boundary=corte" } as const;

/** `act` handles a request in the route; `seen` describes what has reached the route. */
let act: (request: Request) => Promise<Response>;
let seen: { calls: number; bytes: number; end: "whole" | "broken" | undefined };

const action: ActionFunction = ({ request }) => {
	seen.calls++;
	return act(request);
};

/** Reads a request's body, even if it breaks off, and responds with the hash of the bytes that arrived. */
async function readAll(request: Request): Promise<Response> {
	const hash = createHash("sha256");
	const reader = request.body?.getReader();
	try {
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			seen.bytes += part.value.byteLength;
			hash.update(part.value);
		}
		seen.end = "whole";
	} catch {
		seen.end = "broken";
	}
	return new Response(hash.digest("hex"));
}

let gate: SmallGate;
beforeAll(async () => {
	gate = await startSmallGate({
		"auth/my-account/edit-profile": { action, handle: { uploadBytes: LIMIT } },
		other: { action },
	});
});
afterAll(() => gate.stop());
beforeEach(() => {
	act = readAll;
	seen = { calls: 0, bytes: 0, end: undefined };
});

const upload = (body: Buffer, path = PATH): Promise<HttpResponse> =>
	send(gate.origin, path, { method: "POST", headers: multipart, body });

function head(headers: string, path = PATH, type = "multipart/form-data; boundary=corte"): string {
	const { host } = new URL(gate.origin);
	return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\n${headers}\r\n`;
}

function chunked(body: Buffer): Buffer {
	return Buffer.concat([
		Buffer.from(`${body.byteLength.toString(16)}\r\n`),
		body,
		Buffer.from("\r\n0\r\n\r\n"),
	]);
}

describe("a form with files", () => {
	test("arrives exactly as it was sent", async () => {
		const body = new Random(45).bytes(3 * MB);
		const response = await upload(body);
		expect(response.text).toBe(createHash("sha256").update(body).digest("hex"));
	});

	test("can be read as a form by its route", async () => {
		act = async (request) => {
			const file = (await request.formData()).get("photo");
			return new Response(file instanceof File ? `${file.name} ${file.size}` : "no file");
		};
		const start = '--corte\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
		const body = Buffer.concat([Buffer.from(start), Buffer.alloc(15 * MB), Buffer.from("\r\n--corte--\r\n")]);
		expect((await upload(body)).text).toBe(`a.jpg ${15 * MB}`);
	});

	test("reaches its route while it is still arriving", async () => {
		const socket = await opened(`${head("Content-Length: 200000\r\n")}${"a".repeat(100_000)}`);
		await waitUntil(() => seen.bytes === 100_000);
		expect(seen.end).toBeUndefined();
		socket.write("a".repeat(100_000));
		expect(await responseOn(socket)).toContain("HTTP/1.1 200");
		expect(seen).toMatchObject({ bytes: 200_000, end: "whole" });
	});

	test("may have 16 MB and not a byte more, declared or chunked", async () => {
		expect((await upload(Buffer.alloc(LIMIT))).status).toBe(200);
		expect(seen.bytes).toBe(LIMIT);
		expect((await upload(Buffer.alloc(LIMIT + 1))).status).toBe(413);
		expect(seen.calls).toBe(1);
		const sent = head("Transfer-Encoding: chunked\r\nConnection: close\r\n");
		const fits = await sendRaw(gate.origin, Buffer.concat([Buffer.from(sent), chunked(Buffer.alloc(LIMIT))]));
		expect(fits.status).toBe(200);
		// The server responds with 413, although the route's action responds with 200.
		const over = await sendRaw(
			gate.origin,
			Buffer.concat([Buffer.from(sent), chunked(Buffer.alloc(LIMIT + 1))]),
		);
		expect(over.status).toBe(413);
		expect(over.text).toContain("Es demasiado grande");
		expect(seen.end).toBe("broken");
	});

	test("that never ends is cut off, read or not, and the response still arrives", async () => {
		const chunk = Buffer.from(`10000\r\n${"a".repeat(0x10000)}\r\n`);
		for (const reads of [true, false]) {
			if (!reads) act = async () => new Response("not read");
			const response = await sendRaw(gate.origin, head("Transfer-Encoding: chunked\r\n"), { endless: chunk });
			expect(response.status).toBe(413);
			expect(response.text).toContain("Connection: close");
			expect(response.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
		}
	});

	test.each([
		["another path", "/other", "multipart/form-data; boundary=x"],
		["a path below it", `${PATH}/x`, "multipart/form-data; boundary=x"],
		["a form without files", PATH, "application/x-www-form-urlencoded"],
		["a like type", PATH, "multipart/form-datax; boundary=x"],
	])("is not accepted as a form with files by %s: the limit is 64 KB", async (_what, path, type) => {
		const response = await post(gate.origin, path, "a".repeat(64 * 1024 + 1), { "content-type": type });
		expect(response.status).toBe(413);
		expect(seen.calls).toBe(0);
	});

	test.each([
		"/AUTH/My-Account/Edit-Profile",
		`${PATH}/`,
		`${PATH}?_data=x`,
		"/%61uth/my-account/edit-profile",
	])("is recognised at every spelling of its address: %s", async (path) => {
		const response = await upload(Buffer.alloc(MB), path);
		expect(response.status).not.toBe(413);
		expect(response.status).toBeLessThan(500);
	});
});

describe("memory of an upload is freed at once (`npm run faults` measures how much)", () => {
	test("when the route is done with what it has read", async () => {
		let part: Uint8Array | undefined;
		act = async (request) => {
			part = (await request.body?.getReader().read())?.value;
			return new Response(`${part?.byteLength}`);
		};
		const bytes = Number((await upload(Buffer.alloc(MB))).text);
		expect(bytes).toBeGreaterThan(0);
		expect(part?.byteLength).toBe(0);
	});

	test("when it arrives after a refusal", async () => {
		const sizes: number[] = [];
		gate.server.once("request", (request) => {
			request.on("data", ({ byteLength }) => sizes.push(byteLength));
		});
		expect((await upload(Buffer.alloc(LIMIT + 1))).status).toBe(413);
		expect(sizes.length).toBeGreaterThan(10);
		expect(sizes.filter((bytes) => bytes !== 0)).toEqual([]);
	});
});

describe("a route that does not read an upload", () => {
	test("still responds to a client that sends everything first, and the connection stays usable", async () => {
		act = async () => Response.redirect("http://localhost/auth/login", 303);
		const first = head("Content-Length: 10485760\r\n");
		const second = `GET /healthcheck HTTP/1.1\r\nHost: ${new URL(gate.origin).host}\r\nConnection: close\r\n\r\n`;
		const response = await sendRaw(
			gate.origin,
			Buffer.concat([Buffer.from(first), Buffer.alloc(10 * MB), Buffer.from(second)]),
		);
		expect(response.text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 303", "HTTP/1.1 404"]);
		expect(response.text).toContain("http://localhost/auth/login");
	});

	test("also responds if it has begun to read the upload and then cancelled it", async () => {
		act = async (request) => {
			const reader = request.body?.getReader();
			await reader?.read();
			await reader?.cancel();
			return new Response("enough");
		};
		expect((await upload(Buffer.alloc(10 * MB))).text).toBe("enough");
	});

	test("with another read while a read is pending does not count bytes twice", async () => {
		const goOn: (() => void)[] = [];
		act = async (request) => {
			const reader = request.body?.getReader();
			for (let bytes = 0; bytes < FIRST; ) bytes += (await reader?.read())?.value?.byteLength ?? FIRST;
			void reader?.read();
			await new Promise<void>((resolve) => goOn.push(resolve));
			await reader?.cancel();
			return new Response("given up");
		};
		const socket = await opened(`${head(`Content-Length: ${LIMIT}\r\n`)}${"a".repeat(FIRST)}`);
		// The route is called with the first of two parts, so the call alone does not show that a read is pending.
		await waitUntil(() => goOn.length === 1);
		for (const resolve of goOn) resolve();
		socket.write(Buffer.alloc(LIMIT - FIRST));
		expect(await responseOn(socket)).toContain("given up");
	});

	test("and fails shows the failure page", async () => {
		act = async () => {
			throw new Error("broken");
		};
		const response = await upload(Buffer.alloc(10 * MB));
		expect(response.status).toBe(500);
		expect(response.text).toContain("Algo salió mal");
	});
});

describe("a client that leaves", () => {
	test("breaks the stream, 30 times, and no failure is logged", async () => {
		const log = vi.spyOn(process.stdout, "write").mockClear().mockReturnValue(true);
		for (let visit = 0; visit < 30; visit++) {
			seen = { calls: 0, bytes: 0, end: undefined };
			const sent = visit * 5000;
			const socket = await opened(`${head("Content-Length: 1000000\r\n")}${"a".repeat(sent)}`);
			await waitUntil(() => seen.calls === 1 && seen.bytes === sent);
			socket.destroy();
			await waitUntil(() => log.mock.calls.length > visit && seen.end !== undefined);
			expect(seen).toMatchObject({ calls: 1, end: "broken" });
		}
		const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
		expect(lines.map(({ event, aborted }) => [event, aborted])).toEqual(Array(30).fill(["request", true]));
		log.mockRestore();
		expect((await upload(Buffer.alloc(100))).status).toBe(200);
	});
});

describe("a slow client", () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
		return () => vi.useRealTimers();
	});

	test("may send nothing for 30 seconds and no longer", async () => {
		const socket = await opened(`${head("Content-Length: 1000000\r\n")}${"a".repeat(500_000)}`);
		await waitUntil(() => seen.bytes === 500_000);
		vi.advanceTimersByTime(29_999);
		socket.write("a".repeat(100));
		await waitUntil(() => seen.bytes === 500_100);
		vi.advanceTimersByTime(29_999);
		expect(seen.end).toBeUndefined();
		vi.advanceTimersByTime(1);
		const response = await refusalOn(socket);
		expect(response).toContain("HTTP/1.1 408");
		expect(response).toContain("Se cortó el envío");
		expect(response).toContain("Connection: close");
		expect(seen.end).toBe("broken");
	});

	test("is accepted at 1 KB per second and refused below", async () => {
		for (const [perSecond, status] of [
			[1050, 200],
			[1000, 408],
		] as const) {
			seen = { calls: 0, bytes: 0, end: undefined };
			let isAnswered = false;
			let arrived = () => 0;
			gate.server.once("request", ({ socket }, response) => {
				arrived = () => socket.bytesRead;
				response.once("close", () => {
					isAnswered = true;
				});
			});
			const seconds = 100;
			const start = head(`Content-Length: ${seconds * perSecond}\r\n`);
			const socket = await opened(start);
			let sent = start.length;
			await waitUntil(() => arrived() === sent);
			for (let second = 0; second < seconds && !isAnswered; second++) {
				vi.advanceTimersByTime(1000);
				socket.write("a".repeat(perSecond));
				sent += perSecond;
				await waitUntil(() => arrived() === sent || isAnswered);
				// During the first 30 seconds any speed is allowed.
				if (second < 29) expect(isAnswered).toBe(false);
			}
			const response = status === 200 ? await responseOn(socket) : await refusalOn(socket);
			expect(response).toContain(`HTTP/1.1 ${status}`);
		}
	});

	test("is refused before Node's limit of 20 minutes, whatever its speed", async () => {
		const part = 380_000;
		const socket = await opened(`${head(`Content-Length: ${LIMIT}\r\n`)}${"a".repeat(FIRST)}`);
		await waitUntil(() => seen.bytes === FIRST);
		let ms = 0;
		while (!seen.end && ms < 25 * 60_000) {
			vi.advanceTimersByTime(29_000);
			ms += 29_000;
			socket.write("a".repeat(part));
			const bytes = seen.bytes;
			await waitUntil(() => seen.bytes === bytes + part || seen.end !== undefined);
		}
		expect(await refusalOn(socket)).toContain("HTTP/1.1 408");
		expect(ms).toBeGreaterThan(19 * 60_000);
		expect(ms).toBeLessThan(20 * 60_000);
	});

	test("is not blamed for the time during which it waits for the server", async () => {
		let goOn = () => {};
		act = async (request) => {
			await new Promise<void>((resolve) => {
				goOn = resolve;
			});
			return readAll(request);
		};
		const socket = await opened(`${head(`Content-Length: ${FIRST + 1000}\r\n`)}${"a".repeat(FIRST)}`);
		await waitUntil(() => seen.calls === 1);
		vi.advanceTimersByTime(15 * 60_000);
		goOn();
		await waitUntil(() => seen.bytes === FIRST);
		vi.advanceTimersByTime(29_000);
		socket.write("a".repeat(1000));
		expect(await responseOn(socket)).toContain("HTTP/1.1 200");
	});
});

test("the socket's timeout is off while the client waits for the server, and on again afterwards", async () => {
	gate.server.timeout = 300;
	act = async (request) => {
		await new Promise((resolve) => setTimeout(resolve, 900));
		return readAll(request);
	};
	let timeout: number | undefined;
	gate.server.once("request", ({ socket }, response) => {
		response.prependOnceListener("finish", () => {
			timeout = socket.timeout;
		});
	});
	const socket = await opened(`${head("Content-Length: 1000\r\n")}${"a".repeat(1000)}`);
	expect(await responseOn(socket)).toContain("HTTP/1.1 200");
	expect(timeout).toBe(300);
	// An upload that has arrived as a whole may still wait for its turn.
	act = async (request) => {
		await readAll(request);
		await new Promise((resolve) => setTimeout(resolve, 900));
		return new Response("late");
	};
	const waiting = await opened(`${head("Content-Length: 10\r\n")}${"a".repeat(10)}`);
	expect(await responseOn(waiting)).toContain("HTTP/1.1 200");
	gate.server.timeout = 0;
});

test("the real server has the same limits", async () => {
	const quick = await startServer({}, patchedBuild([/(SILENCE_MS\d*) = 3e4/, "$1 = 200"]));
	const sent = head("Content-Length: 1000000\r\n").replace(
		/Host: .*\r/,
		`Host: ${new URL(quick.origin).host}\r`,
	);
	const slow = await sendRaw(quick.origin, `${sent}--corte`);
	expect([slow.status, slow.text.includes("Se cort")]).toEqual([408, true]);
	const question = { method: "POST", headers: multipart };
	expect((await send(quick.origin, PATH, { ...question, body: Buffer.alloc(LIMIT + 1) })).status).toBe(413);
	const stranger = await send(quick.origin, PATH, { ...question, body: Buffer.alloc(2 * MB) });
	expect(stranger.status).toBeLessThan(500);
	expect(stranger.status).not.toBe(413);
	for (const [path, megabytes] of [
		["/auth/work-overtime/import", 9],
		["/auth/my-document/add-document", 155],
		["/auth/edit-document/x", 155],
	] as const) {
		const { host } = new URL(quick.origin);
		const declared = async (bytes: number) => {
			const line = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin`;
			const type = "Content-Type: multipart/form-data; boundary=corte\r\nConnection: close";
			return (await sendRaw(quick.origin, `${line}\r\n${type}\r\nContent-Length: ${bytes}\r\n\r\n`)).status;
		};
		// A form within the limit is waited for, until it is too slow.
		expect([await declared(megabytes * MB), await declared(megabytes * MB + 1)], path).toEqual([408, 413]);
	}
	expect(quick.output()).not.toContain('"level":"error"');
	await quick.stop();
});

function opened(bytes: string): Promise<Socket> {
	return new Promise((resolve) => {
		const socket = connect(Number(new URL(gate.origin).port), "127.0.0.1", () => {
			socket.write(bytes, () => resolve(socket));
		});
		socket.on("error", () => {});
	});
}

async function responseOn(socket: Socket): Promise<string> {
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk;
	});
	await waitUntil(() => /\r\n\r\n./s.test(text));
	socket.destroy();
	return text;
}

/** Reads the refusal. After sending it, the server discards received data for a second, then closes the connection. */
async function refusalOn(socket: Socket): Promise<string> {
	let text = "";
	socket.on("data", (chunk) => {
		text += chunk;
	});
	await waitUntil(() => text.includes("</html>"));
	vi.advanceTimersByTime(1000);
	await waitUntil(() => socket.readableEnded);
	return text;
}
