/**
 * Rasterises SVG to PNG in a child process, so that the libraries and the pixels (3 MB a picture) take no memory of the
 * server. Draws with resvg, because sharp cannot read SVG here: `loadSharp` blocks its SVG loader as a protection
 * against uploaded SVG.
 */
import { constants, setPriority } from "node:os";
import { renderAsync } from "@resvg/resvg-js";
import { loadSharp } from "~/lib/images/image.server";

/** Pixels per CSS pixel. With this scale, the picture of a month stays under 30 KB. */
const SCALE = 2;

// Low priority, because serving requests is more important.
setPriority(constants.priority.PRIORITY_LOW);

process.on("message", (svg: string) => {
	rasterise(svg).then(
		(png) => process.send?.({ png }),
		(error: unknown) => process.send?.({ error: String(error) }),
	);
});

async function rasterise(svg: string): Promise<Uint8Array> {
	const image = await renderAsync(svg, {
		fitTo: { mode: "zoom", value: SCALE },
		font: { loadSystemFonts: false },
	});
	const sharp = await loadSharp();
	return sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
		.flatten({ background: "#fff" })
		.png({ palette: true, colours: 32, effort: 1 })
		.toBuffer();
}
