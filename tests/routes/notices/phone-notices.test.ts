import { createElement } from "react";
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	onTestFinished,
	test,
	vi,
} from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { revokeAllAccess } from "~/features/auth/passwords/credentials.server";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { ownDiagram } from "~/features/diagrams/own-cycle/own-diagram";
import { remindOfExpiry } from "~/features/documents/expiry/reminders.server";
import { PushHere } from "~/features/notices/push-here";
import { sendNotices, sweepSentNotices } from "~/features/notices/send-notices.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { updateRotation } from "~/features/shift/chosen-rotation.server";
import { db, sqlite } from "~/lib/database/db.server";
import { enqueueMail } from "~/lib/mail/outbox.server";
import { DAY_MS } from "~/lib/units/durations";
import { action as logout } from "~/routes/auth.logout";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { action, loader } from "~/routes/auth.notices";
import { action as resetPassword } from "~/routes/auth.reset-pass";
import { correctDiagrams } from "../../../scripts/operator/correct-diagrams";
import { formOf, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, responseOf } from "../../support/requests";
import {
	type PushBrowser,
	type PushService,
	pushBrowser,
	senderOf,
	startPushService,
} from "../../support/server/push-service";
import { hostileEndpoints } from "../../support/texts/hostile-endpoints";
import { toastOf } from "../../support/toasts";

// Before the first import of the app's settings. The certificate is checked by tests/programs/notices-sent-once.test.ts.
const port = await vi.hoisted(async () => {
	const { freePort } = await import("../../support/server/ports.mjs");
	const free = await freePort();
	process.env.PUSH_TEST_ORIGIN = `https://localhost:${free}`;
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
	return free;
});

let service: PushService;
beforeAll(async () => {
	service = await startPushService(port);
});
afterAll(() => service.stop());
beforeEach(async () => {
	service.pushes.length = 0;
	service.reply = { status: 201 };
	await db.deleteFrom("push_subscriptions").execute();
	await db.deleteFrom("outbox").execute();
});

type Headers = Record<string, string>;
const newPassword = { password: "otra bien distinta", confirmPassword: "otra bien distinta" };

const press = (headers: Headers, fields: Record<string, string>) =>
	responseOf(() => action(argsFor("/auth/notices", {}, formOf(fields, headers))));

/** Asks for the site's key, and subscribes a browser. */
async function subscribe(headers: Headers): Promise<PushBrowser> {
	const { publicKey } = await (await press(headers, { intent: "key" })).json();
	expect(publicKey).toMatch(/^B[\w-]{86}$/);
	const browser = pushBrowser(service.origin);
	expect((await press(headers, { intent: "subscribe", ...browser.target })).status).toBe(303);
	return browser;
}

/** A worker of the afternoon, 14 to 22, on 26 November 2026 and the five days after it. */
const afternoons = { diagram: "2turnos", cycle_start: "2026-11-19" };
const worker = (values = {}) => signedInUser({ ...afternoons, ...values });
/** An instant on the plant's clock, which is three hours behind UTC. */
const at = (text: string) => Date.parse(`${text.replace(" ", "T")}:00-03:00`);
const NOON = at("2026-11-26 12:00");

async function endpointsOf(userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("push_subscriptions")
		.select("endpoint")
		.where("user_id", "=", userId)
		.execute();
	return rows.map(({ endpoint }) => endpoint);
}

async function mailsTo(userId: string): Promise<string[]> {
	const rows = await db.selectFrom("outbox").select("kind").where("user_id", "=", userId).execute();
	return rows.map(({ kind }) => kind);
}

