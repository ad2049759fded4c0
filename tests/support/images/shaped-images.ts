import { crc32, deflateSync } from "node:zlib";

interface ClaimedPng {
	isInterlaced?: boolean;
	/** Four channels of 16 bits instead of three of 8. */
	isDeep?: boolean;
	pixels?: Buffer;
	/** Chunks before the pixel data. */
	blocks?: readonly Buffer[];
}

/** A PNG whose header claims this size. */
export function claimedPng(
	width: number,
	height: number,
	{ isInterlaced = false, isDeep = false, pixels = Buffer.alloc(1000), blocks = [] }: ClaimedPng = {},
): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([isDeep ? 16 : 8, isDeep ? 6 : 2, 0, 0, isInterlaced ? 1 : 0], 8);
	return Buffer.concat([
		Buffer.from("89504e470d0a1a0a", "hex"),
		pngBlock("IHDR", header),
		...blocks,
		pngBlock("IDAT", deflateSync(pixels)),
		pngBlock("IEND", Buffer.alloc(0)),
	]);
}

/** A PNG of one colour, like `claimedPng` but whole. */
export function wholePng(width: number, height: number, claim: ClaimedPng = {}): Buffer {
	const bytesPerPixel = claim.isDeep ? 8 : 3;
	return claimedPng(width, height, { ...claim, pixels: Buffer.alloc(height * (width * bytesPerPixel + 1)) });
}

/**
 * A whole grey JPEG, with every coefficient 0. A decoder keeps the coefficients of all components when each has a scan
 * of its own.
 * @param factors sampling factors of each component, such as `[[2, 2], [1, 1], [1, 1]]` for 4:2:0
 */
export function greyJpeg(
	width: number,
	height: number,
	factors: readonly (readonly [across: number, down: number])[],
	isInScans = true,
): Buffer {
	const segment = (marker: number, data: readonly number[]) =>
		Buffer.from([0xff, marker, ...bytesOf(data.length + 2), ...data]);
	const across = Math.max(...factors.map(([across]) => across));
	const down = Math.max(...factors.map(([, down]) => down));
	const components = factors.map(([across, down], index) => [index + 1, across * 16 + down, 0]);
	// A table with one code: the bit 0 means the symbol 0, which is "no difference" and "end of block".
	const code = [1, ...Array<number>(16).fill(0)];
	const scan = (chosen: readonly number[], blocks: number) =>
		Buffer.concat([
			segment(0xda, [chosen.length, ...chosen.flatMap((index) => [index + 1, 0]), 0, 63, 0]),
			Buffer.alloc(Math.ceil(blocks / 4)),
		]);
	const all = factors.map((_, index) => index);
	const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
	const scans = isInScans
		? factors.map(([x, y], index) => {
				const columns = Math.ceil(Math.ceil((width * x) / across) / 8);
				return scan([index], columns * Math.ceil(Math.ceil((height * y) / down) / 8));
			})
		: [
				scan(
					all,
					factors.reduce((sum, [x, y]) => sum + x * y * units, 0),
				),
			];
	return Buffer.concat([
		Buffer.from("ffd8", "hex"),
		segment(0xdb, [0, ...Array<number>(64).fill(1)]),
		segment(0xc0, [8, ...bytesOf(height), ...bytesOf(width), factors.length, ...components.flat()]),
		segment(0xc4, [0x00, ...code]),
		segment(0xc4, [0x10, ...code]),
		...scans,
		Buffer.from("ffd9", "hex"),
	]);
}

function bytesOf(number: number): [number, number] {
	return [number >> 8, number & 255];
}

export function pngBlock(name: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(name), data]);
	const block = Buffer.alloc(body.length + 8);
	block.writeUInt32BE(data.length, 0);
	block.set(body, 4);
	block.writeUInt32BE(crc32(body), body.length + 4);
	return block;
}
