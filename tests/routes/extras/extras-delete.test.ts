import { readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, sql } from "~/lib/database/db.server";
import { eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import { action, loader } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as list, action as listAction } from "~/routes/auth.work-overtime";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraRow, listedRows, sumsOf } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";

const LIST = "/auth/work-overtime";
const KEY = "44444444-4444-4444-8444-444444444444";
const EDIT = `/auth/edit-work-overtime/${KEY}`;
const MARK = "Qxhornoalto";

let id: string;
let headers: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser());
	headers = await signedIn({ id });
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
	await db.deleteFrom("deleted_records").execute();
	const values = {
		id_file: KEY,
		comment: MARK,
		created_at: 77,
		edited_at: 88,
		start_minute: 1320,
		minutes_night: 480,
		doubts: '["own-split"]',
	};
	await db
		.insertInto("extras")
		.values([
			extraRow(id, { ...values, minutes_100: 60, is_own_split: 1, compensation: "franco" }),
			extraRow(id, { date: "2026-11-19", minutes: 60, comment: "la otra" }),
		])
		.execute();
});
afterEach(() => {
	vi.useRealTimers();
});

const send = (fields: Record<string, string>) =>
	responseOf(() => action(argsFor(EDIT, { idFile: KEY }, formOf(fields, headers))));
const sendOnList = (fields: Record<string, string>) =>
	responseOf(() => listAction(argsFor(LIST, {}, formOf({ idFile: KEY, ...fields }, headers))));
const undo = (fields: Record<string, string> = {}) => sendOnList({ intent: "undo", ...fields });
const rowOf = () => db.selectFrom("extras").selectAll().where("id_file", "=", KEY).executeTakeFirst();
const kept = () => db.selectFrom("deleted_records").select("id as id_file").execute();

/** Whether list, sheet and CSV file contain the extra (overtime entry) with the comment MARK; also the totals. */
async function shownAnywhere() {
	const query = "?start=2026-10-31&end=2026-11-30";
	const get = (path: string) => argsFor(path, {}, { headers });
	const listed = evened(await (await responseOf(() => list(get(LIST + query)))).json());
	const { sheet } = await (await responseOf(() => list(get(`${LIST}${query}&view=sheet`)))).json();
	const csv = await (await download(get(`${LIST}/export${query}`))).text();
	const has = (extras: { comment?: string | null }[]) => extras.some(({ comment }) => comment === MARK);
	return {
		list: has(listedRows(listed)),
		totals: evened(sumsOf(listed.page.card)),
		sheet: sheet.periods.some(({ extras }: { extras: { comment?: string | null }[] }) => has(extras)),
		sheetTotals: [sheet.sums.count, sheet.sums.minutes],
		csv: csv.includes(MARK),
	};
}
const everywhere = {
	list: true,
	totals: "9 h · 8 al 50 % · 1 al 100 % ?",
	sheet: true,
	sheetTotals: [2, 540],
	csv: true,
};
const nowhere = { list: false, totals: "1 h · 1 al 50 %", sheet: false, sheetTotals: [1, 60], csv: false };

