import { mkdirSync, writeFileSync } from "node:fs";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { refusalOf, refusals } from "~/gate/refusal/refuse.server";
import { moveMailToken } from "~/gate/request/move-mail-token.server";
import { chooseEncoding } from "~/gate/response/compression.server";
import { Delivery } from "~/gate/response/delivery.server";
import { copyHeaders, sendKept, sendResponse } from "~/gate/response/send-response.server";
import { staticFiles } from "~/gate/response/static-files.server";
import { answerOutbox, tellWorker } from "~/gate/response/worker-headers.server";
import { etagOf } from "~/lib/http/etag.server";
import { runInContext } from "~/lib/http/request-context.server";
import { contextFor } from "../../support/requests";
import { temporaryFolder } from "../../support/temporary-folder";

const requestOf = (more: object = {}) =>
	Object.assign(new IncomingMessage(new Socket()), { method: "GET", headers: {}, ...more });
const responseOf = () => new ServerResponse(requestOf());

describe("an encoding", () => {
	test.each([
		[undefined, undefined],
		["", undefined],
		["identity", undefined],
		["gzip, deflate, br", "br"],
		["GZIP;q=0.5", "gzip"],
		["br;q=0, gzip", "gzip"],
		["br; q=0.000, gzip;q=0.0", undefined],
		["br;q=0.1", "br"],
	])("that a client accepts with %j: %s", (header, encoding) => {
		expect(chooseEncoding(header)).toBe(encoding);
	});
});

test("headers of an answer are added to those of the gate, or take their place, and none says a length", () => {
	const response = responseOf();
	for (const [name, value] of [
		["Vary", "Accept-Encoding"],
		["Set-Cookie", "a=1"],
		["Cache-Control", "private"],
	] as const)
		response.setHeader(name, value);
	const headers = new Headers({ Vary: "Cookie", "Content-Length": "9", "Cache-Control": "public" });
	headers.append("Set-Cookie", "b=2");
	copyHeaders(headers, response);
	expect(response.getHeaders()).toEqual({
		vary: ["Accept-Encoding", "Cookie"],
		"set-cookie": ["a=1", "b=2"],
		"cache-control": "public",
	});
});

describe("what is sent", () => {
	const page = "<p>x</p>".repeat(200);
	const sent = async (body: string | null, init: ResponseInit, request: object = {}) => {
		const response = responseOf();
		await runInContext(contextFor("/x"), () =>
			sendResponse(new Response(body, init), requestOf(request), response),
		);
		const { vary, "content-encoding": encoding, "content-length": length } = response.getHeaders();
		return { status: response.statusCode, vary, encoding, length };
	};
	const html = { headers: { "Content-Type": "text/html" } };
	const br = { headers: { "accept-encoding": "br" } };

	test.each<[string, Parameters<typeof sent>, object]>([
		["a page for a client that unpacks it", [page, html, br], { vary: "Accept-Encoding", encoding: "br" }],
		["a page for another", [page, html], { vary: "Accept-Encoding", encoding: undefined, length: 1600 }],
		["a page of 860 bytes", ["x".repeat(860), html, br], { encoding: "br" }],
		[
			"a page of 859 bytes",
			["x".repeat(859), html, br],
			{ vary: undefined, encoding: undefined, length: 859 },
		],
		[
			"a photo",
			[page, { headers: { "Content-Type": "image/webp" } }, br],
			{ vary: undefined, encoding: undefined },
		],
		["no type at all", [page, { headers: { "Content-Type": "" } }, br], { encoding: undefined }],
		["an answer without a body", [null, { ...html, status: 204 }], { status: 204, length: undefined }],
		["an answer that is known", [null, { ...html, status: 304 }], { status: 304, length: undefined }],
		["the length alone", [page, html, { method: "HEAD" }], { length: 1600 }],
	])("%s", async (_, given, headers) => {
		expect(await sent(...given)).toMatchObject(headers);
	});

	test.each([
		["gzip", "página", "gzip", 3],
		["br", "página", undefined, "página".length + 1],
		["gzip", undefined, undefined, 1],
	])(
		"a page of the fast wing, packed by it for who accepts %s: %s",
		async (accepted, text, encoding, length) => {
			const response = responseOf();
			const wing = Object({ takeText: () => text, gzipPage: async () => Buffer.from("zip") });
			const request = requestOf({ headers: { "accept-encoding": accepted } });
			await runInContext(contextFor("/x"), () => sendResponse(new Response("x"), request, response, wing));
			expect(response.getHeader("content-encoding")).toBe(encoding);
			expect(response.getHeader("content-length")).toBe(length);
		},
	);

	const forEver = "public, max-age=31536000, immutable";
	const forAnHour = "public, max-age=3600";
	test.each([
		["/a.txt", 200, ["br", "Accept-Encoding", forAnHour]],
		["/a.txt", 199, [undefined, undefined, forAnHour]],
		["/a.png", 400, [undefined, undefined, forAnHour]],
		["/build/a.js", 9, [undefined, undefined, forEver]],
		["/a.map", 400, undefined],
	])("of the file %s of %i bytes: %j", async (path, bytes, expected) => {
		const folder = temporaryFolder();
		mkdirSync(`${folder}/build`);
		writeFileSync(folder + path, "x".repeat(bytes));
		const response = responseOf();
		const send = () => staticFiles(folder)(requestOf(br), response);
		expect(await runInContext(contextFor(path), send)).toBe(expected !== undefined);
		const said = ["content-encoding", "vary", "cache-control"].map((header) => response.getHeader(header));
		expect(said).toEqual(expected ?? [undefined, undefined, undefined]);
	});

	const content = {
		etag: etagOf("x"),
		get: async (encoding: string | undefined) => Buffer.from(`${encoding}`),
	};
	const kept = async (headers: object, isCompressible = true, preferred?: "gzip") => {
		const response = responseOf();
		await runInContext(contextFor("/x"), () =>
			sendKept(content, isCompressible, requestOf({ headers }), response, preferred),
		);
		const { "content-encoding": encoding, "content-length": length } = response.getHeaders();
		return [response.statusCode, encoding, length];
	};

	test("of what is kept, nothing but that the client has it, or the form that is preferred", async () => {
		const both = { "accept-encoding": "gzip, br" };
		expect(await kept({ ...both, "if-none-match": content.etag })).toEqual([304, undefined, undefined]);
		expect(await kept({ ...both, "if-none-match": etagOf("y") })).toEqual([200, "br", 2]);
		expect(await kept(both, true, "gzip")).toEqual([200, "gzip", 4]);
		expect(await kept({ "accept-encoding": "br" }, true, "gzip")).toEqual([200, "br", 2]);
		expect(await kept(both, false)).toEqual([200, undefined, "undefined".length]);
		expect(await kept({})).toEqual([200, undefined, "undefined".length]);
	});
});

