import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { ExtraList } from "~/features/extras/list/extra-list";
import { readFilter } from "~/features/extras/list/filter";
import { htmlOf } from "../../support/browser/render-part";
import { shownCard, shownRow } from "../../support/extras";
import { evened } from "../../support/texts/evened";
import { seenOf } from "../../support/texts/seen-of";

type Props = ComponentProps<typeof ExtraList>;

const LIST = "/auth/work-overtime";
const ADD = "[Agregar extra](/auth/work-overtime/add-work-overtime";
const seen = async (part: Parameters<typeof htmlOf>[0]) => evened(seenOf(await htmlOf(part, LIST)));

const period = { name: "Noviembre 2026", rows: 1, line: undefined };
const ranges = [{ name: "Este período", start: "2026-11-01", end: "2026-11-30" }];
const page: Omit<Props, "read"> = {
	card: shownCard,
	periods: [period],
	rows: [shownRow],
	openRow: undefined,
	after: undefined,
	next: undefined,
	earlier: undefined,
	later: undefined,
	lastSheet: { name: "Planilla de octubre", address: `${LIST}?view=sheet&start=2026-10-01` },
	ranges,
	toReview: 0,
	shifts: ["M", "N"],
};
const empty = { periods: [], rows: [], card: undefined };

const list = (more: Partial<Props> = {}, query = "") =>
	seen(createElement(ExtraList, { ...page, read: readFilter(new URLSearchParams(query)), ...more }));

describe("the list's page", () => {
	test.each<[string, Partial<Props>, string, string[], string[]]>([
		[
			"whole",
			{},
			"",
			[
				`Mis Extras Noviembre 2026 ▸ [Este período]`,
				`${ADD})`,
				`[Planilla de octubre](${LIST}?view=sheet&start=2026-10-01) [Compartir](${LIST}?view=sheet&start=2026-10-01&share=1)`,
				"[Editar](/auth/edit-work-overtime/k) ",
			],
			["filtro", "Páginas", "revisar ("],
		],
		[
			"new, offers the first extra and an import once, and no papers",
			empty,
			"",
			[`${ADD}) [Importar extras](${LIST}/import)`, "No hay extras creadas"],
			["Compartir", "No hay extras con"],
		],
		[
			"without what the filter finds",
			{ ...empty, card: shownCard },
			"shift=M",
			["No hay extras con este filtro.", `${ADD}?redirectTo=`],
			["No hay extras creadas", "Importar", "Compartir"],
		],
		[
			"empty after the last page",
			{ ...empty, after: "c" },
			"",
			["No hay extras más antiguas.", `[Ver desde el principio](${LIST})`],
			["No hay extras creadas", "No hay extras con este filtro."],
		],
		[
			"empty after the last page of what the filter finds",
			{ ...empty, after: "c" },
			"shift=N",
			["No hay extras más antiguas.", `[Ver desde el principio](${LIST}?shift=N)`],
			["No hay extras con este filtro."],
		],
		[
			"filtered, has the papers of what it shows",
			{},
			"shift=N",
			[
				`[Planilla](${LIST}?shift=N&view=sheet)`,
				`[Compartir](${LIST}?shift=N&view=sheet&share=1)`,
				`[Descargar para Excel](${LIST}/export?shift=N)`,
			],
			["de octubre"],
		],
		[
			"the first of several",
			{ next: "n" },
			"shift=N",
			[`[Ver más antiguas](${LIST}?shift=N&after=n)`],
			["Ver desde"],
		],
		[
			"the last of several",
			{ after: "c" },
			"shift=N",
			[
				`[Ver desde el principio](${LIST}?shift=N)`,
				`[Editar](/auth/edit-work-overtime/k?redirectTo=${encodeURIComponent(`${LIST}?shift=N&after=c`)})`,
			],
			["Ver más"],
		],
		[
			"between two periods",
			{ earlier: { name: "Octubre", address: "/o" }, later: { name: "Diciembre", address: "/d" } },
			"",
			["[Octubre](/o) [Diciembre](/d) ▸"],
			[],
		],
	])("%s", async (_, more, query, has, lacks) => {
		const text = await list(more, query);
		for (const words of has) expect(text).toContain(words);
		for (const words of lacks) expect(text).not.toContain(words);
		expect(text.split(ADD)).toHaveLength(2);
	});

	test("offers neighbouring periods only where there are some", async () => {
		expect(await list()).not.toMatch(/\]\(\/[od]\)/);
	});

	test.each([
		["", 0, ""],
		["", 1, `[Tenés una extra para revisar](${LIST}?review=1)`],
		["", 2, `[Tenés 2 extras para revisar](${LIST}?review=1)`],
		["review=1", 2, "Tenés 2 extras para revisar: el 50 y el 100 dependen de la hora de entrada"],
		["shift=N", 2, ""],
	])("filtered by «%s» with %i to review says «%s»", async (query, toReview, text) => {
		const words = await list({ toReview }, query);
		if (text) expect(words).toContain(text);
		else expect(words).not.toContain("Tenés");
	});
});

