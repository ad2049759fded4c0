import { crc32, deflateSync } from "node:zlib";
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

/** A PNG whose header claims this size. `blocks` are the chunks before the pixel data. */
export function claimedPng(
	width: number,
	height: number,
	{
		isInterlaced = false,
		pixels = Buffer.alloc(1000),
		blocks = [],
	}: { isInterlaced?: boolean; pixels?: Buffer; blocks?: readonly Buffer[] } = {},
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8);
	return Buffer.concat([
		Buffer.from("89504e470d0a1a0a", "hex"),
		pngBlock("IHDR", header),
		...blocks,
		pngBlock("IDAT", deflateSync(pixels)),
		pngBlock("IEND", Buffer.alloc(0)),
	]);
}

export function pngBlock(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name), data]);
	const block = Buffer.alloc(body.length + 8);
	block.writeUInt32BE(data.length, 0);
	block.set(body, 4);
	block.writeUInt32BE(crc32(body), body.length + 4);
	return block;
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
