import { createHash } from "node:crypto";
import { loadSharp, reencodeImage } from "~/lib/images/image.server";
import { IMAGE_SIZES_PX } from "~/lib/images/image-files";

/** A photo, with the hashes of its two stored images. */
export interface Photo {
	file: Buffer;
	/** SHA-256 of the large stored image, as in the photo's database row. */
	sha256: string;
	/** SHA-256 of the small stored image. */
	smallSha256: string;
}

const smallPhotos: Photo[] = [];

/**
 * Makes small JPEGs of different colours, and computes the hashes of the two images that the server will store for
 * each: the server always encodes a photo in the same way. Later calls return the same photos.
 */
export async function makeSmallPhotos(count: number): Promise<Photo[]> {
	const sharp = await loadSharp();
	for (let index = smallPhotos.length; index < count; index++) {
		const background = { r: (index * 61) % 256, g: (index * 97) % 256, b: (index * 151) % 256 };
		const file = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
			.jpeg()
			.toBuffer();
		const [large, small] = await reencodeImage(file, IMAGE_SIZES_PX);
		smallPhotos.push({ file, sha256: sha256Of(large.content), smallSha256: sha256Of(small.content) });
	}
	return smallPhotos.slice(0, count);
}

/** Photos of random noise, which compresses badly, in 4:3. */
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

interface Storage {
	isProgressive: boolean;
	/** EXIF orientation of the photo, 1 to 8. */
	orientation: number;
}

/** A photo of soft shapes and grain, about as large as a camera's photo (3.3 MB for 12 MP). */
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

export function sha256Of(content: Buffer): string {
	return createHash("sha256").update(content).digest("hex");
}