describe("a shift", () => {
	test("is told where the browser is now, when it has replaced its address", async () => {
		const { headers } = await worker();
		await subscribe(headers);
		const browser = await subscribe(headers);
		await sendNotices(NOON);
		expect(service.pushes.map(({ path }) => path)).toEqual([new URL(browser.target.endpoint).pathname]);
		expect(service.pushes.map((push) => browser.read(push))).toMatchObject([{ kind: "shift-T" }]);
	});

	test("is told once, by kind and date alone, in an envelope that only the browser can open", async () => {
		const { headers } = await worker({ real_name: "Ramona Fernández" });
		const browser = await subscribe(headers);
		await sendNotices(NOON);
		await sendNotices(NOON + 60_000);
		const [push, ...more] = service.pushes;
		if (!push) throw new Error("nothing arrived");
		expect(more).toEqual([]);
		expect(push.path).toBe(new URL(browser.target.endpoint).pathname);
		expect(browser.read(push)).toEqual({ kind: "shift-T", date: "2026-11-26" });
		expect(() => pushBrowser(service.origin).read(push)).toThrow();
		expect(push.headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "normal", ttl: "7200" });
		expect(push.headers.topic).toMatch(/^[\w-]{32}$/);
		expect(senderOf(push)).toMatchObject({ aud: service.origin, sub: "https://localhost:3000" });
		expect(JSON.stringify(push.headers)).not.toMatch(/shift|2026-11-26|Ramona/);
	});

	test.each([
		["of a diagram that its plant has not confirmed is not told as certain", {}, true],
		["of the person's own position is", { crew: null, ...afternoons }, undefined],
	])("%s", async (_name, values, unsure) => {
		const { headers } = await signedInUser({ diagram: "2turnos", crew: "A", ...values });
		const browser = await subscribe(headers);
		await sendNotices(NOON);
		await sendNotices(at("2026-12-03 12:00"));
		expect(service.pushes.map((push) => browser.read(push))).toEqual([
			{ kind: expect.stringMatching(/^shift-/), date: expect.any(String), unsure },
		]);
	});

	test("is told from the evening before on, not at night, and not once it has begun", async () => {
		const { headers } = await worker();
		await subscribe(headers);
		const silent = ["2026-11-25 19:59", "2026-11-25 22:00", "2026-11-26 03:00", "2026-11-26 07:59"];
		for (const time of silent) {
			await sendNotices(at(time));
			expect([time, service.pushes.length]).toEqual([time, 0]);
		}
		// From 14 on the next shift is that of the 27th, which is told at 20.
		await sendNotices(at("2026-11-26 14:00"));
		expect(service.pushes).toEqual([]);
		await sendNotices(at("2026-11-26 20:00"));
		expect(service.pushes).toHaveLength(1);
	});

	test("is not told after a night until 8 hours have passed", async () => {
		const { headers } = await signedInUser({ diagram: "12horas_general", cycle_start: "2026-11-23" });
		const browser = await subscribe(headers);
		// DDNN: nights from 18 to 6 on the 25th and the 26th.
		await sendNotices(at("2026-11-26 13:59"));
		expect(service.pushes).toEqual([]);
		await sendNotices(at("2026-11-26 14:00"));
		expect(service.pushes.map((push) => browser.read(push))).toEqual([
			{ kind: "shift-N", date: "2026-11-26" },
		]);
	});

	test("after a night is told before that night, if the worker sleeps until it begins", async () => {
		const { id } = ownDiagram("NTFF", { N: ["22:00", "06:00"], T: ["14:00", "22:00"] });
		const { headers } = await signedInUser({ own_cycle: id, cycle_start: "2026-11-25" });
		const browser = await subscribe(headers);
		for (const time of ["10:00", "19:55", "20:00", "20:05"]) await sendNotices(at(`2026-11-25 ${time}`));
		expect(service.pushes.map((push) => browser.read(push))).toEqual([
			{ kind: "shift-N", date: "2026-11-25" },
			{ kind: "shift-T", date: "2026-11-26" },
		]);
	});

	test("is not told on a vacation, nor by a switch that is off", async () => {
		const away = await worker();
		await subscribe(away.headers);
		await saveOwnDay(
			{ userId: away.user.id, id: "33333333-3333-4333-8333-333333333333" },
			{ kind: "vacaciones", firstDay: "2026-11-26", lastDay: "2026-11-30", crew: null, note: "" },
		);
		const off = await worker();
		await subscribe(off.headers);
		expect((await press(off.headers, { intent: "shiftNotices", shiftNotices: "no" })).status).toBe(303);
		await sendNotices(NOON);
		expect(service.pushes).toEqual([]);
	});

	test("that the worker swaps after the notice is told anew, once", async () => {
		const { user, headers } = await worker();
		const browser = await subscribe(headers);
		await sendNotices(at("2026-11-25 20:00"));
		await saveOwnDay(
			{ userId: user.id, id: "44444444-4444-4444-8444-444444444444" },
			{ kind: "cambio", firstDay: "2026-11-26", lastDay: "2026-11-26", crew: "B", note: "" },
		);
		for (const minute of ["05", "10"]) await sendNotices(at(`2026-11-25 20:${minute}`));
		expect(service.pushes.map((push) => browser.read(push))).toEqual([
			{ kind: "shift-T", date: "2026-11-26" },
			{ kind: "shift-M", date: "2026-11-26", unsure: true },
		]);
		// So the push service replaces the first one by the second, if the phone is off.
		expect(new Set(service.pushes.map(({ headers: { topic } }) => topic)).size).toBe(1);
	});

	test("is forgotten a month later, and not told again by that", async () => {
		const workers = [await worker(), await worker()];
		for (const { headers } of workers) await subscribe(headers);
		const marked = () =>
			db
				.selectFrom("sent_notices")
				.select("date")
				.where(
					"user_id",
					"in",
					workers.map(({ user }) => user.id),
				)
				.execute();
		await sendNotices(NOON);
		await sweepSentNotices(NOON);
		await sendNotices(NOON);
		expect(service.pushes).toHaveLength(2);
		await sweepSentNotices(NOON + 30 * DAY_MS);
		expect(await marked()).toEqual([{ date: "2026-11-26" }, { date: "2026-11-26" }]);
		await sweepSentNotices(NOON + 31 * DAY_MS);
		expect(await marked()).toEqual([]);
	});

	test("is told in each of the person's browsers", async () => {
		const { user, headers } = await worker();
		await subscribe(headers);
		await subscribe(await signedIn(user));
		await sendNotices(NOON);
		expect(new Set(service.pushes.map(({ path }) => path)).size).toBe(2);
	});
});

