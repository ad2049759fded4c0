import type { DiagramasTable, ExtrasTable } from "db/schema";
import type { Updateable } from "kysely";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { revokeAllAccess } from "~/features/auth/passwords/credentials.server";
import { findUserById } from "~/features/auth/users.server";
import { updateFeedAlarms } from "~/features/calendars/calendar-feeds.server";
import { changeFeedAction } from "~/features/calendars/feed-actions.server";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { updateRotation } from "~/features/shift/chosen-rotation.server";
import { deleteHistoryEntry, updateHistorySince } from "~/features/shift/history/rotation-history.server";
import { db, sqlite } from "~/lib/database/db.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { action, loader } from "~/routes/auth.my-calendar";
import { action as resetPassword } from "~/routes/auth.reset-pass";
import { loader as feed } from "~/routes/feeds.$file";
import {
	deleteHolidayAndReclassify,
	saveHolidaysAndReclassify,
} from "../../../scripts/operator/change-holidays";
import { correctDiagrams } from "../../../scripts/operator/correct-diagrams";
import { formOf, PASSWORD, signedInUser } from "../../support/accounts";
import { eventTexts, ruleFaults } from "../../support/calendar-rules";
import { extraRow, insertExtras, paidAt } from "../../support/extras";
import { days, naiveLetters } from "../../support/naive-shifts";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";

const PATH = "/auth/my-calendar";
const OWN_DAY = "33333333-3333-4333-8333-333333333333";

beforeEach(async () => {
	await db.updateTable("diagramas").set({ updated_at: 1 }).execute();
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

const newPassword = { password: "otra bien distinta", confirmPassword: "otra bien distinta" };

type Headers = Record<string, string>;

const press = (headers: Headers, fields: Record<string, string>) =>
	responseOf(() => action(argsFor(PATH, {}, formOf(fields, headers))));

async function page(headers: Headers) {
	const response = await responseOf(() => loader(argsFor(PATH, {}, { headers })));
	const data: { address?: string; feed?: { since: string; alarms: string }; knowsShift: boolean } =
		await response.json();
	return { response, data };
}

/**
 * Makes or renews the secret URL of the user's calendar.
 * @returns the URL that the next page shows, and the cookies with which this page was requested
 */
async function make(headers: Headers, fields: Record<string, string> = { intent: "make", alarms: "none" }) {
	const made = await press(headers, fields);
	expect(made).toRedirectTo(PATH);
	const fresh = made.headers.getSetCookie().find((cookie) => cookie.startsWith("feed=")) ?? "";
	expect(fresh).toMatch(/^feed=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
	const Cookie = `${headers.Cookie}; ${fresh.split(";")[0]}`;
	const { response, data } = await page({ Cookie });
	expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^feed=; Max-Age=0/)]);
	return { address: data.address ?? "", Cookie };
}

const read = (address: string, headers: Headers = {}) => {
	const { pathname } = new URL(address, "http://localhost:3000");
	const file = pathname.replace("/feeds/", "");
	return responseOf(() => feed(argsFor(pathname, { file }, { headers })));
};

async function eventsAt(address: string): Promise<Map<string, string>> {
	const response = await read(address);
	expect(response.status).toBe(200);
	const file = Buffer.from(await response.arrayBuffer());
	expect(ruleFaults(file)).toEqual([]);
	return eventTexts(file);
}

/** The events that differ between two calendar files, with their texts before and after. */
function changesOf(before: Map<string, string>, after: Map<string, string>) {
	const uids = new Set([...before.keys(), ...after.keys()]);
	return [...uids]
		.filter((uid) => before.get(uid) !== after.get(uid))
		.map((uid) => ({ before: before.get(uid) ?? "", after: after.get(uid) ?? "" }));
}

const numberOf = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
const titleOf = (text: string) => /SUMMARY:(.*)\r\n/.exec(text)?.[1];
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);

const signedInWorker = () =>
	signedInUser({
		diagram: "4turnos_7dias",
		crew: "C",
		real_name: "Ramona Fernández",
		username: "ramona77",
		twitter: "ramonita",
	});

