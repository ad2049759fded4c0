import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { smtpForFile } from "../../support/server/smtp";
import { waitUntil } from "../../support/server/wait-until";

const DAY = 24 * 3_600_000;
const smtp = smtpForFile();
let modules: Awaited<ReturnType<typeof load>>;

/** Imports the application. Must run after SMTP_URL is set, because the first import reads all settings. */
async function load() {
	return {
		...(await import("~/lib/database/db.server")),
		...(await import("~/lib/env.server")),
		...(await import("~/lib/mail/outbox.server")),
		...(await import("~/features/account/account-mails.server")),
		...(await import("~/features/account/delete-account.server")),
		...(await import("~/features/account/unverified.server")),
		...(await import("~/features/auth/registration/registration.server")),
		...(await import("../../support/accounts")),
	};
}

beforeAll(async () => {
	process.env.SMTP_URL = smtp.url;
	modules = await load();
	modules.startOutbox(modules.authMails);
});

beforeEach(async () => {
	smtp.mails.length = 0;
	for (const table of ["attempts", "outbox", "users"] as const) await modules.db.deleteFrom(table).execute();
});

const people = () => modules.db.selectFrom("users").select(["id", "email", "removal_notice_at"]).execute();
const countOf = (sql: string) => modules.sqlite.prepare<[], number>(sql).pluck().get();
const untilTold = () =>
	waitUntil(
		() => countOf("SELECT count(*) FROM users WHERE removal_notice_at IS NULL") === 0,
		"all are told",
	);
const untilSent = () => waitUntil(() => countOf("SELECT count(*) FROM outbox") === 0, "nothing waits");

describe("an account that nobody verifies", () => {
	test("is removed with all its data 14 days after its first mail, which announces the removal; no second mail is sent", async () => {
		await modules.registerAccount(
			{ username: "soldador", email: "nueva@planta.example", password: modules.PASSWORD },
			"",
		);
		const mail = await smtp.waitForMail(({ to }) => to.includes("nueva@planta.example"));
		expect(mail.text).toContain(
			"Si en 14 días nadie lo verifica, borramos la cuenta con todo lo que tenga guardado",
		);
		await untilTold();
		const [person] = await people();
		const told = person?.removal_notice_at ?? 0;
		expect(Math.abs(told - Date.now())).toBeLessThan(60_000);
		await modules.removeUnverified(told + 14 * DAY - 1);
		expect(await people()).toHaveLength(1);
		const log = vi.spyOn(process.stdout, "write").mockClear();
		await modules.removeUnverified(told + 14 * DAY);
		expect(await people()).toEqual([]);
		await modules.removeUnverified(told + 14 * DAY);
		expect(log.mock.calls.join("").match(/"event":"unverified_removed".*"accounts":\d+/g)).toEqual([
			expect.stringMatching(/"accounts":1$/),
		]);
		expect(countOf("SELECT count(*) FROM deleted_accounts")).toBe(1);
		await untilSent();
		expect(smtp.mails).toHaveLength(1);
	});

	test("created before this rule existed first gets a mail about it, and is removed 14 days later", async () => {
		const user = await modules.makeUser({ email_verified_at: null, created_at: Date.now() - 400 * DAY });
		await modules.removeUnverified();
		expect(await people()).toHaveLength(1);
		const mail = await smtp.waitForMail(({ to }) => to.includes(user.email));
		expect(mail.subject).toBe("Tu cuenta de Relevo se borra si no verificás tu correo");
		expect(mail.text).toMatch(/^Hola:$/m);
		await untilTold();
		await modules.removeUnverified();
		await untilSent();
		expect(smtp.mails).toHaveLength(1);
		await modules.removeUnverified(Date.now() + 13 * DAY);
		expect(await people()).toHaveLength(1);
		await modules.removeUnverified(Date.now() + 14 * DAY + 60_000);
		expect(await people()).toEqual([]);
	});

	test("is told once it is old, and each for itself; a later mail that says it too puts nothing off", async () => {
		const young = await modules.makeUser({ email_verified_at: null, created_at: Date.now() });
		const told = Date.now() - DAY;
		const old = await modules.makeUser({ email_verified_at: null, removal_notice_at: told });
		const verified = await modules.makeUser();
		await modules.removeUnverified(Date.now());
		expect(countOf("SELECT count(*) FROM outbox")).toBe(0);
		const noticeOf = async ({ id }: { id: string }) =>
			(await people()).find((person) => person.id === id)?.removal_notice_at;
		for (const { id } of [old, verified]) await modules.noteRemovalNotice(id);
		expect([await noticeOf(young), await noticeOf(old), await noticeOf(verified)]).toEqual([
			null,
			told,
			null,
		]);
	});

	test("stays until the announcing mail is sent", async () => {
		smtp.refuseNext(1, 451);
		await modules.makeUser({ email_verified_at: null, created_at: 1 });
		await modules.removeUnverified();
		await waitUntil(() => countOf("SELECT max(tries) FROM outbox") === 1, "one try");
		await modules.removeUnverified(Date.now() + 30 * DAY);
		expect(await people()).toEqual([expect.objectContaining({ removal_notice_at: null })]);
		expect(countOf("SELECT count(*) FROM outbox")).toBe(1);
	});

	test("is removed too when its address is refused permanently, because nobody can verify it", async () => {
		smtp.refuseNext(1, 550);
		await modules.makeUser({ email_verified_at: null, created_at: 1 });
		await modules.removeUnverified();
		await untilTold();
		await modules.removeUnverified(Date.now() + 14 * DAY + 60_000);
		expect(await people()).toEqual([]);
	});

	test("stays when it is verified in time; verified accounts are never removed", async () => {
		const told = await modules.makeUser({ email_verified_at: null, removal_notice_at: 1 });
		const verified = await modules.makeUser({ removal_notice_at: 1 });
		const { markVerified } = await import("~/features/auth/passwords/credentials.server");
		await modules.db.transaction().execute((trx) => markVerified(trx, told.id, Date.now()));
		await modules.removeUnverified();
		// Verified after those to be removed were read.
		expect(await modules.deleteAccount(told.id, { onlyUnverified: true })).toBeUndefined();
		expect((await people()).map(({ id }) => id).sort()).toEqual([told.id, verified.id].sort());
	});

	test("stays for ever without a mail server, and gets no mail about it", async () => {
		const { SMTP_URL } = modules.env;
		onTestFinished(() => {
			modules.env.SMTP_URL = SMTP_URL;
		});
		modules.env.SMTP_URL = undefined;
		const user = await modules.makeUser({ email_verified_at: null, created_at: 1, removal_notice_at: 1 });
		await modules.removeUnverified();
		expect(await people()).toHaveLength(1);
		const mail = await modules.authMails.verify({ userId: user.id, address: user.email });
		expect(mail?.text).not.toContain("14 días");
	});
});
