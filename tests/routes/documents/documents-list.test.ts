import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { addDays, formatShortDate, todayIn } from "~/lib/time/civil-date";
import { loader } from "~/routes/auth.my-documents";
import { makeUser, signedIn } from "../../support/accounts";
import { LIST } from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";

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

	test("is sorted newest first; an edit moves no document", async () => {
		const { headers } = await withDocuments([
			{ title: "Viejo", edited_at: 1_800_000_000_000 },
			{ title: "Nuevo" },
		]);
		expect(titlesOf(await listOf(headers))).toEqual(["Nuevo", "Viejo"]);
	});

	test.each([
		["each made at another moment", (index: number) => 1_700_000_000_000 + index],
		["all made at the same moment", () => 1_700_000_000_000],
		["some made together", (index: number) => 1_700_000_000_000 + Math.floor(index / 7)],
	])(
		"of 65, %s: pages of twenty to the end, without a missing or duplicate document",
		async (_how, madeAt) => {
			const rows = Array.from({ length: 65 }, (_, index) => ({ created_at: madeAt(index) }));
			const { headers } = await withDocuments(rows);
			const pages = await allPages(headers);
			expect(pages.map(({ length }) => length)).toEqual([20, 20, 20, 5]);
			expect(pages.flat()).toEqual(Array.from({ length: 65 }, (_, index) => `Documento ${64 - index}`));
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

	test.each(["x", "1", "-1-1", "1-1-1", "9".repeat(40), "1-", "1.5-2", "' OR 1=1", "NaN-NaN"])(
		"a malformed cursor (%s) shows the first page",
		async (after) => {
			const { headers } = await withDocuments([{ title: "Mío" }]);
			expect(titlesOf(await listOf(headers, `?after=${encodeURIComponent(after)}`))).toEqual(["Mío"]);
		},
	);

	test("drops blank search parameters from the address", async () => {
		const { headers } = await withDocuments();
		for (const [query, target] of [
			["?q=", LIST],
			["?q=+%20%09", LIST],
			["?q=&after=5-5", `${LIST}?after=5-5`],
		]) {
			const response = await responseOf(() => loader(argsFor(LIST + query, {}, { headers })));
			expect(response).toRedirectTo(target ?? "");
		}
	});
});

describe("a card", () => {
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

	test("shows three photos and their number; pending ones do not count", async () => {
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
		const [card] = (await listOf(headers)).documents;
		expect(card?.imageCount).toBe(5);
		expect(card?.images.map((shown) => shown.id)).toEqual([4, 3, 2].map((index) => rows[index]?.id));
	});
});

describe("'Vencen pronto'", () => {
	const today = todayIn(env.TZ_APP);
	const expiring = (days: number) => ({ title: `en ${days}`, expires_on: addDays(today, days) });
	const expiringOf = async (headers: Record<string, string>, query = "") =>
		(await listOf(headers, query)).expiring.map(({ title }) => title);

	test("lists only documents that expire within 30 days or have expired, by date", async () => {
		const { headers } = await withDocuments([expiring(31), expiring(30), expiring(0), expiring(-1), {}]);
		await withDocuments([expiring(2)]);
		expect(await expiringOf(headers)).toEqual(["en -1", "en 0", "en 30"]);
	});

	test("lists at most five: upcoming dates before past ones, the nearest of each", async () => {
		const { headers } = await withDocuments([-400, -3, 30, -2, 5, 1, -1].map(expiring));
		expect(await expiringOf(headers)).toEqual(["en -2", "en -1", "en 1", "en 5", "en 30"]);
		const many = await withDocuments([8, 7, 6, 5, 4, 3, -1].map(expiring));
		expect(await expiringOf(many.headers)).toEqual(["en 3", "en 4", "en 5", "en 6", "en 7"]);
	});

	test("is shown on the first page only, without a search, and leaves the order of the list alone", async () => {
		const { headers } = await withDocuments([expiring(3), {}]);
		const first = await listOf(headers);
		expect(first.expiring).toHaveLength(1);
		expect(titlesOf(first)).toEqual(["Documento 1", "en 3"]);
		expect(await expiringOf(headers, "?q=en")).toEqual([]);
		expect(await expiringOf(headers, "?after=1800000000000-9")).toEqual([]);
	});
});
