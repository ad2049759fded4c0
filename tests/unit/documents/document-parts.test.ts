import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { isProposedTitle, proposedTitle } from "~/features/documents/categories";
import { documentFacts } from "~/features/documents/document-columns";
import { DocumentRows, ExpiringRows } from "~/features/documents/document-rows";
import { DocumentKinds, DocumentSearch } from "~/features/documents/document-search";
import { expiryOf } from "~/features/documents/expiry/expiry";
import { GatePhotos } from "~/features/documents/gate-photos";
import { LargePhoto } from "~/features/documents/photos/document-photo";
import { InterruptionNote } from "~/features/documents/photos/photo-problems";
import MyDocumentsPage from "~/routes/auth.my-documents";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

const LIST = "/auth/my-documents";
const today = "2026-11-21";
const seen = async (...part: Parameters<typeof htmlOf>) => seenOf(await htmlOf(...part));

type Listed = ComponentProps<typeof DocumentRows>["documents"][number];
const image = { id: "i", width: 800, height: 600, isPending: false };
const paper: Listed = {
	idFile: "k",
	title: "Carnet",
	description: "De conducir.",
	category: "carnet",
	isAtHand: false,
	expiresOn: null,
	createdOn: today,
	editedOn: null,
};

test.each([
	[{}, "Creado el 21/11/2026"],
	[{ editedOn: "2026-11-22", imageCount: 1 }, "Creado el 21/11/2026 · Editado el 22/11/2026 · 1 foto"],
])("a document with %j says since when it is there, and counts only photos it has", (more, text) => {
	expect(documentFacts({ ...paper, ...more })).toBe(text);
});

test.each([
	["carnet", "Carnet del 21/11/2026", true],
	["otro", "Documento del 21/11/2026", true],
	["otro", "Otro del 21/11/2026", false],
] as const)("the title that is proposed for a %s is %s: %s", (category, title, isProposed) => {
	expect(proposedTitle(category, today) === title).toBe(isProposed);
	expect(isProposedTitle(title, today)).toBe(isProposed);
});

describe("the list", () => {
	const rows = (documents: Listed[], more: object = {}) =>
		createElement(DocumentRows, { documents, today, address: LIST, hasMore: false, ...more });

	test("puts what is to be renewed first and what never expires last, which alone needs no heading", async () => {
		const [due, later, none] = [
			{ ...paper, idFile: "a", expiresOn: "2026-11-22" },
			{ ...paper, idFile: "b", expiresOn: "2027-11-22" },
			paper,
		];
		const groups = async (...documents: Listed[]) =>
			(await seen(rows(documents))).match(/Para renovar|Al día|Sin vencimiento|Vence \S+|No vence/g);
		expect(await groups(due, later, none)).toEqual([
			"Para renovar",
			"Vence en",
			"Al día",
			"Vence el",
			"Sin vencimiento",
			"No vence",
		]);
		expect(await groups(due, none)).toEqual(["Para renovar", "Vence en", "Sin vencimiento", "No vence"]);
		expect(await groups({ ...due, expiresOn: "2026-11-20" })).toEqual(["Para renovar"]);
		expect(await groups(later)).toEqual(["Al día", "Vence el"]);
		expect(await groups(none, none)).toEqual(["No vence", "No vence"]);
	});

	test("opens the one that was just saved, and shows its photo if it has one", async () => {
		const two = rows([paper, { ...paper, idFile: "l", image }], { openRow: "l" });
		expect(await seen(two)).toMatch(/^▸ Carnet .* ▾ Carnet /);
		expect((await htmlOf(two)).match(/<img/g)).toHaveLength(1);
	});
});

test.each([
	[{}, undefined, "[Agregar documento](/auth/my-document/add-document)"],
	[
		{ category: "apto" },
		undefined,
		"[Agregar documento](/auth/my-document/add-document?redirectTo=%2Fauth%2Fmy-documents%3Fcategory%3Dapto)",
	],
	[{}, undefined, "No hay documentos creados"],
	[{ search: "horno" }, undefined, "No encontramos ningún documento con «horno»."],
	[{ category: "carnet" }, undefined, "No tenés ninguno entre «Carnets»."],
	[
		{ search: "horno", category: "carnet" },
		undefined,
		"No encontramos ningún documento con «horno» entre «Carnets».",
	],
	[{}, "c", "No hay documentos más antiguos."],
	// The only one of a later page was deleted.
	[{ search: "horno" }, "c", "No hay documentos más antiguos."],
	[{ category: "carnet" }, "c", "No hay documentos más antiguos."],
])("an empty list filtered by %j after %s says what it does not have", async (filter, after, text) => {
	const words = await seen(createElement(MyDocumentsPage), LIST, { documents: [], filter, after, today });
	const said = ["creados", "No encontramos", "No tenés", "más antiguos"].filter((each) =>
		words.includes(each),
	);
	expect(words).toContain(text);
	expect(said).toHaveLength(1);
	expect(words.includes("Ver todos desde el principio")).toBe(
		JSON.stringify(filter) !== "{}" || after === "c",
	);
});

test.each([
	["c", `${LIST}#fila-1`],
	[undefined, LIST],
])(
	"after the only document of a page is deleted, one of the next page (%s) is at %s",
	async (next, place) => {
		const data = { documents: [paper], filter: {}, today, next };
		const html = await htmlOf(createElement(MyDocumentsPage), LIST, data);
		expect(html).toContain(`/auth/view-document/k?redirectTo=${encodeURIComponent(place)}&amp;intent=delete`);
	},
);