describe("the version of a calendar file", () => {
	const holiday = {
		date: "2026-12-10",
		name: "Feriado de prueba",
		confirmed: 1,
		source: "prueba",
	} as const;
	const ownDay = {
		kind: "vacaciones",
		firstDay: "2026-12-01",
		lastDay: "2026-12-03",
		crew: null,
		note: "",
	} as const;
	const ofDiagram = (values: Updateable<DiagramasTable>) =>
		db.updateTable("diagramas").set(values).where("id", "=", "4turnos_7dias").execute();

	test("changes with everything that changes the file, even within the same millisecond, and with nothing else", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const { anchor, hours } = await db
			.selectFrom("diagramas")
			.select(["anchor", "hours"])
			.where("id", "=", "4turnos_7dias")
			.executeTakeFirstOrThrow();
		onTestFinished(async () => {
			await ofDiagram({ anchor, hours, anchor_confirmed: 0 });
			await db.deleteFrom("feriados").where("source", "=", "prueba").execute();
		});
		const key = { userId: user.id, id: OWN_DAY };
		const ofExtra = (values: Updateable<ExtrasTable>) =>
			db.updateTable("extras").set(values).where("user_id", "=", user.id).execute();
		const changes: [name: string, isOther: boolean, change: () => Promise<unknown>][] = [
			["nothing", false, async () => {}],
			["own days", true, () => saveOwnDay(key, ownDay)],
			["one day less", true, () => saveOwnDay(key, { ...ownDay, lastDay: "2026-12-02" }, { isEdit: true })],
			[
				"own days of another kind",
				true,
				() => saveOwnDay(key, { ...ownDay, kind: "parada" }, { isEdit: true }),
			],
			["no own days", true, () => deleteRecord(ownDayRecord, key)],
			[
				"another person's own days",
				false,
				async () => saveOwnDay({ ...key, userId: (await signedInWorker()).user.id }, ownDay),
			],
			[
				"an extra",
				true,
				() =>
					db
						.insertInto("extras")
						.values(extraRow(user.id, { date: "2026-12-05" }))
						.execute(),
			],
			["a longer extra", true, () => ofExtra({ minutes: 300, ...paidAt(300) })],
			["an extra with its hour", true, () => ofExtra({ start_minute: 600 })],
			["an extra on another day", true, () => ofExtra({ date: "2026-12-06" })],
			["the comment of an extra", false, () => ofExtra({ comment: "otra cosa" })],
			["an extra before the calendar", true, () => ofExtra({ date: "2025-12-06" })],
			["a feriado", true, () => saveHoliday("feriado")],
			["a no laborable", true, () => saveHoliday("no_laborable")],
			[
				"a holiday that is not confirmed",
				true,
				() => db.updateTable("feriados").set({ confirmed: 0 }).where("source", "=", "prueba").execute(),
			],
			["no holiday", true, () => db.deleteFrom("feriados").where("source", "=", "prueba").execute()],
			["the anchor date", true, () => ofDiagram({ anchor: "2024-01-02" })],
			["a confirmed anchor date", true, () => ofDiagram({ anchor_confirmed: 1 })],
			["the hours", true, () => ofDiagram({ hours: hours.replace("06:00", "06:30") })],
			[
				"another crew",
				true,
				() => updateRotation(user.id, { diagram: "4turnos_7dias", crew: "D", cycleStart: null }),
			],
			["a crew since another day", true, () => updateHistorySince(user.id, "2026-11-21", "2026-11-18")],
			["no crew before", true, () => deleteHistoryEntry(user.id, "1900-01-01")],
			[
				"the name of the person",
				false,
				() => db.updateTable("users").set({ real_name: "Otra" }).where("id", "=", user.id).execute(),
			],
			["alarms", true, () => updateFeedAlarms(user.id, "both")],
			["the next day", false, async () => later(24 * 60)],
			["the next month", true, async () => vi.setSystemTime(new Date("2026-12-01T13:00:00Z"))],
		];
		let before = await versionAt(address);
		for (const [name, isOther, change] of changes) {
			await change();
			const after = await versionAt(address);
			expect([name, after.text !== before.text, after.etag !== before.etag]).toEqual([
				name,
				isOther,
				isOther,
			]);
			const { status } = await read(address, { "If-None-Match": before.etag });
			expect([name, status]).toEqual([name, isOther ? 200 : 304]);
			before = after;
		}
	});

	test("depends only on the extras that the file contains: the first 2,000", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		insertExtras(sqlite, user.id, 2_001);
		const lengthen = (number: string) =>
			db
				.updateTable("extras")
				.set({ start_minute: 600 })
				.where("user_id", "=", user.id)
				.where("comment", "=", number)
				.execute();
		const before = await versionAt(address);
		expect(before.text.match(/SUMMARY:Extra/g)).toHaveLength(2_000);
		await lengthen("2001");
		expect(await versionAt(address)).toEqual(before);
		await lengthen("2000");
		const after = await versionAt(address);
		expect([after.text === before.text, after.etag === before.etag]).toEqual([false, false]);
	});

	function saveHoliday(kind: "feriado" | "no_laborable") {
		const update = { kind };
		return db
			.insertInto("feriados")
			.values({ ...holiday, kind })
			.onConflict((conflict) => conflict.columns(["date", "name"]).doUpdateSet(update))
			.execute();
	}

	async function versionAt(address: string) {
		const response = await read(address);
		return { text: await response.text(), etag: response.headers.get("ETag") ?? "" };
	}
});

