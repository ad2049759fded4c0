/**
 * The reference for `photos`: the photos of a folder to both sizes by sharp alone, in a process of its own, without a form, a
 * database or files. `node bare-sharp.js FOLDER AT_ONCE` prints the milliseconds that it took.
 */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { IMAGE_SIZES_PX } from "~/features/documents/photos/image-address";

const [folder = ".", atOnce = "1"] = process.argv.slice(2);
const paths = readdirSync(folder).map((name) => join(folder, name));

// As the server has them: more threads for one photo gain nothing (one decodes, one encodes).
sharp.cache(false);
sharp.concurrency(1);

// The first one also loads what sharp needs; the server has done that by then too.
for (const path of paths.slice(0, 1)) await encode(path);
const begun = performance.now();
const waiting = [...paths];
await Promise.all(
	Array.from({ length: Number(atOnce) }, async () => {
		for (let path = waiting.shift(); path; path = waiting.shift()) await encode(path);
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
