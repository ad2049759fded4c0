import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { extraFields } from "../../support/extras";
import { expectSafe } from "../../support/server/expect-safe";
import { type HttpResponse, post, send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { startSmallGate } from "../../support/server/small-gate";

/** Tests of the data requests (`?_data=`) of Remix's client, and of their refusals. */

const server = serverForFile(ownData);
let user: { id: string; email: string };
let cookie: string;
beforeAll(async () => {
	user = await makeUser();
	cookie = (await signedIn(user)).Cookie;
});

const LOGIN = "/auth/login?_data=routes%2Fauth.login";

describe("a refused data request", () => {
	const kinds: [what: string, status: number, said: string, ask: () => Promise<HttpResponse>][] = [
		[
			"of a body that is too large",
			413,
			"supera el tamaño",
			() => post(server.origin, LOGIN, "a".repeat(70_000)),
		],
		[
			"of a form of another site",
			403,
			"no salió de una página",
			() => send(server.origin, LOGIN, { method: "POST" }),
		],
		[
			"of another host",
			421,
			"la planta",
			() => send(server.origin, LOGIN, { headers: { host: "evil.example" } }),
		],
		["of a method", 405, "no acepta", () => send(server.origin, LOGIN, { method: "PUT" })],
		[
			"of a body that is not a form",
			415,
			"solo recibe",
			() => post(server.origin, LOGIN, "{}", { "content-type": "application/json" }),
		],
		[
			"by Remix itself",
			403,
			"no se puede hacer",
			() => send(server.origin, "/auth/login?_data=routes%2Fotra"),
		],
	];

	test.each(kinds)("%s (%i) gets data with a text in Spanish", async (_what, status, said, ask) => {
		const response = await ask();
		expect([response.status, response.headers["x-remix-catch"]]).toEqual([status, "yes"]);
		expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
		expect(response.headers["cache-control"]).toBe("private, no-store");
		expectSafe(response);
		const { title, message, requestId } = JSON.parse(response.text);
		expect(message).toContain(said);
		expect(title).not.toBe("");
		expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
	});

	test("keeps Retry-After", async () => {
		const gate = await startSmallGate({
			busy: {
				loader: () => {
					throw new Response(null, { status: 503, headers: { "Retry-After": "7" } });
				},
			},
		});
		const response = await send(gate.origin, "/busy?_data=busy");
		expect([response.status, response.headers["retry-after"], response.headers["x-remix-catch"]]).toEqual([
			503,
			"7",
			"yes",
		]);
		expect(JSON.parse(response.text).message).toContain("Probá de nuevo");
		await gate.stop();
	});

	test("gets a page for other requests, even with `_data` elsewhere in the URL", async () => {
		for (const path of ["/auth/login", "/auth/login?x=_data", "/_data/x"]) {
			const response = await send(server.origin, path, { method: "POST" });
			expect([response.status, response.headers["content-type"]]).toEqual([403, "text/html; charset=utf-8"]);
			expect(response.headers["x-remix-catch"]).toBeUndefined();
		}
	});

	test("thrown by a route as data is sent unchanged", async () => {
		const said = { message: "Error al traer datos.", asDialog: true };
		const gate = await startSmallGate({
			list: {
				loader: () => {
					throw Response.json(said, { status: 500 });
				},
			},
		});
		const response = await send(gate.origin, "/list?_data=list");
		expect([response.status, response.headers["x-remix-catch"], JSON.parse(response.text)]).toEqual([
			500,
			"yes",
			said,
		]);
		await gate.stop();
	});
});

describe("a redirect", () => {
	const signIn = (redirectTo: string) =>
		post(
			server.origin,
			LOGIN,
			new URLSearchParams({ email: user.email, password: PASSWORD, redirectTo }).toString(),
		);

	test.each([
		// Whoever signs in gets a document, by which the service worker learns whose the phone is now.
		["/auth/my-account", "true"],
		["/auth/work-overtime?start=2026-01-01#fila-2", "true"],
		["/auth/work-overtime/export", "true"],
		["/home?inicio=1", "true"],
		["/diagrams/4turnos_7dias", "true"],
	])("to %s is a full page load: %s", async (redirectTo, isLoad) => {
		const { status, headers } = await signIn(redirectTo);
		expect([status, headers["x-remix-redirect"]]).toEqual([204, redirectTo]);
		expect(headers["x-remix-reload-document"]).toBe(isLoad);
	});

	test("after a saved form to a page of the account is none", async () => {
		const path = "/auth/work-overtime/add-work-overtime?_data=routes%2Fauth.work-overtime_.add-work-overtime";
		const form = new URLSearchParams(extraFields()).toString();
		const { status, headers } = await post(server.origin, path, form, { cookie });
		expect(headers["x-remix-redirect"]).toMatch(/^\/auth\/work-overtime\?/);
		// Without a length, as RFC 9110 (8.6) demands.
		expect([status, headers["content-length"]]).toEqual([204, undefined]);
		expect(headers["x-remix-reload-document"]).toBeUndefined();
	});
});

describe("data", () => {
	test("of the root route contain the current build and are never cached", async () => {
		const page = await send(server.origin, "/auth/my-documents", { headers: { cookie } });
		const manifest = /\/build\/manifest-\w+\.js/.exec(page.text)?.[0] ?? "";
		const version = /"version":"(\w+)"/.exec((await send(server.origin, manifest)).text)?.[1];
		for (const path of ["/auth/my-documents", "/home?inicio=1&year=2026", "/about"]) {
			const address = `${path}${path.includes("?") ? "&" : "?"}_data=root`;
			for (const who of [cookie, ""]) {
				const response = await send(server.origin, address, { headers: { cookie: who } });
				expect(response.headers["cache-control"], address).toBe("private, no-store");
				expect(response.headers.etag).toBeUndefined();
				expectSafe(response);
				const { session, ...frame } = JSON.parse(response.text);
				expect([frame.version, session !== undefined]).toEqual([version, who !== ""]);
			}
		}
	});

	test("and pages of the same path are never confused", async () => {
		for (const path of ["/about", "/about?_data=root", "/about", "/about?_data=root"]) {
			const { headers } = await send(server.origin, path);
			expect(headers["content-type"]).toContain(path.includes("_data") ? "application/json" : "text/html");
		}
	});

	test("are compressed as a whole, even if they contain the end of a stylesheet", async () => {
		const gate = await startSmallGate({
			rows: { loader: ({ request }) => Response.json([request.url, "</style>", "x".repeat(5000)]) },
		});
		for (const person of ["ana", "beto", "caro", "dani"]) {
			const response = await send(gate.origin, `/rows?${person}`, { headers: { "accept-encoding": "gzip" } });
			expect(response.headers["content-encoding"]).toBe("gzip");
			expect(gunzipSync(response.body).toString()).toContain(person);
		}
		await gate.stop();
	});
});
