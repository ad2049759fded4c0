import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Smtp, startSmtp } from "../../support/server/smtp";
import { waitUntil } from "../../support/server/wait-until";

let smtp: Smtp;
let db: typeof import("~/lib/database/db.server")["db"];
let sqlite: typeof import("~/lib/database/db.server")["sqlite"];
let outbox: typeof import("~/lib/mail/outbox.server");
let makeUser: typeof import("../../support/accounts")["makeUser"];

/** Recipients of mails of the kind "noted", in the order of composing. */
const noted: string[] = [];
/** Kinds of the test mails composed so far, oldest first: "noted", or "patient" (sent while no other mail is due). */
const begun: string[] = [];

beforeAll(async () => {
	smtp = await startSmtp();
	process.env.SMTP_URL = smtp.url;
	({ db, sqlite } = await import("~/lib/database/db.server"));
	({ makeUser } = await import("../../support/accounts"));
	outbox = await import("~/lib/mail/outbox.server");
	const { authMails } = await import("~/features/account/account-mails.server");
	outbox.startOutbox(
		{
			...authMails,
			broken: async () => {
				throw new Error("nothing can be written");
			},
			noted: async ({ address }) => {
				noted.push(address);
				begun.push("noted");
				return { to: address, subject: "Nota", text: "x", html: "x" };
			},
			patient: async ({ address }) => {
				begun.push("patient");
				return { to: address, subject: "Aviso", text: "x", html: "x" };
			},
		},
		["patient"],
	);
});

afterAll(() => smtp.stop());

beforeEach(async () => {
	smtp.mails.length = 0;
	noted.length = 0;
	begun.length = 0;
	await db.deleteFrom("outbox").execute();
	await db.deleteFrom("users").execute();
});

const waiting = () => db.selectFrom("outbox").selectAll().orderBy("created_at").execute();

const countWaiting = () => sqlite.prepare<[], number>("SELECT count(*) FROM outbox").pluck().get();
const countTries = () => sqlite.prepare<[], number>("SELECT max(tries) FROM outbox").pluck().get();
const untilEmpty = () => waitUntil(() => countWaiting() === 0, "the outbox is empty");

/** Queues a mail and wakes the sender, as a form does. */
async function tell(kind: string, user: { id: string; email: string }, createdAt?: number) {
	await outbox.enqueueMail(db, { kind, userId: user.id, address: user.email }, createdAt);
	outbox.wakeOutbox();
}

/** Makes all waiting mails due at once: after a failed attempt, a mail waits before the next attempt. */
async function endPause() {
	await db.updateTable("outbox").set({ next_try_at: 0 }).execute();
	outbox.wakeOutbox();
}

