import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { db, sqlite } from "~/lib/database/db.server";
import { eraseDeletedRecords, restoreRecord, TOO_LATE } from "~/lib/records/deleted-records.server";
import { DAY_MS } from "~/lib/units/durations";
import { action as edit, loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as list } from "~/routes/auth.work-overtime";
import { action as add, loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraFields, extraRow, listedRows } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;
const MINE = "33333333-3333-4333-8333-333333333333";
const EDIT = `/auth/edit-work-overtime/${MINE}`;

let me: Awaited<ReturnType<typeof makeUser>>;
let headers: { Cookie: string };
let other: { Cookie: string };
beforeEach(async () => {
	await db.deleteFrom("users").execute();
	me = await makeUser();
	[headers, other] = await Promise.all([signedIn(me), signedIn(await makeUser())]);
	await db
		.insertInto("extras")
		.values(extraRow(me.id, { id_file: MINE, comment: "Parada de horno" }))
		.execute();
});

const allRows = () =>
	JSON.stringify(["extras", "deleted_records"].map((name) => sqlite.prepare(`SELECT * FROM ${name}`).all()));

const pages = {
	"the list": (init: RequestInit) => list(argsFor(LIST, {}, init)),
	"the sheet": (init: RequestInit) => list(argsFor(`${LIST}?view=sheet`, {}, init)),
	"the export": (init: RequestInit) => download(argsFor(`${LIST}/export`, {}, init)),
	"the form to add": (init: RequestInit) => addPage(argsFor(ADD, {}, init)),
	"the form to edit": (init: RequestInit) => editPage(argsFor(EDIT, { idFile: MINE }, init)),
	"the question before deleting": (init: RequestInit) =>
		editPage(argsFor(`${EDIT}?intent=delete`, { idFile: MINE }, init)),
};

const forms = {
	"a new extra": (init: RequestInit) => add(argsFor(ADD, {}, init)),
	"a change": (init: RequestInit) => edit(argsFor(EDIT, { idFile: MINE }, init)),
};
const sent = (name: keyof typeof forms, fields: Record<string, string>, who: Record<string, string> = {}) =>
	responseOf(() => forms[name](formOf(fields, who)));

describe("a visitor without a session", () => {
	test.each(Object.entries(pages))(
		"is redirected to the login instead of %s, and returns afterwards",
		async (name, page) => {
			const answer = await responseOf(() => page({}));
			const target = {
				"the list": LIST,
				"the sheet": `${LIST}?view=sheet`,
				"the export": `${LIST}/export`,
				"the form to add": ADD,
				"the form to edit": EDIT,
				"the question before deleting": `${EDIT}?intent=delete`,
			}[name];
			expect(answer).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(target ?? "")}`);
		},
	);

	test.each([
		["a new extra", extraFields()],
		["a change", extraFields()],
	] as const)(
		"who sends %s %j gets it back with sign-in fields, and nothing changes",
		async (name, fields) => {
			const before = allRows();
			expect((await sent(name, fields)).status).toBe(401);
			expect(allRows()).toBe(before);
		},
	);

	test.each([
		["a change", { intent: "delete" }, EDIT],
		["a change", { intent: "undo" }, EDIT],
	] as const)(
		"who sends %s %j gets the message that nobody is signed in, and nothing changes",
		async (name, fields, path) => {
			const before = allRows();
			const answer = await sent(name, fields);
			expect(answer).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(path)}`);
			expect((await toastOf(answer))?.title).toBe("No se encontro usuario autenticado.");
			expect(allRows()).toBe(before);
		},
	);
});

