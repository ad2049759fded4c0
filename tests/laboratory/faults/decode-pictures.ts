/** Re-encodes the given pictures at the same time, as the server does; prints what came of it and this process's peak. */

import { readFileSync } from "node:fs";
import { ImageError, reencodeImage } from "~/lib/images/image.server";
import { IMAGE_SIZES_PX } from "~/lib/images/image-files";
import { peakMegabytes } from "../figures/process-figures";

const started = performance.now();
const outcomes = await Promise.all(
	process.argv.slice(2).map(async (path) => {
		try {
			await reencodeImage(readFileSync(path), IMAGE_SIZES_PX);
			return "aceptada";
		} catch (error) {
			if (!(error instanceof ImageError)) throw error;
			return "rechazada";
		}
	}),
);
console.log(JSON.stringify({ outcomes, ms: performance.now() - started, peak: peakMegabytes(process.pid) }));
