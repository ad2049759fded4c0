import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import { smtpForFile } from "../../support/server/smtp";
import { waitUntil } from "../../support/server/wait-until";

const smtp = smtpForFile();
let db: typeof import("~/lib/database/db.server")["db"];
let sqlite: typeof import("~/lib/database/db.server")["sqlite"];
let remindOfExpiry: typeof import("~/features/documents/expiry/reminders.server")["remindOfExpiry"];
let remindedDaysFor: typeof import("~/features/documents/expiry/reminders.server")["remindedDaysFor"];
let documentMails: typeof import("~/features/documents/expiry/expiry-mails.server")["documentMails"];
let outbox: typeof import("~/lib/mail/outbox.server");
let makeUser: typeof import("../../support/accounts")["makeUser"];
let support: typeof import("../../support/statements");

beforeAll(async () => {
	process.env.SMTP_URL = smtp.url;
	({ db, sqlite } = await import("~/lib/database/db.server"));
	({ remindOfExpiry, remindedDaysFor } = await import("~/features/documents/expiry/reminders.server"));
	({ documentMails } = await import("~/features/documents/expiry/expiry-mails.server"));
	({ makeUser } = await import("../../support/accounts"));
	support = await import("../../support/statements");
	outbox = await import("~/lib/mail/outbox.server");
});

beforeEach(async () => {
	smtp.mails.length = 0;
	await db.deleteFrom("outbox").execute();
	await db.deleteFrom("users").execute();
});

