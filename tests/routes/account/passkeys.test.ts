import { generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import { createElement } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { AccountSections } from "~/features/account/account-sections";
import { deleteAccount } from "~/features/account/delete-account.server";
import { openAccount } from "~/features/account/landing.server";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { AddPasskey } from "~/features/auth/passkeys/add-passkey";
import { checkPasskey } from "~/features/auth/passkeys/check-passkey.server";
import { changePasskeysAction } from "~/features/auth/passkeys/passkey-actions.server";
import { issueChallenge, spendChallenge } from "~/features/auth/passkeys/passkey-ceremonies.server";
import { PasskeyList, removalAddress } from "~/features/auth/passkeys/passkey-list";
import { deletePasskeys, MAX_PASSKEYS, userHandleOf } from "~/features/auth/passkeys.server";
import { revokeAllAccess } from "~/features/auth/passwords/credentials.server";
import { sweepAttempts } from "~/features/auth/rate-limits/attempts.server";
import { sweepExpired } from "~/features/auth/sessions/sweep-expired.server";
import { findUserById } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import { action as login } from "~/routes/auth.login";
import { loader as options } from "~/routes/auth.login_.passkey";
import { action as editProfile, loader as profilePage } from "~/routes/auth.my-account_.edit-profile";
import PasskeysPage, { action, loader } from "~/routes/auth.passkeys";
import { action as start } from "~/routes/auth.passkeys_.start";
import { loader as resetPage, action as resetPassword } from "~/routes/auth.reset-pass";
import { formOf, PASSWORD, signedInUser } from "../../support/accounts";
import { seedPasskey } from "../../support/accounts-on-disk";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { wordsOf } from "../../support/texts/words-of";
import { toastOf } from "../../support/toasts";

const databasePath = process.env.DATABASE_PATH ?? "";
const newPassword = { password: "otra bien distinta", confirmPassword: "otra bien distinta" };
const ENDED = "Quitamos tus llaves de acceso.";

let count = 0;

// Attempts of one test do not count for the next.
beforeEach(async () => {
	await db.deleteFrom("attempts").execute();
});

/** Adds passkeys with names of their own, with which nobody can sign in. */
function seed(userId: string, ...names: string[]): void {
	for (const name of names) seedPasskey(databasePath, userId, { id: `llave-${count++}`, name });
}

async function namesOf(userId: string): Promise<string[]> {
	const rows = await db.selectFrom("passkeys").select("name").where("user_id", "=", userId).execute();
	return rows.map(({ name }) => name);
}

/** Confirms that the passkey that was seeded last is to be removed. */
function remove(headers: Record<string, string>, id = `llave-${count - 1}`) {
	const form = formOf({ intent: "delete" }, headers);
	return responseOf(() => action(argsFor(removalAddress(id), {}, form)));
}

async function mailsTo(userId: string): Promise<string[]> {
	const mails = await db.selectFrom("outbox").select("kind").where("user_id", "=", userId).execute();
	return mails.map(({ kind }) => kind);
}

const VERIFIED = 0x05;
const PRESENT_ONLY = 0x01;
const KEY_FOLLOWS = 0x40;

/** A device with a key of its own, and its answers, which attest nothing (WebAuthn 6.1, 6.5, 8.7). */
function makeDevice() {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const { x = "", y = "" } = publicKey.export({ format: "jwk" });
	const id = randomBytes(16);
	const cose = ["a5010203262001215820", x, "225820", y];
	const key = Buffer.concat(cose.map((part, n) => Buffer.from(part, n % 2 === 0 ? "hex" : "base64url")));
	const dataOf = (flags: number, ...more: Buffer[]) =>
		Buffer.concat([hash("sha256", "localhost", "buffer"), Buffer.of(flags, 0, 0, 0, 1), ...more]);
	const clientOf = (type: string, challenge: string, origin: string) =>
		Buffer.from(JSON.stringify({ type, challenge, origin }));
	const answer = (response: Record<string, Buffer>) => {
		const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]);
		const name = id.toString("base64url");
		return JSON.stringify({ id: name, rawId: name, type: "public-key", response: Object.fromEntries(texts) });
	};
	return {
		made(challenge: string, { flags = VERIFIED, origin = publicOrigin } = {}): string {
			const data = dataOf(flags | KEY_FOLLOWS, Buffer.alloc(16), Buffer.of(0, id.length), id, key);
			const head = Buffer.from("\xa3cfmtdnonegattStmt\xa0hauthData\x58", "latin1");
			return answer({
				clientDataJSON: clientOf("webauthn.create", challenge, origin),
				attestationObject: Buffer.concat([head, Buffer.of(data.length), data]),
			});
		},
		signed(challenge: string, userHandle: string, { flags = VERIFIED, origin = publicOrigin } = {}): string {
			const authenticatorData = dataOf(flags);
			const clientDataJSON = clientOf("webauthn.get", challenge, origin);
			const text = Buffer.concat([authenticatorData, hash("sha256", clientDataJSON, "buffer")]);
			const signature = sign("sha256", text, privateKey);
			return answer({
				clientDataJSON,
				authenticatorData,
				signature,
				userHandle: Buffer.from(userHandle, "base64url"),
			});
		},
	};
}