describe("the page", () => {
	test("asks a user without a shift calendar for the shift first", async () => {
		const { headers } = await signedInUser();
		expect((await page(headers)).data).toEqual({ isAndroid: false, knowsShift: false });
	});

	test.each([
		[{ crew: "C" }, false],
		[{ diagram: "4turnos_7dias" }, false],
		[{ diagram: "4turnos_7dias", crew: "C" }, true],
		[{ diagram: "4turnos_7dias", cycle_start: "2026-12-01" }, true],
	])("knows the shift of %j: %s", async (profile, knowsShift) => {
		expect((await page((await signedInUser(profile)).headers)).data.knowsShift).toBe(knowsShift);
	});

	test("shows the address once, only to its owner", async () => {
		const { headers } = await signedInWorker();
		const other = await signedInWorker();
		const { address, Cookie } = await make(headers);
		expect(address).toMatch(/^http:\/\/localhost:3000\/feeds\/[\w-]{43}\.ics$/);
		expect((await page(headers)).data).toEqual({
			feed: { since: "21/11/2026", alarms: "none" },
			isAndroid: false,
			knowsShift: true,
		});
		const stolen = Cookie.replace(headers.Cookie, other.headers.Cookie);
		expect((await page({ Cookie: stolen })).data.address).toBeUndefined();
	});

	test("if the address is made again on an outdated page, the alarms chosen on this page apply", async () => {
		const { headers } = await signedInWorker();
		await make(headers);
		await make(headers, { intent: "make", alarms: "evening" });
		expect((await page(headers)).data.feed).toMatchObject({ alarms: "evening" });
	});

	test("says of a new address, if there was one before, that the former one stops working", async () => {
		const { headers } = await signedInWorker();
		const said = async () => (await toastOf(await press(headers, { intent: "make", alarms: "none" })))?.text;
		expect([await said(), await said()]).toEqual([
			"El enlace está listo: copialo ahora.",
			"El enlace está listo: copialo ahora. Ya tenías uno, que deja de andar.",
		]);
	});

	test("if it was revoked in another tab, the alarms of an outdated page are not said to be saved", async () => {
		const { headers } = await signedInWorker();
		await make(headers);
		await press(headers, { intent: "revoke" });
		const late = await press(headers, { intent: "alarms", alarms: "both" });
		expect(late).toRedirectTo(PATH);
		expect(await toastOf(late)).toMatchObject({ kind: "error", text: expect.stringContaining("hacer otro") });
		expect((await page(headers)).data.feed).toBeUndefined();
	});

	test("stores only a hash of the secret", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const secret = /feeds\/(.*)\.ics/.exec(address)?.[1] ?? "";
		const rows = await db.selectFrom("calendar_feeds").selectAll().where("user_id", "=", user.id).execute();
		expect(rows).toHaveLength(1);
		expect(JSON.stringify(rows)).not.toContain(secret);
	});

	test("refuses a choice that is not in the list", async () => {
		const { headers } = await signedInWorker();
		const refused = await press(headers, { intent: "make", alarms: "siempre" });
		expect(refused.status).toBe(400);
		expect((await errorsOf(refused)).alarms).toEqual(["Elegí los avisos de la lista."]);
		expect((await press(headers, { intent: "otra", alarms: "none" })).status).toBe(400);
		expect((await page(headers)).data.feed).toBeUndefined();
	});
});