describe("the filter", () => {
	test.each([
		["", "▸ [Este período]", "☒ Todos ☐ M ☐ N Aplicar", null],
		["shift=n", "▸ [Este período]", "☐ Todos ☐ M ☒ N Aplicar", `[Turno N: quitar](${LIST})`],
		["shift=Q", "▸ [Este período]", "☐ Todos ☐ M ☐ N ☒ Q Aplicar", `[Turno Q: quitar](${LIST})`],
		["shift=QQ", "▾ [Este período]", "☒ QQ El turno es una sola letra. Aplicar", null],
		[
			"start=2026-11-01&end=2026-11-30&review=1",
			"▸ ☒ [Este período]",
			"{review=1} Aplicar",
			`[Este período: quitar](${LIST}?review=1) [Para revisar: quitar](${LIST}?start=2026-11-01&end=2026-11-30)`,
		],
		[
			"start=2026-11-01",
			"▸ [Este período]",
			"Desde «2026-11-01» Hasta Turno",
			`[Desde 01/11/2026: quitar](${LIST})`,
		],
		[
			"end=2026-11-30",
			"▸ [Este período]",
			"Desde Hasta «2026-11-30» Turno",
			`[Hasta 30/11/2026: quitar](${LIST})`,
		],
		["start=nunca", "▾ [Este período]", "Desde No es una fecha: elegí día, mes y año. Hasta Turno", null],
	])("with «%s»", async (query, fold, form, applied) => {
		const text = (await list({}, query)).replaceAll(" (opcional)", "");
		expect(text).toContain(`Mis Extras Noviembre 2026 ${fold}`);
		expect(text).toContain(form);
		if (applied) expect(text).toContain(applied);
		expect(text.includes(": quitar")).toBe(applied !== null);
	});

	test("names the usual letters for screen readers, a plant's own not, and the shift as wrong if it is", async () => {
		const html = (query: string) =>
			htmlOf(createElement(ExtraList, { ...page, read: readFilter(new URLSearchParams(query)) }), LIST);
		const [right, wrong] = [await html("shift=Q"), await html("shift=QQ")];
		expect(right).toMatch(/aria-label="M, mañana" value="M"/);
		expect(right).toMatch(/name="shift" checked="" value="Q"/);
		const group = (text: string) => /<div class="field" role="radiogroup"[^>]*>/.exec(text)?.[0];
		expect(right).not.toContain('id="shift-error"');
		expect(wrong).toContain('id="shift-error">El turno');
		expect(wrong).not.toContain("Filtros aplicados");
		expect(group(right)).not.toMatch(/invalid|described/);
		expect(group(wrong)).toContain('aria-invalid="true" aria-describedby="shift-error"');
	});
});