const cookieOf = (cookie: string) =>
	new Request("http://localhost/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });

/** A user whose device has added a passkey, with which it can sign in once. */
async function userWithPasskey() {
	const { user, headers } = await signedInUser();
	const device = makeDevice();
	const { challenge, cookie } = issueChallenge("add", user.id);
	const fields = { intent: "add", name: "Mi teléfono", passkey: device.made(challenge) };
	const Cookie = `${headers.Cookie}; ${cookie.split(";")[0]}`;
	await responseOf(() => action(argsFor("/auth/passkeys", {}, formOf(fields, { Cookie }))));
	// A device's answers always count one use.
	await db.updateTable("passkeys").set({ sign_count: 0 }).where("user_id", "=", user.id).execute();
	return { user, device };
}

describe("a challenge", () => {
	test("is accepted once, from the browser that was asked, for what it was asked", async () => {
		const { challenge, cookie } = issueChallenge("sign-in");
		expect(await spendChallenge(cookieOf(cookie), "add")).not.toBe(challenge);
		expect(await spendChallenge(cookieOf(cookie), "sign-in", "somebody")).not.toBe(challenge);
		expect(await spendChallenge(new Request("http://localhost/"), "sign-in")).toBeUndefined();
		expect(await spendChallenge(cookieOf(cookie), "sign-in")).toBe(challenge);
		expect(await spendChallenge(cookieOf(cookie), "sign-in")).toBeUndefined();
	});

	test("expires after five minutes, and is forgotten soon after", async () => {
		const now = Date.now();
		const { challenge, cookie } = issueChallenge("sign-in", "", now);
		const later = issueChallenge("sign-in", "", now);
		// Of a time to come, as after the clock was set back.
		expect(await spendChallenge(cookieOf(cookie), "sign-in", "", now - 1)).toBeUndefined();
		expect(await spendChallenge(cookieOf(cookie), "sign-in", "", now + 299_999)).toBe(challenge);
		expect(await spendChallenge(cookieOf(later.cookie), "sign-in", "", now + 300_000)).toBeUndefined();
		await sweepExpired(now + 300_000);
		expect(await db.selectFrom("spent_challenges").selectAll().execute()).toEqual([]);
	});

	test("with another time or name than the server's gives another challenge, or none", async () => {
		const now = Date.now();
		const { challenge, cookie } = issueChallenge("sign-in", "", now);
		const value = /passkey=([^;]*)/.exec(cookie)?.[1] ?? "";
		const [time, token] = value.split(".");
		for (const other of [`${Number(time) + 1}.${token}`, `${time}.${"A".repeat(43)}`])
			expect(await spendChallenge(cookieOf(`passkey=${other}`), "sign-in", "", now + 2)).not.toBe(challenge);
		for (const none of [`${now + 9e9}.${token}`, `x.${token}`, `${time}`, "", `${time}.corto`])
			expect(await spendChallenge(cookieOf(`passkey=${none}`), "sign-in", "", now)).toBeUndefined();
	});

	test("asks for any passkey of this site, and for the owner's finger", async () => {
		const response = await responseOf(() => options());
		expect(response.headers.get("Set-Cookie")).toMatch(
			/^passkey=\d+\.[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
		);
		expect(await response.json()).toMatchObject({
			rpId: "localhost",
			userVerification: "required",
			allowCredentials: [],
		});
	});
});

describe("what is no answer of a passkey", () => {
	const credential = { id: "llave", rawId: "llave", type: "public-key" };
	const texts = [
		"{}",
		"no",
		"null",
		JSON.stringify({ ...credential, response: {} }),
		JSON.stringify({
			...credential,
			response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: "AA" },
		}),
		JSON.stringify({ ...credential, id: "a".repeat(5000) }),
	];

	test("opens nothing, and counts as an attempt of the client address", async () => {
		for (const text of texts) {
			const Cookie = (await responseOf(() => options())).headers.get("Set-Cookie")?.split(";")[0] ?? "";
			const response = await responseOf(() =>
				login(argsFor("/auth/login", {}, formOf({ passkey: text }, { Cookie }))),
			);
			expect([text, response.status]).toEqual([text, 400]);
			expect((await errorsOf(response))[""]).toEqual([
				"Esa llave no sirve. Probá con otra, o ingresá con tu contraseña.",
			]);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		const press = () => responseOf(() => login(argsFor("/auth/login", {}, formOf({ passkey: "{}" }))));
		let last = await press();
		// Without a challenge, the fault is not the passkey's.
		expect((await errorsOf(last))[""]).toEqual(["Pasó mucho tiempo. Probá de nuevo."]);
		for (let n = 0; n < 300 && last.status !== 429; n++) last = await press();
		expect(last.status).toBe(429);
		expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
	});

	test("adds nothing", async () => {
		const { user, headers } = await signedInUser();
		const asked = await responseOf(() =>
			start(argsFor("/auth/passkeys/start", {}, formOf({ currentPassword: PASSWORD }, headers))),
		);
		const Cookie = `${headers.Cookie}; ${asked.headers.get("Set-Cookie")?.split(";")[0]}`;
		for (const passkey of texts) {
			const fields = { intent: "add", name: "Mi teléfono", passkey };
			const response = await responseOf(() =>
				action(argsFor("/auth/passkeys", {}, formOf(fields, { Cookie }))),
			);
			expect(response.status).toBe(400);
		}
		expect(await namesOf(user.id)).toEqual([]);
	});
});

test.each([true, false])(
	"a passkey that was checked opens a session only if it has not ended since: %s",
	async (isKept) => {
		const { user, device } = await userWithPasskey();
		const other = (await userWithPasskey()).user;
		const asked = issueChallenge("sign-in");
		const answer = device.signed(asked.challenge, await userHandleOf(user.id));
		// The check reads the client address from the request's context.
		argsFor("/auth/login");
		const response = await responseOf(async () => {
			const check = await checkPasskey(cookieOf(asked.cookie), answer);
			if (check.status !== "right") throw new Error(check.status);
			if (!isKept) await deletePasskeys(db, user.id);
			return openAccount(cookieOf(asked.cookie), check);
		});
		expect(response).toRedirectTo(isKept ? "/auth/my-account" : "/auth/login");
		const sessions = await db
			.selectFrom("sessions")
			.where("user_id", "=", user.id)
			.select("user_id")
			.execute();
		expect(sessions).toHaveLength(isKept ? 2 : 1);
		const uses = db.selectFrom("passkeys").select(["sign_count", "used_at"]);
		const others = await uses.where("user_id", "=", other.id).execute();
		expect(others).toEqual([{ sign_count: 0, used_at: null }]);
		const own = await uses.where("user_id", "=", user.id).execute();
		expect(own).toEqual(isKept ? [{ sign_count: 1, used_at: expect.any(Number) }] : []);
	},
);

describe("adding a passkey", () => {
	const ask = (headers: Record<string, string>, fields: Record<string, string>) =>
		responseOf(() => start(argsFor("/auth/passkeys/start", {}, formOf(fields, headers))));

	test("begins only with the right password, of which five a minute may be wrong", async () => {
		const { headers } = await signedInUser();
		const problems = [];
		for (let n = 0; n < 6; n++)
			problems.push((await (await ask(headers, { currentPassword: "no es" })).json()).problem);
		expect(new Set(problems.slice(0, 5))).toEqual(new Set(["Esa no es tu contraseña."]));
		expect(problems[5]).toMatch(/^Hubo demasiados intentos/);
		expect((await (await ask((await signedInUser()).headers, {})).json()).problem).toBe(
			"Escribí tu contraseña.",
		);
	});

	test("needs no password in an account without one, and asks for a key that stays in the device", async () => {
		const { user, headers } = await signedInUser({ password_hash: null, provider_auth: "GOOGLE" });
		seed(user.id, "Otra");
		const { options } = await (await ask(headers, {})).json();
		expect(options).toMatchObject({
			rp: { id: "localhost", name: "Relevo" },
			user: { id: "aGFuZGxl", name: user.email },
			attestation: "none",
			authenticatorSelection: { residentKey: "required", userVerification: "required" },
			excludeCredentials: [{ type: "public-key" }],
		});
		expect(JSON.stringify(options)).not.toContain(user.id);
	});

	test("needs a device that has verified its owner, on this site, as a sign-in does", async () => {
		const { user, headers } = await signedInUser();
		const device = makeDevice();
		const [unverified, elsewhere] = [{ flags: PRESENT_ONLY }, { origin: `${publicOrigin}1` }];
		const add = (how = {}) => {
			const { challenge, cookie } = issueChallenge("add", user.id);
			const fields = { intent: "add", name: "Mi teléfono", passkey: device.made(challenge, how) };
			const Cookie = `${headers.Cookie}; ${cookie.split(";")[0]}`;
			return responseOf(() => action(argsFor("/auth/passkeys", {}, formOf(fields, { Cookie }))));
		};
		for (const how of [unverified, elsewhere]) expect((await add(how)).status).toBe(400);
		expect((await add()).status).toBe(303);
		// Whatever is refused below must not be refused for its count of uses, which is always 1.
		await db.updateTable("passkeys").set({ sign_count: 0 }).where("user_id", "=", user.id).execute();
		const enter = async (handle: string, how = {}) => {
			const { challenge, cookie } = issueChallenge("sign-in");
			const fields = { passkey: device.signed(challenge, handle, how) };
			const form = formOf(fields, { Cookie: cookie.split(";")[0] ?? "" });
			return (await responseOf(() => login(argsFor("/auth/login", {}, form)))).status;
		};
		const handle = await userHandleOf(user.id);
		for (const how of [unverified, elsewhere]) expect(await enter(handle, how)).toBe(400);
		expect(await enter(await userHandleOf("somebody else"))).toBe(400);
		expect(await enter(handle)).toBe(303);
		// The count of uses has not grown since: a copy of the device.
		expect(await enter(handle)).toBe(400);
	});

	test("counts a wrong answer only for its client address, and a right one only as a sign-in", async () => {
		const { user, device } = await userWithPasskey();
		/** Buckets that an answer has emptied by one, and those that it has filled again. */
		const countedBy = async (handle: string) => {
			await db.deleteFrom("attempts").execute();
			const { challenge, cookie } = issueChallenge("sign-in");
			const form = formOf(
				{ passkey: device.signed(challenge, handle) },
				{ Cookie: cookie.split(";")[0] ?? "" },
			);
			await responseOf(() => login(argsFor("/auth/login", {}, form)));
			const filled = await sweepAttempts();
			const counted = await db.selectFrom("attempts").selectAll().execute();
			return { counted: counted.length, filled };
		};
		expect(await countedBy(await userHandleOf("somebody else"))).toEqual({ counted: 1, filled: 2 });
		expect(await countedBy(await userHandleOf(user.id))).toEqual({ counted: 2, filled: 1 });
	});

	test.each([true, false])("is finished only while the session is open: %s", async (isOpen) => {
		const { user, headers } = await signedInUser();
		const { challenge, cookie } = issueChallenge("add", user.id);
		const Cookie = `${headers.Cookie}; ${cookie.split(";")[0]}`;
		const fields = { intent: "add", name: "Mi teléfono", passkey: makeDevice().made(challenge) };
		const { request } = argsFor("/auth/passkeys", {}, formOf(fields, { Cookie }));
		const owner = await findUserById(user.id);
		if (!owner) throw new Error("there is no user");
		// A new password ends the session after the form has come.
		if (!isOpen) await revokeAllAccess(user.id);
		const response = await responseOf(() => changePasskeysAction(request, owner));
		expect(response.status).toBe(isOpen ? 303 : 400);
		expect(await namesOf(user.id)).toEqual(isOpen ? ["Mi teléfono"] : []);
	});

	test("twice, because no answer came, adds it once and says so", async () => {
		const { user, headers } = await signedInUser();
		const { challenge, cookie } = issueChallenge("add", user.id);
		const Cookie = `${headers.Cookie}; ${cookie.split(";")[0]}`;
		const fields = { intent: "add", name: "Mi teléfono", passkey: makeDevice().made(challenge) };
		const send = (more = {}) =>
			responseOf(() => action(argsFor("/auth/passkeys", {}, formOf({ ...fields, ...more }, { Cookie }))));
		for (const press of ["first", "second"])
			expect((await toastOf(await send()))?.text, press).toMatch(/^La llave está lista/);
		expect((await send({ passkey: makeDevice().made(challenge) })).status).toBe(400);
		expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
	});

	test("that the account has already neither adds it nor tells of it", async () => {
		const { user, headers } = await signedInUser();
		const device = makeDevice();
		const add = (name: string) => {
			const { challenge, cookie } = issueChallenge("add", user.id);
			const fields = { intent: "add", name, passkey: device.made(challenge) };
			const form = formOf(fields, { Cookie: `${headers.Cookie}; ${cookie.split(";")[0]}` });
			return responseOf(() => action(argsFor("/auth/passkeys", {}, form)));
		};
		expect((await add("Mi teléfono")).status).toBe(303);
		expect(await mailsTo(user.id)).toEqual(["passkey-added"]);
		const again = await add("Otra vez");
		expect(again.status).toBe(400);
		expect((await errorsOf(again))[""]).toEqual(["No pudimos agregar la llave. Probá de nuevo."]);
		expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
		expect(await mailsTo(user.id)).toEqual(["passkey-added"]);
	});

	test("is refused beyond ten", async () => {
		const { user, headers } = await signedInUser();
		seed(user.id, ...Array.from({ length: MAX_PASSKEYS }, (_, n) => `Llave ${n}`));
		const { problem } = await (await ask(headers, { currentPassword: PASSWORD })).json();
		const full = "Ya tenés 10 llaves: quitá una para agregar otra.";
		expect(problem).toBe(full);
		// Two pages may have begun when there were nine.
		const { challenge, cookie } = issueChallenge("add", user.id);
		const fields = { intent: "add", name: "Mi teléfono", passkey: makeDevice().made(challenge) };
		const Cookie = `${headers.Cookie}; ${cookie.split(";")[0]}`;
		const late = await responseOf(() => action(argsFor("/auth/passkeys", {}, formOf(fields, { Cookie }))));
		expect((await errorsOf(late))[""]).toEqual([full]);
		expect(await namesOf(user.id)).toHaveLength(MAX_PASSKEYS);
	});
});

describe("passkeys end", () => {
	const fields = { intent: "password", currentPassword: PASSWORD, ...newPassword };
	const change = (headers: Record<string, string>, more: Record<string, string>) =>
		responseOf(() =>
			editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf({ ...fields, ...more }, headers))),
		);

	test.each([
		[{}, false],
		[{ endPasskeys: "si" }, true],
	])("with a new password only if the user says so: %j", async (more, ends) => {
		const { user, headers } = await signedInUser();
		const other = await signedInUser();
		seed(user.id, "Mi teléfono", "La tablet");
		seed(other.user.id, "La de otro");
		const page = await responseOf(() =>
			profilePage(argsFor("/auth/my-account/edit-profile?view=account", {}, { headers })),
		);
		expect((await page.json()).passkeys).toEqual(["Mi teléfono", "La tablet"]);
		const response = await change(headers, more);
		expect(response.status).toBe(303);
		expect((await toastOf(response))?.text.includes(ENDED)).toBe(ends);
		expect(await namesOf(user.id)).toEqual(ends ? [] : ["Mi teléfono", "La tablet"]);
		expect(await namesOf(other.user.id)).toEqual(["La de otro"]);
	});

	test.each([
		[{}, false],
		[{ endPasskeys: "si" }, true],
	])("with a recovery, whose page names them, only if the user says so: %j", async (more, ends) => {
		const { user } = await signedInUser();
		seed(user.id, "Mi teléfono");
		const token = await issueMailToken({ purpose: "reset", userId: user.id, email: user.email });
		const Cookie = `mail-token=reset.${token}`;
		const page = await responseOf(() => resetPage(argsFor("/auth/reset-pass", {}, { headers: { Cookie } })));
		expect((await page.json()).passkeys).toEqual(["Mi teléfono"]);
		const form = formOf({ ...newPassword, ...more }, { Cookie });
		const response = await responseOf(() => resetPassword(argsFor("/auth/reset-pass", {}, form)));
		expect((await toastOf(response))?.text.includes(ENDED)).toBe(ends);
		expect(await namesOf(user.id)).toEqual(ends ? [] : ["Mi teléfono"]);
	});

	test.each([
		[true, ["Mi teléfono"]],
		[false, ["Mi teléfono"]],
		// They were removed in another window meanwhile: there is nothing to tell of.
		[true, []],
	])("with all sessions, when the user wants it (%s) and has some (%j)", async (wants, names) => {
		const { user, headers } = await signedInUser();
		seed(user.id, ...names);
		const fields = { intent: "sessions", ...(wants ? { endPasskeys: "si" } : {}) };
		const answer = await responseOf(() =>
			editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf(fields, headers))),
		);
		expect(answer).toRedirectTo("/auth/login");
		const ends = wants && names.length > 0;
		const ended = "Cerramos tu sesión en todos los equipos. Quitamos tus llaves de acceso.";
		expect((await toastOf(answer))?.text === ended).toBe(ends);
		expect(await namesOf(user.id)).toEqual(wants ? [] : names);
		expect(await mailsTo(user.id)).toEqual(ends ? ["passkey-removed"] : []);
	});

	test("is advised with the way to sign in on another phone: the password, or Google without one", async () => {
		const advice = async (hasPassword: boolean) => {
			const data = { passkeys: [], email: "", hasPassword, proposedName: "Mi teléfono" };
			return wordsOf(await htmlOf(createElement(PasskeysPage), "/auth/passkeys", data));
		};
		expect(await advice(true)).toContain("Ingresá en otro con tu contraseña, quitá acá su llave");
		expect(await advice(false)).toContain("Ingresá en otro con Google, quitá acá su llave");
	});

	test("with all sessions is asked only of who has one, by a box of that form", async () => {
		const sectionsOf = (passkeys: string[]) =>
			htmlOf(createElement(AccountSections, { hasPassword: false, email: "", passkeys }));
		const box = 'type="checkbox" name="endPasskeys" form="sesiones"';
		expect(await sectionsOf(["Mi teléfono"])).toContain(box);
		expect(await sectionsOf([])).not.toContain(box);
	});

	test("of a stranger, when the owner of the address takes over the account", async () => {
		const { user } = await signedInUser({ email_verified_at: null });
		seed(user.id, "La del extraño");
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect(await namesOf(user.id)).toEqual([]);
	});

	test("with the account", async () => {
		const { user } = await signedInUser();
		seed(user.id, "Mi teléfono");
		await deleteAccount(user.id);
		expect(await namesOf(user.id)).toEqual([]);
	});

	test("not with the end of all sessions by the operator, like the password", async () => {
		const { user } = await signedInUser();
		seed(user.id, "Mi teléfono");
		await revokeAllAccess(user.id);
		expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
	});
});

