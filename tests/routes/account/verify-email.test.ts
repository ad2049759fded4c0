import { createElement } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { authMails } from "~/features/account/account-mails.server";
import { openAccount } from "~/features/account/landing.server";
import * as accountMessages from "~/features/auth/account-messages";
import { findMailToken, issueMailCode, issueMailToken } from "~/features/auth/links-and-codes.server";
import { addPending } from "~/features/auth/registration/registration.server";
import { openSession } from "~/features/auth/sessions/sessions.server";
import { findWaiting, requireVerified } from "~/features/auth/verification/verification.server";
import { WaitForMail } from "~/features/auth/verification/wait-for-mail";
import { db } from "~/lib/database/db.server";
import { action as signIn } from "~/routes/auth.login";
import { action as changeAccount } from "~/routes/auth.my-account_.edit-profile";
import { action as register } from "~/routes/auth.register";
import { action as setPassword } from "~/routes/auth.reset-pass";
import { action, loader } from "~/routes/auth.verify-email";
import { loader as wait } from "~/routes/auth.verify-email_.wait";
import { formOf, makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { watchStatements } from "../../support/statements";
import { toastOf } from "../../support/toasts";

beforeEach(async () => {
	await db.deleteFrom("attempts").execute();
	await db.deleteFrom("users").execute();
});

const ADDRESS = "nueva@planta.example";

/**
 * Registers in a new browser.
 * @returns the browser's Cookie header, and the account
 */
async function registerAs(email = ADDRESS) {
	const fields = { username: "soldador", email, password: PASSWORD, confirmPassword: PASSWORD };
	const response = await responseOf(() => register(argsFor("/auth/register", {}, formOf(fields))));
	const cookie = response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
	const user = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
	return { cookie, user };
}

function press(intent: string, cookie: string, fields: Record<string, string> = {}) {
	return responseOf(() =>
		action(argsFor("/auth/verify-email", {}, formOf({ intent, ...fields }, { Cookie: cookie }))),
	);
}

async function see(cookie: string) {
	const response = await responseOf(() =>
		loader(argsFor("/auth/verify-email", {}, { headers: { Cookie: cookie } })),
	);
	return response.status === 200 ? response.json() : response;
}

async function isVerified(email = ADDRESS): Promise<boolean> {
	const row = await db
		.selectFrom("users")
		.select("email_verified_at")
		.where("email", "=", email)
		.executeTakeFirst();
	return row?.email_verified_at != null;
}

const linkOf = (token: string) => `mail-token=verify.${token}`;
const tokenFor = ({ id, email }: { id: string; email: string }) =>
	issueMailToken({ purpose: "verify", userId: id, email });

describe("the waiting page", () => {
	test("is for registered browsers and signed-in users; any other visitor goes to the login", async () => {
		expect(await see("")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
		expect(await see("pending=made-up")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
		const { cookie, user } = await registerAs();
		expect(await see(cookie)).toMatchObject({ view: "waiting", done: false });
		expect(await see((await signedIn(user)).Cookie)).toMatchObject({ view: "waiting", done: false });
		const dayBefore = Date.now() - 24 * 3_600_000 - 1000;
		const old = await addPending(db, { userId: user.id, isNew: true }, dayBefore);
		expect(await see(old.split(";")[0] ?? "")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
	});

	test("notices a verification in another browser and signs in, also without a script", async () => {
		const { user: other } = await registerAs("otra@planta.example");
		const { cookie, user } = await registerAs();
		const refreshed = () =>
			responseOf(() => wait(argsFor("/auth/verify-email/wait", {}, { headers: { Cookie: cookie } })));
		expect(await (await refreshed()).json()).toEqual({ address: ADDRESS });
		await press("confirm", linkOf(await tokenFor(user)), { password: PASSWORD });
		expect(await see(cookie)).toMatchObject({ view: "waiting", done: true, isSignedIn: false });
		expect(await refreshed()).toRedirectTo("/auth/verify-email");
		const response = await press("enter", cookie);
		expect(response).toRedirectTo("/auth/my-account");
		expect(response.headers.getSetCookie().join("\n")).toMatch(/^session=[\w-]{43};/);
		const waiting = await db.selectFrom("pending_registrations").select("user_id").execute();
		expect(waiting).toEqual([{ user_id: other.id }]);
	});

	test.each([true, false])("signs in only if its registration has not ended since: %s", async (isKept) => {
		const { cookie } = await registerAs();
		// The same person waits in another browser too.
		await registerAs();
		await db.updateTable("users").set({ email_verified_at: 1 }).execute();
		const { request } = argsFor("/auth/verify-email", {}, { headers: { Cookie: cookie } });
		const waiting = await findWaiting(request);
		if (!waiting) throw new Error("nobody waits");
		const { pending = "" } = waiting;
		if (!isKept) await db.deleteFrom("pending_registrations").where("token_hash", "=", pending).execute();
		const response = await responseOf(() => openAccount(request, requireVerified(waiting)));
		expect(response).toRedirectTo(isKept ? "/auth/my-account" : "/auth/login");
		expect(await db.selectFrom("sessions").select("user_id").execute()).toHaveLength(isKept ? 1 : 0);
	});

	test("never signs in if the address already had an account", async () => {
		const owner = await makeUser({ email: ADDRESS, email_verified_at: 1 });
		const { cookie } = await registerAs();
		expect(await see(cookie)).toMatchObject({ view: "waiting", done: false });
		const code = await issueMailCode({ purpose: "verify", userId: owner.id });
		expect((await press("code", cookie, { code })).status).toBe(400);
		const response = await press("enter", cookie);
		expect(response).toRedirectTo("/auth/verify-email");
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
	});
});

describe("the code", () => {
	test("verifies, signs in, and works once", async () => {
		const { cookie, user } = await registerAs();
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		const response = await press("code", cookie, {
			code: ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\u200e`,
		});
		expect(response).toRedirectTo("/auth/my-account");
		expect(await isVerified()).toBe(true);
		// A browser that sends the form twice shows this answer, and not the first one with its session.
		const again = await press("code", cookie, { code });
		expect(again).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
		expect((await toastOf(again))?.text).toMatch(/puede estar hecho/);
		expect(await db.selectFrom("mail_codes").selectAll().execute()).toEqual([]);
	});

	test("is stored only as a keyed hash", async () => {
		const { user } = await registerAs();
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		expect(JSON.stringify(await db.selectFrom("mail_codes").selectAll().execute())).not.toContain(code);
	});

	test.each([
		["", "Escribí el código de 6 números que te mandamos."],
		["12345", "El código tiene 6 números."],
		["abcdef", "El código tiene 6 números."],
		["١٢٣٤٥٦", "El código tiene 6 números."],
	])("'%s' is refused as malformed", async (code, message) => {
		const { cookie } = await registerAs();
		const response = await press("code", cookie, { code });
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({ code: [message] });
	});

	test("is void after five wrong tries; a new code works", async () => {
		const { cookie, user } = await registerAs();
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		const wrong = code === "000000" ? "000001" : "000000";
		for (let n = 0; n < 5; n++) expect((await press("code", cookie, { code: wrong })).status).toBe(400);
		expect((await press("code", cookie, { code })).status).toBe(400);
		expect(await isVerified()).toBe(false);
		const next = await issueMailCode({ purpose: "verify", userId: user.id });
		expect(await press("code", cookie, { code: next })).toRedirectTo("/auth/my-account");
	});

	test("twenty concurrent guesses count as twenty", async () => {
		const { cookie, user } = await registerAs();
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		const guesses = Array.from({ length: 20 }, (_, n) => String(n).padStart(6, "7")).filter(
			(guess) => guess !== code,
		);
		await Promise.all(guesses.map((guess) => press("code", cookie, { code: guess })));
		expect((await press("code", cookie, { code })).status).toBe(400);
	});

	test("expires after fifteen minutes", async () => {
		const { cookie, user } = await registerAs();
		const code = await issueMailCode({ purpose: "verify", userId: user.id }, Date.now() - 15 * 60_000 - 1000);
		expect((await press("code", cookie, { code })).status).toBe(400);
	});

	test("of another user is refused, and neither these tries nor its use spoil other users' codes", async () => {
		const { cookie, user } = await registerAs();
		const others = [await makeUser({ email_verified_at: null }), await makeUser({ email_verified_at: null })];
		const codes = [];
		for (const { id } of [user, ...others])
			codes.push(await issueMailCode({ purpose: "verify", userId: id }));
		const [, ...ofOthers] = codes;
		for (let n = 0; n < 5; n++)
			expect((await press("code", cookie, { code: ofOthers[0] ?? "" })).status).toBe(400);
		for (const [n, other] of others.entries()) {
			expect(await isVerified(other.email)).toBe(false);
			const { Cookie } = await signedIn(other);
			expect(await press("code", Cookie, { code: ofOthers[n] ?? "" })).toRedirectTo("/auth/my-account");
		}
	});
});

describe("after 50 wrong codes", () => {
	/** Enters `tries` wrong codes. If `userId` is given, issues a new code before every five tries: a code allows five. */
	async function guess(cookie: string, tries: number, userId?: string) {
		for (let n = 0; n < tries; n++) {
			if (userId && n % 5 === 0) await issueMailCode({ purpose: "verify", userId });
			const response = await press("code", cookie, { code: String(n).padStart(6, "9") });
			expect(response.status).toBe(400);
		}
	}

	test("only the link works, in all browsers of the account, and page and mail say so", async () => {
		const { cookie, user } = await registerAs();
		const other = (await signedIn(user)).Cookie;
		const { cookie: stranger } = await registerAs("otra@planta.example");
		await guess(cookie, 30, user.id);
		expect(await see(cookie)).toMatchObject({ onlyLink: false });
		await guess(other, 20, user.id);
		for (const browser of [cookie, other]) expect(await see(browser)).toMatchObject({ onlyLink: true });
		expect(await see(stranger)).toMatchObject({ onlyLink: false });
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		expect(await press("code", cookie, { code })).toRedirectTo("/auth/verify-email");
		expect(await isVerified()).toBe(false);
		const mail = await authMails.verify({ userId: user.id, address: user.email });
		expect(mail?.text).not.toMatch(/código|^\d{6}$/m);
		expect(mail?.text).toMatch(/token=[\w-]{43}$/m);
		const both = `${cookie}; ${linkOf(await tokenFor(user))}`;
		expect(await press("confirm", both)).toRedirectTo("/auth/my-account");
	});

	test("the page shows the same text if the address already had an account", async () => {
		for (const email of [ADDRESS, "vieja@planta.example"]) await makeUser({ email });
		const { cookie } = await registerAs();
		const { cookie: other } = await registerAs("vieja@planta.example");
		expect(await see(cookie)).toMatchObject({ onlyLink: false });
		await guess(cookie, 50);
		expect(await see(cookie)).toMatchObject({ onlyLink: true });
		expect(await see(other)).toMatchObject({ onlyLink: false });
	});

	test("a wrong code takes the same work if the address already had an account", async () => {
		const works: string[][] = [];
		for (const email of [ADDRESS, "vieja@planta.example"]) {
			if (email !== ADDRESS) await makeUser({ email });
			const { cookie, user } = await registerAs(email);
			if (email === ADDRESS) await issueMailCode({ purpose: "verify", userId: user.id });
			const statements = watchStatements();
			expect((await press("code", cookie, { code: "123456" })).status).toBe(400);
			works.push(statements.end().map(({ text }) => text.split(" ")[0] ?? ""));
		}
		expect(works[0]?.length).toBeGreaterThan(4);
		expect(works[1]).toEqual(works[0]);
	});
});

describe("the link", () => {
	test("is stored only as a hash", async () => {
		const { user } = await registerAs();
		const token = await tokenFor(user);
		expect(JSON.stringify(await db.selectFrom("mail_tokens").selectAll().execute())).not.toContain(token);
	});

	test("in the browser that registered needs only the button", async () => {
		const { cookie, user } = await registerAs();
		const both = `${cookie}; ${linkOf(await tokenFor(user))}`;
		for (let n = 0; n < 5; n++)
			expect(await see(both)).toMatchObject({ view: "confirm", needsPassword: false });
		expect(await isVerified()).toBe(false);
		expect(await press("confirm", both)).toRedirectTo("/auth/my-account");
		expect(await isVerified()).toBe(true);
	});

	test("in another browser also needs the password", async () => {
		const { user } = await registerAs();
		const link = linkOf(await tokenFor(user));
		expect(await see(link)).toMatchObject({ view: "confirm", needsPassword: true });
		const without = await press("confirm", link);
		expect(without.status).toBe(400);
		expect(await errorsOf(without)).toEqual({ password: [accountMessages.passwordRequired] });
		expect((await press("confirm", link, { password: "no es esta" })).status).toBe(400);
		expect(await isVerified()).toBe(false);
		expect(await press("confirm", link, { password: PASSWORD })).toRedirectTo("/auth/my-account");
		expect(await isVerified()).toBe(true);
	});

	test("a squatter gains nothing when the owner of the address clicks", async () => {
		const squatter = await registerAs();
		const link = linkOf(await tokenFor(squatter.user));
		// The squatter, who registered the address, chose the password. The address's owner does not know this password.
		expect((await press("confirm", link, { password: "la mía de siempre" })).status).toBe(400);
		expect(await isVerified()).toBe(false);
		expect(await see(squatter.cookie)).toMatchObject({ done: false });
	});

	test("also needs the password in a browser where another user is signed in", async () => {
		const { user } = await registerAs();
		const other = await signedIn(await makeUser());
		const cookies = `${other.Cookie}; ${linkOf(await tokenFor(user))}`;
		expect(await see(cookies)).toMatchObject({ needsPassword: true });
		expect((await press("confirm", cookies)).status).toBe(400);
	});

	test("works once, even when submitted twenty times at once", async () => {
		const { cookie, user } = await registerAs();
		const both = `${cookie}; ${linkOf(await tokenFor(user))}`;
		const responses = await Promise.all(Array.from({ length: 20 }, () => press("confirm", both)));
		const signedInResponses = responses.filter((response) =>
			/session=[\w-]{43}/.test(response.headers.getSetCookie().join()),
		);
		expect(signedInResponses).toHaveLength(1);
		expect(responses.every(({ status }) => status === 303)).toBe(true);
	});

	test("is void once a newer one is issued", async () => {
		const { cookie, user } = await registerAs();
		const [older, others] = [await tokenFor(user), await tokenFor(await makeUser())];
		await tokenFor(user);
		expect(await see(`${cookie}; ${linkOf(older)}`)).toMatchObject({ view: "used", isWaiting: true });
		expect(await findMailToken({ purpose: "verify", token: others })).toBeDefined();
	});

	test("is forgotten once it is found void, so that the page with the field for the code is back", async () => {
		const { cookie, user } = await registerAs();
		const older = await tokenFor(user);
		await tokenFor(user);
		const headers = { Cookie: `${cookie}; ${linkOf(older)}` };
		const response = await responseOf(() => loader(argsFor("/auth/verify-email", {}, { headers })));
		expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^mail-token=; Max-Age=0;/)]);
	});

	test.each([
		[
			"expired one second ago",
			(user: { id: string; email: string }) =>
				issueMailToken(
					{ purpose: "verify", userId: user.id, email: user.email },
					Date.now() - 24 * 3_600_000 - 1000,
				),
		],
		[
			"for another purpose",
			(user: { id: string; email: string }) =>
				issueMailToken({ purpose: "reset", userId: user.id, email: user.email }),
		],
		[
			"sent to another address",
			(user: { id: string }) =>
				issueMailToken({ purpose: "verify", userId: user.id, email: "otra@planta.example" }),
		],
		["made up", async () => "A".repeat(43)],
	])("is refused if %s", async (_name, issue) => {
		const { cookie, user } = await registerAs();
		const both = `${cookie}; ${linkOf(await issue(user))}`;
		expect(await see(both)).toMatchObject({ view: "used" });
		expect(await press("confirm", both)).toRedirectTo("/auth/verify-email");
		expect(await isVerified()).toBe(false);
	});

	test("is to be opened again when its page was left open for too long; what is verified says so", async () => {
		const { cookie, user } = await registerAs();
		for (const [cookies, page] of [
			[cookie, "/auth/verify-email"],
			["", "/auth/login?redirectTo=%2Fauth%2Fverify-email"],
		] as const) {
			const answer = await press("confirm", cookies, { password: PASSWORD });
			expect(answer).toRedirectTo(page);
			expect((await toastOf(answer))?.text).toContain("Abrilo de nuevo desde el correo");
		}
		await press("confirm", `${cookie}; ${linkOf(await tokenFor(user))}`);
		const again = await press("confirm", (await signedIn(user)).Cookie);
		expect(again).toRedirectTo("/auth/verify-email");
		expect(await toastOf(again)).toBeUndefined();
	});

	test("confirmed on a phone, lets a signed-in computer that waits continue", async () => {
		const { user } = await registerAs();
		const fields = formOf({ email: user.email, password: PASSWORD });
		const response = await responseOf(() => signIn(argsFor("/auth/login", {}, fields)));
		expect(response).toRedirectTo("/auth/verify-email");
		const computer = response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		expect(await see(computer)).toMatchObject({ view: "waiting", done: false, isSignedIn: true });
		expect(await press("confirm", linkOf(await tokenFor(user)), { password: PASSWORD })).toRedirectTo(
			"/auth/my-account",
		);
		expect(await see(computer)).toMatchObject({ view: "waiting", done: true, isSignedIn: true });
		expect(await press("enter", computer)).toRedirectTo("/auth/my-account");
	});

	test("lets no computer in that still waits once the owner has closed the sessions everywhere", async () => {
		const { cookie: computer, user } = await registerAs();
		await press("confirm", linkOf(await tokenFor(user)), { password: PASSWORD });
		const form = formOf({ intent: "sessions" }, await signedIn(user));
		const response = await responseOf(() =>
			changeAccount(argsFor("/auth/my-account/edit-profile", {}, form)),
		);
		expect(response).toRedirectTo("/auth/login");
		const login = "/auth/login?redirectTo=%2Fauth%2Fverify-email";
		expect(await press("enter", computer)).toRedirectTo(login);
		expect(await db.selectFrom("sessions").select("user_id").execute()).toEqual([]);
	});

	test("does not verify for a person who can read the mail but lacks the password, and gives no session access", async () => {
		const squatter = await registerAs();
		const session = (await signedIn(squatter.user)).Cookie;
		const link = linkOf(await tokenFor(squatter.user));
		expect((await press("confirm", link, { password: "la mía de siempre" })).status).toBe(400);
		expect(await see(session)).toMatchObject({ view: "waiting", done: false });
		// When the owner of the e-mail address sets a new password, the stranger who has registered it loses access.
		const reset = await issueMailToken({ purpose: "reset", userId: squatter.user.id, email: ADDRESS });
		const fields = { password: "otra bien distinta", confirmPassword: "otra bien distinta" };
		const form = formOf(fields, { Cookie: `mail-token=reset.${reset}` });
		await responseOf(() => setPassword(argsFor("/auth/reset-pass", {}, form)));
		expect(await isVerified()).toBe(true);
		for (const cookie of [session, squatter.cookie])
			expect(await see(cookie)).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
	});
});

describe("resending the mail", () => {
	test("is allowed three times an hour, counting the first mail; then 429 with Retry-After", async () => {
		const { cookie } = await registerAs();
		for (let n = 0; n < 2; n++) expect(await press("resend", cookie)).toRedirectTo("/auth/verify-email");
		const response = await press("resend", cookie);
		expect(response.status).toBe(429);
		expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
		const mails = await db.selectFrom("outbox").select("kind").execute();
		expect(mails.map(({ kind }) => kind)).toEqual(["verify", "verify", "verify"]);
		const { result } = await response.json();
		for (const onlyLink of [false, true]) {
			const page = createElement(WaitForMail, {
				done: false,
				isSignedIn: false,
				onlyLink,
				address: ADDRESS,
				result,
			});
			expect(await htmlOf(page)).toContain("Hubo demasiados intentos.");
		}
	});

	test("looks the same if the address already had an account, whose owner gets another mail", async () => {
		await makeUser({ email: ADDRESS });
		const { cookie } = await registerAs();
		expect(await press("resend", cookie)).toRedirectTo("/auth/verify-email");
		const mails = await db.selectFrom("outbox").select("kind").execute();
		expect(mails.map(({ kind }) => kind)).toEqual(["already-registered", "already-registered"]);
	});

	test("sends nothing to a verified address, and does not say that it did", async () => {
		const user = await makeUser();
		const cookie =
			(await openSession(new Request("http://localhost:3000/"), { userId: user.id })).split(";")[0] ?? "";
		const response = await press("resend", cookie);
		expect(response).toRedirectTo("/auth/verify-email");
		expect(await toastOf(response)).toBeUndefined();
		expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
	});

	test("confirms no link that was opened before and not confirmed", async () => {
		const { cookie, user } = await registerAs();
		const opened = `${cookie}; ${linkOf(await tokenFor(user))}`;
		expect(await press("resend", opened)).toRedirectTo("/auth/verify-email");
		expect(await isVerified()).toBe(false);
	});

	test("requires a registration or a session", async () => {
		expect(await press("resend", "")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
	});
});
