import { createHash } from "node:crypto";
import { IMAGE_SIZES_PX } from "~/features/documents/photos/image-address";
import { loadSharp, reencodeImage } from "~/lib/images/image.server";

/** A photo to be sent, and what the server is to make of it. */
export interface Photo {
	file: Buffer;
	/** Of the large result: the photo's name in its row. */
	sha256: string;
	/** Of the small result. */
	smallSha256: string;
}

/** Some small JPEGs, all different. Re-encoding gives the same bytes every time, so that it is known beforehand. */
export async function makeSmallPhotos(count: number): Promise<Photo[]> {
	const sharp = await loadSharp();
	const photos: Photo[] = [];
	for (let index = 0; index < count; index++) {
		const background = { r: (index * 61) % 256, g: (index * 97) % 256, b: (index * 151) % 256 };
		const file = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
			.jpeg()
			.toBuffer();
		const [large, small] = await reencodeImage(file, IMAGE_SIZES_PX);
		photos.push({ file, sha256: sha256Of(large.content), smallSha256: sha256Of(small.content) });
	}
	return photos;
}

/** JPEGs that no format makes small, `widthPx` wide and three quarters as high. */
export async function makeNoisyPhotos(count: number, widthPx: number): Promise<Buffer[]> {
	const sharp = await loadSharp();
	const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
	const size = { width: widthPx, height: Math.round((widthPx * 3) / 4) };
	return Promise.all(
		Array.from({ length: count }, () =>
			sharp({ create: { ...size, channels: 3, background: "#888", noise } })
				.jpeg()
				.toBuffer(),
		),
	);
}

const GRAIN = 24;

/** How a camera may store its picture. */
interface Storage {
	isProgressive: boolean;
	/** Of EXIF, 1 to 8. */
	orientation: number;
}

/**
 * A JPEG as a camera makes it, with about as many bytes for its pixels (3.3 MB for 12 megapixels): soft shapes, and a
 * grain that no compression takes away. No two are alike.
 */
export async function makeCameraPhoto(
	widthPx: number,
	heightPx: number,
	{ isProgressive, orientation }: Storage,
): Promise<Buffer> {
	const sharp = await loadSharp();
	const noise = { type: "gaussian", mean: 128, sigma: 50 } as const;
	const soft = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#888", noise } })
		.resize(Math.ceil(widthPx / 2), Math.ceil(heightPx / 2), { fit: "fill", kernel: "cubic" })
		.png({ compressionLevel: 0 })
		.toBuffer();
	const grain = await sharp({
		create: { width: 512, height: 512, channels: 3, background: "#888", noise: { ...noise, sigma: GRAIN } },
	})
		.png()
		.toBuffer();
	const grainy = await sharp(soft)
		.composite([{ input: grain, tile: true, blend: "soft-light" }])
		.png({ compressionLevel: 0 })
		.toBuffer();
	return sharp(grainy)
		.resize(widthPx, heightPx, { fit: "fill", kernel: "nearest" })
		.withMetadata({ orientation })
		.jpeg({ quality: 88, progressive: isProgressive })
		.toBuffer();
}

/** As a row has it. */
export function sha256Of(content: Buffer): string {
	return createHash("sha256").update(content).digest("hex");
}
