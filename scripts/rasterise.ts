/**
 * Rasterises SVG pictures to PNG. Runs as a child process, so that the server neither loads the drawing libraries nor
 * holds the pixels, about 3 MB per picture. The library resvg draws the SVG, because sharp's SVG loader stays
 * blocked; sharp encodes the PNG.
 */
import { constants, setPriority } from "node:os";
import { renderAsync } from "@resvg/resvg-js";
import { loadSharp } from "~/lib/images/image.server";

/** Pixels per CSS pixel of a picture, for dense screens. At this scale the picture of a month stays under 30 KB. */
const SCALE = 2;

// Low priority, because serving requests is more important than drawing.
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
