import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { loader } from "~/routes/auth.my-documents";
import { action as viewAction } from "~/routes/auth.view-document.$idFile";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { edit, LIST } from "../../support/document-forms";
import { naughty } from "../../support/naughty";
import { argsFor, responseOf } from "../../support/requests";

async function withDocuments(texts: readonly { title: string; description?: string; idFile?: string }[]) {
	const user = await makeUser();
	const rows = texts.map(({ title, description = "-", idFile = randomUUID() }, index) => ({
		user_id: user.id,
		id_file: idFile,
		title,
		description,
		created_at: index,
	}));
	await db.insertInto("documents").values(rows).execute();
	return { user, headers: await signedIn(user) };
}

async function found(headers: Record<string, string>, search: string): Promise<string[]> {
	const path = `${LIST}?${new URLSearchParams({ q: search })}`;
	const response = await responseOf(() => loader(argsFor(path, {}, { headers })));
	expect(response.status).toBe(200);
	const { documents }: { documents: { title: string }[] } = await response.json();
	return documents.map(({ title }) => title);
}

const mine = [
	{ title: "Carnet de conducir", description: "Categoría D1, válido en el país" },
	{ title: "Análisis clínico", description: "Ñandubay 1234, 2º piso" },
	{ title: "ÓPTICA", description: "Anteojos: receta del Dr. Müller\nsegunda línea" },
];
const { headers: me } = await withDocuments(mine);
const { headers: other } = await withDocuments([{ title: "Carnet ajeno", description: "Secreto" }]);

describe("a search", () => {
	test.each([
		["carnet", ["Carnet de conducir"]],
		["CARNET", ["Carnet de conducir"]],
		["analisis", ["Análisis clínico"]],
		["ANÁLISIS", ["Análisis clínico"]],
		["ana\u0301lisis", ["Análisis clínico"]],
		["optica", ["ÓPTICA"]],
		["categoria", ["Carnet de conducir"]],
		["cond", ["Carnet de conducir"]],
		["c", ["Análisis clínico", "Carnet de conducir"]],
		["conducir carnet", ["Carnet de conducir"]],
		["carnet valido", ["Carnet de conducir"]],
		["carnet analisis", []],
		["onducir", []],
		["nandu", ["Análisis clínico"]],
		["123", ["Análisis clínico"]],
		["muller segunda", ["ÓPTICA"]],
		["D1,", ["Carnet de conducir"]],
		["no está", []],
	])("for «%s» finds %j", async (search, titles) => {
		expect(await found(me, search)).toEqual(titles);
	});

	test("keeps the order and the pages of the list", async () => {
		const { headers } = await withDocuments(Array.from({ length: 45 }, (_, n) => ({ title: `Pase ${n}` })));
		await withDocuments(Array.from({ length: 45 }, () => ({ title: "Pase ajeno" })));
		const titles: string[] = [];
		const sizes: number[] = [];
		let after = "";
		do {
			const path = `${LIST}?q=pase${after && `&after=${after}`}`;
			const page = await (await responseOf(() => loader(argsFor(path, {}, { headers })))).json();
			titles.push(...page.documents.map(({ title }: { title: string }) => title));
			sizes.push(page.documents.length);
			after = page.next ?? "";
		} while (after);
		expect(sizes).toEqual([20, 20, 5]);
		expect(titles).toEqual(Array.from({ length: 45 }, (_, n) => `Pase ${44 - n}`));
	});
});

describe("texts over which a search could stumble", () => {
	const hostile = [
		'"',
		'"carnet',
		'""""',
		'carnet" OR "secreto',
		"\0",
		"car\0net",
		"a".repeat(5000),
		"a ".repeat(2500),
		'"'.repeat(5000),
		"😀",
		"👷🏽‍♀️🇦🇷",
		"\u0301",
		"a \u0301",
		"\u200b",
		"\ufeff",
		"\ud800",
		"\ue000",
		"𐒰",
		"%",
		"_",
		"\\",
		"' OR 1=1 --",
		...naughty,
	];

	test.each(hostile.map((search) => [search.slice(0, 40), search]))(
		"«%s» causes no error and finds no document of another user",
		async (_short, search) => {
			const path = `${LIST}?${new URLSearchParams({ q: search })}`;
			for (const [headers, titles] of [
				[me, mine.map(({ title }) => title)],
				[other, ["Carnet ajeno"]],
			] as const) {
				const response = await responseOf(() => loader(argsFor(path, {}, { headers })));
				expect([200, 302]).toContain(response.status);
				if (response.status === 302) continue;
				const { documents }: { documents: { title: string }[] } = await response.json();
				for (const { title } of documents) expect(titles).toContain(title);
			}
		},
	);

	test.each(['"', "*", "%", "_", "😀", "!?", "\u0301", "\u0301\u0301", "\ue000"])(
		"a search without words («%s») finds nothing instead of everything",
		async (search) => {
			expect(await found(other, search)).toEqual([]);
		},
	);
});

describe("a search in the current texts", () => {
	test("an edited document is found by its new words only", async () => {
		const idFile = randomUUID();
		const { headers } = await withDocuments([{ title: "Palabravieja", description: "viejísima", idFile }]);
		await edit(idFile, { title: "Palabranueva", description: "otra" }, headers);
		expect(await found(headers, "palabravieja")).toEqual([]);
		expect(await found(headers, "viejisima")).toEqual([]);
		expect(await found(headers, "palabranueva otra")).toEqual(["Palabranueva"]);
	});

	test("a deleted document is not found by its words", async () => {
		const idFile = randomUUID();
		const { headers } = await withDocuments([{ title: "Palabraborrada", idFile }, { title: "Otro" }]);
		const path = `/auth/view-document/${idFile}`;
		const init = formOf({ intent: "delete" }, headers);
		expect(await responseOf(() => viewAction(argsFor(path, { idFile }, init)))).toRedirectTo(LIST);
		expect(await found(headers, "palabraborrada")).toEqual([]);
	});
});