describe("the push service", () => {
	test.each([404, 410])("says %d: the subscription is forgotten", async (status) => {
		const { user, headers } = await worker();
		await subscribe(headers);
		const { user: other, headers: others } = await signedInUser();
		await subscribe(others);
		service.reply = { status };
		await sendNotices(NOON);
		expect(await endpointsOf(user.id)).toEqual([]);
		expect(await endpointsOf(other.id)).toHaveLength(1);
	});

	test.each([
		["in seconds", () => "900"],
		["until a date", () => new Date(Date.now() + 900_000).toUTCString()],
	])("asks to wait %s: it is left alone until then, and gets the notice afterwards", async (_, after) => {
		const { headers } = await worker();
		await subscribe(headers);
		const other = await signedInUser();
		await subscribe(other.headers);
		service.reply = { status: 429, headers: { "Retry-After": after() } };
		await sendNotices(NOON);
		await sendNotices(NOON + 890_000);
		expect(service.pushes).toHaveLength(1);
		const waits = db.selectFrom("push_subscriptions").select("wait_until");
		expect(await waits.where("user_id", "=", other.user.id).execute()).toEqual([{ wait_until: 0 }]);
		service.reply = { status: 201 };
		await sendNotices(NOON + 900_000);
		expect(service.pushes).toHaveLength(2);
	});

	test("fails for one person, who is told later; who has been told is not told again", async () => {
		for (const status of [201, 503]) {
			await subscribe((await worker()).headers);
			service.reply = { status };
			await sendNotices(NOON);
		}
		service.reply = { status: 201 };
		service.pushes.length = 0;
		await sendNotices(NOON + 300_000);
		expect(service.pushes).toHaveLength(1);
	});

	test.each([200, 204, 299])("answers %d: the notice has arrived", async (status) => {
		const { headers } = await worker();
		await subscribe(headers);
		service.reply = { status };
		for (const now of [NOON, NOON + 300_000]) await sendNotices(now);
		expect(service.pushes).toHaveLength(1);
	});

	test.each([500, 300, 301, 400])("answers %d: the notice is sent again next time", async (status) => {
		const { headers } = await worker();
		await subscribe(headers);
		service.reply = { status, headers: { Location: `${service.origin}/elsewhere` } };
		await sendNotices(NOON);
		service.reply = { status: 201 };
		await sendNotices(NOON + 300_000);
		expect(service.pushes).toHaveLength(2);
		expect(service.pushes.map(({ path }) => path)).not.toContain("/elsewhere");
	});

	test("does not answer: it is left after ten seconds, and the notice is sent again next time", async () => {
		const { headers } = await worker();
		await subscribe(headers);
		const { timeout } = AbortSignal;
		const limit = vi
			.spyOn(AbortSignal, "timeout")
			.mockImplementation((ms) => timeout.call(AbortSignal, ms / 100));
		service.reply = "silence";
		await sendNotices(NOON);
		expect(limit.mock.calls).toEqual([[10_000]]);
		limit.mockRestore();
		service.reply = { status: 201 };
		service.pushes.length = 0;
		await sendNotices(NOON + 300_000);
		expect(service.pushes).toHaveLength(1);
	}, 60_000);

	test("is so slow that the night begins: who has not been told yet is left to sleep", async () => {
		// More people than are told at once.
		for (let n = 0; n < 9; n++) await subscribe((await worker()).headers);
		const clock = vi.spyOn(performance, "now");
		onTestFinished(() => clock.mockRestore());
		const start = performance.now();
		clock.mockImplementation(() => start + (service.pushes.length > 0 ? 10 * 60_000 : 0));
		await sendNotices(at("2026-11-25 21:55"));
		expect(service.pushes).toHaveLength(8);
	});

	test("never gets two notices for two looks at the same time", async () => {
		const { headers } = await worker();
		await subscribe(headers);
		await Promise.all(Array.from({ length: 5 }, () => sendNotices(NOON)));
		expect(service.pushes).toHaveLength(1);
	});
});

