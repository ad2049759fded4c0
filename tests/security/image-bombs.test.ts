import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { runInContext } from "~/lib/http/request-context.server";
import { ImageError, reencodeImage } from "~/lib/images/image.server";
import { Semaphore } from "~/lib/semaphore.server";
import { expectClean, noise, plain } from "../support/images/made-images";
import { claimedPng, greyJpeg, pngBlock, wholePng } from "../support/images/shaped-images";
import { Random } from "../support/random";
import { contextFor } from "../support/requests";
import { waitUntil } from "../support/server/wait-until";

const SIZES = [1600, 320] as const;
const MEGABYTE = 1_048_576;
const tooLarge = "La imagen tiene más de 50 megapíxeles: guardala más chica.";
const damaged = "La imagen está dañada o incompleta: copiala o guardala de nuevo como JPEG y probá otra vez.";

describe("a small file of a huge image", () => {
	test("a PNG whose header claims 65,000 × 65,000 pixels is refused before decoding", async () => {
		// The file contains the pixels of one row, so that a decoder would start.
		const bomb = claimedPng(65_000, 65_000, { pixels: Buffer.alloc(65_000 * 3 + 1) });
		await expect(reencodeImage(bomb, SIZES)).rejects.toThrow(tooLarge);
	});

	test.each([
		["JPEG", claimedJpeg],
		["WebP", claimedWebp],
	])("a %s that claims 16,000 × 16,000 pixels is refused", async (_kind, claim) => {
		await expect(reencodeImage(await claim(16_000, 16_000), SIZES)).rejects.toThrow(tooLarge);
	});

	test("the limit is exactly 50.5 megapixels", async () => {
		// The first image claims exactly 50.5 megapixels. It is not too large, and is refused only because its pixels are
		// missing.
		await expect(reencodeImage(claimedPng(10_000, 5050), SIZES)).rejects.toThrow(damaged);
		await expect(reencodeImage(claimedPng(10_000, 5051), SIZES)).rejects.toThrow(tooLarge);
	});

	test("pixel data that continues after the last row is refused or ignored", async () => {
		const bomb = claimedPng(100, 100, { pixels: Buffer.alloc(64 * MEGABYTE) });
		expect(bomb.length).toBeLessThan(100_000);
		await expectBounded(bomb, 100);
	});

	test.each(["zTXt", "iCCP"])("64 MB of text in a %s of a few KB is not inflated", async (name) => {
		const text = Buffer.concat([Buffer.from("k\0\0"), deflateSync(Buffer.alloc(64 * MEGABYTE))]);
		const pixels = Buffer.alloc(100 * 301);
		await expectBounded(claimedPng(100, 100, { pixels, blocks: [pngBlock(name, text)] }), 100);
	});

	test("12 MB behind the end of a photo are dropped", async () => {
		for (const photo of [plain(60, 40).jpeg(), plain(60, 40).png(), plain(60, 40).webp()]) {
			const tailed = Buffer.concat([await photo.toBuffer(), Buffer.alloc(12 * MEGABYTE, "smuggled")]);
			await expectBounded(tailed, 60);
		}
	});

	test("a ZIP is refused, and one appended to a photo is dropped", async () => {
		const zip = Buffer.concat([
			Buffer.from("PK\u0003\u0004\u0014\0\0\0\u0008\0smuggled.txt"),
			Buffer.alloc(99),
		]);
		await expect(reencodeImage(zip, SIZES)).rejects.toThrow(/^El archivo no es una imagen JPEG, PNG o WebP/);
		const jpeg = await plain(60, 40).jpeg().toBuffer();
		for (const { content } of await reencodeImage(Buffer.concat([jpeg, zip]), SIZES)) {
			await expectClean(content);
			expect(content.includes("smuggled")).toBe(false);
		}
	});

	test("of an animation of 300 frames only the first is kept", async () => {
		const frames = Buffer.alloc(300 * 20 * 20 * 3, 90);
		for (let at = 0; at < frames.length; at += 1201) frames[at] = at % 251;
		const raw = { width: 20, height: 300 * 20, channels: 3 as const, pageHeight: 20 };
		const animation = await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer();
		expect((await sharp(animation).metadata()).pages).toBeGreaterThan(100);
		for (const { content, width, height } of await reencodeImage(animation, SIZES)) {
			expect([width, height]).toEqual([20, 20]);
			await expectClean(content);
		}
	});

	test("files of 15 MB are accepted, and not one byte more", async () => {
		const jpeg = await plain(60, 40).jpeg().toBuffer();
		const filled = Buffer.concat([jpeg, Buffer.alloc(15 * MEGABYTE - jpeg.length)]);
		await expectBounded(filled, 60);
		await expect(reencodeImage(Buffer.concat([filled, Buffer.alloc(1)]), SIZES)).rejects.toThrow(
			/^La imagen pesa más de 15 MB/,
		);
	});
});

