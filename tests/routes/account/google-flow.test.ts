import type { RequestListener, ServerResponse } from "node:http";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutPageData } from "../../support/server/expect-safe";
import { ana, type Claims, googleForFile } from "../../support/server/google";
import { type HttpResponse, post, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/**
 * Tests the sign-in with Google on the built server, against an OAuth server on loopback. google-accounts.test.ts
 * tests which account a sign-in leads to.
 */
const google = googleForFile();
const server = serverForFile(() => google.settings);
let database: SQLite.Database;

beforeAll(() => {
	database = new SQLite(server.databasePath);
	database.pragma("foreign_keys = ON");
});
afterAll(() => {
	database.close();
});
beforeEach(() => {
	database.exec("DELETE FROM users; DELETE FROM outbox");
});

/** The cookies that a response sets, as a Cookie header, without those that it deletes. */
function cookiesOf({ headers }: HttpResponse): string {
	const pairs = (headers["set-cookie"] ?? []).map((header) => header.split(";")[0] ?? "");
	return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}

function locationOf({ headers }: HttpResponse): URL {
	return new URL(headers.location ?? "", server.origin);
}

interface Start {
	/** The URL of Google's sign-in page, to which the server redirects the browser. */
	address: URL;
	cookie: string;
}

/** Presses the button that starts a sign-in with Google. */
async function press(body = "", origin = server.origin): Promise<Start> {
	const response = await post(origin, "/auth/google", body);
	return { address: locationOf(response), cookie: cookiesOf(response) };
}

/**
 * Consents at the OAuth server.
 * @returns the callback URL
 */
async function consent({ address }: Start): Promise<URL> {
	const response = await fetch(address, { redirect: "manual" });
	return new URL(response.headers.get("Location") ?? "");
}

/** Opens the callback URL of a sign-in, as the browser does after consent. */
function openCallback({ pathname, search }: URL, cookie?: string): Promise<HttpResponse> {
	return send(server.origin, pathname + search, { headers: cookie ? { cookie } : {} });
}

/** Completes a sign-in of the Google user `google.user`. */
async function signIn(body = ""): Promise<HttpResponse> {
	const start = await press(body);
	return openCallback(await consent(start), start.cookie);
}

function rows(): Record<string, unknown> {
	const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
	return { users: count("users"), links: count("provider_accounts"), sessions: count("sessions") };
}

const nothing = { users: 0, links: 0, sessions: 0 };

function expectRefused(response: HttpResponse, status: number, text: string): void {
	expect(response.status).toBe(status);
	expect(response.text).toContain(text);
	expect(response.headers.location).toBeUndefined();
	expect(response.headers["cache-control"]).toBe("private, no-store");
	expect(response.headers["retry-after"]).toBe(text === FAILED ? "60" : undefined);
	expect(response.text).toContain('action="/auth/google"');
	expect(response.text).toContain('href="/auth/login"');
	expect(cookiesOf(response)).toBe("");
	expect(rows()).toEqual(nothing);
}

const STRANGER = "Este ingreso no empezó en este navegador";
const FAILED = "Google no respondió como esperábamos";
const UNVERIFIED = "Google no nos confirma que ese correo sea tuyo";
const UNUSABLE = "No podemos mandar correos a la dirección de esa cuenta";

describe("starting a sign-in", () => {
	test("redirects a POST to Google's address with all required parameters", async () => {
		const response = await post(server.origin, "/auth/google");
		expect(response.status).toBe(302);
		const address = locationOf(response);
		expect(address.origin + address.pathname).toBe(google.settings.GOOGLE_AUTH_URL);
		const { state, code_challenge, ...rest } = Object.fromEntries(address.searchParams);
		expect(rest).toEqual({
			client_id: google.settings.GOOGLE_CLIENT_ID,
			redirect_uri: `${server.origin}/auth/google/callback`,
			response_type: "code",
			scope: "openid email profile",
			code_challenge_method: "S256",
			prompt: "select_account",
			access_type: "online",
			include_granted_scopes: "false",
		});
		expect(state).toMatch(/^[0-9a-f-]{36}$/);
		expect(code_challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
		expect(response.headers["cache-control"]).toBe("private, no-store");
	});

	test("stores its secrets in a cookie for ten minutes", async () => {
		const response = await post(server.origin, "/auth/google");
		const [cookie = "", ...others] = response.headers["set-cookie"] ?? [];
		expect(others).toEqual([]);
		expect(cookie).toMatch(/^google=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
	});

	test("uses a new state and verifier for each sign-in", async () => {
		const [one, other] = [await press(), await press()];
		for (const name of ["state", "code_challenge"])
			expect(one.address.searchParams.get(name)).not.toBe(other.address.searchParams.get(name));
	});

	test("uses a __Host- cookie and an https callback address behind https", async () => {
		const address = "https://relevo.ejemplo.ar";
		const secure = await startServer({ ...google.settings, APP_URL: address });
		const response = await post(secure.origin, "/auth/google", "", { host: "relevo.ejemplo.ar" });
		expect(locationOf(response).searchParams.get("redirect_uri")).toBe(`${address}/auth/google/callback`);
		expect(response.headers["set-cookie"]?.[0]).toMatch(/^__Host-google=[^;]+; .*; Secure; SameSite=Lax$/);
		await secure.stop();
	});

	test("refuses GET", async () => {
		expect((await send(server.origin, "/auth/google")).status).toBe(404);
	});

	test("refuses a form from another site", async () => {
		const response = await post(server.origin, "/auth/google", "", { "sec-fetch-site": "cross-site" });
		expect(response.status).toBe(403);
		expect(response.headers["set-cookie"]).toBeUndefined();
	});

	test("is not available without the operator's keys: no button, start or callback", async () => {
		const plain = await startServer();
		expect((await send(plain.origin, "/auth/login")).text).not.toContain("Google</button>");
		const wrong = "email=nadie%40planta.example&password=no+es+esta";
		const refused = (await post(plain.origin, "/auth/login", wrong)).text;
		expect(refused).toContain("El correo o la contraseña no son correctos.");
		expect(withoutPageData(refused)).not.toContain("Google");
		expect((await post(plain.origin, "/auth/google")).status).toBe(404);
		expect((await send(plain.origin, "/auth/google/callback?state=a&code=b")).status).toBe(404);
		await plain.stop();
	});
});

describe("the callback", () => {
	test("signs in a new user with an address that Google has verified", async () => {
		const response = await signIn();
		expect(response.status).toBe(303);
		expect(response.headers.location).toBe("/auth/my-account");
		expect(response.headers["set-cookie"]).toContainEqual(
			expect.stringMatching(/^session=[A-Za-z0-9_-]{43};/),
		);
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
		expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
		expect(response.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^google=; Max-Age=0;/));
	});

	test.each([
		["a page of this site", "/diagrams/3turnos?crew=B", "/diagrams/3turnos?crew=B"],
		["another site", "https://evil.example/", "/auth/my-account"],
		["another site without scheme", "//evil.example", "/auth/my-account"],
		["the login itself", "/auth/login", "/auth/my-account"],
		["an address that no cookie could hold", `/home?${"ñ".repeat(900)}`, "/auth/my-account"],
	])("redirects to the requested page if it is a path of this site: %s", async (_, redirectTo, expected) => {
		const response = await signIn(new URLSearchParams({ redirectTo }).toString());
		expect(response.headers.location).toBe(expected);
	});

	test.each([
		"",
		"http://127.0.0.1:25/",
		"http://169.254.169.254/latest/meta-data/",
		"the test's own Google",
	])("signs in without fetching a picture at %j", async (picture) => {
		const own = String(google.settings.GOOGLE_USERINFO_URL);
		google.user = { ...ana, picture: picture.startsWith("the") ? own : picture };
		expect((await signIn()).status).toBe(303);
		expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
		expect(database.prepare("SELECT photo FROM users").pluck().get()).toBeNull();
	});

	test("accepts an audience list that contains the client id, and a response without an id_token", async () => {
		google.idToken = { aud: ["another", google.settings.GOOGLE_CLIENT_ID] };
		expect((await signIn()).status).toBe(303);
		google.token = { id_token: undefined };
		expect((await signIn()).status).toBe(303);
	});

	test("redirects a user who declines at Google to the login, with a message", async () => {
		const { address, cookie } = await press("redirectTo=%2Fhome");
		const state = address.searchParams.get("state");
		const path = `/auth/google/callback?error=access_denied&state=${state}`;
		const response = await openCallback(new URL(path, server.origin), cookie);
		expect(response.status).toBe(303);
		expect(response.headers.location).toBe("/auth/login?redirectTo=%2Fhome");
		const page = await openCallback(locationOf(response), cookiesOf(response));
		expect(page.text).toContain("Cancelaste el ingreso con Google");
		expect(rows()).toEqual(nothing);
		expect(cookiesOf(response)).not.toMatch(/(^|; )google=/);
	});

	test("tells who takes over an account that nobody had verified what is gone, and nobody else", async () => {
		const password = "acero frío 1900";
		const account = { username: "ana1900", email: String(ana.email), password, confirmPassword: password };
		await post(server.origin, "/auth/register", new URLSearchParams(account).toString());
		const pageAfter = async () => {
			const answer = await signIn();
			return (await openCallback(locationOf(answer), cookiesOf(answer))).text;
		};
		expect(await pageAfter()).toMatch(/borramos los días, los recibos.*La contraseña de antes ya no sirve/);
		expect(await pageAfter()).not.toContain("borramos");
	});

	test("accepts another spelling of its path", async () => {
		const start = await press();
		const { search } = await consent(start);
		const response = await openCallback(
			new URL(`/Auth/Google/Callback/${search}`, server.origin),
			start.cookie,
		);
		expect(response.headers.location).toBe("/auth/my-account");
	});
});

describe("a callback that does not belong to a sign-in of this browser", () => {
	const callbacks: [string, () => Promise<[URL, string?]>][] = [
		["without parameters", async () => [new URL("/auth/google/callback", server.origin)]],
		[
			"without state",
			async () => {
				const start = await press();
				const back = await consent(start);
				back.searchParams.delete("state");
				return [back, start.cookie];
			},
		],
		[
			"with an empty state",
			async () => {
				const start = await press();
				const back = await consent(start);
				back.searchParams.set("state", "");
				return [back, start.cookie];
			},
		],
		[
			"with a made-up state",
			async () => {
				const start = await press();
				const back = await consent(start);
				back.searchParams.set("state", "0b0ff9ac-4a3f-4f5c-9d3b-000000000000");
				return [back, start.cookie];
			},
		],
		[
			"with the state and the code of another sign-in (an attacker's link)",
			async () => [await consent(await press()), (await press()).cookie],
		],
		["without cookie", async () => [await consent(await press())]],
		[
			"with an altered cookie",
			async () => {
				const start = await press();
				const back = await consent(start);
				const changed = start.cookie.replace(
					/^google=(.{8})(.)/,
					(_, head, one) => `google=${head}${one === "A" ? "B" : "A"}`,
				);
				return [back, changed];
			},
		],
		[
			"refused at Google, without state",
			async () => [
				new URL("/auth/google/callback?error=access_denied", server.origin),
				(await press()).cookie,
			],
		],
	];
	test.each(callbacks)("%s shows an explanation and makes no request to Google", async (_, make) => {
		const [back, cookie] = await make();
		google.requests.length = 0;
		expectRefused(await openCallback(back, cookie), 400, STRANGER);
		expect(google.requests).toEqual([]);
	});

	test("does not cancel a sign-in in another tab", async () => {
		const start = await press();
		const back = await consent(start);
		const forged = await openCallback(
			new URL("/auth/google/callback?state=x&code=y", server.origin),
			start.cookie,
		);
		expect(forged.headers["set-cookie"]).toBeUndefined();
		expect((await openCallback(back, start.cookie)).status).toBe(303);
	});

	test("is refused the second time, without its cookie", async () => {
		const start = await press();
		const back = await consent(start);
		const first = await openCallback(back, start.cookie);
		expect(cookiesOf(first)).not.toMatch(/(^|; )google=/);
		const again = await openCallback(back, cookiesOf(first));
		expect(again.status).toBe(400);
		expect(again.text).toContain(STRANGER);
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
	});
});

test("a full disk after Google's consent shows the page of a full disk, and the code is used only once", async () => {
	const full = 'throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });';
	const build = patchedBuild([/async function openSession\d*\(.*\) \{/, `$& ${full}`]);
	const fullServer = await startServer(google.settings, build);
	const start = await press("", fullServer.origin);
	const { pathname, search } = await consent(start);
	const answer = await send(fullServer.origin, pathname + search, { headers: { cookie: start.cookie } });
	expect(answer.status).toBe(507);
	expect(answer.text).toContain("No queda lugar en el servidor");
	expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
	await waitUntil(() => fullServer.output().includes('"status":507'), "the request is logged");
	expect(fullServer.output()).toMatch(/"event":"route_failed".*"code":"SQLITE_FULL"/);
	expect(fullServer.output()).not.toContain("google_failed");
	await fullServer.stop();
});

describe("a callback that Google does not confirm", () => {
	test("is refused the second time, even with a copy of the cookie: Google accepts a code once", async () => {
		const start = await press();
		const back = await consent(start);
		await openCallback(back, start.cookie);
		const again = await openCallback(back, start.cookie);
		expect(again.status).toBe(503);
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
	});

	test("is refused with the code of another sign-in (code injection): the verifier does not match", async () => {
		const [victim, attacker] = [await press(), await press()];
		const back = await consent(victim);
		back.searchParams.set("code", (await consent(attacker)).searchParams.get("code") ?? "");
		expectRefused(await openCallback(back, victim.cookie), 503, FAILED);
		expect(google.requests.filter((path) => path === "/userinfo")).toEqual([]);
	});

	test.each([
		["with a made-up code", { code: "made-up" }],
		["with an empty code", { code: "" }],
		["without a code", { code: undefined }],
		["with another error", { code: undefined, error: "server_error" }],
		["with an error that contains markup", { code: undefined, error: "<script>alert(1)</script>" }],
	])("is refused %s", async (_, { code, error }: { code?: string; error?: string }) => {
		const start = await press();
		const back = await consent(start);
		if (code === undefined) back.searchParams.delete("code");
		else back.searchParams.set("code", code);
		if (error) back.searchParams.set("error", error);
		const response = await openCallback(back, start.cookie);
		expectRefused(response, 503, FAILED);
		expect(response.text).not.toContain("alert(1)");
	});
});

describe("faults of Google's endpoints", () => {
	const json = { "Content-Type": "application/json" };
	// Each of these responses must end the sign-in with an error, even if its body is valid.
	test.each<[string, "/token" | "/userinfo", RequestListener]>([
		["status 500", "/token", (_, response) => response.writeHead(500, json).end('{"access_token":"a"}')],
		["status 400", "/token", (_, response) => response.writeHead(400, json).end('{"error":"invalid_grant"}')],
		["no JSON", "/token", (_, response) => response.writeHead(200, json).end("<!doctype html>")],
		["another JSON", "/token", (_, response) => response.writeHead(200, json).end('["access_token"]')],
		["no token", "/token", (_, response) => response.writeHead(200, json).end("{}")],
		["an empty token", "/token", (_, response) => response.writeHead(200, json).end('{"access_token":""}')],
		[
			"a token with a line break",
			"/token",
			(_, response) => response.writeHead(200, json).end('{"access_token":"a\\r\\nX-Evil: 1"}'),
		],
		["a redirect", "/token", (_, response) => response.writeHead(307, { Location: "/userinfo" }).end()],
		["a closed connection", "/token", (request) => request.socket.destroy()],
		[
			"a truncated response",
			"/token",
			(request, response) => {
				response.writeHead(200, { "Content-Length": 100 }).write("{");
				setTimeout(() => request.socket.destroy(), 20);
			},
		],
		["an endless response", "/token", (_, response) => flood(response)],
		["status 500", "/userinfo", (_, response) => response.writeHead(500, json).end(JSON.stringify(ana))],
		["status 401", "/userinfo", (_, response) => response.writeHead(401, json).end(JSON.stringify(ana))],
		["status 204", "/userinfo", (_, response) => response.writeHead(204).end()],
		["no JSON", "/userinfo", (_, response) => response.writeHead(200, json).end("{'sub': 1")],
		["null", "/userinfo", (_, response) => response.writeHead(200, json).end("null")],
		["a redirect", "/userinfo", (_, response) => response.writeHead(302, { Location: "/token" }).end()],
		["an endless response", "/userinfo", (_, response) => flood(response)],
	])("%s at %s: stores nothing and shows an error", async (_, endpoint, listener) => {
		google.instead = { [endpoint]: listener };
		expectRefused(await signIn(), 503, FAILED);
	});

	test("a missing response is given up after ten seconds", async () => {
		google.instead = { "/token": () => {} };
		expectRefused(await signIn(), 503, FAILED);
	});

	test.each<[string, Claims]>([
		["for another program", { aud: "another.apps.example" }],
		["for a list of other programs", { aud: ["one", "two"] }],
		["for nobody", { aud: undefined }],
		["with another subject than userinfo has", { sub: "another" }],
	])("refuses an id_token %s", async (_, idToken) => {
		google.idToken = idToken;
		expectRefused(await signIn(), 503, FAILED);
	});

	test("refuses a malformed id_token", async () => {
		google.token = { id_token: "a.b.c" };
		expectRefused(await signIn(), 503, FAILED);
	});
});

function flood(response: ServerResponse): void {
	response.writeHead(200, { "Content-Type": "application/json" });
	const chunk = " ".repeat(64 * 1024);
	const pump = () => {
		while (!response.destroyed && response.write(chunk));
	};
	response.on("drain", pump);
	pump();
}

describe("refused claims about a user", () => {
	test.each<[string, Claims]>([
		["no subject", { sub: undefined }],
		["an empty subject", { sub: "" }],
		["a number as subject", { sub: 1.1e20 }],
		["an endless subject", { sub: "1".repeat(256) }],
		["a subject with a line break", { sub: "1\n2" }],
	])("%s", async (_, claims) => {
		// Removes `id_token`, so that its `sub` claim cannot be the reason for the refusal.
		google.token = { id_token: undefined };
		google.user = { ...ana, ...claims };
		expectRefused(await signIn(), 503, FAILED);
	});

	test.each<[string, Claims]>([
		["email_verified is missing", { email_verified: undefined }],
		["email_verified is false", { email_verified: false }],
		['email_verified is the text "true"', { email_verified: "true" }],
		['email_verified is the text "false"', { email_verified: "false" }],
		["email_verified is 1", { email_verified: 1 }],
		["email_verified is null", { email_verified: null }],
		["no address", { email: undefined }],
		["an address that is no text", { email: ["ana@planta.example"] }],
	])("%s: shows a message", async (_, claims) => {
		google.user = { ...ana, ...claims };
		expectRefused(await signIn(), 400, UNVERIFIED);
	});

	test.each([
		"",
		"ana",
		"ana@planta",
		"ana@planta.example, otro@planta.example",
		"ana@planta.example\r\nBcc: otro@planta.example",
		'"ana soldadora"@planta.example',
		"аna@planta.example",
		`${"a".repeat(65)}@planta.example`,
	])("the address %j: shows a message", async (email) => {
		google.user = { ...ana, email };
		expectRefused(await signIn(), 400, UNUSABLE);
	});
});

test("an address that Google has not verified gives access to no account", async () => {
	await signIn();
	const before = rows();
	const owner = database.prepare("SELECT * FROM users").get();
	// Somebody else claims two addresses that Google has not verified: an account exists for the first, none for the
	// second.
	for (const email of ["ana@planta.example", "beto@planta.example"]) {
		google.user = { ...ana, sub: "attacker", email, email_verified: false };
		expect((await signIn()).status).toBe(400);
	}
	expect(rows()).toEqual(before);
	expect(database.prepare("SELECT * FROM users").get()).toEqual(owner);
});

test("a second Google identity with the same address is refused", async () => {
	await signIn();
	google.user = { ...ana, sub: "2" };
	const response = await signIn();
	expect(response.status).toBe(400);
	expect(response.text).toContain("ya está unida a otra cuenta de Google");
	expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
});

test("the log contains no address, code, state or token", async () => {
	const start = await press();
	const back = await consent(start);
	await openCallback(back, start.cookie);
	google.user = { ...ana, email_verified: false };
	await signIn();
	const refused = '"event":"google_refused","reason":"unverified"';
	await waitUntil(() => server.output().includes(refused), "the refusal is logged");
	const output = server.output();
	expect(output).toContain("/auth/google/callback");
	for (const secret of ["ana@", "Soldadora", ana.sub, ...back.searchParams.values()])
		expect(output).not.toContain(String(secret));
});
