import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectCleanDocument, expectSafe } from "../../support/server/expect-safe";
import { type HttpResponse, post, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests of the security and caching headers of every response. */

const address = "https://relevo.ejemplo.ar";
const server = serverForFile();
const withAddress = serverForFile({ APP_URL: address });

describe("every kind of response has its headers", () => {
	const asset = `/build/_assets/${readdirSync("public/build/_assets").find((name) => name.endsWith(".css"))}`;
	const kinds: [kind: string, status: number, ask: () => Promise<HttpResponse>][] = [
		["a page", 200, () => send(server.origin, "/home?inicio=1")],
		["a cached page", 200, () => send(server.origin, "/home?inicio=1")],
		["a HEAD response", 200, () => send(server.origin, "/home?inicio=1", { method: "HEAD" })],
		["a missing page", 404, () => send(server.origin, "/no-existe")],
		["a redirect", 302, () => send(server.origin, "/")],
		["a redirect after a form", 303, () => post(server.origin, "/cookies", "intent=accepted")],
		["data", 200, () => send(server.origin, "/home?_data=routes%2Fhome")],
		["data of a missing page", 404, () => send(server.origin, "/no-existe?_data=routes%2F%24")],
		["data of an unknown route", 403, () => send(server.origin, "/home?_data=routes%2Fotra")],
		["a resource", 200, () => send(server.origin, "/healthcheck")],
		["a missing picture", 404, () => send(server.origin, "/pictures/nada.00.svg")],
		["a GET of a route that only takes forms", 404, () => send(server.origin, "/cookies")],
		["a static file", 200, () => send(server.origin, "/safety/1.svg")],
		["a hashed file", 200, () => send(server.origin, asset)],
		["a missing file", 404, () => send(server.origin, "/build/nada.js")],
		["a malformed URL", 400, () => send(server.origin, "/%zz")],
		["an unreadable form", 400, () => post(server.origin, "/cookies", "intent=otra")],
		["a form of another site", 403, () => send(server.origin, "/cookies", { method: "POST" })],
		["a wrong method", 405, () => send(server.origin, "/home", { method: "PUT" })],
		["a body that is too large", 413, () => post(server.origin, "/cookies", "a".repeat(70_000))],
		[
			"a body that is not a form",
			415,
			() => post(server.origin, "/cookies", "{}", { "content-type": "application/json" }),
		],
		["another host", 421, () => send(server.origin, "/home", { headers: { host: "evil.example" } })],
	];

	test.each(kinds)("%s (%i)", async (_kind, status, ask) => {
		const response = await ask();
		expect(response.status).toBe(status);
		expectSafe(response);
		if (response.headers["content-type"]?.startsWith("text/html")) expectCleanDocument(response);
		expect(response.text).not.toMatch(/Unexpected Server Error|Application Error|Not Found|Bad Request/);
		if (status < 400 || !response.text) return;
		if (response.headers["x-remix-catch"]) expect(JSON.parse(response.text).message).toMatch(/\.$/);
		else expect(response.text).toContain('lang="es-AR"');
	});

	test("a 304", async () => {
		const { headers } = await send(server.origin, "/home?inicio=1");
		const again = { "if-none-match": headers.etag ?? "" };
		const response = await send(server.origin, "/home?inicio=1", { headers: again });
		expect([response.status, response.text]).toEqual([304, ""]);
		expectSafe(response);
	});

	test("a failure", async () => {
		const broken = await startServer(
			{},
			patchedBuild(["function Frame({", "function Frame() { throw new Error(); }\nfunction Frame_({"]),
		);
		for (const path of ["/home", "/home?_data=root", "/no-existe"]) {
			const response = await send(broken.origin, path);
			if (path === "/home") expect(response.status).toBe(500);
			expectSafe(response);
		}
		await broken.stop();
	});

	test("HSTS and __Host- cookies are only sent over https", async () => {
		const headers = {
			host: "relevo.ejemplo.ar",
			origin: address,
			"content-type": "application/x-www-form-urlencoded",
		};
		const secure = await send(withAddress.origin, "/cookies", {
			method: "POST",
			headers,
			body: "intent=accepted",
		});
		expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
		expect(secure.headers["set-cookie"]).toHaveLength(2);
		for (const cookie of secure.headers["set-cookie"] ?? []) {
			expect(cookie).toMatch(/^__Host-[^;]+;.*Path=\/; (HttpOnly; Secure|.*HttpOnly.*Secure); SameSite=Lax$/);
			expect(cookie).not.toContain("Domain");
		}
		const plain = await post(server.origin, "/cookies", "intent=accepted");
		expect(plain.headers["strict-transport-security"]).toBeUndefined();
		for (const cookie of plain.headers["set-cookie"] ?? []) {
			expect(cookie).toMatch(/^[a-z]+=[^;]+;.*HttpOnly; SameSite=Lax$/);
			expect(cookie).not.toContain("Secure");
		}
	});
});

describe("a page with a form", () => {
	test("contains its data and the inline script that starts hydration, no other script or preload, and is never cached", async () => {
		for (const path of ["/auth/login", "/auth/register", "/AUTH/Login"]) {
			const response = await send(server.origin, path);
			expect(response.status).toBe(200);
			expectSafe(response);
			expect(response.headers["cache-control"]).toBe("private, no-store");
			expect(response.headers.etag).toBeUndefined();
			const scripts = response.text.match(/<script\b[^>]*>[\s\S]*?<\/script>/g) ?? [];
			expect(scripts).toEqual([
				expect.stringMatching(/^<script type="application\/json" id="page-data">/),
				expect.stringMatching(/^<script>\(function/),
			]);
			expect(response.text).not.toContain("preload");
			const text = scripts.reduce((rest, script) => rest.replace(script, ""), response.text);
			expectCleanDocument({ ...response, text });
		}
	});

	test("names modules that exist, may be cached for ever and do not use eval", async () => {
		const { text } = await send(server.origin, "/auth/login");
		const [, data = ""] = /id="page-data">(.*?)<\/script>/.exec(text) ?? [];
		const { modules } = JSON.parse(data);
		expect(modules).toHaveLength(6);
		for (const path of modules) {
			const file = await send(server.origin, path);
			expect(file.status).toBe(200);
			expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
			expect(file.text).not.toMatch(/\beval\(|new Function/);
		}
	});

	test("that does not exist has no script", async () => {
		expect((await send(server.origin, "/no-existe")).text).not.toContain("<script");
	});
});

test("unhashed files may change with the next version, hashed ones never", async () => {
	const names = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	expect(names.length).toBeGreaterThan(5);
	for (const entry of names) {
		const path = `${entry.parentPath}/${entry.name}`.slice("public".length);
		const { status, headers } = await send(server.origin, path);
		expect(status, path).toBe(200);
		const isHashed = path.startsWith("/build/");
		expect(headers["cache-control"]).toBe(
			isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
		);
		if (isHashed) expect(path).toMatch(/-[A-Z0-9]{8}(\.\w+)+$/);
	}
});
