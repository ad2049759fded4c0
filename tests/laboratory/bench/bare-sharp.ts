import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { IMAGE_SIZES_PX } from "~/lib/images/image-files";

const [folder = ".", concurrency = "1"] = process.argv.slice(2);
const paths = readdirSync(folder).map((name) => join(folder, name));

// Uses the same settings of sharp (the image library) as Relevo's server, so that only Relevo's code can make a
// difference in time.
sharp.cache(false);
sharp.concurrency(1);

// Encodes one image before the timing, because the first call also loads sharp's native libraries.
for (const path of paths.slice(0, 1)) await encode(path);
const begun = performance.now();
const queue = [...paths];
await Promise.all(
	Array.from({ length: Number(concurrency) }, async () => {
		for (let path = queue.shift(); path; path = queue.shift()) await encode(path);
	}),
);
console.log(performance.now() - begun);

async function encode(path: string): Promise<void> {
	const [large, small] = IMAGE_SIZES_PX;
	const { data, info } = await sharp(await readFile(path), { failOn: "warning", sequentialRead: true })
		.autoOrient()
		.resize({ width: large, height: large, fit: "inside", withoutEnlargement: true })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	const pixels = sharp(data, { raw: { width, height, channels } });
	await pixels.clone().webp({ quality: 80, effort: 2 }).toBuffer();
	await pixels
		.clone()
		.resize({ width: small, height: small, fit: "inside", withoutEnlargement: true })
		.webp({ quality: 80, effort: 2 })
		.toBuffer();
}