describe("a passkey's name", () => {
	const rename = (headers: Record<string, string>, name: string, id = `llave-${count - 1}`) =>
		responseOf(() =>
			action(argsFor("/auth/passkeys", {}, formOf({ intent: "rename", key: id, name }, headers))),
		);

	test("changes, which is told by mail, and no number of changes silences the mail about a new passkey", async () => {
		const { user, headers } = await signedInUser();
		seed(user.id, "La tablet");
		seed(user.id, "Mi teléfono");
		const toast = await toastOf(await rename(headers, " El de la mochila "));
		expect(toast?.text).toBe("La llave se llama «El de la mochila».");
		expect((await namesOf(user.id)).toSorted()).toEqual(["El de la mochila", "La tablet"]);
		for (let n = 0; n < 9; n++) await rename(headers, `Otro ${n}`);
		expect(await mailsTo(user.id)).toEqual(Array(3).fill("passkey-renamed"));
		await remove(headers);
		expect(await mailsTo(user.id)).toContain("passkey-removed");
	});

	test("is changed by a page that was opened before an update too", async () => {
		const { user, headers } = await signedInUser();
		seed(user.id, "Mi teléfono");
		const old = formOf({ intent: "rename", passkey: `llave-${count - 1}`, name: "La tablet" }, headers);
		expect(await responseOf(() => action(argsFor("/auth/passkeys", {}, old)))).toRedirectTo("/auth/passkeys");
		expect(await namesOf(user.id)).toEqual(["La tablet"]);
	});

	test.each([
		["", "Ponele un nombre, como «Mi teléfono»."],
		["   ", "Ponele un nombre, como «Mi teléfono»."],
		["x".repeat(41), "El nombre puede tener hasta 40 caracteres."],
	])("is refused when it is %j, and its form shows what was typed and why", async (name, text) => {
		const { user, headers } = await signedInUser();
		seed(user.id, "Mi teléfono", "El otro");
		const { result } = await (await rename(headers, name)).json();
		const page = await responseOf(() => loader(argsFor("/auth/passkeys", {}, { headers })));
		const { passkeys } = await page.json();
		const html = await htmlOf(createElement(PasskeyList, { passkeys, result }), "/auth/passkeys");
		const [, , open = ""] = html.split("<h3>");
		expect(open).toMatch(/^El otro.*<details open=""/);
		if (name) expect(open).toContain(`value="${name}"`);
		expect(open).not.toContain('value="El otro"');
		expect(open).toContain(text);
		expect(html.match(/<details/g)?.length).toBe(2);
		expect(html.match(/<details open/g)?.length).toBe(1);
		expect(await namesOf(user.id)).toEqual(["Mi teléfono", "El otro"]);
		expect(await mailsTo(user.id)).toEqual([]);
	});
});