describe("the calendar address", () => {
	test("works without a cookie, and responds 304 to a client that has the current file", async () => {
		const { headers } = await signedInWorker();
		const { address } = await make(headers);
		const first = await read(address);
		expect(first.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
		expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
		expect(first.headers.getSetCookie()).toEqual([]);
		const etag = first.headers.get("ETag") ?? "";
		later(60 * 24);
		expect((await read(address, { "If-None-Match": etag })).status).toBe(304);
		await press(headers, { intent: "alarms", alarms: "both" });
		expect((await read(address, { "If-None-Match": etag })).status).toBe(200);
	});

	test("is made only while the session is open", async () => {
		const { user, headers } = await signedInWorker();
		const { request } = argsFor(PATH, {}, formOf({ intent: "renew" }, headers));
		const owner = await findUserById(user.id);
		if (!owner) throw new Error("there is no user");
		await revokeAllAccess(user.id);
		const response = await responseOf(() => changeFeedAction(request, owner));
		expect(response.headers.getSetCookie().join()).not.toMatch(/\bfeed=/);
		expect(
			await db.selectFrom("calendar_feeds").select("user_id").where("user_id", "=", user.id).execute(),
		).toEqual([]);
	});

	test("stops working when its owner renews or revokes it, or deletes the account", async () => {
		const { user, headers } = await signedInWorker();
		const others = (await make((await signedInWorker()).headers)).address;
		const first = (await make(headers, { intent: "make", alarms: "evening" })).address;
		const second = (await make(headers, { intent: "renew" })).address;
		expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
		expect((await page(headers)).data.feed?.alarms).toBe("evening");
		expect(await press(headers, { intent: "revoke" })).toRedirectTo(PATH);
		expect([(await read(second)).status, (await read(others)).status]).toEqual([404, 200]);
		const third = (await make(headers)).address;
		// Pressed again on a page that was open before there was one.
		const stale = await press(headers, { intent: "make", alarms: "none" });
		expect((await toastOf(stale))?.text).toMatch(/Ya tenías uno, que deja de andar/);
		expect((await read(third)).status).toBe(404);
		const fourth = (await make(headers, { intent: "renew" })).address;
		await db.deleteFrom("users").where("id", "=", user.id).execute();
		expect((await read(fourth)).status).toBe(404);
	});

	test.each([
		[
			"changes the password",
			(headers: Headers) =>
				editProfile(
					argsFor(
						"/auth/my-account/edit-profile",
						{},
						formOf({ intent: "password", currentPassword: PASSWORD, ...newPassword }, headers),
					),
				),
		],
		[
			"ends all sessions",
			(headers: Headers) =>
				editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf({ intent: "sessions" }, headers))),
		],
		[
			"recovers the account",
			async (_: Headers, user: { id: string; email: string }) => {
				const token = await issueMailToken({ purpose: "reset", userId: user.id, email: user.email });
				const Cookie = `mail-token=reset.${token}`;
				return resetPassword(argsFor("/auth/reset-pass", {}, formOf(newPassword, { Cookie })));
			},
		],
	])("stops working when the user %s, and the message says so only then", async (_, endSessions) => {
		for (const hasFeed of [true, false]) {
			const { user, headers } = await signedInWorker();
			const other = await signedInWorker();
			const kept = (await make(other.headers)).address;
			const address = hasFeed ? (await make(headers)).address : "";
			const response = await responseOf(() => endSessions(headers, user));
			expect(response.status).toBe(303);
			expect((await toastOf(response))?.text.includes("El enlace de tu calendario dejó de andar")).toBe(
				hasFeed,
			);
			if (hasFeed) expect((await read(address)).status).toBe(404);
			expect((await read(kept)).status).toBe(200);
		}
	});

	test("of a stranger stops working when the owner of the e-mail address takes over the account", async () => {
		const { user, headers } = await signedInUser({ diagram: "3turnos", crew: "A", email_verified_at: null });
		const { address } = await make(headers);
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect((await read(address)).status).toBe(404);
	});

	test.each(["x.ics", `${"A".repeat(43)}.ics`, `${"A".repeat(43)}`, `${"x".repeat(5000)}.ics`, ".ics"])(
		"%s does not exist",
		async (file) => {
			expect((await read(`/feeds/${file}`)).status).toBe(404);
		},
	);
});

