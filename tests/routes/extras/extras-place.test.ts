import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { action as edit, loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as list, action as listAction } from "~/routes/auth.work-overtime";
import { action as add, loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraFields, extraRow, listedRows } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

/** After saving, the user comes back to the list from which they came, at the open row of the entry. */
const LIST = "/auth/work-overtime";

let id: string;
let headers: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser());
	headers = await signedIn({ id });
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
});

/** Inserts one entry each second day, from 1 January 2026. @returns keys, newest first, as in the list */
async function insert(count: number): Promise<string[]> {
	const rows = Array.from({ length: count }, (_, at) => extraRow(id, { date: dayOf(at) }));
	await db.insertInto("extras").values(rows).execute();
	return rows.map(({ id_file }) => id_file).reverse();
}

const dayOf = (at: number) => addDays("2026-01-01", 2 * at);
const redirecting = (path: string, redirectTo?: string) =>
	redirectTo === undefined ? path : `${path}?redirectTo=${encodeURIComponent(redirectTo)}`;
const saveNew = (fields: Record<string, string>, redirectTo?: string) =>
	responseOf(() =>
		add(argsFor(redirecting(`${LIST}/add-work-overtime`, redirectTo), {}, formOf(fields, headers))),
	);
const saveEdited = (idFile: string, fields: Record<string, string>, redirectTo?: string) => {
	const path = redirecting(`/auth/edit-work-overtime/${idFile}`, redirectTo);
	return responseOf(() => edit(argsFor(path, { idFile }, formOf(extraFields(fields), headers))));
};
const read = async (path: string) => (await responseOf(() => list(argsFor(path, {}, { headers })))).json();
/** The open row's key, its place on the page as the redirect's fragment says it, and the rows of the page. */
async function arrive(response: Response) {
	expect(response.status).toBe(303);
	const { pathname, search, hash } = new URL(response.headers.get("Location") ?? "", "http://localhost");
	const data = await read(pathname + search);
	const rows = listedRows(data).map(({ idFile }) => idFile);
	const at = hash === "" ? -1 : Number(hash.replace("#fila-", "")) - 1;
	expect(rows[at]).toBe(data.page.openRow);
	return { open: data.page.openRow, rows, search };
}

describe("after an edit", () => {
	test("the row of the same page and filter is open, and the address leads to it", async () => {
		const keys = await insert(60);
		const { page } = await read(`${LIST}?shift=n`);
		const from = `${LIST}?shift=N&after=${page.next}`;
		const [, second = ""] = keys.slice(25);
		const answer = await saveEdited(second, { date: dayOf(33), hour: "6" }, `${from}#fila-9`);
		expect(answer).toRedirectTo(`${from}&open=${second}#fila-2`);
		expect(await arrive(answer)).toMatchObject({ open: second, rows: keys.slice(25, 50) });
	});

	test("with another date, the page that holds the row is shown", async () => {
		const keys = await insert(60);
		const [first = ""] = keys;
		// Another user's entry has the same key, and comes before in every index.
		const { id: otherId } = await makeUser({ id: "00000000-0000-4000-8000-000000000000" });
		const other = extraRow(otherId, { id_file: first, date: "2025-12-01" });
		await db.insertInto("extras").values(other).execute();
		const older = await arrive(await saveEdited(first, { date: "2026-01-04" }, LIST));
		expect(older.open).toBe(first);
		expect(older.rows).toEqual([first, ...keys.slice(58)]);
		const { page } = await read(LIST);
		const newest = await arrive(
			await saveEdited(first, { date: "2026-11-20" }, `${LIST}?after=${page.next}`),
		);
		expect(newest).toMatchObject({ open: first, search: `?open=${first}` });
	});

	test("a row that the filter hides is not sought elsewhere: the message says so", async () => {
		const [key = ""] = await insert(2);
		const answer = await saveEdited(key, { date: dayOf(1), shift: "M" }, `${LIST}?shift=N`);
		expect(answer).toRedirectTo(`${LIST}?shift=N`);
		expect((await toastOf(answer))?.text).toBe("Extra editada. Con este filtro no se ve.");
		expect(await arrive(answer)).toMatchObject({ open: undefined });
	});

	test.each(["//evil.example", "https://evil.example/?shift=N", "/\\evil.example", ""])(
		"an address of another site (%j) is ignored",
		async (redirectTo) => {
			const [key = ""] = await insert(1);
			const answer = await saveEdited(key, { date: "2026-01-01" }, redirectTo);
			expect(answer).toRedirectTo(`${LIST}?open=${key}#fila-1`);
		},
	);

	test("the form's links lead back to the row, which is open", async () => {
		const [, key = ""] = await insert(2);
		const back = `${LIST}?shift=N`;
		const path = redirecting(`/auth/edit-work-overtime/${key}`, back);
		const shown = await editPage(argsFor(path, { idFile: key }, { headers }));
		expect(shown).toMatchObject({ redirectTo: `${back}&open=${key}#fila-2` });
		const form = redirecting(`${LIST}/add-work-overtime?idFile=${key}`, undefined);
		const added = await addPage(argsFor(`${form}&redirectTo=${encodeURIComponent(back)}`, {}, { headers }));
		expect(added).toMatchObject({ backTo: back });
	});
});