describe("a valid but heavy image", () => {
	beforeEach(() => {
		// These tests hold memory and order. On a busy machine such an image may take longer than the time limit.
		const limit = vi.spyOn(sharp.prototype, "timeout").mockReturnThis();
		return () => limit.mockRestore();
	});

	test("an interlaced PNG, which is decoded as a whole, is refused above 12 megapixels", async () => {
		const refusal = "La imagen es un PNG entrelazado demasiado grande: guardala como JPEG.";
		await expect(reencodeImage(claimedPng(4000, 3001, { isInterlaced: true }), SIZES)).rejects.toThrow(
			refusal,
		);
		// An interlaced PNG of exactly 12 megapixels is refused only because its pixel data are missing.
		await expect(reencodeImage(claimedPng(4000, 3000, { isInterlaced: true }), SIZES)).rejects.toThrow(
			damaged,
		);
		const small = await noise().png({ progressive: true }).toBuffer();
		expect(await reencodeImage(small, SIZES)).toMatchObject([{ width: 300 }, { width: 300 }]);
	});

	test.each([
		["50,000,000 × 1", 50_000_000, 1],
		["25,000,000 × 2", 25_000_000, 2],
		["1,000,000 × 50", 1_000_000, 50],
		["100,000 × 500", 100_000, 500],
		["65,000 × 770", 65_000, 770],
		["1 × 50,000,000", 1, 50_000_000],
		["20,001 × 1", 20_001, 1],
	])(
		"a PNG of %s pixels is refused before decoding: its sides are too long",
		async (_name, width, height) => {
			await expect(reencodeImage(claimedPng(width, height, { isDeep: true }), SIZES)).rejects.toThrow(
				/^La imagen mide más de 20.000 píxeles/,
			);
		},
	);

	const tooHeavy = /^La imagen ocupa demasiada memoria/;
	test("lines that take too much memory together are refused, whatever the area", async () => {
		await expect(reencodeImage(claimedPng(20_000, 2500, { isDeep: true }), SIZES)).rejects.toThrow(tooHeavy);
		await expect(reencodeImage(claimedPng(20_000, 2500), SIZES)).rejects.toThrow(damaged);
		await expect(reencodeImage(claimedPng(18_000, 2800, { isDeep: true }), SIZES)).rejects.toThrow(damaged);
		expect(await reencodeImage(wholePng(20_000, 2, { isDeep: true }), SIZES)).toHaveLength(2);
	});

	test("a JPEG in several scans, whose coefficients are all kept, is refused above 205 MB of them", async () => {
		const [full, half] = [[1, 1] as const, [2, 2] as const];
		// Factors that sharp calls 4:2:0, although no component is reduced.
		await expect(reencodeImage(greyJpeg(6000, 6000, [half, half, half]), SIZES)).rejects.toThrow(tooHeavy);
		await expect(reencodeImage(greyJpeg(6000, 6000, [full, full, full]), SIZES)).rejects.toThrow(tooHeavy);
		expect(await reencodeImage(greyJpeg(6000, 6000, [half, full, full]), SIZES)).toHaveLength(2);
		expect(await reencodeImage(greyJpeg(6000, 6000, [full, full, full], false), SIZES)).toHaveLength(2);
	});

	test.each([
		["a marker of its own", [0xff, 0x01]],
		["the first restart marker", [0xff, 0xd0]],
		["the last restart marker", [0xff, 0xd7]],
		["a fill byte", [0xff]],
	])("such a JPEG is refused too when %s leads to a false header", async (_name, stray) => {
		const file = greyJpeg(6000, 6000, [
			[1, 1],
			[1, 1],
			[1, 1],
		]);
		await expect(reencodeImage(misleadingJpeg(file, stray), SIZES)).rejects.toThrow(tooHeavy);
		expect(await reencodeImage(misleadingJpeg(await noise().jpeg().toBuffer(), stray), SIZES)).toHaveLength(
			2,
		);
	});

	test.each([
		["An image above 100 MB is decoded alone: a small one waits for it", 6000, ["large", "small"]],
		["One below stands beside others: a small one passes it", 5700, ["small", "large"]],
	])("%s", async (_name, side, order) => {
		const large = greyJpeg(side, side, [
			[2, 2],
			[1, 1],
			[1, 1],
		]);
		const small = await plain(8, 8).png().toBuffer();
		const done: string[] = [];
		const turns = countTurns();
		const first = reencodeImage(large, SIZES).then(() => done.push("large"));
		await waitUntil(() => turns() === 1, "the large one has its turn");
		const second = reencodeImage(small, SIZES).then(() => done.push("small"));
		await Promise.all([first, second]);
		expect(done).toEqual(order);
	});

	test("people take turns: one photo does not wait for all that another person sends", async () => {
		const photo = await plain(4000, 3000).jpeg().toBuffer();
		const done: string[] = [];
		const send = (person: string) => {
			const context = { ...contextFor("/"), person };
			return runInContext(context, () => reencodeImage(photo, SIZES)).then(() => done.push(person));
		};
		const turns = countTurns();
		const many = Array.from({ length: 8 }, () => send("many"));
		await waitUntil(() => turns() === 8, "all of them have a turn or wait for one");
		await Promise.all([...many, send("one")]);
		expect(done.indexOf("one")).toBeLessThan(5);
	});
});

