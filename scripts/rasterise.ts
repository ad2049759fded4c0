/**
 * Turns pictures into PNG for the server, which forks this program when one is asked for and ends it soon after:
 * a drawing takes some 3 MB of pixels that only the collector gives back, and the server need not load what draws.
 * The SVG is our own and is drawn by resvg, never by sharp, whose SVG loader stays blocked; sharp packs the pixels.
 */
import { constants, setPriority } from "node:os";
import { renderAsync } from "@resvg/resvg-js";
import { loadSharp } from "~/lib/images/image.server";

/** Twice the size on the page: clear on a phone's screen, and a month stays under 30 KB. */
const SCALE = 2;

// Drawing never takes a core from answering.
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