describe("deleting an extra", () => {
	test("asks for confirmation first, and leads back to the place in the list that the next row takes", async () => {
		const back = `${LIST}?shift=N&after=x`;
		const ask = async (redirectTo: string) => {
			const path = `${EDIT}?intent=delete&redirectTo=${encodeURIComponent(redirectTo)}`;
			return loader(argsFor(path, { idFile: KEY }, { headers }));
		};
		expect(await ask(back)).toMatchObject({
			asksToDelete: true,
			redirectTo: `${back}#fila-1`,
			date: "2026-11-20",
			shift: "N",
		});
		for (const away of ["//evil.example", "https://evil.example", "/\\evil.example", ""]) {
			expect((await ask(away)).redirectTo).toBe(`${LIST}#fila-1`);
		}
		expect(await shownAnywhere()).toEqual(everywhere);
	});

	test("removes it from the list, the totals, the sheet and the export, and says so", async () => {
		expect(await shownAnywhere()).toEqual(everywhere);
		const answer = await send({ intent: "delete", redirectTo: `${LIST}?shift=N` });
		expect(answer).toRedirectTo(`${LIST}?shift=N`);
		expect(answer.status).toBe(303);
		expect(await toastOf(answer)).toEqual({
			text: "Extra eliminada",
			undo: { action: LIST, idFile: KEY, redirectTo: `${LIST}?shift=N` },
		});
		expect(await shownAnywhere()).toEqual(nowhere);
		const page = loader(argsFor(EDIT, { idFile: KEY }, { headers }));
		expect((await responseOf(() => page)).status).toBe(404);
	});

	test("never redirects to another site", async () => {
		expect(await send({ intent: "delete", redirectTo: "//evil.example" })).toRedirectTo(LIST);
	});

	// Without script, a button that is pressed twice sends two requests, and the browser shows the second response.
	test("a second time repeats its message, and the extra can still be restored", async () => {
		for (let turn = 0; turn < 2; turn++) {
			const answer = await send({ intent: "delete" });
			expect(answer).toRedirectTo(LIST);
			expect(await toastOf(answer)).toMatchObject({ text: "Extra eliminada", undo: { idFile: KEY } });
		}
		await undo();
		expect(await shownAnywhere()).toEqual(everywhere);
	});

	test("a second time, once nothing is kept to restore it, as after a minute or on a full disk, offers no undo", async () => {
		await send({ intent: "delete" });
		await eraseDeletedRecords(Date.now() + 60_000);
		for (const press of [send, sendOnList])
			expect(await toastOf(await press({ intent: "delete" }))).toEqual({ text: "Extra eliminada" });
	});

	test("on its own page responds with 404 for an extra that the person never had", async () => {
		await send({ intent: "delete" });
		const other = await signedIn(await makeUser());
		const answer = await responseOf(() =>
			action(argsFor(EDIT, { idFile: KEY }, formOf({ intent: "delete" }, other))),
		);
		expect(answer.status).toBe(404);
	});

	test("from the list has the same effect, and repeats its message when the first response was lost", async () => {
		for (let turn = 0; turn < 2; turn++) {
			const answer = await sendOnList({ intent: "delete", redirectTo: `${LIST}?shift=N#fila-1` });
			expect(answer).toRedirectTo(`${LIST}?shift=N#fila-1`);
			expect(await toastOf(answer)).toMatchObject({ text: "Extra eliminada", undo: { idFile: KEY } });
		}
		expect(await shownAnywhere()).toEqual(nowhere);
		await undo();
		expect(await shownAnywhere()).toEqual(everywhere);
	});

	test("of another user changes nothing", async () => {
		const stranger = await signedIn(await makeUser());
		await responseOf(() =>
			listAction(argsFor(LIST, {}, formOf({ idFile: KEY, intent: "delete" }, stranger))),
		);
		expect(await shownAnywhere()).toEqual(everywhere);
	});

	test("is refused for an unknown intent", async () => {
		expect((await sendOnList({})).status).toBe(400);
		expect(await shownAnywhere()).toEqual(everywhere);
	});
});

describe("'Deshacer'", () => {
	test("restores exactly the deleted extra", async () => {
		const before = await rowOf();
		await send({ intent: "delete" });
		const answer = await undo({ redirectTo: `${LIST}?shift=N` });
		expect(answer).toRedirectTo(`${LIST}?shift=N`);
		expect((await toastOf(answer))?.text).toBe("La extra volvió a la lista.");
		expect(await rowOf()).toEqual(before);
		expect(await kept()).toEqual([]);
		expect(await shownAnywhere()).toEqual(everywhere);
	});

	test("works for a minute, then says that it is too late", async () => {
		const now = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now });
		await send({ intent: "delete" });
		vi.setSystemTime(now + 59_999);
		expect((await toastOf(await undo()))?.kind).toBeUndefined();
		await send({ intent: "delete" });
		vi.setSystemTime(now + 59_999 + 60_000);
		const late = await undo();
		expect(late).toRedirectTo(LIST);
		expect(await toastOf(late)).toEqual({
			text: "Ya no se puede deshacer: pasó más de un minuto.",
			kind: "error",
		});
		expect(await rowOf()).toBeUndefined();
	});

	test("says that it is too late too for an extra from before an update that took a column away", async () => {
		await send({ intent: "delete" });
		await db
			.updateTable("deleted_records")
			.set({ content: sql<string>`json_set(content, '$.gone', 1)` })
			.execute();
		expect((await toastOf(await undo()))?.text).toBe("Ya no se puede deshacer: pasó más de un minuto.");
		expect(await rowOf()).toBeUndefined();
	});

	test("of what is not kept any more does not take the same extra saved anew for its work", async () => {
		await send({ intent: "delete" });
		await db.deleteFrom("deleted_records").execute();
		await db
			.insertInto("extras")
			.values(extraRow(id, { id_file: KEY }))
			.execute();
		expect((await toastOf(await undo()))?.text).toBe("Ya no se puede deshacer: pasó más de un minuto.");
	});

	test("pressed twice restores one extra", async () => {
		await send({ intent: "delete" });
		await Promise.all([undo(), undo()]);
		expect(await db.selectFrom("extras").select("id_file").execute()).toHaveLength(2);
	});
});

describe("a deleted extra", () => {
	const inTheFile = () =>
		["", "-wal"].some((ending) => readFileSync(`${process.env.DATABASE_PATH}${ending}`).includes(MARK));

	test("is erased from the file a minute later, and not before", async () => {
		const now = Date.now();
		await send({ intent: "delete" });
		await eraseDeletedRecords(now + 59_000);
		expect(await kept()).toEqual([{ id_file: KEY }]);
		expect(inTheFile()).toBe(true);
		await eraseDeletedRecords(Date.now() + 60_000);
		expect(await kept()).toEqual([]);
		expect(inTheFile()).toBe(false);
	});
});