/** Counts the images that have been checked since the call: each of them has a turn or waits for one. */
function countTurns(): () => number {
	const run = vi.spyOn(Semaphore.prototype, "run");
	onTestFinished(() => {
		run.mockRestore();
	});
	return () => run.mock.calls.length;
}

describe("a truncated photo is refused, not stored half grey", () => {
	const random = new Random(56);
	const cuts = Array.from({ length: 10 }, () => 0.02 + random.below(950) / 1000);
	const kinds = [
		["JPEG", () => noise().jpeg()],
		["progressive JPEG", () => noise().jpeg({ progressive: true })],
		["PNG", () => noise().png()],
		["WebP", () => noise().webp()],
	] as const;

	test.each(kinds)("%s, cut at ten places", async (_kind, make) => {
		const whole = await make().toBuffer();
		await expect(reencodeImage(whole, SIZES)).resolves.toHaveLength(2);
		for (const cut of cuts) {
			const part = whole.subarray(0, Math.floor(whole.length * cut));
			await expect(reencodeImage(part, SIZES), `${cut}`).rejects.toThrow(damaged);
		}
	});

	test("a photo with shuffled bytes is refused or stored without metadata", async () => {
		const whole = await noise().jpeg().toBuffer();
		for (let attempt = 0; attempt < 20; attempt++) {
			const mixed = Buffer.from(whole);
			for (let change = 0; change < 5; change++)
				mixed[3 + random.below(mixed.length - 3)] = random.below(256);
			await expectBounded(mixed, 65_535);
		}
	});
});

/** Expects a refusal with a message, or small images without metadata. */
async function expectBounded(file: Buffer, maxSidePx: number): Promise<void> {
	const images = await reencodeImage(file, SIZES).catch((error: unknown) => {
		if (!(error instanceof ImageError)) throw error;
	});
	for (const { content, width, height } of images ?? []) {
		expect(Math.max(width, height)).toBeLessThanOrEqual(maxSidePx);
		expect(content.length).toBeLessThan(400_000);
		expect(content.includes("smuggled")).toBe(false);
		await expectClean(content);
	}
}

/** A JPEG of 16 × 16 pixels whose header claims another size. */
async function claimedJpeg(width: number, height: number): Promise<Buffer> {
	const file = await plain(16, 16).jpeg().toBuffer();
	const frame = file.indexOf(Buffer.from("ffc00011", "hex"));
	file.writeUInt16BE(height, frame + 5);
	file.writeUInt16BE(width, frame + 7);
	return file;
}

/**
 * A JPEG that begins with `stray`, which a decoder passes over. Who takes it for a header, or for a segment with a length,
 * finds factors inside a segment of data that make the image look smaller.
 */
function misleadingJpeg(file: Buffer, stray: readonly number[]): Buffer {
	const data = Buffer.concat([Buffer.from([0xff, 0xe0, 0xff, 0xfd]), Buffer.alloc(0xfffb)]);
	const whole = Buffer.concat([file.subarray(0, 2), Buffer.from(stray), data, file.subarray(2)]);
	const factors = "03012200021100031100";
	whole.write(factors, 11, "hex");
	whole.write(`ffc000110800640064${factors}`, 4 + whole.readUInt16BE(4), "hex");
	return whole;
}

/** A WebP of 16 × 16 pixels whose header claims another size. */
async function claimedWebp(width: number, height: number): Promise<Buffer> {
	const file = await plain(16, 16).webp().toBuffer();
	const start = file.indexOf(Buffer.from("9d012a", "hex"));
	file.writeUInt16LE(width, start + 3);
	file.writeUInt16LE(height, start + 5);
	return file;
}
