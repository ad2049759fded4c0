import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { PAGE_PHOTO, requireComplete, SLOW_PHOTO, shrinkPhoto } from "../../../app/browser/shrink-photo";
import { noise } from "../../support/images/made-images";
import { pngBlock } from "../../support/images/shaped-images";

/** Tests of truncated photos. image-formats.test.ts tests that `requireComplete` accepts what the server accepts. */

const judge = (file: Buffer) => () => requireComplete(new Uint8Array(file).buffer);
const END = Buffer.from("ffd9", "hex");
const noisy = await noise().png().toBuffer();
const baseline = await sharp(noisy).jpeg({ quality: 95 }).toBuffer();
const thumbnail = await sharp(noisy).resize(40).jpeg().toBuffer();

/** Makes a JPEG segment: marker, length and content. */
function segment(marker: number, content: Buffer): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(content.length + 2, 2);
	return Buffer.concat([head, content]);
}
const afterStart = (...segments: Buffer[]) =>
	Buffer.concat([baseline.subarray(0, 2), ...segments, baseline.subarray(2)]);

const images: [name: string, whole: Buffer][] = [
	["a JPEG", baseline],
	["a progressive JPEG of several scans", await sharp(noisy).jpeg({ progressive: true }).toBuffer()],
	[
		"a JPEG with restart marks and filling bytes between its pixels",
		Buffer.concat([
			baseline.subarray(0, -2),
			Buffer.from("ffd0112233ffd144ff00ffd7ffffff", "hex"),
			END.subarray(1),
		]),
	],
	[
		"a JPEG with a thumbnail in its EXIF that has an end of its own",
		afterStart(segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), thumbnail]))),
	],
	// Between them are the restart marks, which have no length.
	["a JPEG with an end in a segment cf", afterStart(segment(0xcf, END))],
	["a JPEG with an end in a segment d8", afterStart(segment(0xd8, END))],
	["a PNG", noisy],
	["a PNG with the letters of its end in a text", withText(noisy, "IEND")],
	["a WebP", await sharp(noisy).webp().toBuffer()],
	["a WebP without loss", await sharp(noisy).webp({ lossless: true }).toBuffer()],
];

function withText(png: Buffer, text: string): Buffer {
	const AFTER_HEADER = 33;
	const block = pngBlock("tEXt", Buffer.from(`Comment\0${text}`));
	return Buffer.concat([png.subarray(0, AFTER_HEADER), block, png.subarray(AFTER_HEADER)]);
}

describe.each(images)("%s", (_name, whole) => {
	test("is complete, even with data that phones append", () => {
		expect(judge(whole)).not.toThrow();
		for (const trailer of [
			thumbnail,
			thumbnail.subarray(0, 200),
			Buffer.from("SEFHSEFT"),
			Buffer.alloc(5000),
		]) {
			expect(judge(Buffer.concat([whole, trailer]))).not.toThrow();
		}
	});

	test("is truncated wherever it was cut", () => {
		const ends = Array.from(
			{ length: 400 },
			(_, index) => 12 + Math.floor(((whole.length - 12) * index) / 400),
		);
		for (const end of [...ends, whole.length - 9]) {
			expect(judge(whole.subarray(0, end)), `${end} of ${whole.length} bytes`).toThrow(RangeError);
		}
	});
});

test("a JPEG whose rest is zeros, as from a broken memory card, is truncated", () => {
	const zeros = Buffer.alloc(baseline.length / 2);
	expect(judge(Buffer.concat([baseline.subarray(0, zeros.length), zeros]))).toThrow(RangeError);
});

test("files of other formats pass the check", () => {
	for (const text of ["GIF89a", "\0\0\0\u0018ftypheic", "<svg/>", "hola"]) {
		expect(judge(Buffer.from(text, "latin1")), text).not.toThrow();
	}
});

const cut = [
	"libvips/test__test-suite__images__truncated.jpg",
	"sharp/test__fixtures__truncated.jpg",
	"sharp/test__fixtures__truncated.png",
];
const at = (name: string) => `../shared/images/${name}`;
test.each(cut.filter((name) => existsSync(at(name))))("%s is truncated", (name) => {
	expect(judge(readFileSync(at(name)))).toThrow(RangeError);
});

describe("a photo is shrunk", () => {
	afterEach(() => vi.unstubAllGlobals());

	/** Shrinks a photo in a browser that makes a JPEG of `made` bytes, if any, and draws `colour` where it should be blue. */
	async function shrunk(
		photo: Buffer,
		target = SLOW_PHOTO,
		made: number | null = 3,
		{ colour = 86, hasDecoder = true } = {},
	) {
		const drawn: object[] = [];
		const decoded = { width: 4000, height: 1000, close: () => drawn.push({ isClosed: true }) };
		const draw = (_source: unknown, _x: number, _y: number, width: number, height: number) =>
			drawn.push({ width, height });
		const context = { fillRect() {}, drawImage: draw, getImageData: () => ({ data: [18, 52, colour, 255] }) };
		const jpeg = made === null ? null : new Blob([new Uint8Array(made)]);
		const canvas = { getContext: () => context, toBlob: (take: (blob: Blob | null) => void) => take(jpeg) };
		vi.stubGlobal("document", { createElement: () => ({ ...canvas }) });
		vi.stubGlobal("createImageBitmap", async () => (hasDecoder ? decoded : Promise.reject(new TypeError())));
		const file = new File([new Uint8Array(photo)], "a.png");
		const sent = await shrinkPhoto(file, target);
		return { isFile: sent === file, size: sent.size, drawn };
	}

	test("to the size of its target, if the JPEG is smaller than the file", async () => {
		const { length } = noisy;
		const drawn = [{ width: 1000, height: 250 }, { isClosed: true }];
		expect(await shrunk(noisy)).toEqual({ isFile: false, size: 3, drawn });
		expect(await shrunk(noisy, SLOW_PHOTO, length - 1)).toMatchObject({ isFile: false, size: length - 1 });
		expect(await shrunk(noisy, SLOW_PHOTO, length)).toMatchObject({ isFile: true });
	});

	test.each<[string, () => ReturnType<typeof shrunk>]>([
		["is as small as the server stores it", () => shrunk(noisy, { ...PAGE_PHOTO, smallBytes: noisy.length })],
		["is cut off", () => shrunk(noisy.subarray(0, -20))],
		["is drawn in other colours", () => shrunk(noisy, SLOW_PHOTO, 3, { colour: 85 })],
		["would be refused by the canvas", () => shrunk(noisy, SLOW_PHOTO, null)],
	])("not if it %s", async (_, sent) => {
		expect((await sent()).isFile).toBe(true);
	});

	test.each([true, false])(
		"as an image, where the decoder refuses and images are upright: %s",
		async (isUpright) => {
			class Image {
				naturalWidth = 500;
				naturalHeight = 2000;
				decode() {}
			}
			vi.stubGlobal("Image", Image);
			vi.stubGlobal("CSS", { supports: () => isUpright });
			const size = { width: 250, height: 1000 };
			const asFile = { isFile: true, size: noisy.length, drawn: [] };
			expect(await shrunk(noisy, SLOW_PHOTO, 3, { hasDecoder: false })).toEqual(
				isUpright ? { isFile: false, size: 3, drawn: [size] } : asFile,
			);
		},
	);

	test("even if it is one byte larger than what is small", async () => {
		expect(await shrunk(noisy, { ...PAGE_PHOTO, smallBytes: noisy.length - 1 })).toMatchObject({
			isFile: false,
			drawn: [{ width: 1600, height: 400 }, { isClosed: true }],
		});
	});
});
