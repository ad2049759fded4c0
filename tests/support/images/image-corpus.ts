import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** A folder of odd and broken images, with the minimum numbers of images to be accepted and refused. */
export interface ImageCorpus {
	folder: string;
	accepted: number;
	refused: number;
}

/** Only some checkouts have these images of public projects. */
const PUBLIC_IMAGES = "../shared/images";

/** Images of public projects if present, otherwise a small corpus made in `folder`. */
export async function imageCorpus(folder: string): Promise<ImageCorpus> {
	if (existsSync(PUBLIC_IMAGES)) return { folder: PUBLIC_IMAGES, accepted: 300, refused: 50 };
	mkdirSync(join(folder, "exif-orientation"), { recursive: true });
	for (const [name, width, height] of [
		["Landscape", 120, 80],
		["Portrait", 80, 120],
	] as const) {
		for (let orientation = 0; orientation <= 8; orientation++) {
			const file = await storedAs(orientation, await scene(width, height));
			writeFileSync(join(folder, "exif-orientation", `${name}_${orientation}.jpg`), file);
		}
	}
	const picture = await scene(120, 80);
	const jpeg = await sharp(picture).jpeg().toBuffer();
	const others: [string, Buffer][] = [
		["a.webp", await sharp(picture).webp().toBuffer()],
		["b.png", await sharp(picture).png({ palette: true }).toBuffer()],
		["cut-off.jpg", jpeg.subarray(0, jpeg.length / 2)],
		["not-one.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
		["animated.gif", await sharp(picture).gif().toBuffer()],
		["empty.jpg", Buffer.alloc(0)],
	];
	for (const [name, content] of others) writeFileSync(join(folder, name), content);
	return { folder, accepted: 20, refused: 4 };
}

export function corpusFiles({ folder }: ImageCorpus): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== "README.md")
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
}

/** An image with corners of four colours, which reveal any rotation or mirroring. */
function scene(width: number, height: number): Promise<Buffer> {
	const corner = (left: number, top: number, background: string) => ({
		input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
		left: left * (width / 2),
		top: top * (height / 2),
	});
	return sharp({ create: { width, height, channels: 3, background: "#000" } })
		.composite([corner(0, 0, "#fff"), corner(1, 0, "#aaa"), corner(0, 1, "#555")])
		.png()
		.toBuffer();
}

/** An upright image as a camera stores it with this EXIF orientation; 0 stores it upright, without the EXIF tag. */
async function storedAs(orientation: number, upright: Buffer): Promise<Buffer> {
	const turned = await sharp(upright)
		.rotate(degreesStored[orientation] ?? 0)
		.png()
		.toBuffer();
	const mirrored = [2, 4, 5, 7].includes(orientation) ? sharp(turned).flop() : sharp(turned);
	const file = mirrored.jpeg({ quality: 95 });
	return orientation === 0 ? file.toBuffer() : file.withMetadata({ orientation }).toBuffer();
}

/** Clockwise degrees by which `storedAs` rotates an upright image, by EXIF orientation; it then mirrors some images. */
const degreesStored = [0, 0, 0, 180, 180, 90, 270, 270, 90];
