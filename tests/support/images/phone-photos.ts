import type { Page } from "playwright-core";
import sharp from "sharp";
import { Random } from "../random";
import { plain } from "./made-images";

/** A file as a page is given it by hand. */
export type PhotoFile = Extract<Parameters<Page["setInputFiles"]>[1], { buffer: Buffer }>;

/** A photo that is small already, so wide as its number says, to know it again. */
export async function smallPhoto(number: number, name = `IMG_${number}.jpg`): Promise<PhotoFile> {
	const buffer = await plain(100 + number, 100, `hsl(${number * 30}, 80%, 50%)`)
		.jpeg()
		.toBuffer();
	return { name, mimeType: "image/jpeg", buffer };
}
/** Several of them, in this order. */
export const smallPhotos = (...numbers: number[]) => Promise.all(numbers.map((number) => smallPhoto(number)));

/** 1800 × 2400, dark on the left and light on the right, as a camera stores it: lying, with a mark that says so. */
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

/** Its size as it is shown, and whether it is dark on the left and light on the right. */
export async function look(file: Buffer) {
	const upright = sharp(file).autoOrient().grayscale().raw();
	const { data, info } = await upright.toBuffer({ resolveWithObject: true });
	const isUpright = (data[info.width * 0.25] ?? 255) < 128 && (data[info.width * 0.75] ?? 0) > 200;
	return { width: info.width, height: info.height, isUpright };
}
