import { describe, expect, test } from "vitest";
import { decodingBytes } from "~/lib/images/decoding-memory.server";

type Shape = Parameters<typeof decodingBytes>[1];

const shape = (more: Partial<Shape>): Shape => ({
	...{ format: "png", width: 100, height: 100, channels: 3, depth: "uchar", isProgressive: false },
	...more,
});
const png = (more: Partial<Shape>) => decodingBytes(new Uint8Array(), shape(more));

describe("the memory for decoding", () => {
	test.each<[string, Partial<Shape>, number]>([
		["its lines", {}, 100 * 3 * 100],
		["at most 1,400 of its lines", { height: 1401 }, 100 * 3 * 1400],
		["two bytes a channel", { depth: "ushort" }, 100 * 3 * 2 * 100],
		["all of its pixels besides, if it is interlaced", { isProgressive: true, height: 1401 }, 300 * 2801],
		["four bytes a pixel, if it is a WebP", { format: "webp", height: 1401 }, 100 * 1401 * 4],
		["its lines, if it is a JPEG in one scan", { format: "jpeg" }, 100 * 3 * 100],
	])("of an image is %s", (_, more, bytes) => {
		expect(png(more)).toBe(bytes);
	});

	const segment = (marker: number, content: number[]) => {
		const length = content.length + 2;
		return [0xff, marker, length >> 8, length & 255, ...content];
	};
	/** The header of a JPEG's frame, with the sampling factors of its components. */
	const frame = (marker: number, ...factors: number[]) =>
		segment(marker, [8, 0, 100, 0, 100, factors.length, ...factors.flatMap((both, id) => [id, both, 0])]);
	const usual = frame(0xc2, 0x22, 0x11, 0x11);

	test.each<[string, number[], number]>([
		["colours of a quarter", usual, 1.5],
		["colours of half the width", frame(0xc2, 0x21, 0x11, 0x11), 2],
		["colours of half the height", frame(0xc2, 0x12, 0x11, 0x11), 2],
		["whole colours", frame(0xc2, 0x11, 0x11, 0x11), 3],
		["the first kind of frame", frame(0xc0, 0x22, 0x11, 0x11), 1.5],
		["the last kind of frame", frame(0xcf, 0x22, 0x11, 0x11), 1.5],
		// Longer than 255 bytes, and each with what would be other factors.
		...[0xc4, 0xc8, 0xcc, 0xd8, 0xdb, 0xe1].map((marker): [string, number[], number] => [
			`a segment ${marker.toString(16)} before the frame`,
			[...segment(marker, Array(300).fill(0x11)), ...usual],
			1.5,
		]),
		// The most, where something stands before the frame that no camera writes.
		["no frame", segment(0xe1, [0]), 3],
		["something else before it", [0, 0xc2, 0, 2, ...usual], 3],
		["a marker below all others", [0xff, 0xbf, 0, 2, ...usual], 3],
		["the first restart", [0xff, 0xd0, 0, 2, ...usual], 3],
		["the last restart", [0xff, 0xd7, 0, 2, ...usual], 3],
		["a filling byte", [0xff, 0xff, 0, 2, ...usual], 3],
	])("of a JPEG in several scans follows its sampling: %s", (_, bytes, share) => {
		const file = Uint8Array.from([0xff, 0xd8, ...bytes]);
		expect(decodingBytes(file, shape({ format: "jpeg", isProgressive: true })) / 20_000).toBe(share);
	});
});