describe("a signed-in user", () => {
	test("sees their own extras in the list, on the sheet, in the export and in the form", async () => {
		const listed = await (await responseOf(() => pages["the list"]({ headers }))).json();
		expect(listedRows(listed)).toMatchObject([{ idFile: MINE, comment: "Parada de horno" }]);
		const sheet = await (await responseOf(() => pages["the sheet"]({ headers }))).json();
		expect(sheet.sheet.periods).toMatchObject([{ extras: [{ comment: "Parada de horno" }] }]);
		expect(await (await responseOf(() => pages["the export"]({ headers }))).text()).toContain(
			"Parada de horno",
		);
		const form = await (await responseOf(() => pages["the form to edit"]({ headers }))).json();
		expect(form).toMatchObject({
			idFile: MINE,
			shown: { hour: "8", date: "2026-11-20", comment: "Parada de horno" },
		});
	});

	test("sees no extra of another user", async () => {
		const listed = await (await responseOf(() => pages["the list"]({ headers: other }))).json();
		expect(listed.page.periods).toEqual([]);
		const sheet = await (await responseOf(() => pages["the sheet"]({ headers: other }))).json();
		expect(sheet.sheet.periods).toEqual([]);
		expect(sheet.sheet.summary).toBe("");
		expect(await (await responseOf(() => pages["the export"]({ headers: other }))).text()).not.toContain(
			"horno",
		);
	});

	test.each(["the form to edit", "the question before deleting"] as const)(
		"gets the same response for %s of another user's extra as for a missing one",
		async (name) => {
			expect((await responseOf(() => pages[name]({ headers: other }))).status).toBe(404);
			await db.deleteFrom("extras").execute();
			expect((await responseOf(() => pages[name]({ headers }))).status).toBe(404);
		},
	);

	test("cannot change, delete or restore another user's extra", async () => {
		const before = allRows();
		for (const fields of [extraFields({ hour: "1" }), { intent: "delete" }]) {
			expect((await sent("a change", fields, other)).status).toBe(404);
		}
		expect(allRows()).toBe(before);
		expect((await sent("a change", { intent: "delete" }, headers)).status).toBe(303);
		const deleted = allRows();
		await sent("a change", { intent: "undo" }, other);
		expect(allRows()).toBe(deleted);
		expect(await restoreRecord(extraRecord, { userId: me.id, id: MINE })).toBeUndefined();
		expect(await restoreRecord(extraRecord, { userId: (await makeUser()).id, id: MINE })).toBe(TOO_LATE);
	});

	test("can have an extra with the same key as another user's, and change and restore it alone", async () => {
		expect((await sent("a new extra", extraFields({ idFile: MINE, hour: "3" }), other)).status).toBe(303);
		expect((await sent("a change", extraFields({ hour: "2" }), other)).status).toBe(303);
		const rows = await db
			.selectFrom("extras")
			.select(["user_id", "minutes"])
			.where("id_file", "=", MINE)
			.execute();
		expect(rows.toSorted((a, b) => a.minutes - b.minutes).map(({ minutes }) => minutes)).toEqual([120, 480]);
		for (const who of [other, headers]) await sent("a change", { intent: "delete" }, who);
		expect(await db.selectFrom("extras").select("user_id").execute()).toEqual([]);
		expect(await restoreRecord(extraRecord, { userId: me.id, id: MINE })).toBeUndefined();
		// The other one's deletion is still known, and may still be taken back.
		expect((await sent("a change", { intent: "delete" }, other)).status).toBe(303);
		const userId = rows.find((row) => row.user_id !== me.id)?.user_id ?? "";
		expect(await restoreRecord(extraRecord, { userId, id: MINE })).toBeUndefined();
		expect(await db.selectFrom("extras").select("user_id").execute()).toHaveLength(2);
	});

	test("who deletes an extra again gets the same answer, until its deletion is forgotten after 400 days", async () => {
		const remove = async () => (await sent("a change", { intent: "delete" }, headers)).status;
		expect(await remove()).toBe(303);
		for (const [days, status] of [
			[399, 303],
			[400, 404],
		] as const) {
			await eraseDeletedRecords(Date.now() + days * DAY_MS);
			expect(await remove()).toBe(status);
		}
	});

	test.each(["1", "NOID", "", "../x", `${MINE}0`, randomUUID()])(
		"finds no extra with the key '%s'",
		async (idFile) => {
			const args = argsFor("/auth/edit-work-overtime/x", { idFile }, { headers });
			expect((await responseOf(() => editPage(args))).status).toBe(404);
		},
	);
});
