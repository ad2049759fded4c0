import { existsSync } from "node:fs";
import { createCookieSessionStorage } from "@remix-run/node";
import { beforeEach, describe, expect, test } from "vitest";
import { enterByGoogle } from "~/features/account/google-accounts.server";
import { resetPassword } from "~/features/account/take-over.server";
import { GoogleError } from "~/features/auth/google/google-error";
import { findStarted } from "~/features/auth/google/google-sign-in.server";
import type { GoogleIdentity } from "~/features/auth/google/google-strategy.server";
import { oauthStorage } from "~/features/auth/google/oauth-storage.server";
import {
	findMailToken,
	issueMailCode,
	issueMailToken,
	spendMailCode,
} from "~/features/auth/links-and-codes.server";
import { registerAccount } from "~/features/auth/registration/registration.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { findUserByEmail } from "~/features/auth/users.server";
import { findWaiting } from "~/features/auth/verification/verification.server";
import { db } from "~/lib/database/db.server";
import { cookieName } from "~/lib/http/cookies.server";
import { saveUploads, uploadPath } from "~/lib/images/uploads.server";
import { sessionSecrets } from "~/lib/secrets.server";
import { action as logIn } from "~/routes/auth.login";
import { formOf, makeUser, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { argsFor, responseOf } from "../../support/requests";

const email = "ana@planta.example";
const ana: GoogleIdentity = { subject: "1", email, name: "Ana Soldadora", picture: "" };

beforeEach(async () => {
	await db.deleteFrom("users").execute();
	await db.deleteFrom("outbox").execute();
	await db.deleteFrom("attempts").execute();
});

function rowOf(id: string) {
	return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

function links() {
	return db.selectFrom("provider_accounts").select(["provider", "subject", "user_id"]).execute();
}

function mails() {
	return db.selectFrom("outbox").select(["kind", "user_id", "address"]).execute();
}

/** Counts what gives access to a user's account: sessions, pending registrations, mailed links and mailed codes. */
async function waysInto(userId: string) {
	const count = async (table: "sessions" | "pending_registrations" | "mail_tokens" | "mail_codes") =>
		(await db.selectFrom(table).select("user_id").where("user_id", "=", userId).execute()).length;
	return {
		sessions: await count("sessions"),
		waiting: await count("pending_registrations"),
		links: await count("mail_tokens"),
		codes: await count("mail_codes"),
	};
}

describe("a new user", () => {
	test("gets a verified Google account with the name at Google", async () => {
		const { userId, wantsPicture } = await enterByGoogle(ana);
		expect(wantsPicture).toBe(true);
		expect(await rowOf(userId)).toMatchObject({
			email,
			email_verified_at: expect.any(Number),
			username: "Ana Soldadora",
			real_name: "Ana Soldadora",
			provider_auth: "GOOGLE",
			password_hash: null,
			photo: null,
			auto_diagram: null,
		});
		expect(await links()).toEqual([{ provider: "GOOGLE", subject: "1", user_id: userId }]);
		expect(await mails()).toEqual([]);
	});

	test.each([
		["", "SIN NOMBRE", "ana"],
		["   ", "SIN NOMBRE", "ana"],
		["\n\u0000\u2028", "SIN NOMBRE", "ana"],
		["  Ana\r\nSoldadora ", "Ana Soldadora", "Ana Soldadora"],
		["👷‍♀️ Ana", "👷‍♀️ Ana", "👷‍♀️ Ana"],
		["Ana \ud800", "Ana", "Ana"],
		["😀".repeat(200), "😀".repeat(120), "😀".repeat(120)],
	])("the name %j is stored as %j", async (name, real_name, username) => {
		const { userId } = await enterByGoogle({ ...ana, name });
		expect(await rowOf(userId)).toMatchObject({ real_name, username });
	});

	test("gets one account when the button is pressed twice at once", async () => {
		const entries = await Promise.all(Array.from({ length: 10 }, () => enterByGoogle(ana)));
		expect(new Set(entries.map(({ userId }) => userId)).size).toBe(1);
	});
});

describe("a user who signs in again", () => {
	test("gets the current name at Google, keeps everything else, and gets the photo only without a photo", async () => {
		const { userId } = await enterByGoogle(ana, 1);
		const before = await rowOf(userId);
		expect((await enterByGoogle({ ...ana, name: "Ana Pérez" }, 2)).wantsPicture).toBe(true);
		expect(await rowOf(userId)).toEqual({ ...before, real_name: "Ana Pérez", updated_at: 2 });
		await db.updateTable("users").set({ photo: crypto.randomUUID() }).execute();
		expect((await enterByGoogle(ana)).wantsPicture).toBe(false);
	});

	test("keeps their name when Google gives none", async () => {
		const { userId } = await enterByGoogle(ana);
		await enterByGoogle({ ...ana, name: "" });
		expect((await rowOf(userId)).real_name).toBe("Ana Soldadora");
	});

	test("keeps account and address when the address at Google has changed", async () => {
		const { userId } = await enterByGoogle(ana);
		const other = await makeUser({ email: "otra@planta.example" });
		for (const changed of ["nueva@planta.example", other.email]) {
			expect((await enterByGoogle({ ...ana, email: changed })).userId).toBe(userId);
			expect((await rowOf(userId)).email).toBe(email);
		}
		expect(await rowOf(other.id)).toEqual(other);
		expect(await links()).toHaveLength(1);
		expect(await mails()).toEqual([]);
	});

	test("a second identity at the same address is not linked", async () => {
		const { userId } = await enterByGoogle(ana);
		const before = await rowOf(userId);
		await expect(enterByGoogle({ ...ana, subject: "2", name: "Otra" })).rejects.toThrow(
			new GoogleError("other-identity"),
		);
		expect(await links()).toEqual([{ provider: "GOOGLE", subject: "1", user_id: userId }]);
		expect(await rowOf(userId)).toEqual(before);
		expect(await mails()).toEqual([]);
	});
});

describe("an account with a verified address", () => {
	test("is linked, keeps password, name and sessions, and its owner gets a mail", async () => {
		const { user, headers } = await signedInUser({ email, real_name: "Ana de siempre", twitter: "ana" });
		expect(await enterByGoogle(ana)).toEqual({ userId: user.id, wantsPicture: false, isTakenOver: false });
		expect(await rowOf(user.id)).toEqual(user);
		expect(await findSessionUser(new Request("http://localhost:3000/", { headers }))).toBeDefined();
		expect(await mails()).toEqual([{ kind: "google-linked", user_id: user.id, address: email }]);
		const again = await enterByGoogle({ ...ana, name: "Otra" });
		expect(again).toEqual({ userId: user.id, wantsPicture: false });
		expect((await rowOf(user.id)).real_name).toBe("Ana de siempre");
		expect(await mails()).toHaveLength(1);
	});

	test("a second identity with that address is refused", async () => {
		await makeUser({ email });
		// Another person's identity refuses nobody.
		await enterByGoogle({ ...ana, subject: "3", email: "otra@planta.example" });
		await enterByGoogle(ana);
		await expect(enterByGoogle({ ...ana, subject: "2" })).rejects.toThrow(GoogleError);
		expect(await links()).toHaveLength(2);
	});
});

/** Pre-hijacking: an attacker registers the victim's e-mail address before the victim signs in with Google. */
describe("the five attacks that prepare a victim's account", () => {
	const squat = (values: Parameters<typeof makeUser>[0] = {}) =>
		makeUser({ email, email_verified_at: null, real_name: "Atacante", ...values });

	test("1. federated merge: the attacker's password stops working", async () => {
		const user = await squat();
		await enterByGoogle(ana);
		expect(await rowOf(user.id)).toMatchObject({
			password_hash: null,
			provider_auth: "GOOGLE",
			email_verified_at: expect.any(Number),
			real_name: "Ana Soldadora",
		});
		const answer = await responseOf(() =>
			logIn(argsFor("/auth/login", {}, formOf({ email, password: PASSWORD }))),
		);
		expect(answer.status).toBe(400);
		expect(await mails()).toEqual([{ kind: "google-linked", user_id: user.id, address: email }]);
	});

	test("2. unexpired session: all open sessions end", async () => {
		const user = await squat();
		const headers = await signedIn(user);
		await enterByGoogle(ana);
		expect(await findSessionUser(new Request("http://localhost:3000/", { headers }))).toBeUndefined();
	});

	test("3. trojan identifier: the attacker's identity and profile are removed, the data stays", async () => {
		const photo = crypto.randomUUID();
		await saveUploads([{ name: `${photo}-320.webp`, content: Buffer.from("a picture") }]);
		const user = await squat({
			photo,
			twitter: "atacante",
			instagram: "atacante",
			facebook: "atacante",
			web: "https://evil.example",
			diagram: "3turnos",
			crew: "B",
			auto_diagram: 1,
		});
		expect(await enterByGoogle(ana)).toEqual({ userId: user.id, wantsPicture: true, isTakenOver: true });
		expect(await rowOf(user.id)).toMatchObject({
			photo: null,
			twitter: null,
			instagram: null,
			facebook: null,
			web: null,
			diagram: null,
			crew: null,
			auto_diagram: null,
			username: "Ana Soldadora",
			real_name: "Ana Soldadora",
		});
		expect(existsSync(uploadPath(`${photo}-320.webp`))).toBe(false);
		expect(await links()).toEqual([{ provider: "GOOGLE", subject: "1", user_id: user.id }]);
	});

	test("4. unexpired change: earlier links, codes and waiting browsers stop working", async () => {
		// The attacker's browser, which has a cookie of the registration, waits until the e-mail address is verified.
		const cookie = await registerAccount({ username: "atacante", email, password: PASSWORD }, "");
		const user = await findUserByEmail(email);
		if (!user) throw new Error("not registered");
		const verify = await issueMailToken({ purpose: "verify", userId: user.id, email });
		const reset = await issueMailToken({ purpose: "reset", userId: user.id, email });
		const code = await issueMailCode({ purpose: "verify", userId: user.id });
		expect(await waysInto(user.id)).toMatchObject({ waiting: 1, codes: 1 });

		await enterByGoogle(ana);
		expect(await waysInto(user.id)).toEqual({ sessions: 0, waiting: 0, links: 0, codes: 0 });
		expect(await findMailToken({ purpose: "verify", token: verify })).toBeUndefined();
		expect(
			await resetPassword(reset, { hash: "a hash of the attacker's", endsPasskeys: false }),
		).toBeUndefined();
		const spent = await spendMailCode(db, { purpose: "verify", userId: user.id, code }, Date.now());
		expect(spent).toBe("wrong");
		const Cookie = cookie.split(";")[0] ?? "";
		expect(await findWaiting(new Request("http://localhost:3000/", { headers: { Cookie } }))).toBeUndefined();
	});

	test("wrong codes that verify leave that of a deletion its tries", async () => {
		const { id: userId } = await makeUser();
		const code = await issueMailCode({ purpose: "delete", userId });
		for (let tries = 0; tries < 5; tries++)
			await spendMailCode(db, { purpose: "verify", userId, code: "000000" }, Date.now());
		expect(await spendMailCode(db, { purpose: "delete", userId, code }, Date.now())).toBe("right");
	});

	test("an address with a new owner at Google: the first owner keeps the account, and the new one is refused", async () => {
		const first = await enterByGoogle({ ...ana, subject: "attacker" });
		await expect(enterByGoogle(ana)).rejects.toThrow(new GoogleError("other-identity"));
		expect(await links()).toEqual([{ provider: "GOOGLE", subject: "attacker", user_id: first.userId }]);
	});
});

describe("the cookie between leaving for Google and returning", () => {
	const good = { verifier: "v", expiresAt: Date.now() + 60_000, redirectTo: "/home" };

	async function found(storage: typeof oauthStorage, data: Record<string, unknown>) {
		const session = await storage.getSession();
		for (const [name, value] of Object.entries(data)) session.set(name, value);
		const Cookie = (await storage.commitSession(session)).split(";")[0] ?? "";
		return findStarted(new Request("http://localhost:3000/", { headers: { Cookie } }));
	}

	test("holds the state of the sign-in that this browser started", async () => {
		expect(await found(oauthStorage, good)).toEqual(good);
	});

	test("expires after ten minutes, even in a copied cookie", async () => {
		expect(await found(oauthStorage, { ...good, expiresAt: Date.now() })).toBeUndefined();
	});

	test("is refused if it is another cookie of the site, signed with the same secret", async () => {
		const cookie = { name: cookieName("google"), secrets: sessionSecrets() };
		expect(await found(createCookieSessionStorage({ cookie }), good)).toBeUndefined();
	});

	test("is refused without a signature", async () => {
		const unsigned = createCookieSessionStorage({ cookie: { name: cookieName("google"), secrets: ["x"] } });
		expect(await found(unsigned, good)).toBeUndefined();
	});
});