test.each([
	["pages", "a", 131_072, "text/html", true],
	["data", "b", 131_072, "application/json", true],
	["smaller pages", "c", 131_071, "text/html", false],
	["photos", "d", 131_072, "image/webp", false],
	["pages of nobody", undefined, 131_072, "text/html", false],
])("of three large %s that somebody leaves unread, the first ends", async (_, person, bytes, type, ends) => {
	const answers = [1, 2, 3].map(() => {
		const response = responseOf();
		const result = new Response("x".repeat(bytes), { headers: { "Content-Type": type } });
		void runInContext({ ...contextFor("/x"), person }, () => sendResponse(result, requestOf(), response));
		return response;
	});
	await vi.waitFor(() => expect(answers.every(({ headersSent }) => headersSent)).toBe(true));
	expect(answers.map(({ destroyed }) => destroyed)).toEqual([ends, false, false]);
});

test("for HEAD a page says its length alone", async () => {
	const response = responseOf();
	const page = new Response("x".repeat(20_000), { headers: { "Content-Type": "text/html" } });
	void runInContext(contextFor("/x"), () => sendResponse(page, requestOf({ method: "HEAD" }), response));
	await vi.waitFor(() => expect(response.writableEnded).toBe(true));
	expect(response.getHeader("content-length")).toBe(20_000);
});

test.each([
	[16_384, [16_384]],
	[16_385, [16_384, 1]],
])("%i bytes leave in pieces of 16 KB", async (bytes, pieces) => {
	const left: number[] = [];
	const write = (piece: Uint8Array, onWritten: () => void) => {
		left.push(piece.byteLength);
		queueMicrotask(onWritten);
	};
	await new Delivery(Object.assign(responseOf(), { write })).give(new Uint8Array(bytes));
	expect(left).toEqual(pieces);
});

test("a download says its length, for HEAD nothing else, and ends when its client has gone", async () => {
	const cancel = vi.fn();
	const download = (method: string, hasGone: boolean) => {
		const response = responseOf();
		if (hasGone) response.destroy();
		const body = new ReadableStream({ cancel });
		const headers = { "Content-Disposition": "attachment; filename=x", "Content-Length": "5" };
		void runInContext(contextFor("/x"), () =>
			sendResponse(new Response(body, { headers }), requestOf({ method }), response),
		);
		return response;
	};
	const head = download("HEAD", false);
	expect([head.getHeader("content-length"), head.writableEnded, cancel.mock.calls.length]).toEqual([
		"5",
		true,
		0,
	]);
	expect([download("GET", true).writableEnded, cancel.mock.calls.length]).toEqual([false, 1]);
});

