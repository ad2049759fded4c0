import { createServer, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { readBody } from "~/gate/request/upload-body.server";
import { post, send, sendRaw } from "../../../support/server/http-client";
import { patchedBuild } from "../../../support/server/patched-build";
import { startServer } from "../../../support/server/server";
import { serverForFile } from "../../../support/server/server-for-file";
import { waitUntil } from "../../../support/server/wait-until";

/** Tests of the size, type and speed of request bodies. `npm run faults` measures times and memory. */

const server = serverForFile();

const LIMIT = 64 * 1024;
const paths = [
	"/cookies",
	"/home",
	"/home?_data=routes%2Fhome",
	"/no-existe",
	"/healthcheck",
	"/safety/1.svg",
];

function head(path: string, headers: string, method = "POST"): string {
	const { host } = new URL(server.origin);
	const form = "Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n";
	return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${form}${headers}\r\n`;
}

test("a body that declares 1 GB is refused before it is sent, on every path", async () => {
	await Promise.all(
		paths.map(async (path) => {
			const response = await sendRaw(server.origin, head(path, "Content-Length: 1073741824\r\n"));
			expect(response.status, path).toBe(413);
			expect(response.text, path).toContain("Connection: close");
		}),
	);
});

test("an endless body is cut off on every path, and the response still arrives", async () => {
	const chunk = Buffer.from(`1000\r\n${"a".repeat(0x1000)}\r\n`);
	await Promise.all(
		paths.map(async (path) => {
			const sent = head(path, "Transfer-Encoding: chunked\r\n");
			const response = await sendRaw(server.origin, sent, { endless: chunk });
			expect(response.status, path).toBe(413);
			expect(response.text, path).toContain("Es demasiado grande");
			expect(response.text.match(/HTTP\/1\.1/g), path).toHaveLength(1);
		}),
	);
});

test("the limit is exactly 64 KiB, for declared and for chunked bodies", async () => {
	const form = (bytes: number) => `intent=accepted&x=${"a".repeat(bytes - 18)}`;
	for (const [bytes, status] of [
		[LIMIT, 303],
		[LIMIT + 1, 413],
	] as const) {
		expect((await post(server.origin, "/cookies", form(bytes))).status).toBe(status);
		const size = bytes.toString(16);
		const body = `${size}\r\n${form(bytes)}\r\n0\r\n\r\n`;
		const sent = head("/cookies", "Transfer-Encoding: chunked\r\nConnection: close\r\n") + body;
		expect((await sendRaw(server.origin, sent)).status).toBe(status);
	}
});

test("a refused upload of 20 MB shows the refusal, not a broken connection", async () => {
	const body = Buffer.alloc(20 * 1024 * 1024, "a");
	const response = await sendRaw(
		server.origin,
		Buffer.concat([Buffer.from(head("/cookies", `Content-Length: ${body.byteLength}\r\n`)), body]),
	);
	expect(response.status).toBe(413);
	expect(response.text).toContain("</html>");
});

test.each(["GET", "HEAD"])("%s with a body is refused", async (method) => {
	const declared = await sendRaw(server.origin, `${head("/home", "Content-Length: 5\r\n", method)}hello`);
	expect(declared.status).toBe(415);
	const chunk = Buffer.from("1000\r\n".concat("a".repeat(0x1000), "\r\n"));
	const chunked = head("/safety/1.svg", "Transfer-Encoding: chunked\r\n", method);
	expect((await sendRaw(server.origin, chunked, { endless: chunk })).status).toBe(415);
});

test.each([
	"application/json",
	"text/plain",
	"text/xml",
	"",
	"application/x-www-form-urlencodedx",
	"x/application/x-www-form-urlencoded",
	"multipart/mixed; boundary=x",
	"application/x-www-form-urlencoded, text/plain",
])("a body of type %j is not accepted as a form", async (type) => {
	const response = await post(server.origin, "/cookies", "intent=accepted", { "content-type": type });
	expect(response.status).toBe(415);
	expect(response.headers["set-cookie"]).toBeUndefined();
});

test.each(["Application/X-WWW-Form-URLencoded", "application/x-www-form-urlencoded;charset=UTF-8"])(
	"a body of type %j is accepted as a form",
	async (type) => {
		const response = await post(server.origin, "/cookies", "intent=accepted", { "content-type": type });
		expect(response.status).toBe(303);
	},
);

test("ambiguous requests (request smuggling) are refused", async () => {
	const smuggled = [
		"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
		"Content-Length: 5\r\nContent-Length: 6\r\n",
		"Content-Length: -1\r\n",
		"Content-Length: 0x10\r\n",
		"Content-Length: 1e3\r\n",
		"Transfer-Encoding: chunked, identity\r\n",
		"Transfer-Encoding: xchunked\r\n",
		"Transfer-Encoding : chunked\r\n",
	];
	for (const headers of smuggled) {
		const sent = head("/cookies", headers);
		const response = await sendRaw(
			server.origin,
			`${sent}0\r\n\r\nGET /home HTTP/1.1\r\nHost: localhost\r\n\r\n`,
		);
		expect(response.status, headers).toBe(400);
		expect(response.text.match(/HTTP\/1\.1/g), headers).toHaveLength(1);
	}
});

describe("a form that stops arriving", () => {
	test("gets a response when its time limit is over", async () => {
		const quick = await startServer({}, patchedBuild([/FORM_BODY_MS = 3e4/, "FORM_BODY_MS = 200"]));
		const { host } = new URL(quick.origin);
		const sent = head("/cookies", "Content-Length: 100\r\n").replace(/Host: .*\r/, `Host: ${host}\r`);
		const response = await sendRaw(quick.origin, `${sent}intent=acc`);
		expect(response.status).toBe(408);
		expect(response.text).toContain("Connection: close");
		await waitUntil(() => quick.output().includes('"status":408'), "it is logged");
		await quick.stop();
	});

	test("because the client disconnects is not logged as a failure, and the server continues", async () => {
		for (let visit = 0; visit < 20; visit++) {
			const socket = new Socket();
			await new Promise<void>((resolve) => {
				socket.connect(Number(new URL(server.origin).port), "127.0.0.1", () => {
					socket.write(`${head("/cookies", "Content-Length: 100\r\n")}intent=acc`, () => socket.destroy());
				});
				socket.once("close", () => resolve());
			});
		}
		expect((await send(server.origin, "/healthcheck")).status).toBe(200);
		expect(server.output()).not.toContain("request_failed");
	});

	test("is refused by size or by time, whichever limit it reaches first", async () => {
		const bytes = new IncomingMessage(new Socket());
		const size = readBody(bytes, 10_000);
		bytes.push(Buffer.alloc(LIMIT));
		bytes.push(Buffer.alloc(1));
		expect(await size).toBe("size");
		expect(await readBody(new IncomingMessage(new Socket()), 1)).toBe("slow");
		const whole = new IncomingMessage(new Socket());
		const body = readBody(whole, 10_000);
		whole.push(Buffer.from("a=b"));
		whole.push(null);
		expect(Buffer.from((await body) as Uint8Array).toString()).toBe("a=b");
	});
});

test("the real server has the configured limits", async () => {
	// This build prints the server's limits.
	const noted = patchedBuild([
		/server\.timeout = SILENT_MS/,
		"server.timeout = SILENT_MS, process.stdout.write(JSON.stringify({ limits: [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, MAX_OPEN_CONNECTIONS, server.timeout, server.connectionsCheckingInterval ?? timeouts.connectionsCheckingInterval] }) + '\\n')",
	]);
	const limited = await startServer({}, noted);
	expect(limited.output()).toContain('{"limits":[10000,1200000,10000,300,120000,5000]}');
	await limited.stop();
	// The first limit is needed: by default, Node waits longer than 10 s for the headers of a request.
	expect(createServer().headersTimeout).toBeGreaterThan(10_000);
});
