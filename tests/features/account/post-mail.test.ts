import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { requestRecovery } from "~/features/auth/new-password/recovery-action.server";
import { changePassword } from "~/features/auth/passwords/credentials.server";
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

/** How many mails of each kind wait for the address. */
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

describe("to an address that nobody has verified", () => {
	test("no word goes out about a changed password, however often it changes", async () => {
		const { id } = await makeUser({ email: ADDRESS, email_verified_at: null });
		for (let n = 0; n < 30; n++) await changePassword(id, "a hash");
		expect(await waiting()).toEqual({});
	});

	test("registering and deleting in a loop sends no farewell, and three mails an hour in all", async () => {
		let sent = 0;
		for (let n = 0; n < 20; n++) {
			await registerIt();
			const user = await findUserByEmail(ADDRESS);
			if (!user) throw new Error("not registered");
			// What had waited goes with the account: each mail that was let through counts as it stood.
			sent += (await waiting()).verify ?? 0;
			await deleteAccount(user.id);
			expect(await waiting()).toEqual({});
		}
		expect(sent).toBe(3);
	});

	test("goes what is needed to verify, to recover and to learn of the account", async () => {
		await registerIt();
		await registerIt();
		await requestRecovery(ADDRESS, "192.0.2.1");
		expect(await waiting()).toEqual({ verify: 1, "already-registered": 1, recovery: 1 });
	});
});

describe("the budget of an address", () => {
	test("is three mails an hour and eight a day about registering, whoever asks and whatever becomes of the account", async () => {
		for (let hour = 0; hour < 24; hour++) {
			for (let n = 0; n < 5; n++) await registerIt(NOON + hour * HOUR);
		}
		const mails = Object.values(await waiting()).reduce((sum, count) => sum + count, 0);
		// Eight that were there, and what a day brings back.
		expect(mails).toBeGreaterThanOrEqual(8);
		expect(mails).toBeLessThanOrEqual(16);
	});

	test("of recovery stays when strangers have used the others up", async () => {
		await makeUser({ email: ADDRESS });
		for (let n = 0; n < 9; n++) await registerIt();
		await requestRecovery(ADDRESS, "192.0.2.9");
		expect(await waiting()).toEqual({ "already-registered": 3, recovery: 1 });
	});

	test("of what happened in the account: three an hour, also of a verified person, and the change is made all the same", async () => {
		const { id } = await makeUser({ email: ADDRESS });
		for (let n = 0; n < 30; n++) await changePassword(id, `hash ${n}`);
		expect(await waiting()).toEqual({ "password-changed": 3 });
		const row = await db.selectFrom("users").select("password_hash").executeTakeFirst();
		expect(row?.password_hash).toBe("hash 29");
	});

	test("says when the next mail may go", async () => {
		const mail = { kind: "recovery", address: ADDRESS } as const;
		const post = () => db.transaction().execute((trx) => postMail(trx, mail, NOON));
		for (let n = 0; n < 3; n++) expect(await post()).toEqual({ status: "allowed" });
		expect(await post()).toEqual({ status: "limited", retryAfterS: 1200 });
	});

	test("who asked stands in the outbox as a keyed hash only", async () => {
		await registerIt();
		const [row] = await db.selectFrom("outbox").select("asked_by").execute();
		expect(row?.asked_by).toMatch(/^[\w-]{43}$/);
	});
});
