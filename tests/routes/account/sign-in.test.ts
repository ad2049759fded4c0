import { beforeEach, describe, expect, test, vi } from "vitest";
import * as accountMessages from "~/features/auth/account-messages";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { passwordQueue } from "~/features/auth/passwords/password-hash.server";
import { signInLimits, takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { findSessionUser, openSession } from "~/features/auth/sessions/sessions.server";
import { db } from "~/lib/database/db.server";
import { emailMalformed } from "~/lib/explained";
import { cookieName } from "~/lib/http/cookies.server";
import * as messages from "~/lib/messages";
import { action, loader } from "~/routes/auth.login";
import { action as logOut, loader as seeLogout } from "~/routes/auth.logout";
import { loader as seeReset } from "~/routes/auth.reset-pass";
import { formOf, makeUser, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { argsFor, errorsOf, responseOf } from "../../support/requests";

beforeEach(() => db.deleteFrom("attempts").execute());

function signIn(fields: Record<string, string>, headers: Record<string, string> = {}) {
	return responseOf(() => action(argsFor("/auth/login", {}, formOf(fields, headers))));
}

/** The session token in the cookie that a response sets, if any. */
function sessionOf(response: Response): string | undefined {
	const cookie = response.headers
		.getSetCookie()
		.find((header) => header.startsWith(`${cookieName("session")}=`));
	return /=([^;]*)/.exec(cookie ?? "")?.[1] || undefined;
}

describe("signing in", () => {
	test("opens a session and redirects to the account page", async () => {
		const user = await makeUser();
		const response = await signIn({ email: ` ${user.email.toUpperCase()} `, password: PASSWORD });
		expect(response).toRedirectTo("/auth/my-account");
		const Cookie = `${cookieName("session")}=${sessionOf(response)}`;
		const request = new Request("http://localhost:3000/", { headers: { Cookie } });
		expect((await findSessionUser(request))?.id).toBe(user.id);
	});

	test("sets an HttpOnly, Lax cookie for the whole site; the table holds only its hash", async () => {
		const user = await makeUser();
		const response = await signIn({ email: user.email, password: PASSWORD });
		const cookie = response.headers.getSetCookie().find((header) => header.startsWith(cookieName("session")));
		expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
		const token = sessionOf(response) ?? "";
		expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
		const row = await db.selectFrom("sessions").selectAll().where("user_id", "=", user.id).executeTakeFirst();
		expect(row?.token_hash).toMatch(/^[A-Za-z0-9_-]{43}$/);
		expect(row?.token_hash).not.toBe(token);
		// A thief of the database could send the stored hash as a session token. The hash must not be accepted.
		const Cookie = `${cookieName("session")}=${row?.token_hash}`;
		expect(
			await findSessionUser(new Request("http://localhost:3000/", { headers: { Cookie } })),
		).toBeUndefined();
	});

	test("ends a session planted before and opens a new one", async () => {
		const attacker = await makeUser();
		const planted = await signedIn(attacker);
		const user = await makeUser();
		const response = await signIn({ email: user.email, password: PASSWORD }, planted);
		expect(planted.Cookie).not.toContain(sessionOf(response));
		expect(
			await findSessionUser(new Request("http://localhost:3000/", { headers: planted })),
		).toBeUndefined();
	});

	test("an expired session is ignored", async () => {
		const { headers } = await signedInUser();
		await db
			.updateTable("sessions")
			.set({ expires_at: Date.now() - 1 })
			.execute();
		expect(await findSessionUser(new Request("http://localhost:3000/", { headers }))).toBeUndefined();
	});
});

describe("the page after the sign-in", () => {
	test.each([
		["nothing set", {}, undefined, "/auth/my-account"],
		["address not verified", { email_verified_at: null }, undefined, "/auth/verify-email"],
		["automatic diagram", { auto_diagram: 1, diagram: "3turnos" }, undefined, "/diagrams/3turnos"],
		["automatic, of a crew", { auto_diagram: 1, diagram: "3turnos", crew: "B" }, undefined, "/my-shift"],
		[
			"automatic, none chosen",
			{ auto_diagram: 1 },
			undefined,
			"/auth/my-account/edit-profile?elegir=diagrama",
		],
		["switched off", { auto_diagram: 0, diagram: "3turnos" }, undefined, "/auth/my-account"],
		[
			"not verified, automatic",
			{ email_verified_at: null, auto_diagram: 1, diagram: "3turnos" },
			undefined,
			"/auth/verify-email",
		],
		[
			"a page required the sign-in",
			{ email_verified_at: null, auto_diagram: 1, diagram: "3turnos" },
			"/auth/work-overtime?shift=N",
			"/auth/work-overtime?shift=N",
		],
		["a page on another site", {}, "//evil.example", "/auth/my-account"],
		["the login itself", {}, "/auth/login?redirectTo=/x", "/auth/my-account"],
	] as const)("%s", async (_name, values, redirectTo, target) => {
		const user = await makeUser(values);
		const fields = { email: user.email, password: PASSWORD, ...(redirectTo && { redirectTo }) };
		expect(await signIn(fields)).toRedirectTo(target);
	});

	test("the login redirects a user who is signed in already", async () => {
		const headers = await signedIn(await makeUser());
		const response = await responseOf(() =>
			loader(argsFor("/auth/login?redirectTo=/security", {}, { headers })),
		);
		expect(response).toRedirectTo("/security");
	});
});

describe("a refused sign-in", () => {
	test.each([
		["nothing typed", {}, { email: [messages.emailRequired], password: [accountMessages.passwordRequired] }],
		["a malformed address", { email: "pepe", password: "secreto1" }, { email: [emailMalformed] }],
		[
			"a short password",
			{ email: "a@b.example", password: "corta" },
			{ password: [accountMessages.passwordShort] },
		],
	])("%s: 400 with the error beside its field", async (_name, fields, errors) => {
		const response = await signIn(fields);
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual(errors);
	});

	test("keeps the typed address and never returns the password", async () => {
		const text = await (await signIn({ email: "nadie@planta.example", password: "muy-secreta-1" })).text();
		expect(text).toContain("nadie@planta.example");
		expect(text).not.toContain("muy-secreta-1");
	});

	test("unknown address, wrong password and Google account get the same response after one hash each", async () => {
		const known = await makeUser();
		const google = await makeUser({ password_hash: null, provider_auth: "GOOGLE" });
		const responses = [];
		for (const email of [known.email, google.email, "00000000@planta.example"]) {
			const before = passwordQueue.usage.runs;
			const response = await signIn({ email, password: "no es esta" });
			responses.push({
				status: response.status,
				headers: Array.from(response.headers),
				body: (await response.text()).replace(email, "@"),
				runs: passwordQueue.usage.runs - before,
			});
		}
		expect(responses[0]?.runs).toBe(1);
		expect(responses[1]).toEqual(responses[0]);
		expect(responses[2]).toEqual(responses[0]);
	});

	test("after too many wrong passwords: 429 with Retry-After and the form filled in", async () => {
		const user = await makeUser();
		for (let n = 0; n < 5; n++)
			expect((await signIn({ email: user.email, password: "no es esta" })).status).toBe(400);
		const before = passwordQueue.usage.runs;
		const response = await signIn({ email: user.email, password: PASSWORD });
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		const text = await response.text();
		expect(text).toContain("Hubo demasiados intentos.");
		expect(text).toContain(user.email);
		expect(passwordQueue.usage.runs).toBe(before);
	});

	test("a known device of the owner can still sign in", async () => {
		const user = await makeUser();
		const device = (await signIn({ email: user.email, password: PASSWORD })).headers
			.getSetCookie()
			.find((header) => header.startsWith("device="));
		for (let n = 0; n < 12; n++) await signIn({ email: user.email, password: "no es esta" });
		expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(429);
		const Cookie = device?.split(";")[0] ?? "";
		expect(await signIn({ email: user.email, password: PASSWORD }, { Cookie })).toRedirectTo(
			"/auth/my-account",
		);
	});

	test("beyond the password queue: 503 with the form, and no attempt counted", async () => {
		const user = await makeUser();
		const responses = await Promise.all(
			Array.from({ length: 40 }, (_, n) => signIn({ email: `u${n}@planta.example`, password: "no es esta" })),
		);
		const busy = responses.filter(({ status }) => status === 503);
		expect(busy.length).toBeGreaterThan(0);
		expect(busy[0]?.headers.get("Retry-After")).toBe("5");
		expect(responses.every(({ status }) => status === 503 || status === 400)).toBe(true);
		expect(await signIn({ email: user.email, password: PASSWORD })).toRedirectTo("/auth/my-account");
	});
});

describe("signing out", () => {
	test("ends the session of this browser alone and redirects to the home page", async () => {
		const user = await makeUser();
		const [headers, elsewhere] = [await signedIn(user), await signedIn(user)];
		const response = await responseOf(() => logOut(argsFor("/auth/logout", {}, { method: "POST", headers })));
		expect(response).toRedirectTo("/home");
		expect(response.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0/);
		const userOf = (headers: HeadersInit) =>
			findSessionUser(new Request("http://localhost:3000/", { headers }));
		expect([await userOf(headers), await userOf(elsewhere)]).toMatchObject([undefined, { id: user.id }]);
	});

	test("leaves no link with which the next person in this browser could set the password", async () => {
		const user = await makeUser();
		const token = await issueMailToken({ purpose: "reset", userId: user.id, email: user.email });
		const cookies = new Map([["mail-token", `reset.${token}`]]);
		const keep = (set: string) => {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
			if (/Max-Age=0/.test(set)) cookies.delete(name);
			else cookies.set(name, value);
		};
		const headers = () => ({ Cookie: Array.from(cookies, (each) => each.join("=")).join("; ") });
		keep((await signedIn(user)).Cookie);
		const left = await responseOf(() =>
			logOut(argsFor("/auth/logout", {}, { method: "POST", headers: headers() })),
		);
		for (const set of left.headers.getSetCookie()) keep(set);
		const page = await responseOf(() => seeReset(argsFor("/auth/reset-pass", {}, { headers: headers() })));
		expect(await page.json()).toEqual({ passkeys: [] });
	});

	test.each([
		["after a first try, which frees the reserve", 1],
		["in the browser alone without any room", 2],
	])("works on a full disk: %s", async (_how, failures) => {
		const headers = await signedIn(await makeUser());
		const spy = vi.spyOn(db, "deleteFrom");
		for (let count = 0; count < failures; count++)
			spy.mockImplementationOnce(() => {
				throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
			});
		const response = await responseOf(() => logOut(argsFor("/auth/logout", {}, { method: "POST", headers })));
		spy.mockRestore();
		expect(response).toRedirectTo("/home");
		expect(response.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0/);
		const user = await findSessionUser(new Request("http://localhost:3000/", { headers }));
		expect(user === undefined).toBe(failures === 1);
	});

	test("requires a button: opening the URL does nothing", async () => {
		expect((await responseOf(() => seeLogout())).status).toBe(404);
	});
});

describe("signing in repeatedly", () => {
	test("ends the browser's former session, and no other", async () => {
		const user = await makeUser();
		const [headers, elsewhere] = [await signedIn(user), await signedIn(user)];
		await signIn({ email: user.email, password: PASSWORD }, headers);
		const userOf = (headers: HeadersInit) =>
			findSessionUser(new Request("http://localhost:3000/", { headers }));
		expect([await userOf(headers), await userOf(elsewhere)]).toMatchObject([undefined, { id: user.id }]);
	});

	test("is allowed 30 times in a quarter of an hour; then 429 without a hash or a session", async () => {
		const user = await makeUser();
		const fields = { email: user.email, password: PASSWORD };
		for (let n = 0; n < 30; n++) expect((await signIn(fields)).status).toBe(303);
		const before = passwordQueue.usage.runs;
		const response = await signIn(fields);
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(passwordQueue.usage.runs).toBe(before);
	});

	test("wrong passwords do not count against the limit for right ones", async () => {
		const user = await makeUser();
		// Only the first five passwords are checked: the rate limit on wrong passwords refuses the other sign-ins.
		for (let n = 0; n < 40; n++) await signIn({ email: user.email, password: "no es esta" });
		expect(await takeAttempt(signInLimits({ email: user.email, clientAddress: "" }))).toEqual({
			status: "allowed",
		});
		const [account] = signInLimits({ email: user.email, clientAddress: "" });
		let left = 0;
		while (account && (await takeAttempt([account])).status === "allowed") left += 1;
		expect(left).toBe(29);
	});

	test("keeps the 50 newest sessions of a user, and all of other users", async () => {
		const [user, other] = [await makeUser(), await makeUser()];
		const open = (id: string, now: number) =>
			openSession(new Request("http://localhost:3000/"), { userId: id }, now).then(
				(cookie) => cookie.split(";")[0] ?? "",
			);
		const start = Date.now();
		await open(other.id, start);
		const cookies = [];
		for (let n = 0; n < 60; n++) cookies.push(await open(user.id, start + n));
		const sessionUsers = await Promise.all(
			cookies.map((Cookie) =>
				findSessionUser(new Request("http://localhost:3000/", { headers: { Cookie } })),
			),
		);
		expect(sessionUsers.map((sessionUser) => sessionUser?.id)).toEqual([
			...Array(10).fill(undefined),
			...Array(50).fill(user.id),
		]);
		const rows = await db.selectFrom("sessions").select("user_id").where("user_id", "=", other.id).execute();
		expect(rows).toHaveLength(1);
	});
});