describe("the service worker hears", () => {
	const told = (init: ResponseInit, context: object = {}) => {
		const response = responseOf();
		const result = new Response(null, init);
		tellWorker(result, response, { ...contextFor("/x"), ...context });
		return {
			person: response.getHeader("relevo-person"),
			until: result.headers.get("Relevo-Until"),
			reload: result.headers.get("X-Remix-Reload-Document"),
		};
	};
	const html = { "Content-Type": "text/html; charset=utf-8" };
	const silence = { person: undefined, until: null, reload: null };

	test.each<[string, ResponseInit, object, object]>([
		["whose page it is", { headers: html }, { person: "p" }, { ...silence, person: "p" }],
		["that it is nobody's", { headers: html, status: 404 }, {}, { ...silence, person: "-" }],
		["until when it is true", { headers: { ...html, Expires: "soon" } }, {}, { person: "-", until: "soon" }],
		["nothing of a failure", { headers: html, status: 500 }, { person: "p" }, silence],
		["nothing of data", { headers: { "Content-Type": "application/json" } }, { person: "p" }, silence],
		["nothing of what it has sent", { headers: html }, { person: "p", resend: {} }, silence],
		[
			"of a live sign-in, as of a document",
			{ headers: { "Set-Cookie": "session=x", "X-Remix-Redirect": "/" } },
			{},
			{ reload: "true" },
		],
		["nothing of another live form", { headers: { "X-Remix-Redirect": "/" } }, {}, silence],
		["nothing of a plain sign-in", { headers: { "Set-Cookie": "session=x" } }, {}, silence],
	])("%s", (_, init, context, heard) => {
		expect(told(init, context)).toMatchObject(heard);
	});

	test.each([
		["its person", "p", 303, 204],
		["another person", "q", 303, 401],
		["nobody, who has to add it anew", "p", 307, 307],
	])("where a form of its outbox leads to, taken for %s", (_, person, status, answered) => {
		const headers = new Headers({ Location: "/list", "Set-Cookie": "toast=1" });
		const context = { ...contextFor("/x"), person, resend: { person: "p", firstSentAt: 0 } };
		const answer = answerOutbox(new Response(null, { status, headers }), context);
		expect(answer.status).toBe(answered);
		expect(answer.headers.get("Relevo-Next")).toBe(answered === 307 ? null : "/list");
		expect(answer.headers.getSetCookie()).toEqual(["toast=1"]);
		const page = new Response("x");
		expect(answerOutbox(page, context)).toBe(page);
		const plain = new Response(null, { status, headers });
		expect(answerOutbox(plain, contextFor("/x"))).toBe(plain);
	});
});

describe("what a failed answer says", () => {
	const json = (data: unknown, status = 400, headers: HeadersInit = {}) =>
		Response.json(data, { status, headers });
	const usual = "Ese pedido no se puede hacer. Volvé atrás y probá de nuevo.";

	test.each<[string, Response, object]>([
		["its own words", json({ message: "Así no." }), { status: 400, text: "Así no." }],
		["no words that are none", json({ message: 7 }), { text: usual }],
		["no words of nothing", json(null), { text: usual }],
		["no words of a text", json("x"), { text: usual }],
		["no words of Remix", json({ message: "x" }, 403, { "X-Remix-Error": "yes" }), { text: usual }],
		["no words of another type", new Response('{"message":"x"}', { status: 499 }), { text: usual }],
		["when to try again", json({}, 429, { "Retry-After": "60" }), { headers: { "Retry-After": "60" } }],
		["nothing of when", json({}, 429), { headers: undefined }],
		["that it is missing", json({ message: "x" }, 404), refusals.missing],
		["what may be done", json({}, 405), { status: 405, headers: { Allow: "GET, HEAD" } }],
		[
			"that it is the server's fault",
			json({ message: "x" }, 500, { "Retry-After": "9" }),
			{ status: 500, text: refusals.failure.text, headers: { "Retry-After": "9" } },
		],
		["its own words while it is busy", json({ message: "Esperá." }, 503), { status: 503, text: "Esperá." }],
		["the usual ones without words of its own", json({}, 503), { ...refusals.failure, status: 503 }],
	])("%s", async (_, result, refusal) => {
		expect(await refusalOf(result)).toMatchObject(refusal);
	});
});

const TOKEN = "a".repeat(43);
test.each<[string, string, string, object, (string | undefined)[] | undefined]>([
	["moves into a cookie", `?token=${TOKEN}`, "GET", { mailToken: "reset" }, [`reset.${TOKEN}`, "/x"]],
	["of no use only leaves the address", "?token=x", "HEAD", { mailToken: "verify" }, [undefined, "/x"]],
	["stays in a form", `?token=${TOKEN}`, "POST", { mailToken: "reset" }, undefined],
	["stays where no mail leads", `?token=${TOKEN}`, "GET", {}, undefined],
	["that is not there moves nowhere", "?a=1", "GET", { mailToken: "reset" }, undefined],
])("the token of a mail %s", (_, search, method, handle, moved) => {
	const response = responseOf();
	const isMoved = runInContext(contextFor(`/x${search}`), () =>
		moveMailToken(requestOf({ method }), response, handle),
	);
	expect(isMoved).toBe(moved !== undefined);
	if (!moved) return expect(response.headersSent).toBe(false);
	const cookie = /^mail-token=([^;]+); Max-Age=900;/.exec(String(response.getHeader("set-cookie")))?.[1];
	expect([cookie, response.getHeader("location")]).toEqual(moved);
});
