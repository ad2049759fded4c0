import { brotliDecompressSync, gunzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { listPublicPages, measuredYears } from "../../support/public-pages";
import { post, send } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests of the page cache, which must never give a visitor a page made for another visitor. */

const server = serverForFile();

const page = "/diagrams/4turnos_7dias?year=2026";
const ask = (path: string, headers: Record<string, string> = {}) => send(server.origin, path, { headers });

describe("a cached page", () => {
	test("has the same text in every encoding and on every request", async () => {
		const plain = await ask(page);
		expect(plain.status).toBe(200);
		expect(plain.headers["content-encoding"]).toBeUndefined();
		for (let visit = 0; visit < 2; visit++) {
			const brotli = await ask(page, { "accept-encoding": "gzip, deflate, br" });
			expect(brotli.headers["content-encoding"]).toBe("br");
			expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
			const gzip = await ask(page, { "accept-encoding": "gzip;q=1, br;q=0" });
			expect(gzip.headers["content-encoding"]).toBe("gzip");
			expect(gunzipSync(gzip.body)).toEqual(plain.body);
			for (const response of [plain, brotli, gzip]) {
				expect(response.headers.vary).toContain("Accept-Encoding");
				expect(response.headers["content-length"]).toBe(String(response.body.byteLength));
				expect(response.headers["cache-control"]).toBe("private, no-cache");
				expect(response.headers.etag).toBe(plain.headers.etag);
			}
		}
	});

	test("is compressed fast for the first visitor and with brotli for later ones", async () => {
		const path = "/diagrams/4turnos_7dias?year=2024";
		const visits = [];
		for (let visit = 0; visit < 3; visit++) visits.push(await ask(path, { "accept-encoding": "gzip, br" }));
		expect(visits.map(({ headers }) => headers["content-encoding"])).toEqual(["gzip", "br", "br"]);
		const [first, ...later] = visits.map(({ body }, visit) =>
			(visit === 0 ? gunzipSync : brotliDecompressSync)(body),
		);
		for (const text of later) expect(text).toEqual(first);
	});

	test("gets status 304 for a client that has the current page", async () => {
		const { headers } = await ask(page);
		const etag = headers.etag ?? "";
		expect(etag).toMatch(/^W\/"[\w-]{20}"$/);
		for (const known of [etag, `"other", ${etag}`]) {
			const again = await ask(page, { "if-none-match": known });
			expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
			expect(again.headers.vary).toContain("Accept-Encoding");
		}
		expect((await ask(page, { "if-none-match": 'W/"other"' })).status).toBe(200);
		const file = await ask("/safety/1.svg");
		expect((await ask("/safety/1.svg", { "if-none-match": file.headers.etag ?? "" })).status).toBe(304);
	});

	test("is not replaced by the empty body of a HEAD response, and HEAD has the same headers", async () => {
		const path = "/diagrams/4turnos_7dias?year=2025";
		const first = await send(server.origin, path, { method: "HEAD" });
		const whole = await ask(path);
		const second = await send(server.origin, path, { method: "HEAD" });
		expect(whole.text).toContain("</html>");
		for (const head of [first, second]) {
			expect([head.status, head.text]).toEqual([200, ""]);
			expect(head.headers["content-length"]).toBe(String(whole.body.byteLength));
			expect(head.headers.etag).toBe(whole.headers.etag);
		}
		expect((await send(server.origin, "/no-existe", { method: "HEAD" })).status).toBe(404);
		const picture = await send(server.origin, "/safety/1.svg", { method: "HEAD" });
		expect(picture.text).toBe("");
		expect(Number(picture.headers["content-length"])).toBeGreaterThan(0);
	});

	test("is removed when an operator's command writes to the database", async () => {
		const before = await ask(page);
		const command = new SQLite(server.databasePath);
		const rename = command.prepare("UPDATE feriados SET name = ? WHERE date = '2026-12-25' AND name = ?");
		expect(rename.run("Día de la prueba", "Navidad").changes).toBe(1);
		const after = await ask(page, { "if-none-match": before.headers.etag ?? "" });
		expect(after.status).toBe(200);
		expect(after.text).toContain("Día de la prueba");
		expect(after.headers.etag).not.toBe(before.headers.etag);
		expect(rename.run("Navidad", "Día de la prueba").changes).toBe(1);
		command.close();
		expect((await ask(page)).headers.etag).toBe(before.headers.etag);
	});
});

describe("the cache keeps", () => {
	const pages = listPublicPages().filter(({ status }) => status !== 404);
	const byRoute = new Map(pages.reverse().map(({ route, path }) => [route, path]));
	const ownPages = ["/my-shift", "/my-shift/calendar", `/my-shift/calendar/${measuredYears()[1]}-01`];

	test.each(Array.from(byRoute.values()))("%s for visitors without cookies", async (path) => {
		expect((await ask(path)).headers.etag).toBeDefined();
	});

	test.each(["/home?inicio=1", ...ownPages])("%s for visitors with the same shifts", async (path) => {
		expect((await ask(path, { cookie: "mine=4turnos_7dias.A" })).headers.etag).toBeDefined();
	});
});

describe("the cache ignores", () => {
	test.each([
		["an unknown parameter", `${page}&utm_source=x`, {}],
		["a data request", `${page}&_data=root`, {}],
		["a session", page, { cookie: "session=abc" }],
		["a session among others", page, { cookie: "a=1; session=abc; b=2" }],
		["a session written with a space", page, { cookie: "session =abc" }],
		["a session of https", page, { cookie: "__Host-session=abc" }],
		["a message", page, { cookie: "toast=abc" }],
		["a message behind 9 KB of cookies", page, { cookie: `a=${"x".repeat(9000)}; toast=abc` }],
		["9 KB of cookies", page, { cookie: `a=${"x".repeat(9000)}` }],
		["a missing page", "/no-existe", {}],
		["a page in the style of a file", "/diagrams/4turnos_7dias.css", {}],
		["a page as a folder of a file", "/home/x.css", {}],
		["a page with an encoded file", "/home%2fx.css", {}],
		["a redirect", "/", {}],
	] as const)("%s", async (_name, path, headers: Record<string, string>) => {
		for (let visit = 0; visit < 2; visit++) {
			const response = await ask(path, headers);
			expect(response.headers.etag).toBeUndefined();
			if ("cookie" in headers) expect(response.headers["cache-control"]).toBe("private, no-store");
			expect(response.headers["cache-control"]).toMatch(/^private, no-(cache|store)$/);
		}
	});

	test("a page with a visitor's toast, even if the request's cookies are very long", async () => {
		const form = await post(server.origin, "/cookies", "intent=accepted");
		const [toast] = form.headers["set-cookie"]?.filter((cookie) => cookie.startsWith("toast=")) ?? [];
		const value = toast?.split(";")[0] ?? "";
		const path = "/home?inicio=1&year=2031";
		for (const cookie of [value, `${value}; a=${"x".repeat(9000)}`]) {
			const mine = await ask(path, { cookie });
			expect(mine.text).toContain("Listo: aceptaste las cookies.");
			expect(mine.headers["set-cookie"]).toEqual([expect.stringMatching(/^toast=;.*Max-Age=0/)]);
			expect((await ask(path)).text).not.toContain("Listo: aceptaste las cookies.");
		}
	});
});