const DAY_MS = 86_400_000;
const today = "2026-11-20";
/** Starts each test at noon in the plant's time zone. */
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${today}T15:00:00Z`) });
});
afterAll(() => {
	vi.useRealTimers();
});

/** Adds a document that expires `days` days after today; null: without an expiry date. */
async function addDocument(
	{ id }: { id: string },
	days: number | null,
	values: Partial<Insertable<DB["documents"]>> = {},
): Promise<void> {
	await db
		.insertInto("documents")
		.values({
			user_id: id,
			id_file: randomUUID(),
			title: `Vence en ${days}`,
			description: "x",
			expires_on: days === null ? null : addDays(today, days),
			reminded_days: null,
			created_at: 1,
			edited_at: null,
			...values,
		})
		.execute();
}

async function addressees(): Promise<(string | null)[]> {
	const rows = await db.selectFrom("outbox").select(["kind", "user_id"]).execute();
	expect(rows.every(({ kind }) => kind === "document-expiry")).toBe(true);
	return rows.map(({ user_id }) => user_id).sort();
}

/** By title, the latest reminder marked for each document: 30 or 7 days before the expiry; null: none. */
async function remindedDays(): Promise<Record<string, number | null>> {
	const rows = await db.selectFrom("documents").select(["title", "reminded_days"]).execute();
	return Object.fromEntries(rows.map(({ title, reminded_days }) => [title, reminded_days]));
}

describe("a new date", () => {
	test.each([
		[null, null],
		[31, null],
		[30, 30],
		[20, 30],
		[8, 30],
		[7, 7],
		[5, 7],
		[0, 7],
		[-3, 7],
	])("in %j days counts as reminded %j days before", (days, stage) => {
		expect(remindedDaysFor(days === null ? null : addDays(today, days), today)).toBe(stage);
	});

	test("entered 20 days before the expiry leads to one mail, 7 days before; entered 5 days before, to none", async () => {
		const [early, late] = [await makeUser(), await makeUser()];
		await addDocument(early, 20, { reminded_days: remindedDaysFor(addDays(today, 20), today) });
		await addDocument(late, 5, { reminded_days: remindedDaysFor(addDays(today, 5), today) });
		for (let day = 0; day <= 12; day++) await remindOfExpiry(Date.now() + day * DAY_MS);
		expect(await addressees()).toEqual([]);
		for (let day = 13; day <= 25; day++) await remindOfExpiry(Date.now() + day * DAY_MS);
		expect(await addressees()).toEqual([early.id]);
	});
});

describe("a reminder", () => {
	test.each([-400, -1, 31, 400])("is not sent for a document that expires in %i days", async (days) => {
		await addDocument(await makeUser(), days);
		await remindOfExpiry();
		expect(await addressees()).toEqual([]);
		expect(Object.values(await remindedDays())).toEqual([null]);
	});

	test("is not sent for a document without an expiry date", async () => {
		await addDocument(await makeUser(), null);
		await remindOfExpiry();
		expect(await addressees()).toEqual([]);
	});

	test.each([
		[30, 30],
		[8, 30],
		[7, 7],
		[1, 7],
		[0, 7],
	])("is sent to the owner of a document that expires in %i days, once", async (days, stage) => {
		const user = await makeUser();
		await addDocument(user, days);
		for (let hour = 0; hour < 3; hour++) await remindOfExpiry();
		expect(await addressees()).toEqual([user.id]);
		expect(Object.values(await remindedDays())).toEqual([stage]);
	});

	test("is sent 30 and 7 days before, once each, and late when those days were missed", async () => {
		const [always, seldom] = [await makeUser(), await makeUser()];
		await addDocument(always, 35);
		for (let hour = 0; hour <= 36 * 24; hour += 6) await remindOfExpiry(Date.now() + hour * 3_600_000);
		expect(await addressees()).toEqual([always.id, always.id]);
		await db.deleteFrom("outbox").execute();
		// The first check runs on day 33 of 35. By then the reminders of 30 and of 7 days before the expiry are both due,
		// and one mail covers both.
		await addDocument(seldom, 35);
		await remindOfExpiry(Date.now() + 33 * DAY_MS);
		await remindOfExpiry(Date.now() + 34 * DAY_MS);
		expect(await addressees()).toEqual([seldom.id]);
	});

	test("covers all documents of a user, of both stages, in one mail", async () => {
		const user = await makeUser();
		for (const days of [-1, 0, 7, 8, 30, 31]) await addDocument(user, days);
		await remindOfExpiry();
		expect(await addressees()).toEqual([user.id]);
		expect(await remindedDays()).toEqual({
			"Vence en -1": null,
			"Vence en 0": 7,
			"Vence en 7": 7,
			"Vence en 8": 30,
			"Vence en 30": 30,
			"Vence en 31": null,
		});
	});

	test("is not sent to users who switched reminders off or are unverified, until that changes", async () => {
		const off = await makeUser({ expiry_reminders: 0 });
		const unverified = await makeUser({ email_verified_at: null });
		await addDocument(off, 9);
		await addDocument(unverified, 9);
		await remindOfExpiry();
		expect(await addressees()).toEqual([]);
		await db.updateTable("users").set({ expiry_reminders: 1, email_verified_at: 1 }).execute();
		await remindOfExpiry();
		expect(await addressees()).toEqual([off.id, unverified.id].sort());
	});

	test("follows the plant's day, not the server's or UTC, and waits until eight in the morning there", async () => {
		await addDocument(await makeUser(), null, { expires_on: "2026-12-31" });
		for (const early of [
			// In UTC this is 1 December, 30 days before the expiry. At the plant it is still 30 November, 23:59.
			"2026-12-01T02:59:59Z",
			"2026-12-01T03:00:00Z",
			"2026-12-01T08:00:00Z",
			"2026-12-01T10:59:59Z",
		]) {
			await remindOfExpiry(Date.parse(early));
			expect(await addressees(), early).toEqual([]);
		}
		await remindOfExpiry(Date.parse("2026-12-01T11:00:00Z"));
		expect(await addressees()).toHaveLength(1);
	});

	test("is sent until the end of the last day", async () => {
		await addDocument(await makeUser(), null, { expires_on: "2026-12-31" });
		await remindOfExpiry(Date.parse("2026-12-02T02:59:59Z"));
		expect(await addressees()).toHaveLength(1);
	});

	test("reaches any number of users once each, and requests are served in between", async () => {
		const template = await makeUser();
		const users = Array.from({ length: 450 }, () => {
			const id = randomUUID();
			return { ...template, id, email: `${id}@planta.example` };
		});
		const rows = users.map(({ id }) => ({
			user_id: id,
			id_file: id,
			title: "Carnet",
			description: "x",
			expires_on: addDays(today, 3),
			reminded_days: null,
			created_at: 1,
			edited_at: null,
		}));
		await db.insertInto("users").values(users).execute();
		await db.insertInto("documents").values(rows).execute();
		let turns = 0;
		const count = setInterval(() => {
			turns += 1;
		}, 0);
		await remindOfExpiry();
		clearInterval(count);
		expect(turns).toBeGreaterThanOrEqual(2);
		expect(await addressees()).toEqual(users.map(({ id }) => id).sort());
	});

	test("is marked and queued in one transaction: a failing batch marks nobody", async () => {
		await addDocument(await makeUser(), 3);
		sqlite.exec("CREATE TEMP TRIGGER broken AFTER INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'x'); END");
		await expect(remindOfExpiry().finally(() => sqlite.exec("DROP TRIGGER broken"))).rejects.toThrow("x");
		expect(Object.values(await remindedDays())).toEqual([null]);
		await remindOfExpiry();
		expect(await addressees()).toHaveLength(1);
	});

	test("is found through the index of expiry dates, without reading all documents or users", async () => {
		const user = await makeUser();
		await addDocument(user, 3);
		const statements = support.watchStatements();
		await remindOfExpiry();
		const plans = statements
			.end()
			.filter(({ text }) => /^(select|update) .*"documents"/.test(text))
			.map(({ text }) => support.planOf(text).join("; "));
		expect(plans[0]).toMatch(
			/^SEARCH documents USING INDEX documents_expiring \(expires_on>\? AND expires_on<\?\)/,
		);
		expect(plans).toHaveLength(4);
		expect(plans.filter((plan) => plan.includes("SCAN"))).toEqual([]);
	});
});

describe("the mail", () => {
	beforeAll(() => outbox.startOutbox(documentMails));

	const settled = () =>
		waitUntil(
			() => sqlite.prepare<[], number>("SELECT count(*) FROM outbox").pluck().get() === 0,
			"the outbox is empty",
		);

	test("lists the expiring documents, the next expiry first, with days in words, and says how to switch reminders off", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández" });
		for (const [title, days] of [
			["Carnet de autoelevador", 30],
			["Licencia de conducir", 7],
			["Psicofísico", 1],
			["Apto médico", 0],
			["Vencido", -1],
			["Lejano", 31],
		] as const) {
			await addDocument(user, days, { title });
		}
		await remindOfExpiry();
		const mail = await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(mail.subject).toBe("Tenés documentos que vencen pronto");
		const on = (days: number) => formatShortDate(addDays(today, days));
		expect(mail.text).toContain(
			[
				`- Apto médico: vence el ${on(0)}, hoy`,
				`- Psicofísico: vence el ${on(1)}, en 1 día`,
				`- Licencia de conducir: vence el ${on(7)}, en 7 días`,
				`- Carnet de autoelevador: vence el ${on(30)}, en 30 días`,
				"",
			].join("\n"),
		);
		expect(mail.text).toContain("Hola, Ramona Fernández:");
		expect(mail.html).toContain(`<li>Apto médico: vence el ${on(0)}, hoy</li>`);
		for (const address of ["/auth/my-documents", "/auth/notices"]) {
			expect(mail.text).toContain(`\nhttp://localhost:3000${address}\n`);
			expect(mail.html).toContain(`<a href="http://localhost:3000${address}">`);
		}
		expect(mail.raw).not.toMatch(/Vencido|Lejano/);
		await settled();
		expect(smtp.mails).toHaveLength(1);
	});

	test("uses the singular for one document, and gives the number of documents beyond twenty", async () => {
		const [one, twenty, many] = [await makeUser(), await makeUser(), await makeUser()];
		await addDocument(one, 3);
		for (let n = 0; n < 20; n++) await addDocument(twenty, 3);
		for (let n = 0; n < 23; n++) await addDocument(many, 3, { title: "El mismo título" });
		await remindOfExpiry();
		const single = await smtp.waitForMail(({ to }) => to.includes(one.email));
		expect(single.subject).toBe("Tenés un documento que vence pronto");
		expect(single.text).toContain("\nEste documento que guardaste en Relevo vence pronto:\n");
		const whole = await smtp.waitForMail(({ to }) => to.includes(twenty.email));
		expect(whole.text).toContain("\nEstos documentos que guardaste en Relevo vencen pronto:\n");
		expect(whole.text).not.toMatch(/^- y /m);
		const long = await smtp.waitForMail(({ to }) => to.includes(many.email));
		expect(long.text.match(/^- El mismo título/gm)).toHaveLength(20);
		expect(long.text).toMatch(/^- y 3 más$/m);
		expect(long.html.match(/<li>/g)).toHaveLength(21);
	});

	/** Queues a reminder without checking that the user has a document to be reminded of. */
	const enqueue = (user: { id: string; email: string }) =>
		outbox.enqueueMail(db, { kind: "document-expiry", userId: user.id, address: user.email });

	test.each([
		["was switched off", { expiry_reminders: 0 }],
		["goes to an address that is not verified", { email_verified_at: null }],
	] as const)("is not sent when it %s in the meantime", async (_what, values) => {
		const [user, other] = [await makeUser(values), await makeUser()];
		for (const person of [user, other]) {
			await addDocument(person, 3);
			await enqueue(person);
		}
		outbox.wakeOutbox();
		await settled();
		expect(smtp.mails.map(({ to }) => to)).toEqual([[other.email]]);
	});

	test.each([
		["is deleted", []],
		["has no date any more", [null]],
		["has another date", [31]],
		["has expired", [-1]],
	])("is not sent when its document %s in the meantime", async (_what, documents) => {
		const user = await makeUser();
		for (const days of documents) await addDocument(user, days);
		await enqueue(user);
		outbox.wakeOutbox();
		await settled();
		expect(smtp.mails).toEqual([]);
	});

	test("keeps a hostile title on its line: the title adds no header, recipient, markup or line", async () => {
		const titles = [
			"a\r\nBcc: otro@planta.example",
			"a\r\n\r\n<h1>Ganaste</h1>",
			"\r\n.\r\nMAIL FROM:<x@y.example>",
			"a\u2028- y 9 más\u0000",
			'"><img src=x onerror=alert(1)>',
			"<script>alert(1)</script>",
			"=?utf-8?q?a?=",
			"🧑‍🏭".repeat(14),
			"e\u0301".repeat(21),
			"&lt;b&gt; &amp; 100%",
			"\u202Eohcered\u202C",
			"\uD83D",
		];
		const user = await makeUser();
		for (const title of titles) await addDocument(user, 3, { title });
		await remindOfExpiry();
		const mail = await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(mail.to).toEqual([user.email]);
		expect(mail.subject).toBe("Tenés documentos que vencen pronto");
		expect(mail.headers.map(({ key }) => key).sort()).toEqual(
			[
				"auto-submitted",
				"content-type",
				"date",
				"from",
				"message-id",
				"mime-version",
				"subject",
				"to",
			].sort(),
		);
		expect(mail.html).not.toMatch(/<(h1|img|script|b)\b/);
		expect(mail.text.match(/^- .*: vence el \d\d\/\d\d\/\d{4}, en 3 días$/gm)).toHaveLength(titles.length);
		expect(mail.text).toContain(`- ${"🧑‍🏭".repeat(14)}: vence`);
		await settled();
		expect(smtp.mails).toHaveLength(1);
	});
});
