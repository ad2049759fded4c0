import type { Metadata } from "sharp";

type Shape = Pick<Metadata, "format" | "width" | "height" | "channels" | "depth" | "isProgressive">;

/** Lines of an image that libvips holds at once, in all steps from decoding to the reduced image; by measuring. */
const HELD_LINES = 1400;

/**
 * Estimates the bytes of memory that decoding an image takes. libvips keeps whole lines, so memory depends on an
 * image's width more than on its area. What a format needs as a whole comes on top: an interlaced PNG its pixels, a
 * WebP four bytes a pixel, and a JPEG in several scans (`isProgressive`) two bytes for each coefficient.
 */
export function decodingBytes(file: Uint8Array, shape: Shape): number {
	const { format, width, height, channels, depth, isProgressive } = shape;
	const lineBytes = width * channels * (depth === "uchar" ? 1 : 2);
	const heldBytes = lineBytes * Math.min(height, HELD_LINES);
	if (format === "webp") return width * height * 4;
	if (!isProgressive) return heldBytes;
	if (format === "jpeg") return width * height * 2 * coefficientsPerPixel(file, channels);
	return lineBytes * height + heldBytes;
}

/**
 * Coefficients per pixel of a JPEG, from the sampling factors in its frame header. sharp's `chromaSubsampling` does not
 * tell them: it calls every JPEG with a factor above 1 "4:2:0". For an unusual file returns the maximum, `channels`.
 */
function coefficientsPerPixel(file: Uint8Array, channels: number): number {
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
	let at = 2;
	while (at + 10 < view.byteLength && view.getUint8(at) === 0xff) {
		const marker = view.getUint8(at + 1);
		// Markers without a length, which no camera writes here.
		if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd9)) break;
		const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return sampledShare(view, at + 9);
		at += 2 + view.getUint16(at + 2);
	}
	return channels;

	/** Sum of the components' shares; `place` is that of the number of components. */
	function sampledShare(view: DataView, place: number): number {
		const components = view.getUint8(place);
		if (components !== channels || place + 3 * components >= view.byteLength) return channels;
		const factors = Array.from({ length: components }, (_, index) => {
			const both = view.getUint8(place + 2 + 3 * index);
			return { across: both >> 4, down: both & 15 };
		});
		const widest = Math.max(...factors.map(({ across }) => across));
		const tallest = Math.max(...factors.map(({ down }) => down));
		return factors.reduce((sum, { across, down }) => sum + (across * down) / (widest * tallest), 0);
	}
}