describe("a mail in the outbox", () => {
	test("is not sent again while its server takes ten minutes to answer, as it may by RFC 5321", async () => {
		const limits = vi.spyOn(Socket.prototype, "setTimeout");
		onTestFinished(() => limits.mockRestore());
		const user = await makeUser();
		await tell("password-changed", user);
		await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(limits.mock.calls.map(([ms]) => ms)).toContain(600_000);
		// A connection that idled for so long might be lost without a word.
		await expect.poll(() => smtp.connections(), { timeout: 4000 }).toBe(0);
	});

	test("is sent and leaves no row", async () => {
		const user = await makeUser();
		await tell("password-changed", user);
		const mail = await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(mail.subject).toBe("Cambiaste la contraseña de Relevo");
		expect(mail.text).toContain("Si tenías avisos o tu calendario en el teléfono, dejaron de andar.");
		await untilEmpty();
		// At once, not only when the outbox looks again: the database's log would still hold the address.
		await expect.poll(() => statSync(`${process.env.DATABASE_PATH}-wal`).size, { timeout: 4000 }).toBe(0);
	});

	test("is sent once, even when many forms wake the outbox at once", async () => {
		const users = await Promise.all([makeUser(), makeUser(), makeUser()]);
		await Promise.all(users.map((user) => tell("password-changed", user)));
		for (let n = 0; n < 20; n++) outbox.wakeOutbox();
		await untilEmpty();
		expect(smtp.mails.map(({ to }) => to[0]).sort()).toEqual(users.map(({ email }) => email).sort());
	});

	test("is not put off by forms that wake the outbox without a pause", async () => {
		const user = await makeUser();
		let wakes = 0;
		const waking = setInterval(() => {
			outbox.wakeOutbox();
			wakes++;
		}, 20);
		onTestFinished(() => clearInterval(waking));
		// By then the earlier test's checks of the outbox have ended.
		await waitUntil(() => wakes > 25);
		await tell("password-changed", user);
		await waitUntil(() => countWaiting() === 0 || wakes > 250);
		expect(countWaiting()).toBe(0);
	});

	test("is sent after earlier ones", async () => {
		const start = Date.now() - 60_000;
		const addresses = Array.from({ length: 8 }, (_, n) => `n${n}@planta.example`);
		// Adds the mails from the newest to the oldest, so that neither rows nor addresses are in order of time.
		for (const [n, address] of addresses.entries()) {
			await outbox.enqueueMail(db, { kind: "noted", address }, start - n);
		}
		outbox.wakeOutbox();
		await untilEmpty();
		expect(noted).toEqual(addresses.reverse());
	});

	test("is sent before the waiting mails of another visitor", async () => {
		const start = Date.now() - 60_000;
		for (let n = 0; n < 60; n++) {
			const address = `extrano${n}@planta.example`;
			await outbox.enqueueMail(db, { kind: "noted", address, askedBy: "a stranger" }, start + n);
		}
		for (const [n, askedBy] of ["Ana", "Beto"].entries()) {
			const address = `${askedBy.toLowerCase()}@planta.example`;
			await outbox.enqueueMail(db, { kind: "noted", address, askedBy }, start + 1000 + n);
		}
		outbox.wakeOutbox();
		await untilEmpty();
		expect(noted.slice(0, 3)).toEqual([
			"extrano0@planta.example",
			"ana@planta.example",
			"beto@planta.example",
		]);
		expect(noted).toHaveLength(62);
	});

	test("is sent while the mails of another visitor hang or are refused again and again", async () => {
		const start = Date.now() - 60_000;
		const release = smtp.keepWaiting((address) => address.startsWith("lento"));
		onTestFinished(release);
		for (let n = 0; n < 20; n++) {
			const address = `lento${n}@planta.example`;
			await outbox.enqueueMail(db, { kind: "noted", address, askedBy: "a stranger" }, start + n);
		}
		outbox.wakeOutbox();
		await waitUntil(() => noted.length === 2, "two are under way");
		const user = await makeUser({ email_verified_at: null });
		await outbox.enqueueMail(db, {
			kind: "verify",
			userId: user.id,
			address: user.email,
			askedBy: "somebody else",
		});
		outbox.wakeOutbox();
		await smtp.waitForMail(({ to }) => to.includes(user.email));
		// Only two of the stranger's twenty mails are composed and sent at a time.
		expect(noted).toHaveLength(2);
		release();
		await untilEmpty();
		expect(noted).toHaveLength(20);
	});

	test("waits while four others are under way, whoever asked for them", async () => {
		const release = smtp.keepWaiting((address) => address.startsWith("lento"));
		onTestFinished(release);
		for (let n = 0; n < 8; n++) {
			const askedBy = `visitor ${n}`;
			await outbox.enqueueMail(db, { kind: "noted", address: `lento${n}@planta.example`, askedBy });
		}
		await waitUntil(() => noted.length >= 4, "four are under way");
		outbox.wakeOutbox();
		// Longer than the outbox takes to look.
		await pause(500);
		expect(noted).toHaveLength(4);
		release();
		await untilEmpty();
		expect(noted).toHaveLength(8);
	});

	test("of a visitor who has just had one waits for the other visitor's, also when none is under way", async () => {
		const { findNextMail } = await import("~/lib/mail/outbox-order.server");
		// Later than now, so that the outbox itself sends none of them.
		const due = Date.now() + 3_600_000;
		for (const [index, asked_by] of ["a", "a", "a", "b"].entries())
			await db
				.insertInto("outbox")
				.values({
					...{ id: randomUUID(), kind: "noted", address: `${index}@planta.example`, asked_by },
					...{ created_at: 1, next_try_at: due + index },
				})
				.execute();
		const order: unknown[] = [];
		for (let next = await findNextMail([], [], due + 9); next; next = await findNextMail([], [], due + 9)) {
			order.push(next.asked_by);
			await db.deleteFrom("outbox").where("id", "=", next.id).execute();
		}
		expect(order).toEqual(["a", "b", "a", "a"]);
	});

	test("waits while another one to the same address is under way", async () => {
		const { findNextMail } = await import("~/lib/mail/outbox-order.server");
		const due = Date.now() + 3_600_000;
		const mail = { kind: "noted", address: "a@planta.example", created_at: 1, next_try_at: due };
		for (const asked_by of ["a", "b"])
			await db
				.insertInto("outbox")
				.values({ ...mail, id: randomUUID(), asked_by })
				.execute();
		const first = await findNextMail([], [], due);
		expect(await findNextMail(first ? [first] : [], [], due)).toBeUndefined();
	});

	test("that has failed before is sent after mails that have not", async () => {
		const start = Date.now() - 60_000;
		for (const [n, address] of ["otra-vez", "nueva"].map((name) => `${name}@planta.example`).entries()) {
			await outbox.enqueueMail(db, { kind: "noted", address }, start + n);
		}
		await db.updateTable("outbox").set({ tries: 1 }).where("address", "like", "otra-vez%").execute();
		outbox.wakeOutbox();
		await untilEmpty();
		expect(noted).toEqual(["nueva@planta.example", "otra-vez@planta.example"]);
	});

	test("is sent before mails of patient kinds, even earlier ones", async () => {
		const start = Date.now() - 60_000;
		for (let n = 0; n < 6; n++) {
			const kind = n < 4 ? "patient" : "noted";
			await outbox.enqueueMail(db, { kind, address: `n${n}@planta.example` }, start + n);
		}
		outbox.wakeOutbox();
		await untilEmpty();
		expect(noted).toEqual(["n4@planta.example", "n5@planta.example"]);
		expect(begun.slice(0, 2)).toEqual(["noted", "noted"]);
		expect(begun.slice(2)).toEqual(Array(4).fill("patient"));
	});

	test("is retried after a temporary refusal: a minute, five, fifteen, an hour later", async () => {
		const user = await makeUser();
		smtp.refuseNext(5, 451);
		const pauses = [];
		await tell("password-changed", user);
		for (let tries = 1; tries <= 5; tries++) {
			await waitUntil(() => countTries() === tries, `${tries} tries`);
			const [row] = await waiting();
			pauses.push(Math.round(((row?.next_try_at ?? 0) - Date.now()) / 60_000));
			await endPause();
		}
		expect(pauses).toEqual([1, 5, 15, 60, 60]);
		await smtp.waitForMail(({ to }) => to.includes(user.email));
	});

	test("waits while the server is down", async () => {
		const user = await makeUser();
		const port = Number(new URL(smtp.url).port);
		await smtp.stop();
		await tell("password-changed", user);
		await waitUntil(() => countTries() === 1, "one try");
		smtp = await startSmtp(port);
		await endPause();
		await smtp.waitForMail(({ to }) => to.includes(user.email));
	});

	test("is dropped when the server refuses its recipient permanently, and after a day", async () => {
		const user = await makeUser();
		smtp.refuseNext(1, 550);
		await tell("password-changed", user);
		await untilEmpty();
		smtp.refuseNext(1, 451);
		await tell("password-changed", user, Date.now() - 24 * 3_600_000 + 30_000);
		await untilEmpty();
		expect(smtp.mails).toEqual([]);
	});

	test("waits while the server refuses the sender, not the recipient", async () => {
		const user = await makeUser();
		smtp.refuseNext(1, 550, "sender");
		await tell("password-changed", user);
		await waitUntil(() => countTries() === 1, "one try");
		await endPause();
		await smtp.waitForMail(({ to }) => to.includes(user.email));
	});

	test.each([
		[554, "5.7.1 Relay access denied"],
		[550, "5.4.5 Daily user sending limit exceeded"],
		[550, "5.1.0 Sender address rejected: User unknown"],
		[553, "5.1.7 Bad sender address syntax"],
		[550, "5.1.8 Sender address rejected: Domain not found"],
	])("waits while the server refuses every recipient: %i %s", async (code, reason) => {
		const user = await makeUser();
		const log = vi.spyOn(process.stdout, "write").mockClear();
		const events = () => log.mock.calls.join("\n");
		smtp.refuseNext(1, code, "recipient", reason);
		await tell("password-changed", user);
		await waitUntil(() => events().includes("mail_failed"), "the refusal");
		expect(events()).not.toContain("mail_dropped");
		await endPause();
		await smtp.waitForMail(({ to }) => to.includes(user.email));
	});

	test.each([
		[550, "5.1.1 No such user"],
		[552, "5.2.2 Mailbox full"],
		[556, "5.1.10 Recipient address has null MX"],
	])("is dropped when the server refuses this address: %i %s", async (code, reason) => {
		const user = await makeUser();
		smtp.refuseNext(1, code, "recipient", reason);
		await tell("password-changed", user);
		await untilEmpty();
		expect(smtp.mails).toEqual([]);
	});

	test("is not sent while the database cannot be written, as it would be sent again and again", async () => {
		const user = await makeUser();
		await outbox.enqueueMail(db, { kind: "password-changed", userId: user.id, address: user.email });
		const log = vi.spyOn(process.stdout, "write");
		const failures = () => log.mock.calls.filter(([line]) => String(line).includes("outbox_failed")).length;
		onTestFinished(() => {
			sqlite.pragma("query_only = OFF");
		});
		sqlite.pragma("query_only = ON");
		for (let n = 1; n <= 3; n++) {
			outbox.wakeOutbox();
			await waitUntil(() => failures() >= n, `${n} failures`);
		}
		expect(smtp.mails).toEqual([]);
		sqlite.pragma("query_only = OFF");
		outbox.wakeOutbox();
		await untilEmpty();
		expect(smtp.mails).toHaveLength(1);
	});

	test("has a new Message-ID for each try, because mailboxes hide a second mail with the same one", async () => {
		const user = await makeUser({ email_verified_at: null });
		await tell("verify", user);
		await tell("verify", user);
		await untilEmpty();
		const ids = smtp.mails.map(({ raw }) => /^Message-ID: <([\da-f-]{36}@localhost)>/m.exec(raw)?.[1]);
		expect(new Set(ids).size).toBe(2);
		expect(ids).not.toContain(undefined);
	});

	test("that cannot be composed does not delay the others", async () => {
		const user = await makeUser();
		await tell("broken", user);
		await tell("password-changed", user);
		await smtp.waitForMail(({ subject }) => subject.startsWith("Cambiaste"));
		await waitUntil(() => countWaiting() === 1, "the other one is gone");
		await expect
			.poll(async () => (await waiting()).map(({ kind, tries }) => [kind, tries]))
			.toEqual([["broken", 1]]);
	});

	test("is deleted with its user", async () => {
		const user = await makeUser();
		await outbox.enqueueMail(db, { kind: "password-changed", userId: user.id, address: user.email });
		await db.deleteFrom("users").execute();
		expect(await waiting()).toEqual([]);
	});

	test("stores no link and no code: both are made when the mail is sent, and only their hashes are stored", async () => {
		const user = await makeUser({ email_verified_at: null });
		await outbox.enqueueMail(db, { kind: "verify", userId: user.id, address: user.email });
		expect(Object.keys((await waiting())[0] ?? {}).sort()).toEqual(
			["address", "asked_by", "created_at", "id", "kind", "next_try_at", "tries", "user_id"].sort(),
		);
		outbox.wakeOutbox();
		const { text } = await smtp.waitForMail(({ to }) => to.includes(user.email));
		const token = /token=([\w-]{43})/.exec(text)?.[1] ?? "missing";
		const code = /^\d{6}$/m.exec(text)?.[0] ?? "missing";
		const tables = sqlite
			.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
			.pluck()
			.all();
		const rows = tables.flatMap((table) => sqlite.prepare(`SELECT * FROM "${table}"`).all());
		const everything = JSON.stringify(rows);
		expect(everything).toContain(user.email);
		expect(everything).not.toContain(token);
		expect(everything).not.toContain(`"${code}"`);
	});
});