describe("an expiry", () => {
	const withDocument = async (values = {}) => {
		const { user, headers } = await signedInUser(values);
		const row = { user_id: user.id, title: "Carnet", description: "x", created_at: 1 };
		await db
			.insertInto("documents")
			.values({ ...row, id_file: crypto.randomUUID(), expires_on: "2026-12-03" })
			.execute();
		return { user, headers };
	};

	test("is told by a notice in place of the mail", async () => {
		const { user, headers } = await withDocument();
		const browser = await subscribe(headers);
		const { user: other } = await withDocument();
		await remindOfExpiry(NOON);
		expect(await mailsTo(user.id)).toEqual([]);
		await enqueueMail(db, { kind: "password-changed", userId: user.id, address: user.email });
		await sendNotices(NOON);
		await sendNotices(NOON + 300_000);
		expect(service.pushes.map((push) => browser.read(push))).toEqual([
			{ kind: "expiry", date: "2026-12-03" },
		]);
		expect(await mailsTo(user.id)).toEqual(["password-changed"]);
		expect(await mailsTo(other.id)).toEqual(["document-expiry"]);
	});

	test("is told by mail after a quarter of an hour when no browser takes the notice", async () => {
		const { user, headers } = await withDocument();
		await subscribe(headers);
		service.reply = { status: 410 };
		await sendNotices(NOON);
		const mail = await db
			.selectFrom("outbox")
			.select(["kind", "next_try_at"])
			.where("user_id", "=", user.id)
			.executeTakeFirstOrThrow();
		expect(mail).toEqual({ kind: "document-expiry", next_try_at: NOON + 900_000 });
	});

	test("is told once a browser takes the notice to whoever gets no mails, because the address is not verified", async () => {
		const { headers } = await withDocument({ email_verified_at: null });
		await subscribe(headers);
		service.reply = { status: 503 };
		await sendNotices(NOON);
		service.reply = { status: 201 };
		for (const later of [300_000, 600_000, DAY_MS]) await sendNotices(NOON + later);
		expect(service.pushes).toHaveLength(2);
	});

	test("is told by mail as before to whoever has no browser with notices, and to nobody else", async () => {
		const { user } = await withDocument();
		await subscribe((await signedInUser()).headers);
		await sendNotices(NOON);
		await remindOfExpiry(NOON);
		await sendNotices(NOON);
		expect(await mailsTo(user.id)).toEqual(["document-expiry"]);
		expect(service.pushes).toEqual([]);
	});
});