describe("after adding", () => {
	test("the row is open in the list with the same filter", async () => {
		await insert(30);
		const fields = extraFields({ date: "2026-01-06", shift: "M" });
		const answer = await saveNew(fields, `${LIST}?shift=M`);
		expect(answer).toRedirectTo(`${LIST}?shift=M&open=${fields.idFile}#fila-1`);
		expect(await arrive(answer)).toMatchObject({ open: fields.idFile, rows: [fields.idFile] });
	});

	test("an older entry than those of the first page is shown on its page", async () => {
		await insert(30);
		const fields = extraFields({ date: "2025-12-31" });
		const { open, rows } = await arrive(await saveNew(fields));
		expect([open, rows]).toEqual([fields.idFile, [fields.idFile]]);
	});

	test("a row that the filter hides: the message says so", async () => {
		const answer = await saveNew(extraFields({ date: "2026-01-06", shift: "N" }), `${LIST}?shift=M`);
		expect(answer).toRedirectTo(`${LIST}?shift=M`);
		expect((await toastOf(answer))?.text).toBe("Extra agregada. Con este filtro no se ve.");
	});
});

describe("'Deshacer' after adding", () => {
	const press = (undo: Record<string, string>, who = headers) =>
		responseOf(() => listAction(argsFor(LIST, {}, formOf(undo, who))));
	const stored = () => db.selectFrom("extras").select("id_file").execute();

	test("deletes the entry, also when pressed twice, and can itself be undone", async () => {
		await insert(1);
		const fields = extraFields({ date: "2026-01-06", shift: "M" });
		const { undo } = (await toastOf(await saveNew(fields, `${LIST}?shift=M`))) ?? {};
		expect(undo).toEqual({
			intent: "delete",
			action: LIST,
			idFile: fields.idFile,
			redirectTo: `${LIST}?shift=M`,
		});
		for (const _press of [1, 2]) {
			const answer = await press({ ...undo });
			expect(answer).toRedirectTo(`${LIST}?shift=M`);
			const toast = await toastOf(answer);
			expect(toast?.text).toBe("Extra eliminada");
			expect(await stored()).toHaveLength(1);
		}
		await press({ ...undo, intent: "undo" });
		expect(await stored()).toHaveLength(2);
	});

	test("of another user deletes nothing", async () => {
		const { undo } = (await toastOf(await saveNew(extraFields({ date: "2026-01-06" })))) ?? {};
		await press({ ...undo }, await signedIn(await makeUser()));
		expect(await stored()).toHaveLength(1);
	});

	test("is not offered after an edit, nor when the same form changes its entry", async () => {
		const fields = extraFields({ date: "2026-01-06" });
		await saveNew(fields);
		const changed = await toastOf(await saveNew({ ...fields, hour: "6" }));
		const edited = await toastOf(await saveEdited(fields.idFile ?? "", { date: "2026-01-06", hour: "5" }));
		expect([changed?.undo, edited?.undo]).toEqual([undefined, undefined]);
		expect(edited?.text).toBe("Extra editada.");
	});
});

test("the list opens no row for an unknown key", async () => {
	await insert(1);
	for (const open of ["x", "11111111-1111-4111-8111-111111111111"])
		expect((await read(`${LIST}?open=${open}`)).page.openRow).toBeUndefined();
});
