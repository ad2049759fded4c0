import { decode, loadSharp, type ReencodedImage, settings, TIMEOUT_SECONDS } from "./image.server";

/** Maximum bytes of a page to print. */
const MAX_PAGE_BYTES = 300_000;
/** JPEG quality and longest side of a page to print, tried in this order: nearly every page fits with the first. */
const pageSteps = [
	[68, 1600],
	[60, 1130],
	[40, 800],
] as const;

/** Converts a stored image to JPEG, for programs that cannot read WebP. May have to wait for other images. */
export async function toJpeg(stored: Uint8Array): Promise<Buffer> {
	return (await encode(stored, 80, 1600)).content;
}

/** Converts a stored image to a JPEG of at most MAX_PAGE_BYTES. May have to wait for other images. */
export async function toPage(stored: Uint8Array): Promise<ReencodedImage> {
	for (const [quality, px] of pageSteps) {
		const page = await encode(stored, quality, px);
		if (page.content.length <= MAX_PAGE_BYTES) return page;
	}
	throw new Error("a page takes too many bytes");
}

async function encode(stored: Uint8Array, quality: number, px: number): Promise<ReencodedImage> {
	const sharp = await loadSharp();
	return decode(async () => {
		const { data, info } = await sharp(stored, settings)
			.timeout({ seconds: TIMEOUT_SECONDS })
			.resize({ width: px, height: px, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.jpeg({ quality })
			.toBuffer({ resolveWithObject: true });
		return { content: data, width: info.width, height: info.height };
	});
}
