import type { Page } from "playwright-core";
import sharp from "sharp";
import { Random } from "../random";
import { plain } from "./made-images";

/** A file for Playwright's `setInputFiles`. */
export type PhotoFile = Extract<Parameters<Page["setInputFiles"]>[1], { buffer: Buffer }>;

/** A photo whose width identifies it: 100 pixels plus its number. */
export async function smallPhoto(number: number, name = `IMG_${number}.jpg`): Promise<PhotoFile> {
	const buffer = await plain(100 + number, 100, `hsl(${number * 30}, 80%, 50%)`)
		.jpeg()
		.toBuffer();
	return { name, mimeType: "image/jpeg", buffer };
}
export const smallPhotos = (...numbers: number[]) => Promise.all(numbers.map((number) => smallPhoto(number)));

/** A photo shown as 1800 × 2400 px, dark on the left, but stored rotated with an EXIF orientation. */
export async function largePhoto(): Promise<PhotoFile> {
	const [width, height] = [2400, 1800];
	const random = new Random(1900);
	const dark = Buffer.from(Array.from({ length: (width * height) / 2 }, () => random.below(100)));
	const lying = await sharp(dark, { raw: { width, height: height / 2, channels: 1 } })
		.extend({ top: height / 2, background: "#fff" })
		.jpeg({ quality: 95 })
		.withMetadata({ orientation: 6 })
		.toBuffer();
	return { name: "IMG_9000.jpg", mimeType: "image/jpeg", buffer: lying };
}

/** Size of an image as shown, and whether it is dark on the left and light on the right. */
export async function look(file: Buffer) {
	const upright = sharp(file).autoOrient().grayscale().raw();
	const { data, info } = await upright.toBuffer({ resolveWithObject: true });
	const isUpright = (data[info.width * 0.25] ?? 255) < 128 && (data[info.width * 0.75] ?? 0) > 200;
	return { width: info.width, height: info.height, isUpright };
}
