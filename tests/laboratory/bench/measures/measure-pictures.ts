import { diagramNames } from "~/features/diagrams/diagram-ids";
import { periodPath } from "~/features/diagrams/periods";
import { measuredYears } from "../../../support/public-pages";
import type { Program } from "../../../support/server/program";
import { numberText, type Row } from "../../figures/table";
import { get } from "../../visitors/page-weight";

export const pictureBounds = { svgBytes: 3 * 1024, pngBytes: 30 * 1024 } as const;

interface Heaviest {
	path: string;
	bytes: number;
}

export async function measurePictures({ port }: Program): Promise<Row[]> {
	const origin = `http://127.0.0.1:${port}`;
	const [thisYear, nextYear] = measuredYears();
	const pages = diagramNames.flatMap(({ id }) => [
		`/diagrams/${id}?year=${thisYear}`,
		`/diagrams/${id}?year=${nextYear}`,
		`/diagrams/${id}?year=${nextYear}&crew=B`,
	]);
	const halfPages = diagramNames.map(({ id }) => periodPath(id, `${nextYear}-1`));
	const months = (await Promise.all(pages.map((page) => picturesOf(origin, page)))).flat();
	const halves = (await Promise.all(halfPages.map((page) => picturesOf(origin, page)))).flat();
	const asPng = (source: string) => source.replace(/svg$/, "png");
	const count = `${months.length} imágenes de mes`;
	return [
		row("pictures", `${count}, SVG (br)`, await heaviest(origin, months, "br"), pictureBounds.svgBytes),
		row("pictures", `${count}, PNG`, await heaviest(origin, months.map(asPng)), pictureBounds.pngBytes),
		row("pictures", "Imágenes de medio año, SVG (br)", await heaviest(origin, halves, "br")),
		row("pictures", "Imágenes de medio año, PNG", await heaviest(origin, halves.map(asPng))),
	];
}

/** URL paths of the SVG versions of all pictures that a page links as PNG. */
export async function picturesOf(origin: string, page: string): Promise<string[]> {
	const { body } = await get(origin, page);
	return Array.from(
		body.toString().matchAll(/href="(\/pictures\/[^"]+)\.png"/g),
		([, address]) => `${address}.svg`,
	);
}

async function heaviest(origin: string, paths: readonly string[], encoding?: string): Promise<Heaviest> {
	const heaviestSoFar: Heaviest = { path: "", bytes: 0 };
	for (const path of paths) {
		const { status, body } = await get(origin, path, encoding);
		if (status !== 200) throw new Error(`${path}: ${status}`);
		if (body.byteLength > heaviestSoFar.bytes) Object.assign(heaviestSoFar, { path, bytes: body.byteLength });
	}
	return heaviestSoFar;
}

function row(id: string, what: string, { path, bytes }: Heaviest, atMost?: number): Row {
	const figure = `${numberText(bytes)} en ${path.replace("/pictures/", "").replace(/\.[0-9a-f]{12}/, "")}`;
	return { id, what, figure, value: bytes, unit: "B", bound: atMost === undefined ? undefined : { atMost } };
}
