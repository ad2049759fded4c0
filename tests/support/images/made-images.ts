import sharp from "sharp";
import { expect } from "vitest";

/** An image of one colour, as a sharp pipeline. */
export function plain(width: number, height: number, background = "#c33") {
	return sharp({ create: { width, height, channels: 3, background } });
}

/** An image with 300 × 300 pixels of noise, which no format compresses well. */
export function noise() {
	const gaussian = { type: "gaussian" as const, mean: 128, sigma: 60 };
	return sharp({ create: { width: 300, height: 300, channels: 3, background: "#888", noise: gaussian } });
}

/** Expects a WebP without metadata. Checks what sharp reads and the names of the file's chunks. */
export async function expectClean(content: Buffer, what = ""): Promise<void> {
	const { format, exif, icc, xmp, iptc, orientation, comments } = await sharp(content).metadata();
	expect({ format, exif, icc, xmp, iptc, orientation, comments }, what).toEqual({ format: "webp" });
	const blocks = webpBlocks(content);
	expect(
		blocks.filter((name) => !["VP8 ", "VP8L"].includes(name)),
		what,
	).toEqual([]);
}

function webpBlocks(content: Buffer): string[] {
	const blocks: string[] = [];
	for (let at = 12; at + 8 <= content.length; ) {
		blocks.push(content.toString("latin1", at, at + 4));
		const length = content.readUInt32LE(at + 4);
		at += 8 + length + (length % 2);
	}
	return blocks;
}
