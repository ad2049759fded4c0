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
	const byte = (place: number) => file[place] ?? 0;
	let at = 2;
	while (byte(at) === 0xff) {
		const marker = byte(at + 1);
		// Markers without a length, which no camera writes here.
		if (marker < 0xc0 || marker === 0xff || (marker & 0xf8) === 0xd0) break;
		const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return sampledShare(at + 10);
		at += 2 + byte(at + 2) * 256 + byte(at + 3);
	}
	return channels;

	/** Sum of the components' shares; `place` is that of the first component. */
	function sampledShare(place: number): number {
		const factors = Array.from({ length: channels }, (_, index) => {
			const both = byte(place + 1 + 3 * index);
			return { across: both >> 4, down: both & 15 };
		});
		const widest = Math.max(...factors.map(({ across }) => across));
		const tallest = Math.max(...factors.map(({ down }) => down));
		return factors.reduce((sum, { across, down }) => sum + (across * down) / (widest * tallest), 0);
	}
}
