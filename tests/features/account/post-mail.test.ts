import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { requestRecovery } from "~/features/auth/new-password/password-actions.server";
import { changePassword } from "~/features/auth/passwords/credentials.server";
import { limitOf, takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { registerAccount } from "~/features/auth/registration/registration.server";
import { findUserByEmail } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { makeUser, PASSWORD } from "../../support/accounts";

const ADDRESS = "victima@planta.example";
const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

beforeEach(async () => {
	for (const table of ["attempts", "outbox", "users"] as const) await db.deleteFrom(table).execute();
});

/** Number of queued mails to the tested address, by kind of mail. */
async function waiting(): Promise<Record<string, number>> {
	const rows = await db
		.selectFrom("outbox")
		.select(({ fn }) => ["kind", fn.countAll<number>().as("mails")])
		.where("address", "=", ADDRESS)
		.groupBy("kind")
		.execute();
	return Object.fromEntries(rows.map(({ kind, mails }) => [kind, mails]));
}

const registerIt = (now?: number) =>
	registerAccount({ username: "soldador", email: ADDRESS, password: PASSWORD }, "192.0.2.1", now);

const recover = (clientAddress: string, now?: number, device?: string) =>
	requestRecovery({ email: ADDRESS, clientAddress, device }, now);

describe("an unverified address", () => {
	test("gets no recovery that was asked for from where too many are", async () => {
		for (let n = 0; n < 60; n++) await takeAttempt([limitOf("recovery-address", "192.0.2.60")]);
		await recover("192.0.2.60");
		expect(await waiting()).toEqual({});
		await recover("192.0.2.61");
		expect(await waiting()).toEqual({ recovery: 1 });
		await recover("192.0.2.60", undefined, "the owner's phone");
		expect(await waiting()).toEqual({ recovery: 2 });
	});

	test("gets no mail about a changed password, however often it changes", async () => {
		const { id } = await makeUser({ email: ADDRESS, email_verified_at: null, password_hash: "a hash" });
		for (let n = 0; n < 30; n++) await changePassword(id, { hash: "a hash", endsPasskeys: false }, "a hash");
		expect(await waiting()).toEqual({});
	});

	test("gets three mails an hour and no farewell when accounts are registered and deleted in a loop", async () => {
		let sent = 0;
		for (let n = 0; n < 20; n++) {
			await registerIt();
			const user = await findUserByEmail(ADDRESS);
			if (!user) throw new Error("not registered");
			sent += (await waiting()).verify ?? 0;
			await deleteAccount(user.id);
			expect(await waiting()).toEqual({});
		}
		expect(sent).toBe(3);
	});

	test("gets the mails for verification, recovery and an existing account", async () => {
		await registerIt();
		await registerIt();
		await recover("192.0.2.1");
		expect(await waiting()).toEqual({ verify: 1, "already-registered": 1, recovery: 1 });
	});
});

describe("the mail budgets of an address", () => {
	test("allow three mails an hour and eight a day about registration, whoever requests them and even if the account is deleted", async () => {
		for (let hour = 0; hour < 24; hour++) {
			for (let n = 0; n < 5; n++) await registerIt(NOON + hour * HOUR);
		}
		const mails = Object.values(await waiting()).reduce((sum, count) => sum + count, 0);
		// The daily limit begins with eight allowed mails, and allows at most eight more within 24 hours.
		expect(mails).toBeGreaterThanOrEqual(8);
		expect(mails).toBeLessThanOrEqual(16);
	});

	test("keep the farewell of a deleted account apart from the codes that the user requested before", async () => {
		const { id } = await makeUser({ email: ADDRESS });
		for (let n = 0; n < 4; n++) await postMail(db, { kind: "delete-code", userId: id, address: ADDRESS });
		await deleteAccount(id);
		expect(await waiting()).toEqual({ "account-deleted": 1 });
	});

	test("keep recovery available when strangers have used up the other budgets", async () => {
		await makeUser({ email: ADDRESS });
		for (let n = 0; n < 9; n++) await registerIt();
		await recover("192.0.2.9");
		expect(await waiting()).toEqual({ "already-registered": 3, recovery: 1 });
	});

	test.each([
		["eight times from one address", [8]],
		["three times from each of three addresses", [3, 3, 3]],
		["from eight addresses", [1, 1, 1, 1, 1, 1, 1, 1]],
		["three times from each of eight addresses", [3, 3, 3, 3, 3, 3, 3, 3]],
	])("leave the owner a mail when a stranger has asked %s", async (_, times) => {
		await makeUser({ email: ADDRESS });
		for (const [network, count] of times.entries())
			for (let n = 0; n < count; n++) await recover(`198.51.${network}.${n}`, NOON);
		const before = (await waiting()).recovery ?? 0;
		await recover("192.0.2.9", NOON + HOUR / 6);
		expect(await waiting()).toEqual({ recovery: before + 1 });
	});

	test("leave the owner a mail when a stranger has asked all day from five addresses", async () => {
		await makeUser({ email: ADDRESS });
		for (let hour = 0; hour < 24; hour++)
			for (let n = 0; n < 5; n++) await recover(`198.51.${n}.1`, NOON + hour * HOUR);
		const before = (await waiting()).recovery ?? 0;
		expect(before).toBeLessThanOrEqual(21);
		await recover("192.0.2.9", NOON + 23 * HOUR + 1);
		expect(await waiting()).toEqual({ recovery: before + 1 });
	});

	test("leave a browser of the owner three mails a day when a stranger of the same network has asked all day", async () => {
		await makeUser({ email: ADDRESS });
		for (let hour = 0; hour < 24; hour++)
			for (let n = 0; n < 5; n++) await recover("192.0.2.9", NOON + hour * HOUR);
		const before = (await waiting()).recovery ?? 0;
		for (let n = 0; n < 5; n++) await recover("192.0.2.9", NOON + 23 * HOUR + 1, "the owner's phone");
		expect(await waiting()).toEqual({ recovery: before + 3 });
	});

	test("leave the owner a mail to verify the address", async () => {
		for (let n = 0; n < 8; n++) await registerIt();
		await registerAccount({ username: "soldador", email: ADDRESS, password: PASSWORD }, "198.51.100.7");
		expect(await waiting()).toEqual({ verify: 1, "already-registered": 3 });
	});

	test("stay bounded, from however many addresses mails are requested", async () => {
		for (let hour = 0; hour < 24; hour++)
			for (let n = 0; n < 20; n++) await recover(`198.${hour}.${n}.1`, NOON + hour * HOUR);
		expect((await waiting()).recovery).toBeLessThanOrEqual(32);
	});

	test("allow three mails an hour about the account of a verified user; further changes are saved without a mail", async () => {
		const { id } = await makeUser({ email: ADDRESS, password_hash: "hash -1" });
		for (let n = 0; n < 30; n++)
			await changePassword(id, { hash: `hash ${n}`, endsPasskeys: false }, `hash ${n - 1}`);
		expect(await waiting()).toEqual({ "password-changed": 3 });
		const row = await db.selectFrom("users").select("password_hash").executeTakeFirst();
		expect(row?.password_hash).toBe("hash 29");
	});

	test("return when the next mail is allowed", async () => {
		const mail = { kind: "recovery", address: ADDRESS } as const;
		const post = () => db.transaction().execute((trx) => postMail(trx, mail, NOON));
		for (let n = 0; n < 3; n++) expect(await post()).toEqual({ status: "allowed" });
		expect(await post()).toEqual({ status: "limited", retryAfterS: 1200 });
	});

	test("the outbox stores the requesting client address as a keyed hash only", async () => {
		await registerIt();
		const [row] = await db.selectFrom("outbox").select("asked_by").execute();
		expect(row?.asked_by).toMatch(/^[\w-]{43}$/);
	});
});
