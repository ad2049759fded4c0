/** Measures the bytes and requests of every public page. */
import { listPublicPages, type PublicPage } from "../../../support/public-pages";
import type { Program } from "../../../support/server/program";
import { numberText, type Row } from "../../figures/table";
import { type PageWeight, weighPage } from "../../visitors/page-weight";

/** Bounds of docs/makers/performance.md on a public page. */
export const pageBounds = {
	/** Upper bound on a public page's script, in bytes before compression. */
	scriptBytes: 1024,
	/** Maximum HTML and CSS of a page in bytes after compression: about what TCP's initial congestion window holds. */
	pageBytes: 14_000,
	/** The maximum for a diagram page with all crews and twelve months, also in bytes after compression. */
	wholeYearBytes: 24_000,
	/** Maximum numbers of elements of a diagram page with one crew, and with all crews. */
	crewElements: 1500,
	wholeYearElements: 2000,
	requestsBeforePaint: 1,
	fonts: 0,
} as const;

/** Pages with a form for people who are not signed in. */
const formPages = ["/auth/login", "/auth/register", "/auth/recovery-pass"];

export async function measurePages({ port }: Program): Promise<Row[]> {
	const weighed: { page: PublicPage; weight: PageWeight }[] = [];
	const missing: string[] = [];
	for (const page of listPublicPages()) {
		const weight = await weighPage(`http://127.0.0.1:${port}`, page.path);
		if (weight.status === (page.status ?? 200)) weighed.push({ page, weight });
		else missing.push(page.path);
	}
	const forms = await Promise.all(formPages.map((path) => weighPage(`http://127.0.0.1:${port}`, path)));
	const all = weighed.map(({ weight }) => weight);
	const years = weighed.filter(({ page }) => page.isWholeYear).map(({ weight }) => weight);
	const others = weighed.filter(({ page }) => !page.isWholeYear).map(({ weight }) => weight);
	const crews = weighed
		.filter(({ page }) => /^\/diagrams\/.*crew=/.test(page.path))
		.map(({ weight }) => weight);
	const count = `${all.length} páginas públicas`;
	const rows = [
		worst("scripts", `React en ${count}, archivos`, all, ({ reactFiles }) => reactFiles.length, 0, ""),
		worst("scripts", `Script propio en ${count}`, all, (page) => page.scriptBytes, pageBounds.scriptBytes),
		worst("weight", "HTML + CSS, gzip, con formulario", forms, (page) => page.gzip, pageBounds.pageBytes),
		...(["brotli", "gzip"] as const).flatMap((form) => [
			worst(
				"weight",
				`HTML + CSS, ${form}, año entero`,
				years,
				(page) => page[form],
				pageBounds.wholeYearBytes,
			),
			worst("weight", `HTML + CSS, ${form}, las demás`, others, (page) => page[form], pageBounds.pageBytes),
		]),
		worst("elements", "Año entero", years, (page) => page.elements, pageBounds.wholeYearElements, ""),
		worst("elements", "Año de una escuadra", crews, (page) => page.elements, pageBounds.crewElements, ""),
		worst(
			"requests",
			"Pedidos antes de pintar",
			all,
			(page) => page.requestsBeforePaint,
			pageBounds.requestsBeforePaint,
			"",
		),
		worst("requests", "Fuentes", all, (page) => page.fonts, pageBounds.fonts, ""),
	];
	if (missing.length === 0) return rows;
	const figure = missing.join(", ");
	return [
		...rows,
		{ id: "weight", what: "Páginas que todavía no están", figure, value: missing.length, unit: "" },
	];
}

/** Returns the row of the page with the largest figure. */
function worst(
	id: string,
	what: string,
	pages: readonly PageWeight[],
	figureOf: (page: PageWeight) => number,
	atMost: number,
	unit: Row["unit"] = "B",
): Row {
	const page = pages.toSorted((a, b) => figureOf(b) - figureOf(a))[0];
	if (!page) throw new Error("no page answered");
	const value = figureOf(page);
	const figure = value > 0 ? `${numberText(value)} en ${page.path}` : "0";
	return { id, what, figure, value, unit, bound: { atMost } };
}
