import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { listExpiring } from "~/features/documents/documents.server";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import DocumentsPage, { loader } from "~/routes/auth.my-documents";
import { makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { add, edit, LIST } from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { todayIn } from "../../support/texts/today";
import { wordsOf } from "../../support/texts/words-of";

const server = serverForFile(ownData);

type Row = Partial<Insertable<DB["documents"]>>;
type Listed = Awaited<ReturnType<typeof listOf>>;

/** Adds a user with documents that have the values in `rows`, by default created one second apart. */
async function withDocuments(rows: readonly Row[] = []) {
	const user = await makeUser();
	for (const [index, row] of rows.entries()) {
		await db
			.insertInto("documents")
			.values({
				user_id: user.id,
				id_file: randomUUID(),
				title: `Documento ${index}`,
				description: "Descripción",
				created_at: 1_700_000_000_000 + index * 1000,
				...row,
			})
			.execute();
	}
	return { user, headers: await signedIn(user) };
}

async function listOf(headers: Record<string, string>, query = "") {
	const response = await responseOf(() => loader(argsFor(LIST + query, {}, { headers })));
	expect(response.status).toBe(200);
	const list: Awaited<ReturnType<typeof loader>> = await response.json();
	return list;
}

const titlesOf = ({ documents }: Pick<Listed, "documents">) => documents.map(({ title }) => title);

/** Titles on each page of the list. */
async function allPages(headers: Record<string, string>, query = "?"): Promise<string[][]> {
	const pages: string[][] = [];
	let next: string | undefined;
	do {
		const page = await listOf(headers, next ? `${query}&after=${encodeURIComponent(next)}` : query);
		pages.push(titlesOf(page));
		next = page.next;
	} while (next && pages.length < 20);
	return pages;
}

describe("the list", () => {
	test("redirects a visitor without a session to the sign-in, which leads back to the same search", async () => {
		const response = await responseOf(() => loader(argsFor(`${LIST}?q=carnet`)));
		expect(response).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(`${LIST}?q=carnet`)}`);
	});

	test("contains only the user's own documents", async () => {
		await withDocuments([{ title: "Ajeno" }]);
		const { headers } = await withDocuments([{ title: "Mío" }]);
		expect(titlesOf(await listOf(headers))).toEqual(["Mío"]);
		expect(titlesOf(await listOf((await withDocuments()).headers))).toEqual([]);
	});

	test("can be searched, and added to at its top, if it has documents", async () => {
		const seen = async (rows: readonly Row[], query = "") => {
			const list = await listOf((await withDocuments(rows)).headers, query);
			const words = wordsOf(await htmlOf(createElement(DocumentsPage), LIST + query, list));
			return ["Título o descripción", "Agregar documento"].map((text) => words.includes(text));
		};
		expect(await seen([{}])).toEqual([true, true]);
		expect(await seen([], "?q=carnet")).toEqual([true, true]);
		expect(await seen([])).toEqual([false, true]);
	});

	test("is sorted by expiry, then newest first; an edit of the text moves no document", async () => {
		const { headers } = await withDocuments([
			{ title: "Viejo", edited_at: 1_800_000_000_000 },
			{ title: "Nuevo" },
			{ title: "Vence después", expires_on: "2027-03-01" },
			{ title: "Venció", expires_on: "2020-01-31" },
			{ title: "También venció", expires_on: "2020-01-31" },
		]);
		const titles = ["También venció", "Venció", "Vence después", "Nuevo", "Viejo"];
		expect(titlesOf(await listOf(headers))).toEqual(titles);
	});

	test.each([
		["each made at another moment", (index: number) => 1_700_000_000_000 + index],
		["all made at the same moment", () => 1_700_000_000_000],
		["some made together", (index: number) => 1_700_000_000_000 + Math.floor(index / 7)],
	])(
		"of 65, %s: pages of twenty to the end, without a missing or duplicate document",
		async (_how, madeAt) => {
			// Expiry dates at four places, and every fourth document without one.
			const dates = ["2020-01-31", "2026-12-05", "2027-03-01", null];
			const rows = Array.from({ length: 65 }, (_, index) => ({
				created_at: madeAt(index),
				expires_on: dates[index % 4] ?? null,
			}));
			const { headers } = await withDocuments(rows);
			const pages = await allPages(headers);
			expect(pages.map(({ length }) => length)).toEqual([20, 20, 20, 5]);
			const newestFirst = Array.from({ length: 65 }, (_, index) => 64 - index);
			const sorted = newestFirst.toSorted((one, other) => (one % 4) - (other % 4));
			expect(pages.flat()).toEqual(sorted.map((index) => `Documento ${index}`));
		},
	);

	test("has one page for twenty documents, and two for twenty-one", async () => {
		const { user, headers } = await withDocuments(Array.from({ length: 20 }, () => ({})));
		expect((await listOf(headers)).next).toBeUndefined();
		const values = {
			user_id: user.id,
			id_file: randomUUID(),
			title: "Uno más",
			description: "x",
			created_at: 1,
		};
		await db.insertInto("documents").values(values).execute();
		expect((await allPages(headers)).map(({ length }) => length)).toEqual([20, 1]);
	});

	test("keeps its pages stable while documents are added and deleted", async () => {
		const { user, headers } = await withDocuments(Array.from({ length: 25 }, () => ({})));
		const { documents, next = "" } = await listOf(headers);
		const values = { user_id: user.id, id_file: randomUUID(), title: "Recién", description: "x" };
		await db
			.insertInto("documents")
			.values({ ...values, created_at: 1_800_000_000_000 })
			.execute();
		await db
			.deleteFrom("documents")
			.where("id_file", "=", documents.at(-1)?.idFile ?? "")
			.execute();
		expect(titlesOf(await listOf(headers, `?after=${next}`))).toEqual(
			[4, 3, 2, 1, 0].map((n) => `Documento ${n}`),
		);
	});

	test.each([
		"x",
		"1",
		"1_1_1",
		"2026-12-05_1",
		"9".repeat(40),
		"2026-12-05_1_",
		"2026-12-05_1.5_2",
		"' OR 1=1",
		"5-5",
	])("a malformed cursor (%s) shows the first page", async (after) => {
		const { headers } = await withDocuments([{ title: "Mío" }]);
		expect(titlesOf(await listOf(headers, `?after=${encodeURIComponent(after)}`))).toEqual(["Mío"]);
	});

	test("drops blank search parameters from the address", async () => {
		const { headers } = await withDocuments();
		for (const [query, target] of [
			["?q=", LIST],
			["?q=+%20%09", LIST],
			["?q=&after=2026-12-05_5_5", `${LIST}?after=2026-12-05_5_5`],
		]) {
			const response = await responseOf(() => loader(argsFor(LIST + query, {}, { headers })));
			expect(response).toRedirectTo(target ?? "");
		}
	});
});

describe("a row", () => {
	test("shows the plant's dates of creation and, once edited, of the last edit", async () => {
		// 22 November, 2:30 in UTC, is still 21 November, 23:30 in Buenos Aires.
		const late = Date.UTC(2026, 10, 22, 2, 30);
		const { headers } = await withDocuments([
			{ created_at: late },
			{ created_at: late + 3_600_000, edited_at: late + 3_600_000 },
		]);
		const { documents } = await listOf(headers);
		expect(documents).toMatchObject([
			{ createdOn: "2026-11-22", editedOn: "2026-11-22" },
			{ createdOn: "2026-11-21", editedOn: null },
		]);
		expect(formatShortDate(documents[1]?.createdOn ?? "")).toBe("21/11/2026");
	});

	test("shows an excerpt of a long description, cut between characters", async () => {
		const { headers } = await withDocuments([
			{ description: "x".repeat(160) },
			{ description: "👷🏽".repeat(200) },
		]);
		const { documents } = await listOf(headers);
		expect(documents[1]?.description).toBe("x".repeat(160));
		expect(documents[0]?.description).toBe(`${"👷🏽".repeat(80)}…`);
	});

	test("shows the first photo and their number; pending ones do not count", async () => {
		const { user, headers } = await withDocuments([{}]);
		const { id, id_file } = await db
			.selectFrom("documents")
			.select(["id", "id_file"])
			.where("user_id", "=", user.id)
			.executeTakeFirstOrThrow();
		const image = (index: number, document_id: number | null) => ({
			...{ id: randomUUID(), user_id: user.id, id_file, document_id, sha256: String(index).padEnd(64, "a") },
			...{ width: 1600, height: 1200, bytes: 1, created_at: 1, position: 9 - index },
		});
		const rows = [0, 1, 2, 3, 4].map((index) => image(index, id));
		await db
			.insertInto("document_images")
			.values([...rows, image(5, null)])
			.execute();
		const [listed] = (await listOf(headers)).documents;
		expect([listed?.imageCount, listed?.image?.id]).toEqual([5, rows[4]?.id]);
	});
});

describe("the groups", () => {
	const today = todayIn(env.TZ_APP);
	const expiring = (days: number) => ({ title: `en ${days}`, expires_on: addDays(today, days) });
	const see = async (headers: Record<string, string>, query = "") => {
		const { text } = await send(server.origin, LIST + query, { headers });
		return Array.from(
			text.matchAll(/<h2[^>]*>([^<]+)<\/h2>|<strong><bdi>([^<]+)<\/bdi><\/strong>/g),
			([, group, title]) => group ?? title,
		);
	};

	test("are those to renew, which have expired or expire within 30 days, the valid ones and those without a date", async () => {
		const { headers } = await withDocuments([expiring(31), expiring(30), expiring(0), expiring(-1), {}]);
		expect(await see(headers)).toEqual([
			...["Para renovar", "en -1", "en 0", "en 30"],
			...["Al día", "en 31", "Sin vencimiento", "Documento 4"],
		]);
	});

	test("to renew are five on the home page, by date, and what is still to expire before what has", async () => {
		const { user } = await withDocuments([30, -40, 9, -1, 3, -2, 0].map(expiring));
		const shown = await listExpiring(user.id, today);
		expect(shown.map(({ title }) => title)).toEqual(["en -1", "en 0", "en 3", "en 9", "en 30"]);
	});

	test("have no heading when no document of the page expires", async () => {
		const { headers } = await withDocuments([{}, {}]);
		expect(await see(headers)).toEqual(["Documento 1", "Documento 0"]);
	});
});

describe("after saving", () => {
	const texts = { title: "Documento", description: "Nueva" };
	const savedAt = async (idFile: string, headers: Record<string, string>, from: string, expiresOn = "") => {
		const response = await edit(
			idFile,
			{ ...texts, expiresOn },
			headers,
			`?${new URLSearchParams({ redirectTo: from })}`,
		);
		return response.headers.get("Location") ?? "";
	};

	test("a new document's row is open at its place by expiry", async () => {
		const { headers } = await withDocuments([{ expires_on: "2020-01-31" }, {}]);
		const idFile = randomUUID();
		const response = await add({ idFile, expiresOn: "2027-03-01" }, headers);
		expect(response).toRedirectTo(`${LIST}?open=${idFile}#fila-2`);
		const list = await listOf(headers, `?open=${idFile}`);
		expect([list.openRow, list.documents[1]?.idFile]).toEqual([idFile, idFile]);
		expect((await listOf(headers, "?open=x")).openRow).toBeUndefined();
	});

	test("the list is at the same page and search, or where the document has gone", async () => {
		const rows = Array.from({ length: 45 }, (_, index) => ({ title: `Carnet ${index}` }));
		const { user, headers } = await withDocuments(rows);
		const { next = "" } = await listOf(headers);
		const second = await listOf(headers, `?after=${next}`);
		const idFile = second.documents[3]?.idFile ?? "";
		const open = `open=${idFile}`;
		expect(await savedAt(idFile, headers, `${LIST}?after=${next}#fila-4`)).toBe(
			`${LIST}?${open}&after=${next}#fila-4`,
		);
		// Its new date moves it to the first page, its new title out of the search.
		expect(await savedAt(idFile, headers, `${LIST}?after=${next}`, "2026-12-05")).toBe(
			`${LIST}?${open}#fila-1`,
		);
		// Its row is then the first of a page.
		const after = "after=9999-12-31_\\d+_\\d+#fila-1$";
		expect(await savedAt(idFile, headers, `${LIST}?q=carnet`)).toMatch(new RegExp(`\\?${open}&${after}`));
		await db.updateTable("documents").set({ title: "Documento" }).where("user_id", "=", user.id).execute();
		expect(await savedAt(idFile, headers, `${LIST}?q=documento`)).toMatch(
			new RegExp(`\\?${open}&q=documento&${after}`),
		);
	});
});
