import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { requireComplete } from "../../../app/browser/shrink-photo";
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
