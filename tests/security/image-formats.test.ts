import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { ImageError, loadSharp, reencodeImage } from "~/lib/images/image.server";
import { requireComplete } from "../../app/browser/shrink-photo";
import { seedUser } from "../support/accounts-on-disk";
import { corpusFiles, imageCorpus } from "../support/images/image-corpus";
import { expectClean, plain } from "../support/images/made-images";
import { sameOrigin, send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer, type TestServer } from "../support/server/server";
import { temporaryFolder } from "../support/temporary-folder";

const SIZES = [1600, 320] as const;
const folder = temporaryFolder();
const corpus = await imageCorpus(join(folder, "images"));

describe("only JPEG, PNG and WebP are decoded", () => {
	const brand = (name: string) => Buffer.from(`\0\0\0\u0018ftyp${name}\0\0\0\0mif1`, "latin1");
	const others: [kind: string, () => Buffer | Promise<Buffer>, RegExp][] = [
		["AVIF", () => plain(4, 4).avif().toBuffer(), /^La imagen es AVIF, que no se acepta: guardala como JPEG/],
		["HEIC", () => brand("heic"), /^La imagen es HEIC.* En el iPhone: Ajustes, Cámara/],
		["SVG", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /^La imagen es SVG/],
		["TIFF", () => plain(4, 4).tiff().toBuffer(), /^La imagen es TIFF/],
		["GIF", () => plain(4, 4).gif().toBuffer(), /^La imagen es GIF/],
		["PDF", () => Buffer.from("%PDF-1.7\n%âãÏÓ"), /^La imagen es PDF.* una foto o una captura/],
		["BMP", () => Buffer.from("BM\u0036\0\0\0"), /^La imagen es BMP/],
		["ICO", () => Buffer.from([0, 0, 1, 0, 1, 0]), /^La imagen es ICO/],
		["JPEG 2000", () => Buffer.from("0000000c6a5020200d0a870a", "hex"), /^El archivo no es una imagen JPEG/],
		["OpenEXR", () => Buffer.from("762f3101", "hex"), /^El archivo no es una imagen JPEG/],
		["a video", () => brand("isom").fill(0, 12), /^El archivo es un video, no una imagen/],
		["a sound", () => Buffer.from("RIFF\0\0\0\0WAVEfmt "), /^El archivo no es una imagen JPEG/],
		["half the name of WebP", () => Buffer.from("RIFX\0\0\0\0WEBPVP8 "), /^El archivo no es una imagen JPEG/],
	];

	test.each(others)("%s is refused with advice", async (_kind, make, message) => {
		await expect(reencodeImage(await make(), SIZES)).rejects.toThrow(message);
	});

	test("a file that claims another format is not decoded either", async () => {
		const start = Buffer.from("ffd8ffe0", "hex");
		for (const make of [() => plain(4, 4).avif(), () => plain(4, 4).tiff(), () => plain(4, 4).gif()]) {
			const disguised = Buffer.concat([start, (await make().toBuffer()).subarray(4)]);
			await expect(reencodeImage(disguised, SIZES)).rejects.toBeInstanceOf(ImageError);
		}
	});

	test("sharp reads raw pixels, but no file on disk, no SVG and no TIFF", async () => {
		const sharp = await loadSharp();
		const path = join(folder, "ondisk.png");
		writeFileSync(path, await plain(2, 2).png().toBuffer());
		await expect(sharp(path).metadata()).rejects.toThrow(/unsupported/);
		await expect(
			sharp(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")).metadata(),
		).rejects.toThrow();
		await expect(sharp(await plain(2, 2).tiff().toBuffer()).metadata()).rejects.toThrow(/unsupported/);
		const raw = sharp(Buffer.alloc(16, 200), { raw: { width: 2, height: 2, channels: 4 } });
		expect((await raw.png({ palette: true }).toBuffer()).subarray(1, 4).toString()).toBe("PNG");
		expect(sharp.concurrency()).toBe(1);
	});

	describe("the self-test at the first image", () => {
		const block = ['sharp.block({ operation: ["VipsForeignLoad"] })', "0"] as const;
		const blockUntrusted = ['process.env.VIPS_BLOCK_UNTRUSTED = "1"', "0"] as const;

		test.each([
			["as it is", []],
			["with libvips' own list alone", [block]],
			["with Relevo's list alone", [blockUntrusted]],
		])("passes %s", async (_name, patches) => {
			const server = await startServer({}, patchedBuild(...patches));
			expect((await postPhoto(server)).status).toBe(303);
			expect(server.output()).not.toContain("decoder_unsafe");
			await server.stop();
		});

		test("fails when nothing is blocked: no image is read, and it is logged once", async () => {
			const server = await startServer({}, patchedBuild(block, blockUntrusted));
			for (let attempt = 0; attempt < 2; attempt++) {
				const { status, text } = await postPhoto(server);
				expect(status).toBe(500);
				expect(text).toContain("Es un problema nuestro, no tuyo.");
			}
			expect(server.output().match(/"event":"decoder_unsafe"/g)).toHaveLength(1);
			expect(readdirSync(server.uploads)).toEqual([]);
			expect((await send(server.origin, "/home?inicio=1")).status).toBe(200);
			await server.stop();
		});
	});
});

describe("only upright pixels come out, in both sizes", () => {
	test("without EXIF, GPS, XMP and colour profile", async () => {
		const photo = await plain(400, 300)
			.withExif({
				IFD0: { Software: "secretphone" },
				IFD3: { GPSLatitudeRef: "S", GPSLatitude: "34/1 36/1 0/1" },
			})
			.withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secretxmp</x:xmpmeta>')
			.withIccProfile("p3")
			.jpeg()
			.toBuffer();
		expect(await sharp(photo).metadata()).toMatchObject({
			exif: expect.anything(),
			xmp: expect.anything(),
			icc: expect.anything(),
		});
		for (const { content } of await reencodeImage(photo, SIZES)) {
			await expectClean(content);
			expect(content.includes("secret")).toBe(false);
		}
	});

	test("colours of a wide-gamut profile are converted", async () => {
		const red = await plain(40, 30, "#c03020").withIccProfile("p3").jpeg({ quality: 100 }).toBuffer();
		for (const { content } of await reencodeImage(red, SIZES)) {
			const { data } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
			for (const [channel, wanted] of [0xc0, 0x30, 0x20].entries()) {
				expect(Math.abs((data[channel] ?? 0) - wanted)).toBeLessThan(12);
			}
		}
	});

	test("a transparent image is flattened on white, in both sizes", async () => {
		const clear = { width: 400, height: 400, channels: 4 as const, background: "#0000" };
		for (const { content } of await reencodeImage(await sharp({ create: clear }).png().toBuffer(), SIZES)) {
			expect((await sharp(content).metadata()).hasAlpha).toBe(false);
			expect((await sharp(content).raw().toBuffer())[0]).toBe(255);
		}
	});

	test("each result has at most its size, and is never larger than the photo", async () => {
		const sizesOf = async (width: number, height: number) =>
			(await reencodeImage(await plain(width, height).jpeg().toBuffer(), SIZES)).map((image) => [
				image.width,
				image.height,
			]);
		expect(await sizesOf(3200, 2400)).toEqual([
			[1600, 1200],
			[320, 240],
		]);
		expect(await sizesOf(600, 900)).toEqual([
			[600, 900],
			[213, 320],
		]);
		expect(await sizesOf(100, 7)).toEqual([
			[100, 7],
			[100, 7],
		]);
	});

	test("the same photo gives the same bytes, by which a duplicate is found", async () => {
		const photo = await plain(500, 400).jpeg().toBuffer();
		expect(await reencodeImage(photo, SIZES)).toEqual(await reencodeImage(photo, SIZES));
	});

	test("a photo with a gain map (Ultra HDR) is read as its plain JPEG", async () => {
		const path = join(folder, "ultra-hdr.jpg");
		// Makes the image with plain JavaScript in another process, because sharp's types lack `withGainMap`.
		const make = `require("sharp")({ create: { width: 64, height: 32, channels: 3, background: "#c33" } })
			.withGainMap().jpeg().toFile(process.argv[1])`;
		execFileSync(process.execPath, ["-e", make, path]);
		const content = readFileSync(path);
		expect(content.includes("urn:iso:std:iso:ts:21496:-1")).toBe(true);
		for (const image of await reencodeImage(content, SIZES)) {
			expect([image.width, image.height]).toEqual([64, 32]);
			await expectClean(image.content);
		}
	});

	test.each(["Landscape", "Portrait"])("%s: all nine EXIF orientations come out upright", async (name) => {
		const thumbnails = await Promise.all(
			Array.from({ length: 9 }, async (_, orientation) => {
				const path = join(corpus.folder, "exif-orientation", `${name}_${orientation}.jpg`);
				const images = await reencodeImage(readFileSync(path), SIZES);
				return Promise.all(
					images.map(({ content, width, height }) => {
						expect(width > height).toBe(name === "Landscape");
						return sharp(content).resize(24, 24, { fit: "fill" }).blur(2).greyscale().raw().toBuffer();
					}),
				);
			}),
		);
		const [first = Buffer.alloc(0), ...others] = thumbnails.flat();
		expect(others).toHaveLength(17);
		for (const other of others) {
			const difference = first.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0);
			expect(difference / first.length).toBeLessThan(12);
		}
	});

	test("each odd or broken file becomes two clean WebPs or is refused with a message", async () => {
		const counts = { accepted: 0, refused: 0 };
		for (const path of corpusFiles(corpus)) {
			const file = readFileSync(path);
			const images = await reencodeImage(file, SIZES).catch((error: unknown) => {
				if (!(error instanceof ImageError)) throw error;
				expect(error.message, path).toMatch(/^[A-Z].+\.$/);
				counts.refused++;
				return undefined;
			});
			if (!images) continue;
			counts.accepted++;
			// `requireComplete`, the check in the browser, must accept every photo that the server accepts.
			expect(() => requireComplete(new Uint8Array(file).buffer), path).not.toThrow();
			for (const [index, { content, width, height }] of images.entries()) {
				expect(Math.max(width, height), path).toBeLessThanOrEqual(SIZES[index] ?? 0);
				await expectClean(content, path);
			}
		}
		expect(counts.accepted).toBeGreaterThanOrEqual(corpus.accepted);
		expect(counts.refused).toBeGreaterThanOrEqual(corpus.refused);
	});
});

async function postPhoto(server: TestServer) {
	const { cookie } = seedUser(server.databasePath);
	const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
	const body = Buffer.concat([
		Buffer.from(`${head("intent")}\r\n\r\nphoto\r\n${head("photo")}; filename="a.jpg"\r\n\r\n`),
		await plain(8, 8).jpeg().toBuffer(),
		Buffer.from("\r\n--b--\r\n"),
	]);
	const headers = { ...sameOrigin, "content-type": "multipart/form-data; boundary=b", cookie };
	return send(server.origin, "/auth/my-account/edit-profile", { method: "POST", headers, body });
}