describe("a change of the person's diagram", () => {
	let before: number;
	const change = (time: number) =>
		db.updateTable("diagramas").set({ corrected_at: time }).where("id", "=", "3turnos").execute();
	const askedAt = (time: number) => db.updateTable("push_subscriptions").set({ created_at: time }).execute();
	const day = (now: number) => new Date(now - 3 * 3_600_000).toISOString().slice(0, 10);
	/** The next noon after now, because phones are quiet at night. */
	let noon: number;

	beforeEach(async () => {
		const query = db.selectFrom("diagramas").select("corrected_at").where("id", "=", "3turnos");
		before = (await query.executeTakeFirstOrThrow()).corrected_at;
		noon = at(`${day(Date.now() + 24 * 3_600_000)} 12:00`);
	});
	afterEach(() => change(before));

	test("is told once, if it came after the person asked for notices and the switch is on", async () => {
		const { headers } = await signedInUser({ diagram: "3turnos" });
		// Another person asked before the change.
		const earlier = (await signedInUser()).headers;
		await subscribe(earlier);
		await subscribe((await signedInUser({ diagram: "3turnos", diagram_notices: 0 })).headers);
		await askedAt(Date.now() - 2000);
		await change(Date.now() - 1000);
		const browser = await subscribe(headers);
		await sendNotices(noon);
		expect(service.pushes).toEqual([]);
		await change(noon - 1000);
		await sendNotices(noon);
		await sendNotices(noon + 3_600_000);
		expect(service.pushes.map((push) => browser.read(push))).toEqual([{ kind: "diagram", date: day(noon) }]);
	});

	test("is told although the browser replaces its subscription before it is", async () => {
		const { headers } = await signedInUser({ diagram: "3turnos" });
		await subscribe(headers);
		await askedAt(Date.now() - 2000);
		await change(Date.now() - 1000);
		await subscribe(headers);
		await sendNotices(noon);
		expect(service.pushes).toHaveLength(1);
	});

	test("is told although other browsers of the person have asked for notices only since", async () => {
		const { user, headers } = await signedInUser({ diagram: "3turnos" });
		await subscribe(headers);
		await askedAt(Date.now() - 2000);
		await change(Date.now() - 1000);
		for (let others = 0; others < 3; others++) await subscribe(await signedIn(user));
		await sendNotices(noon);
		expect(service.pushes).toHaveLength(4);
	});

	test("is not told when it is two days old, because the server was down", async () => {
		const { headers } = await signedInUser({ diagram: "3turnos" });
		await subscribe(headers);
		const twoDays = 2 * 24 * 3_600_000;
		await askedAt(noon - twoDays - 60_000);
		await change(noon - twoDays);
		await sendNotices(noon);
		expect(service.pushes).toEqual([]);
		await sendNotices(noon - 1);
		expect(service.pushes).toHaveLength(1);
	});

	test("is not told when an operator only confirms the diagram as it is", async () => {
		const { headers } = await signedInUser({ diagram: "3turnos" });
		await subscribe(headers);
		await askedAt(Date.now() - 2000);
		const diagrams = (await listDiagrams()).filter(({ id }) => id === "3turnos");
		await correctDiagrams(diagrams.map((diagram) => ({ ...diagram, anchorConfirmed: true })));
		await sendNotices(noon);
		expect(service.pushes).toEqual([]);
		const M: [string, string] = ["05:00", "13:00"];
		await correctDiagrams(diagrams.map((diagram) => ({ ...diagram, hours: { ...diagram.hours, M } })));
		await sendNotices(noon);
		expect(service.pushes).toHaveLength(1);
		await correctDiagrams(diagrams);
	});

	test("is not told to whoever has taken the diagram only after it", async () => {
		const { user, headers } = await worker({ shift_notices: 0 });
		await subscribe(headers);
		await askedAt(Date.now() - 2000);
		await change(Date.now() - 1000);
		// Without a crew there is no night, after which the noon would be quiet.
		await updateRotation(user.id, { diagram: "3turnos", crew: null, cycleStart: null });
		await sendNotices(noon);
		expect(service.pushes).toEqual([]);
		await change(noon - 1000);
		await sendNotices(noon);
		expect(service.pushes).toHaveLength(1);
	});
});