describe("the content of a calendar", () => {
	test("has each day from the start of last month to the end of the month one year ahead", async () => {
		const { headers } = await signedInWorker();
		const events = await eventsAt((await make(headers)).address);
		const dates = [...events.keys()].map((uid) => uid.slice(0, 10));
		expect(dates).toEqual(days.filter((date) => date >= "2026-10-01" && date <= "2027-11-30"));
		const titles: Readonly<Record<string, string>> = {
			M: "Turno mañana",
			T: "Turno tarde",
			N: "Turno noche",
			F: "Franco",
		};
		// Crew C is 14 days behind crew A, whose cycle begins on the first of `days`.
		const letters = naiveLetters(
			{ cycle: "MMMMMMMFFTTTTTTTFFNNNNNNNFFF", crews: 4, offset: 7, hours: {} },
			14,
		);
		const written = dates.map((date) => titles[letters.charAt(days.indexOf(date))]);
		expect([...events.values()].map(titleOf)).toEqual(written);
	});

	test("when an own day is added, one event changes and gets a higher number; deleting the own day changes it again", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const plain = await eventsAt(address);
		later(5);
		const day = { firstDay: "2026-12-01", lastDay: "2026-12-01", crew: null, note: "Dentista" };
		await saveOwnDay({ userId: user.id, id: OWN_DAY }, { kind: "vacaciones", ...day });
		const absent = await eventsAt(address);
		const [first, ...others] = changesOf(plain, absent);
		expect(others).toEqual([]);
		expect(titleOf(first?.before ?? "")).toMatch(/^Turno|^Franco/);
		expect(titleOf(first?.after ?? "")).toBe("Vacaciones");
		expect(first?.after).toContain("DTSTART;VALUE=DATE:20261201");
		expect(first?.after).toContain("LAST-MODIFIED:20261121T130500Z");
		expect(numberOf(first?.after ?? "")).toBe(numberOf(first?.before ?? "") + 300);
		later(5);
		await deleteRecord(ownDayRecord, { userId: user.id, id: OWN_DAY });
		const [last, ...more] = changesOf(absent, await eventsAt(address));
		expect(more).toEqual([]);
		expect(titleOf(last?.after ?? "")).toBe(titleOf(first?.before ?? ""));
		expect(numberOf(last?.after ?? "")).toBe(numberOf(first?.after ?? "") + 300);
	});

	test("has one changed event with a higher sequence number when the operator adds, corrects or removes a holiday", async () => {
		onTestFinished(async () => {
			await db.deleteFrom("changed_holidays").execute();
		});
		const { headers } = await signedInWorker();
		const { address } = await make(headers);
		const [date, name] = ["2026-12-10", "Puente"];
		const saved = (confirmed: boolean) =>
			saveHolidaysAndReclassify([{ date, name, kind: "no_laborable", confirmed, source: "prueba" }]);
		const steps: [description: string, change: () => Promise<unknown>][] = [
			["Puente (no laborable\\, a confirmar)", () => saved(false)],
			["Puente (no laborable)", () => saved(true)],
			["", () => deleteHolidayAndReclassify(date, name)],
		];
		let before = await eventsAt(address);
		for (const [description, change] of steps) {
			later(5);
			await change();
			const after = await eventsAt(address);
			const [changed, ...others] = changesOf(before, after);
			expect(others).toEqual([]);
			const text = changed?.after ?? "";
			expect(text).toMatch(/^DTSTART.*:20261210/m);
			expect(/Puente.*?\)/.exec(text)?.[0] ?? "").toBe(description);
			expect(numberOf(text)).toBeGreaterThan(numberOf(changed?.before ?? ""));
			before = after;
		}
		later(5);
		await saved(true);
		const stored = await eventsAt(address);
		later(5);
		await saved(true);
		expect(changesOf(stored, await eventsAt(address))).toEqual([]);
		await deleteHolidayAndReclassify(date, name);
	});

	test("shows sick leave, suspension and hours of the bank only as an absence, and contains no name, address or text of the user", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers, { intent: "make", alarms: "both" });
		const days = [
			["2026-12-01", "licencia"],
			["2026-12-02", "suspension"],
			["2026-12-03", "parada"],
			["2026-12-04", "franco"],
			["2026-12-06", "banco"],
		] as const;
		for (const [index, [date, kind]] of days.entries())
			await saveOwnDay(
				{ userId: user.id, id: OWN_DAY.replace(/3$/, String(index)) },
				{
					kind,
					firstDay: date,
					lastDay: date,
					crew: null,
					bankMinutes: kind === "banco" ? 480 : null,
					note: "Operación de rodilla",
				},
			);
		await db
			.insertInto("extras")
			.values(extraRow(user.id, { date: "2026-12-05", comment: "Con el capataz Gómez" }))
			.execute();
		const events = await eventsAt(address);
		const titles = days
			.map(([date]) => [...events].find(([uid]) => uid.startsWith(date))?.[1] ?? "")
			.map(titleOf);
		expect(titles).toEqual(["Ausente", "Ausente", "Parada", "Franco compensatorio", "Ausente"]);
		const text = (await (await read(address)).text()).replaceAll("\r\n ", "");
		expect(text).not.toMatch(
			/ramona|Fernández|planta\.example|rodilla|licencia|suspensi|banco|capataz|Gómez|cambio/i,
		);
		expect(text).not.toContain(user.id);
	});

	test("shows the other crew's shift on a day of a shift swap", async () => {
		const { user, headers } = await signedInWorker();
		const other = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const { address } = await make(headers);
		const theirs = await eventsAt((await make(other.headers)).address);
		await saveOwnDay(
			{ userId: user.id, id: OWN_DAY },
			{ kind: "cambio", firstDay: "2026-12-01", lastDay: "2026-12-01", crew: "A", note: "" },
		);
		const on = (events: Map<string, string>) =>
			[...events].find(([uid]) => uid.startsWith("2026-12-01"))?.[1] ?? "";
		const mine = on(await eventsAt(address));
		expect(titleOf(mine)).toBe(titleOf(on(theirs)));
		expect(mine).toContain("Cambio de turno: el de la escuadra A.");
	});

	test("marks a swapped day as unconfirmed if the user found a personal position and no crew's letter is known", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", cycle_start: "2026-12-01" });
		const { address } = await make(headers);
		await saveOwnDay(
			{ userId: user.id, id: OWN_DAY },
			{ kind: "cambio", firstDay: "2026-12-02", lastDay: "2026-12-02", crew: "C", note: "" },
		);
		const events = [...(await eventsAt(address))];
		const unconfirmed = events.filter(([, text]) =>
			text.includes("Según un diagrama sin confirmar por la planta."),
		);
		expect(unconfirmed.map(([uid]) => uid.slice(0, 10))).toEqual(["2026-12-02"]);
	});

	test("has extras, with their time if the user typed it", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const plain = await eventsAt(address);
		later(60);
		const madeAt = `${new Date().toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
		const extras = [
			{ date: "2026-12-05", minutes: 270, start_minute: 22 * 60 },
			{ date: "2026-12-06", minutes: 480, start_minute: null, created_at: 1, edited_at: Date.now() },
			{ date: "2026-12-07", minutes: 480, start_minute: 360, is_start_proposed: 1 as const },
			{ date: "2026-09-30", minutes: 480, start_minute: 360 },
		];
		for (const extra of extras)
			await db
				.insertInto("extras")
				.values(extraRow(user.id, { created_at: Date.now(), ...extra }))
				.execute();
		const added = changesOf(plain, await eventsAt(address)).map(({ after }) => after);
		expect(evened(added.map(titleOf))).toEqual(["Extra: 4\\,5 h", "Extra: 8 h", "Extra: 8 h"]);
		for (const text of added) expect(text).toContain(`LAST-MODIFIED:${madeAt}`);
		expect(added[0]).toContain("DTSTART;TZID=America/Argentina/Buenos_Aires:20261205T220000");
		expect(added[0]).toContain("DTEND;TZID=America/Argentina/Buenos_Aires:20261206T023000");
		expect(added[1]).toContain("DTSTART;VALUE=DATE:20261206");
		expect(added[2]).toContain("DTSTART;VALUE=DATE:20261207");
	});

	test("keeps past days unchanged when the crew changes, and reports the changed days as changed", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const before = await eventsAt(address);
		later(5);
		await updateRotation(user.id, { diagram: "5turnos_6dias", crew: "B", cycleStart: null });
		const after = await eventsAt(address);
		const past = [...after].filter(([uid]) => uid < "2026-11-21");
		expect(past).toEqual([...before].filter(([uid]) => uid < "2026-11-21"));
		const future = [...after].filter(([uid]) => uid >= "2026-11-21");
		expect(future.length).toBeGreaterThan(370);
		for (const [uid, text] of future) expect(numberOf(text)).toBeGreaterThan(numberOf(before.get(uid) ?? ""));
	});

	test("has a newer event for each day that another crew, or the history of crews, changes", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		const choose = (crew: string, isCorrection = false) =>
			updateRotation(user.id, { diagram: "4turnos_7dias", crew, cycleStart: null, isCorrection });
		const steps: [name: string, change: () => Promise<unknown>][] = [
			["a correction of the first crew", () => choose("D", true)],
			["another crew", () => choose("A")],
			["the crew of before on the same day", () => choose("D")],
			["another one again", () => choose("A")],
			["since an earlier day", () => updateHistorySince(user.id, "2026-11-21", "2026-11-18")],
			["a third crew", () => choose("B")],
			["without the second", () => deleteHistoryEntry(user.id, "2026-11-18")],
		];
		let before = await eventsAt(address);
		for (const [name, change] of steps) {
			later(5);
			await change();
			const after = await eventsAt(address);
			const changed = changesOf(before, after).filter((one) => one.before && one.after);
			const older = changed.filter((one) => numberOf(one.after) <= numberOf(one.before));
			expect([name, changed.length > 0, older]).toEqual([name, true, []]);
			before = after;
		}
	});

	test("has newer events of the shifts that are told anew after the diagram has got another cycle", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", cycle_start: "2026-11-20" });
		const { address } = await make(headers);
		const before = await eventsAt(address);
		const diagram = await findDiagram("4turnos_7dias");
		if (!diagram) throw new Error("no diagram");
		onTestFinished(async () => {
			await correctDiagrams([diagram]);
		});
		later(5);
		await correctDiagrams([{ ...diagram, cycle: "MMMMMMFFTTTTTTFFNNNNNNFF", offset: 6 }]);
		expect((await eventsAt(address)).size).toBe(0);
		await updateRotation(user.id, { diagram: "2turnos", crew: "B", cycleStart: null });
		const changed = changesOf(before, await eventsAt(address)).filter((one) => one.before && one.after);
		expect(changed.length).toBeGreaterThan(300);
		expect(changed.filter((one) => numberOf(one.after) <= numberOf(one.before))).toEqual([]);
	});

	test("keeps past days of an unconfirmed crew unconfirmed when the user later finds a personal position", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		await updateRotation(user.id, { diagram: "5turnos_6dias", crew: null, cycleStart: "2026-11-20" });
		const unconfirmed = [...(await eventsAt(address))].filter(([, text]) =>
			text.includes("Según un diagrama sin confirmar por la planta."),
		);
		const dates = unconfirmed.map(([uid]) => uid.slice(0, 10));
		expect(dates).toEqual(days.filter((date) => date >= "2026-10-01" && date < "2026-11-21"));
	});

	test("has the chosen alarms, and a change of the alarms makes a newer version of every event", async () => {
		const { headers } = await signedInWorker();
		const { address } = await make(headers, { intent: "make", alarms: "evening" });
		const alarmsIn = (events: Map<string, string>) =>
			[...events.values()].join("").match(/BEGIN:VALARM/g)?.length ?? 0;
		const before = await eventsAt(address);
		const shifts = [...before.values()].filter((text) => text.includes("OPAQUE")).length;
		expect(alarmsIn(before)).toBe(shifts);
		later(5);
		expect(await press(headers, { intent: "alarms", alarms: "both" })).toRedirectTo(PATH);
		const after = await eventsAt(address);
		expect(alarmsIn(after)).toBe(2 * shifts);
		for (const [uid, text] of after) expect(numberOf(text)).toBe(numberOf(before.get(uid) ?? "") + 300);
	});

	test("is a valid file even if the user's shifts are unknown", async () => {
		const { user, headers } = await signedInWorker();
		const { address } = await make(headers);
		await updateRotation(user.id, { diagram: null, crew: null, cycleStart: null });
		await db.deleteFrom("rotation_history").where("user_id", "=", user.id).execute();
		expect((await eventsAt(address)).size).toBe(0);
	});
});