test("before the page is alive, nobody reads that this browser makes no passkeys", async () => {
	const given = { email: "ana@ejemplo.ar", hasPassword: true, proposedName: "Mi iPhone" };
	const html = await htmlOf(createElement(AddPasskey, given), "/auth/passkeys");
	expect(html).toContain("Si en unos segundos no aparece acá cómo agregarla, en este navegador no se puede.");
	expect(html).not.toContain("En este navegador no se pueden agregar");
});

test("a passkey is removed only after a question, as any deletion", async () => {
	const { user, headers } = await signedInUser();
	seed(user.id, "Mi teléfono", "La tablet");
	const id = `llave-${count - 1}`;
	const wordsAt = async (path: string) => {
		const page = await responseOf(() => loader(argsFor(path, {}, { headers })));
		return wordsOf(await htmlOf(createElement(PasskeysPage), path, await page.json()));
	};
	expect(await wordsAt(removalAddress(id))).toContain("¿Querés quitar esta llave? La tablet, agregada el");
	expect(await namesOf(user.id)).toEqual(["Mi teléfono", "La tablet"]);
	expect((await toastOf(await remove(headers)))?.text).toContain("Quitamos la llave");
	expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
	// Asked again in another window: there is nothing left to ask about.
	expect(await wordsAt(removalAddress(id))).not.toContain("La tablet");
});