test("the search keeps the kind, and what is searched can be taken away", async () => {
	expect(await seen(createElement(DocumentSearch, { filter: { search: "horno", category: "carnet" } }))).toBe(
		"▸ {category=carnet} Título o descripción «horno» Buscar",
	);
	expect(await seen(createElement(DocumentSearch, { filter: {} }))).toBe("▸ Título o descripción Buscar");
	const gate = "[Portería](/auth/porteria)";
	expect(await seen(createElement(DocumentKinds, { filter: {} }))).toMatch(`${gate} ☒ [Todos](${LIST}) [`);
	expect(
		await seen(createElement(DocumentKinds, { filter: { search: "horno", category: "carnet" } })),
	).toMatch(
		/\[Quitar la búsqueda «horno»\]\(\/auth\/my-documents\?category=carnet\) \[Todos\]\(\S+\?q=horno\) .*☒ \[Carnets\]\(\S+\?q=horno&category=carnet\)/,
	);
});

test.each([
	["2026-11-20", "expired", "Venció el 20/11/2026"],
	["2026-12-21", "soon", "Vence en 30 días, el 21/12/2026"],
	["2026-12-22", "later", "Vence el 22/12/2026"],
])("a document that expires on %s is %s", (expiresOn, kind, text) => {
	expect(expiryOf(expiresOn, today)).toEqual({ kind, text });
});

test("an expiring document says when, and opens", async () => {
	const documents = [{ idFile: "k", title: "Carnet", expiresOn: "2026-11-22" }];
	expect(await seen(createElement(ExpiringRows, { documents, today }))).toBe(
		"[Carnet Vence en 1 día, el 22/11/2026](/auth/view-document/k)",
	);
});

describe("the papers for the gate", () => {
	const gate = (...documents: object[]) =>
		createElement(GatePhotos, {
			today,
			documents: documents.map((more) => ({ ...paper, images: [], ...more })),
		});
	const back = "Para la portería [Volver a Mis Documentos](/auth/my-documents)";

	test.each<[string, object[], string]>([
		["one without photos, by its words, with nowhere to go", [{}], `${back} Carnet De conducir.`],
		["one photo", [{ images: [image] }], `${back} Carnet`],
		["a valid one", [{ expiresOn: today }], `${back} Carnet De conducir. Vigente Vence hoy, el 21/11/2026`],
		[
			"an expired one",
			[{ expiresOn: "2026-11-20" }],
			`${back} Carnet De conducir. Vencido Venció el 20/11/2026`,
		],
	])("%s", async (_, documents, text) => {
		const html = await htmlOf(gate(...documents));
		expect(seenOf(html)).toBe(text);
		expect(html).toContain('aria-label="Carnet"');
		expect(/#(alert|check)/.exec(html)?.[1]).toBe(
			/Venció/.test(text) ? "alert" : /Vence/.exec(text)?.[0] && "check",
		);
	});

	test("several lead to each other and around, each with its place among the document's", async () => {
		const html = await htmlOf(gate({ images: [image, { ...image, id: "j" }] }, {}));
		const way = (before: number, after: number) => `[Anterior](#foto-${before}) [Siguiente](#foto-${after})`;
		expect(seenOf(html)).toMatch(
			new RegExp(
				[`1 de 2 ${way(3, 2)}`, `2 de 2 ${way(1, 3)}`, `Carnet De conducir. ${way(2, 1)}$`]
					.map((part) => part.replace(/[[\]()]/g, "\\$&"))
					.join(".*"),
			),
		);
		expect(html.match(/<section[^>]*aria-label="[^"]*"/g)?.map((tag) => tag.split("aria-label=")[1])).toEqual(
			['"Carnet, foto 1"', '"Carnet, foto 2"', '"Carnet"'],
		);
		expect(html.match(/<svg.*?#\w+|Anterior|Siguiente/g)?.map((part) => part.split("#").at(-1))).toEqual(
			Array.from({ length: 3 }, () => ["back", "left", "Anterior", "Siguiente", "right"]).flat(),
		);
		// The first is loaded at once.
		expect(html.match(/<img[^>]*>/g)?.map((tag) => tag.includes("lazy"))).toEqual([false, true]);
	});
});

test("a page's first large photo is loaded at once, the others when they come into view", async () => {
	for (const isFirst of [true, false]) {
		const html = await htmlOf(createElement(LargePhoto, { image, alt: "", isFirst }));
		expect(html.includes("lazy")).toBe(!isFirst);
	}
});

test.each([
	[
		"signed-out",
		undefined,
		"Tu sesión se cerró. [Ingresá en otra pestaña](/auth/login) y probá de nuevo: no se pierde nada.",
	],
	[
		"failed",
		undefined,
		"Se cortó la conexión. Se sigue desde la foto 2: las que ya están no se mandan de nuevo.",
	],
	[
		"failed",
		"No hay lugar.",
		"No hay lugar. Se sigue desde la foto 2: las que ya están no se mandan de nuevo.",
	],
] as const)("an upload that stopped (%s, %s) says how it goes on", async (kind, reason, text) => {
	expect(await seen(createElement(InterruptionNote, { result: { kind, reason }, place: 2 }))).toContain(text);
});
