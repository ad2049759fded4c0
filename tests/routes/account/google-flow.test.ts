import type { RequestListener, ServerResponse } from "node:http";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutPageData } from "../../support/server/expect-safe";
import { ana, type Claims, googleForFile } from "../../support/server/google";
import { type HttpResponse, post, send } from "../../support/server/http-client";
import { startServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";

/**
 * A sign-in with Google, from the button to the session, against a real OAuth server on loopback,
 * through the built program. What the account becomes is in google-accounts.test.ts.
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

/** The cookies of an answer, as a browser sends them back; those that it ends are left out. */
function cookiesOf({ headers }: HttpResponse): string {
	const pairs = (headers["set-cookie"] ?? []).map((header) => header.split(";")[0] ?? "");
	return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}

function locationOf({ headers }: HttpResponse): URL {
	return new URL(headers.location ?? "", server.origin);
}

interface Start {
	/** Where the browser is sent. */
	address: URL;
	cookie: string;
}

/** Presses the button. */
async function press(body = ""): Promise<Start> {
	const answer = await post(server.origin, "/auth/google", body);
	return { address: locationOf(answer), cookie: cookiesOf(answer) };
}

/** Says yes at Google. Gives the address that it sends the browser back to. */
async function consent({ address }: Start): Promise<URL> {
	const answer = await fetch(address, { redirect: "manual" });
	return new URL(answer.headers.get("Location") ?? "");
}

/** Comes back from Google. */
function comeBack({ pathname, search }: URL, cookie?: string): Promise<HttpResponse> {
	return send(server.origin, pathname + search, { headers: cookie ? { cookie } : {} });
}

/** The whole way, for whom Google says it is. */
async function signIn(body = ""): Promise<HttpResponse> {
	const start = await press(body);
	return comeBack(await consent(start), start.cookie);
}

/** How many rows there are that a sign-in makes. */
function rows(): Record<string, unknown> {
	const count = (table: string) => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
	return { users: count("users"), links: count("provider_accounts"), sessions: count("sessions") };
}

const nothing = { users: 0, links: 0, sessions: 0 };

function expectRefused(answer: HttpResponse, status: number, text: string): void {
	expect(answer.status).toBe(status);
	expect(answer.text).toContain(text);
	expect(answer.headers.location).toBeUndefined();
	expect(answer.headers["cache-control"]).toBe("private, no-store");
	// A way on, in Spanish, and no way round in circles.
	expect(answer.text).toContain('action="/auth/google"');
	expect(answer.text).toContain('href="/auth/login"');
	expect(cookiesOf(answer)).toBe("");
	expect(rows()).toEqual(nothing);
}

const STRANGER = "Este ingreso no empezó en este navegador";
const FAILED = "Google no respondió como esperábamos";
const UNVERIFIED = "Google no nos confirma que ese correo sea tuyo";
const UNUSABLE = "No podemos mandar correos a la dirección de esa cuenta";

describe("the way there", () => {
	test("starts by POST, at Google's address, with all that Google asks for", async () => {
		const answer = await post(server.origin, "/auth/google");
		expect(answer.status).toBe(302);
		const address = locationOf(answer);
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
		expect(answer.headers["cache-control"]).toBe("private, no-store");
	});

	test("keeps its secrets in a short cookie of this browser", async () => {
		const answer = await post(server.origin, "/auth/google");
		const [cookie = "", ...others] = answer.headers["set-cookie"] ?? [];
		expect(others).toEqual([]);
		expect(cookie).toMatch(/^google=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
	});

	test("no two sign-ins share a state or a verifier", async () => {
		const [one, other] = [await press(), await press()];
		for (const name of ["state", "code_challenge"])
			expect(one.address.searchParams.get(name)).not.toBe(other.address.searchParams.get(name));
	});

	test("behind https the cookie is bound to this host, and Google sends the browser back there", async () => {
		const address = "https://relevo.ejemplo.ar";
		const secure = await startServer({ ...google.settings, APP_URL: address });
		const answer = await post(secure.origin, "/auth/google", "", { host: "relevo.ejemplo.ar" });
		expect(locationOf(answer).searchParams.get("redirect_uri")).toBe(`${address}/auth/google/callback`);
		expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-google=[^;]+; .*; Secure; SameSite=Lax$/);
		await secure.stop();
	});

	test("a GET starts nothing", async () => {
		expect((await send(server.origin, "/auth/google")).status).toBe(404);
	});

	test("a form of another site starts nothing", async () => {
		const answer = await post(server.origin, "/auth/google", "", { "sec-fetch-site": "cross-site" });
		expect(answer.status).toBe(403);
		expect(answer.headers["set-cookie"]).toBeUndefined();
	});

	test("without the operator's keys there is no button, no start and no return", async () => {
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

describe("the way back", () => {
	test("signs a new person in, whom Google vouches for", async () => {
		const answer = await signIn();
		expect(answer.status).toBe(303);
		expect(answer.headers.location).toBe("/auth/my-account");
		expect(answer.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^session=[A-Za-z0-9_-]{43};/));
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
		expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
		// The cookie has done its work.
		expect(answer.headers["set-cookie"]).toContainEqual(expect.stringMatching(/^google=; Max-Age=0;/));
	});

	test.each([
		["a page of ours", "/diagrams/3turnos?crew=B", "/diagrams/3turnos?crew=B"],
		["another site", "https://evil.example/", "/auth/my-account"],
		["another site without scheme", "//evil.example", "/auth/my-account"],
		["the login itself", "/auth/login", "/auth/my-account"],
		["an address that no cookie could hold", `/home?${"ñ".repeat(900)}`, "/auth/my-account"],
	])("goes on to the page that had asked: %s", async (_, redirectTo, expected) => {
		const answer = await signIn(new URLSearchParams({ redirectTo }).toString());
		expect(answer.headers.location).toBe(expected);
	});

	test.each([
		"",
		"http://127.0.0.1:25/",
		"http://169.254.169.254/latest/meta-data/",
		"the test's own Google",
	])("a picture at %j changes nothing: it is not fetched, and the sign-in works", async (picture) => {
		const own = String(google.settings.GOOGLE_USERINFO_URL);
		google.user = { ...ana, picture: picture.startsWith("the") ? own : picture };
		expect((await signIn()).status).toBe(303);
		expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
		expect(database.prepare("SELECT photo FROM users").pluck().get()).toBeNull();
	});

	test("the token's audience may be a list with us in it, and an id_token may be missing", async () => {
		google.idToken = { aud: ["another", google.settings.GOOGLE_CLIENT_ID] };
		expect((await signIn()).status).toBe(303);
		google.token = { id_token: undefined };
		expect((await signIn()).status).toBe(303);
	});

	test("who declines at Google is back at the login, with a message", async () => {
		const { address, cookie } = await press("redirectTo=%2Fhome");
		const state = address.searchParams.get("state");
		const path = `/auth/google/callback?error=access_denied&state=${state}`;
		const answer = await comeBack(new URL(path, server.origin), cookie);
		expect(answer.status).toBe(303);
		expect(answer.headers.location).toBe("/auth/login?redirectTo=%2Fhome");
		const page = await comeBack(locationOf(answer), cookiesOf(answer));
		expect(page.text).toContain("Cancelaste el ingreso con Google");
		expect(rows()).toEqual(nothing);
		// That return is used up too.
		expect(cookiesOf(answer)).not.toMatch(/(^|; )google=/);
	});

	test("in another spelling of the address it does not begin anew", async () => {
		const start = await press();
		const { search } = await consent(start);
		const answer = await comeBack(new URL(`/Auth/Google/Callback/${search}`, server.origin), start.cookie);
		expect(answer.headers.location).toBe("/auth/my-account");
	});
});

describe("a return that does not belong to a sign-in of this browser", () => {
	const returns: [string, () => Promise<[URL, string?]>][] = [
		["nothing at all", async () => [new URL("/auth/google/callback", server.origin)]],
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
			"with a cookie that was changed",
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
	test.each(returns)("%s: a page that says so, and no call to Google", async (_, make) => {
		const [back, cookie] = await make();
		google.requests.length = 0;
		expectRefused(await comeBack(back, cookie), 400, STRANGER);
		expect(google.requests).toEqual([]);
	});

	test("a forged return does not end the sign-in of another tab", async () => {
		const start = await press();
		const back = await consent(start);
		const forged = await comeBack(
			new URL("/auth/google/callback?state=x&code=y", server.origin),
			start.cookie,
		);
		expect(forged.headers["set-cookie"]).toBeUndefined();
		expect((await comeBack(back, start.cookie)).status).toBe(303);
	});

	test("the same return twice: the browser has no cookie any more", async () => {
		const start = await press();
		const back = await consent(start);
		const first = await comeBack(back, start.cookie);
		expect(cookiesOf(first)).not.toMatch(/(^|; )google=/);
		const again = await comeBack(back, cookiesOf(first));
		expect(again.status).toBe(400);
		expect(again.text).toContain(STRANGER);
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
	});
});

describe("a return that Google does not stand by", () => {
	test("the same code and the same cookie twice (a thief's copy): Google takes a code once", async () => {
		const start = await press();
		const back = await consent(start);
		await comeBack(back, start.cookie);
		const again = await comeBack(back, start.cookie);
		expect(again.status).toBe(503);
		expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
	});

	test("the code of another sign-in under our own state (injection): the verifier does not fit", async () => {
		const [victim, attacker] = [await press(), await press()];
		const back = await consent(victim);
		back.searchParams.set("code", (await consent(attacker)).searchParams.get("code") ?? "");
		expectRefused(await comeBack(back, victim.cookie), 503, FAILED);
		expect(google.requests.filter((path) => path === "/userinfo")).toEqual([]);
	});

	test.each([
		["a made-up code", { code: "made-up" }],
		["an empty code", { code: "" }],
		["no code", { code: undefined }],
		["another error", { code: undefined, error: "server_error" }],
		["an error with markup in it", { code: undefined, error: "<script>alert(1)</script>" }],
	])("%s", async (_, { code, error }: { code?: string; error?: string }) => {
		const start = await press();
		const back = await consent(start);
		if (code === undefined) back.searchParams.delete("code");
		else back.searchParams.set("code", code);
		if (error) back.searchParams.set("error", error);
		const answer = await comeBack(back, start.cookie);
		expectRefused(answer, 503, FAILED);
		expect(answer.text).not.toContain("alert(1)");
	});
});

describe("what Google's endpoints may do wrong", () => {
	const json = { "Content-Type": "application/json" };
	// With a status that says no, a right body does not count.
	test.each<[string, "/token" | "/userinfo", RequestListener]>([
		["status 500", "/token", (_, answer) => answer.writeHead(500, json).end('{"access_token":"a"}')],
		["status 400", "/token", (_, answer) => answer.writeHead(400, json).end('{"error":"invalid_grant"}')],
		["no JSON", "/token", (_, answer) => answer.writeHead(200, json).end("<!doctype html>")],
		["another JSON", "/token", (_, answer) => answer.writeHead(200, json).end('["access_token"]')],
		["no token", "/token", (_, answer) => answer.writeHead(200, json).end("{}")],
		["an empty token", "/token", (_, answer) => answer.writeHead(200, json).end('{"access_token":""}')],
		[
			"a token with a line break",
			"/token",
			(_, answer) => answer.writeHead(200, json).end('{"access_token":"a\\r\\nX-Evil: 1"}'),
		],
		["a redirect", "/token", (_, answer) => answer.writeHead(307, { Location: "/userinfo" }).end()],
		["a closed connection", "/token", (request) => request.socket.destroy()],
		[
			"an answer that is cut off",
			"/token",
			(request, answer) => {
				answer.writeHead(200, { "Content-Length": 100 }).write("{");
				setTimeout(() => request.socket.destroy(), 20);
			},
		],
		["an answer without end", "/token", (_, answer) => flood(answer)],
		["status 500", "/userinfo", (_, answer) => answer.writeHead(500, json).end(JSON.stringify(ana))],
		["status 401", "/userinfo", (_, answer) => answer.writeHead(401, json).end(JSON.stringify(ana))],
		["status 204", "/userinfo", (_, answer) => answer.writeHead(204).end()],
		["no JSON", "/userinfo", (_, answer) => answer.writeHead(200, json).end("{'sub': 1")],
		["null", "/userinfo", (_, answer) => answer.writeHead(200, json).end("null")],
		["a redirect", "/userinfo", (_, answer) => answer.writeHead(302, { Location: "/token" }).end()],
		["an answer without end", "/userinfo", (_, answer) => flood(answer)],
	])("%s at %s: nothing is made, and the visitor hears of it", async (_, endpoint, listener) => {
		google.instead = { [endpoint]: listener };
		expectRefused(await signIn(), 503, FAILED);
	});

	test("no answer: given up after ten seconds", async () => {
		google.instead = { "/token": () => {} };
		expectRefused(await signIn(), 503, FAILED);
	});

	test.each<[string, Claims]>([
		["for another program", { aud: "another.apps.example" }],
		["for a list of others", { aud: ["one", "two"] }],
		["for nobody", { aud: undefined }],
		["of somebody else than userinfo says", { sub: "another" }],
	])("an id_token %s", async (_, idToken) => {
		google.idToken = idToken;
		expectRefused(await signIn(), 503, FAILED);
	});

	test("an id_token that is none", async () => {
		google.token = { id_token: "a.b.c" };
		expectRefused(await signIn(), 503, FAILED);
	});
});

function flood(answer: ServerResponse): void {
	answer.writeHead(200, { "Content-Type": "application/json" });
	const chunk = " ".repeat(64 * 1024);
	const pump = () => {
		while (!answer.destroyed && answer.write(chunk));
	};
	answer.on("drain", pump);
	pump();
}

describe("whom Google may name", () => {
	test.each<[string, Claims]>([
		["no subject", { sub: undefined }],
		["an empty subject", { sub: "" }],
		["a number as subject", { sub: 1.1e20 }],
		["an endless subject", { sub: "1".repeat(256) }],
		["a subject with a line break", { sub: "1\n2" }],
	])("%s: refused", async (_, person) => {
		// A subject that is none in both places.
		google.token = { id_token: undefined };
		google.user = { ...ana, ...person };
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
	])("%s: refused with a message", async (_, person) => {
		google.user = { ...ana, ...person };
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
	])("the address %j: refused with a message", async (email) => {
		google.user = { ...ana, email };
		expectRefused(await signIn(), 400, UNUSABLE);
	});
});

test("an address that Google does not vouch for leads into nobody's account", async () => {
	await signIn();
	const before = rows();
	const owner = database.prepare("SELECT * FROM users").get();
	// The attacker's identity claims the owner's address; then that of somebody who is not here yet.
	for (const email of ["ana@planta.example", "beto@planta.example"]) {
		google.user = { ...ana, sub: "attacker", email, email_verified: false };
		expect((await signIn()).status).toBe(400);
	}
	expect(rows()).toEqual(before);
	expect(database.prepare("SELECT * FROM users").get()).toEqual(owner);
});

test("two identities, one address: the second is refused, and signs nobody in", async () => {
	await signIn();
	google.user = { ...ana, sub: "2" };
	const answer = await signIn();
	expect(answer.status).toBe(400);
	expect(answer.text).toContain("ya está unida a otra cuenta de Google");
	expect(rows()).toEqual({ users: 1, links: 1, sessions: 1 });
});

test("no log line has an address, a code, a state or a token", async () => {
	const start = await press();
	const back = await consent(start);
	await comeBack(back, start.cookie);
	google.user = { ...ana, email_verified: false };
	await signIn();
	const refused = '"event":"google_refused","reason":"unverified"';
	await waitUntil(() => server.output().includes(refused), "the refusal is logged");
	const output = server.output();
	expect(output).toContain("/auth/google/callback");
	for (const secret of ["ana@", "Soldadora", ana.sub, ...back.searchParams.values()])
		expect(output).not.toContain(String(secret));
});