describe("notices end", () => {
	const change = (headers: Headers, fields: Record<string, string>) =>
		responseOf(() => editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf(fields, headers))));

	test.each<[string, (headers: Headers, user: { id: string; email: string }) => Promise<unknown>]>([
		["sign-out", (headers) => responseOf(() => logout(argsFor("/auth/logout", {}, formOf({}, headers))))],
		["the button", (headers) => press(headers, { intent: "unsubscribe" })],
		[
			"a new password",
			(headers) => change(headers, { intent: "password", currentPassword: PASSWORD, ...newPassword }),
		],
		["the end of all sessions", (headers) => change(headers, { intent: "sessions" })],
		["the operator", (_, { id }) => revokeAllAccess(id)],
		[
			"a recovery",
			async (_, { id, email }) => {
				const token = await issueMailToken({ purpose: "reset", userId: id, email });
				const form = formOf(newPassword, { Cookie: `mail-token=reset.${token}` });
				return responseOf(() => resetPassword(argsFor("/auth/reset-pass", {}, form)));
			},
		],
		["the end of the account", (_, { id }) => deleteAccount(id)],
	])("with %s, for this person only", async (_, end) => {
		const [{ user, headers }, other] = [await worker(), await worker()];
		await subscribe(headers);
		const kept = await subscribe(other.headers);
		await end(headers, user);
		expect(await endpointsOf(user.id)).toEqual([]);
		expect(await endpointsOf(other.user.id)).toEqual([kept.target.endpoint]);
		await sendNotices(NOON);
		expect(service.pushes).toHaveLength(1);
	});

	test("of a stranger, when the owner of the address takes over the account", async () => {
		const { user, headers } = await worker({ email_verified_at: null });
		await subscribe(headers);
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect(await endpointsOf(user.id)).toEqual([]);
	});

	test("of the former person of a phone, when the next one asks for them with the same subscription", async () => {
		const [first, second] = [await worker(), await worker()];
		const { target } = await subscribe(first.headers);
		await press(second.headers, { intent: "subscribe", ...target });
		expect(await endpointsOf(first.user.id)).toEqual([]);
		expect(await endpointsOf(second.user.id)).toEqual([target.endpoint]);
	});
});

describe("a hostile address", () => {
	test("is not saved", async () => {
		const { user, headers } = await worker();
		const { p256dh, auth } = pushBrowser(service.origin).target;
		for (const endpoint of hostileEndpoints) {
			const { status } = await press(headers, { intent: "subscribe", endpoint, p256dh, auth });
			expect([endpoint, status]).toEqual([endpoint, 400]);
		}
		const { target } = pushBrowser(service.origin);
		expect((await press(headers, { intent: "other", ...target })).status).toBe(400);
		expect(await endpointsOf(user.id)).toEqual([]);
	});

	test("that stands in the database all the same gets nothing, and is forgotten", async () => {
		const elsewhere = await startPushService();
		onTestFinished(() => elsewhere.stop());
		const real = vi.spyOn(globalThis, "fetch");
		onTestFinished(() => real.mockRestore());
		for (const endpoint of [...hostileEndpoints.filter(Boolean).slice(0, 30), `${elsewhere.origin}/push/x`]) {
			const { user, headers } = await worker();
			await subscribe(headers);
			await db
				.updateTable("push_subscriptions")
				.set({ endpoint: endpoint.slice(0, 1000) })
				.where("user_id", "=", user.id)
				.execute();
		}
		await sendNotices(NOON);
		expect([real.mock.calls, elsewhere.pushes, service.pushes]).toEqual([[], [], []]);
		expect(await db.selectFrom("push_subscriptions").selectAll().execute()).toEqual([]);
	});
});

