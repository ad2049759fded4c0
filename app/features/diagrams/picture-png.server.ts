import { renderAsync } from "@resvg/resvg-js";
import { sharp } from "~/lib/image.server";

/** Twice the size on the page: sharp on a phone, and a month stays under 30 KB. */
const SCALE = 2;
const MOST_KEPT = 200;

const kept = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * A computed picture as PNG, made when it is first asked for. The SVG is our own and is drawn by resvg, never by sharp,
 * whose SVG loader stays blocked; sharp only packs the pixels. One at a time: a rush for new pictures queues.
 * @param hash the picture's hash, by which the result is kept
 */
export function toPng(hash: string, svg: string): Promise<Buffer> {
	const known = kept.get(hash);
	if (known) return known;
	const made = last.then(() => rasterise(svg));
	last = made.catch(() => kept.delete(hash));
	if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
	kept.set(hash, made);
	return made;
}

async function rasterise(svg: string): Promise<Buffer> {
	const image = await renderAsync(svg, {
		fitTo: { mode: "zoom", value: SCALE },
		font: { loadSystemFonts: false },
	});
	return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
		.flatten({ background: "#fff" })
		.png({ palette: true, colours: 32, effort: 7 })
		.toBuffer();
}
