import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { makeUser, signedIn } from "../../support/accounts";
import { type HttpResponse, post, send } from "../../support/server/http-client";
import { startServer } from "../../support/server/server";
import { ownData, serverForFile } from "../../support/server/server-for-file";

/** Tests that personal responses are never cached. */

const server = serverForFile(ownData);
let session: string;
beforeAll(async () => {
	session = (await signedIn(await makeUser())).Cookie;
});

const token = "Zq_-0123456789abcdefghijABCDEFGHIJ0123456-_";
const ask = (path: string, cookie = "") => send(server.origin, path, { headers: { cookie } });

function expectPrivate(response: HttpResponse, what: string): void {
	expect(response.headers["cache-control"], what).toBe("private, no-store");
	expect(response.headers.etag, what).toBeUndefined();
}

/** Only signed-in users see the button to sign out. */
const isSignedIn = ({ text }: HttpResponse) => text.includes('action="/auth/logout"');

/** Cookie headers of every kind of visitor. "" stands for a visitor without cookies. */
const visitors = () => ["", session, "pending=x", `mail-token=reset.${token}`, "device=x", "google=x"];

describe.each([
	"/auth/login",
	"/auth/register",
	"/auth/recovery-pass",
	"/auth/reset-pass",
	"/auth/verify-email",
	"/auth/my-account",
	"/auth/my-account/edit-profile",
	"/auth/work-overtime",
	"/auth/google/callback?state=a&code=b",
	"/auth/logout",
	"/auth/no-existe",
	"/auth",
	"/AUTH/Login/",
	"/%61uth/login",
])("below /auth/: %s", (path) => {
	test("is never cached: documents, data and HEAD responses", async () => {
		const data = `${path}${path.includes("?") ? "&" : "?"}_data=root`;
		for (const cookie of visitors()) {
			for (const address of [path, data]) {
				expectPrivate(await ask(address, cookie), `${address} ${cookie}`);
			}
			const head = await send(server.origin, path, { method: "HEAD", headers: { cookie } });
			expectPrivate(head, `HEAD ${path} ${cookie}`);
		}
	});
});

test("the response to a form is never cached, whoever sends the form", async () => {
	for (const cookie of visitors()) {
		const wrong = await post(server.origin, "/auth/login", "email=&password=", { cookie });
		expectPrivate(wrong, `login ${cookie}`);
		const left = await post(server.origin, "/auth/logout", "", { cookie: cookie === session ? "" : cookie });
		expect([left.status, left.headers["cache-control"]]).toEqual([303, "private, no-store"]);
	}
});

test("a user's images are not public files", async () => {
	for (const path of ["/images/x.webp", "/images/00000000-0000-4000-8000-000000000000-320.webp"]) {
		expectPrivate(await ask(path), path);
		const mine = await ask(path, session);
		expect(mine.status).toBe(404);
		expectPrivate(mine, path);
	}
});

test("no route of an account, of its files or of its calendar is kept by the cache", () => {
	const kept = readdirSync("app/routes").filter((file) =>
		readFileSync(`app/routes/${file}`, "utf8").includes("cacheKey"),
	);
	expect(kept.length).toBeGreaterThan(15);
	expect(kept.filter((file) => /^(auth|images|feeds)\b/.test(file))).toEqual([]);
});

describe("a public page", () => {
	const path = "/diagrams/4turnos_7dias?year=2026";

	test("is rendered for a signed-in user, and the cached page stays as it was", async () => {
		const before = await ask(path);
		expect(before.headers.etag).toBeDefined();
		for (const address of [path, `${path}&_data=root`]) {
			for (let visit = 0; visit < 2; visit++) expectPrivate(await ask(address, session), address);
		}
		expect(isSignedIn(await ask(path, session))).toBe(true);
		const after = await ask(path);
		expect([after.headers.etag, after.text]).toEqual([before.headers.etag, before.text]);
		expect(isSignedIn(after)).toBe(false);
	});

	test("has status 304 for a client that has the current page, and 200 once this client has signed in", async () => {
		const known = { "if-none-match": (await ask(path)).headers.etag ?? "" };
		expect((await send(server.origin, path, { headers: known })).status).toBe(304);
		const response = await send(server.origin, path, { headers: { ...known, cookie: session } });
		expect(response.status).toBe(200);
		expect(isSignedIn(response)).toBe(true);
	});

	test.each(["pending=x", "device=x", "google=x", `mail-token=verify.${token}`])(
		"is the shared page for a visitor with only the cookie %s",
		async (cookie) => {
			const shared = await ask(path);
			const own = await ask(path, cookie);
			expect([own.headers.etag, own.text]).toEqual([shared.headers.etag, shared.text]);
		},
	);

	test("is the anonymous page, but uncached, with an invalid session", async () => {
		const response = await ask(path, `session=${token}`);
		expectPrivate(response, path);
		expect(isSignedIn(response)).toBe(false);
	});
});

describe("the form-action of the content security policy", () => {
	const directive = ({ headers }: HttpResponse) =>
		/form-action [^;]*/.exec(String(headers["content-security-policy"]))?.[0];

	test("is only this site while sign-in with Google is not configured", async () => {
		for (const path of ["/home?inicio=1", "/auth/login", "/no-existe", "/safety/1.svg"]) {
			expect(directive(await ask(path))).toBe("form-action 'self'");
		}
	});

	test.each([
		[{}, "https://accounts.google.com"],
		[{ GOOGLE_AUTH_URL: "http://localhost:4555/o/authorize?x=1" }, "http://localhost:4555"],
	])("includes the origin of Google's page with %j", async (settings, origin) => {
		const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
		const configured = await startServer({ ...google, ...settings });
		for (const path of ["/home?inicio=1", "/auth/login", "/no-existe"]) {
			expect(directive(await send(configured.origin, path))).toBe(`form-action 'self' ${origin}`);
		}
		await configured.stop();
	});
});