describe("a switch", () => {
	const choose = (headers: Headers, expiryReminders: string) =>
		press(headers, { intent: "expiryReminders", expiryReminders });
	const isOn = async ({ id }: { id: string }) =>
		(await db.selectFrom("users").select("expiry_reminders").where("id", "=", id).executeTakeFirstOrThrow())
			.expiry_reminders === 1;

	test("is on until switched off, and pressing a button twice has no further effect", async () => {
		const { user, headers } = await worker();
		const other = await worker();
		expect(await isOn(user)).toBe(true);
		for (const wanted of ["no", "no", "si", "si", "no"]) {
			const response = await choose(headers, wanted);
			expect(response).toRedirectTo("/auth/notices");
			expect((await toastOf(response))?.text).toBe(
				wanted === "si" ? "Aviso activado." : "Aviso desactivado.",
			);
			expect(await isOn(user)).toBe(wanted === "si");
		}
		expect(await isOn(other.user)).toBe(true);
	});

	test.each(["", "sí", "1", "true", "toString"])(
		"refuses the unknown state %j with 400, and nothing changes",
		async (state) => {
			const { user, headers } = await worker();
			expect((await choose(headers, state)).status).toBe(400);
			expect(await isOn(user)).toBe(true);
		},
	);

	test("keeps its state when the database fails: 500", async () => {
		const { user, headers } = await worker();
		sqlite.exec("CREATE TEMP TRIGGER broken BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'x'); END");
		const response = await choose(headers, "no").finally(() => sqlite.exec("DROP TRIGGER broken"));
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({ failed: "expiryReminders" });
		expect(await isOn(user)).toBe(true);
	});
});

test("a browser that cannot be told promises no mail, since a phone may be told instead", async () => {
	const html = await htmlOf(createElement(PushHere, { isIphone: false }));
	expect(html).toContain(
		"Si en unos segundos no aparece acá un botón, este navegador no puede recibir avisos.",
	);
	expect(html).not.toContain("correo");
});

test("the page says what is on, and does not answer another person's question", async () => {
	const { user, headers } = await worker();
	const { target } = await subscribe(headers);
	await press(headers, { intent: "diagramNotices", diagramNotices: "no" });
	const page = await (await responseOf(() => loader(argsFor("/auth/notices", {}, { headers })))).json();
	expect(page).toMatchObject({
		isIphone: false,
		known: { endpoint: target.endpoint },
		on: { shiftNotices: true, diagramNotices: false, expiryReminders: true },
	});
	const others = { ...(await signedIn(user)), "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)" };
	const other = await (
		await responseOf(() => loader(argsFor("/auth/notices", {}, { headers: others })))
	).json();
	expect(other.known).toBeUndefined();
	expect(other.isIphone).toBe(true);
	// A page that repairs the notices of an ended session gets no key, with which it could begin those of the next one.
	const { session } = page.known;
	const keyFor = async (of: Headers) =>
		(await (await press(of, { intent: "key", session })).json()).publicKey;
	expect(await keyFor(headers)).toMatch(/^B/);
	expect(await keyFor(others)).toBeUndefined();
});

test("the site's keys are made once", async () => {
	const { headers } = await worker();
	await db.deleteFrom("push_keys").execute();
	const keys = await Promise.all(
		Array.from({ length: 5 }, async () => (await (await press(headers, { intent: "key" })).json()).publicKey),
	);
	expect(new Set(keys).size).toBe(1);
	expect(await db.selectFrom("push_keys").select("id").execute()).toEqual([{ id: 1 }]);
});