test("somebody else's passkey is neither renamed nor removed, and no mail says so", async () => {
	const [{ user }, other] = [await signedInUser(), await signedInUser()];
	seed(user.id, "Mi teléfono");
	const id = `llave-${count - 1}`;
	for (const intent of ["rename", "delete"]) {
		const form = formOf({ intent, key: id, name: "Mía" }, other.headers);
		const answer = await responseOf(() => action(argsFor(removalAddress(id), {}, form)));
		expect(await toastOf(answer)).toMatchObject({ text: "Esa llave ya no estaba.", kind: "info" });
	}
	expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
	expect(await mailsTo(other.user.id)).toEqual([]);
	const page = await responseOf(() => loader(argsFor("/auth/passkeys", {}, { headers: other.headers })));
	expect((await page.json()).passkeys).toEqual([]);
});

test("passkeys are listed in the order in which they were made", async () => {
	const { user, headers } = await signedInUser();
	seed(user.id, "La tablet");
	seedPasskey(databasePath, user.id, { id: `llave-${count++}`, name: "Mi teléfono", created_at: 0 });
	const page = await responseOf(() => loader(argsFor("/auth/passkeys", {}, { headers })));
	const { passkeys } = await page.json();
	expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(["Mi teléfono", "La tablet"]);
});

test("a button that the page does not have removes no passkey", async () => {
	const { user, headers } = await signedInUser();
	seed(user.id, "Mi teléfono");
	const fields = { intent: "borrar", passkey: `llave-${count - 1}` };
	const answer = await responseOf(() => action(argsFor("/auth/passkeys", {}, formOf(fields, headers))));
	expect(answer.status).toBe(400);
	expect(await namesOf(user.id)).toEqual(["Mi teléfono"]);
});

test.each([
	["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "Mi iPhone"],
	["Mozilla/5.0 (Linux; Android 14)", "Mi teléfono"],
	["Mozilla/5.0 (X11; Linux x86_64)", "Mi computadora"],
])("a passkey made with %s is called %s unless one says otherwise", async (agent, name) => {
	const headers = { ...(await signedInUser()).headers, "User-Agent": agent };
	const page = await responseOf(() => loader(argsFor("/auth/passkeys", {}, { headers })));
	expect((await page.json()).proposedName).toBe(name);
});
