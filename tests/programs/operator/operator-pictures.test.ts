import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { pictureHash } from "~/features/diagrams/pictures/picture.server";
import { corpusFiles, imageCorpus } from "../../support/images/image-corpus";
import { expectClean, noise, plain } from "../../support/images/made-images";
import { claimedPng } from "../../support/images/shaped-images";
import {
	callCommand,
	dumpDatabase,
	type Outcome,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const uploads = process.env.UPLOADS_DIR ?? "";
const corpus = await imageCorpus(join(folder, "images"));
const JANUARY = ["--diagram", "4turnos_7dias", "--month", "2027-01"];

beforeEach(() => {
	resetDatabase();
	rmSync(uploads, { recursive: true, force: true });
});

describe("import", () => {
	test.each(["jpeg", "png", "webp"] as const)(
		"stores a %s, under any name, as WebP with a database row",
		async (format) => {
			const content = await plain(300, 200).toFormat(format).toBuffer();
			const outcome = await importContent(content, "imagen.txt");
			expect(outcome).toMatchObject({ code: 0, stderr: "" });
			expect(outcome.stdout).toContain("4turnos_7dias, Enero 2027: imagen importada (300 × 200, 1 KB)");
			const [row] = pictureRows();
			expect(row).toMatchObject({ diagram_id: "4turnos_7dias", period: "2027-01", width: 300, height: 200 });
			expect(row?.file).toMatch(/^[0-9a-f-]{36}\.webp$/);
			expect(readdirSync(uploads)).toEqual([row?.file]);
			const stored = readFileSync(join(uploads, row?.file ?? ""));
			expect(row?.hash).toBe(pictureHash(stored));
			expect(row?.hash).toMatch(/^[0-9a-f]{12}$/);
			await expectClean(stored);
		},
	);

	test("stores a photo with orientation 6 and GPS upright and without EXIF", async () => {
		// Makes a photo that is stored with its red half on the left, and shown with the red half on top.
		const red = await plain(40, 60, "#f00").png().toBuffer();
		const content = await plain(80, 60, "#00f")
			.composite([{ input: red, left: 0, top: 0 }])
			.withExif({
				IFD0: { Software: "secretphone" },
				IFD3: { GPSLatitudeRef: "S", GPSLatitude: "34/1 36/1 0/1" },
			})
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer();
		expect(await sharp(content).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });
		expect(await importContent(content)).toMatchObject({ code: 0 });
		const stored = storedFile();
		expect(stored.includes("secretphone")).toBe(false);
		await expectClean(stored);
		const { data, info } = await sharp(stored).removeAlpha().raw().toBuffer({ resolveWithObject: true });
		expect([info.width, info.height]).toEqual([60, 80]);
		const pixel = (x: number, y: number) => Array.from(data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3));
		expect(pixel(30, 10)[0]).toBeGreaterThan(200);
		expect(pixel(30, 70)[2]).toBeGreaterThan(200);
	});

	test("limits a large picture to 2000 pixels, puts a transparent one on white, and drops appended bytes", async () => {
		expect(await importContent(await plain(5000, 2500).jpeg().toBuffer())).toMatchObject({ code: 0 });
		expect(pictureRows()).toMatchObject([{ width: 2000, height: 1000 }]);
		const clear = await sharp({ create: { width: 4, height: 4, channels: 4, background: "#0000" } })
			.png()
			.toBuffer();
		const tailed = Buffer.concat([clear, Buffer.from("<?php smuggled ?>")]);
		expect(await importContent(tailed)).toMatchObject({ code: 0 });
		const stored = storedFile();
		expect(stored.includes("smuggled")).toBe(false);
		expect((await sharp(stored).raw().toBuffer())[0]).toBe(255);
	});

	test("accepts half a year; a second import removes the old file and keeps the other rows", async () => {
		const half = ["--diagram", "2_turnos", "--half", "2027-2"];
		expect(await importContent(await plain(10, 10).png().toBuffer(), "a.png", half)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("2turnos, Julio a diciembre 2027: imagen importada"),
		});
		await importContent(await plain(20, 20).png().toBuffer());
		const [, first] = pictureRows();
		const outcome = await importContent(await plain(30, 30).png().toBuffer());
		expect(outcome.stdout).toContain("imagen reemplazada (30 × 30");
		const rows = pictureRows();
		expect(rows).toHaveLength(2);
		expect(rows[1]).toMatchObject({ width: 30 });
		expect(rows[1]?.file).not.toBe(first?.file);
		expect(readdirSync(uploads).sort()).toEqual(rows.map(({ file }) => file).sort());
	});

	test("leaves no file and keeps the old picture when the row cannot be written", async () => {
		await importContent(await plain(20, 20).png().toBuffer());
		withDatabase((sqlite) =>
			sqlite.exec(
				"CREATE TRIGGER full BEFORE UPDATE ON diagram_pictures BEGIN SELECT raise(ABORT, 'no'); END",
			),
		);
		const before = dumpDatabase();
		expect(await importContent(await plain(30, 30).png().toBuffer())).toMatchObject({ code: 1 });
		expect(dumpDatabase()).toBe(before);
		expect(readdirSync(uploads)).toEqual(pictureRows().map(({ file }) => file));
	});

	test("refuses an uploads folder that is a file", async () => {
		writeFileSync(uploads, "");
		await refused(
			importContent(await plain(2, 2).png().toBuffer()),
			/Hace falta una carpeta y no la hay en \S+uploads/,
		);
		rmSync(uploads);
	});
});

describe("anything but a picture is refused with advice and changes nothing", () => {
	const header = (kind: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${kind}`)]);
	const wrong: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
		["an empty file", () => Buffer.alloc(0), /está vacío/],
		["text", () => Buffer.from("hola"), /no es una imagen JPEG, PNG o WebP/],
		[
			"an SVG named .png",
			() => Buffer.from('<?xml version="1.0"?><svg xmlns="x"/>'),
			/es SVG, que no se acepta/,
		],
		["a GIF", () => plain(4, 4).gif().toBuffer(), /es GIF, que no se acepta: guardala como JPEG/],
		["a TIFF", () => plain(4, 4).tiff().toBuffer(), /es TIFF/],
		["a big-endian TIFF", () => Buffer.from("MM\0*aaaaaaaaaaaa"), /es TIFF/],
		["an AVIF", () => plain(4, 4).avif().toBuffer(), /es AVIF/],
		["a HEIC", () => header("heic\0\0\0\0mif1heic"), /es HEIC.*En el iPhone: Ajustes/],
		["a HEIC of another brand", () => header("mif1\0\0\0\0mif1heix"), /es HEIC/],
		["a video", () => header("isom\0\0\u0002\0isomiso2"), /es un video/],
		["a PDF", () => Buffer.from("%PDF-1.7\n%âãÏÓ"), /es PDF/],
		["a BMP", () => Buffer.from("BM\u0036\0\0\0"), /es BMP/],
		["an icon", () => Buffer.from([0, 0, 1, 0, 1, 0]), /es ICO/],
		["a PNG that claims 65000 × 65000", () => claimedPng(65_000, 65_000), /más de 50 megapíxeles/],
		[
			"a PNG that claims 2³¹ × 2³¹",
			() => claimedPng(2 ** 31 - 1, 2 ** 31 - 1),
			/dañada o incompleta|megapíxeles/,
		],
		["a PNG without its pixels", () => claimedPng(100, 100), /dañada o incompleta/],
		[
			"a large interlaced PNG",
			() => claimedPng(7000, 7000, { isInterlaced: true }),
			/PNG entrelazado demasiado grande/,
		],
		["a JPEG that is cut off", async () => (await noise().jpeg().toBuffer()).subarray(0, 4000), /incompleta/],
		["a PNG that is cut off", async () => (await noise().png().toBuffer()).subarray(0, 4000), /incompleta/],
		["a WebP that is cut off", async () => (await noise().webp().toBuffer()).subarray(0, 4000), /incompleta/],
		["only the start of a JPEG", () => Buffer.from("ffd8ffe000104a464946", "hex"), /dañada o incompleta/],
		["a RIFF that is sound", () => Buffer.from("RIFF\u0024\0\0\0WAVEfmt "), /no es una imagen JPEG/],
		["more than 15 MB", () => Buffer.alloc(15 * 1_048_576 + 1, 1), /pesa 15,0 MB y el máximo es 15 MB/],
	];
	test.each(wrong)("%s", async (_, make, message) => {
		await refused(importContent(await make(), "imagen.png"), message);
		expect(existsSync(uploads) ? readdirSync(uploads) : []).toEqual([]);
	});

	const misused: [string, RegExp][] = [
		["import", /Falta ARCHIVO/],
		["import x.png --month 2027-01", /Falta --diagram ID/],
		["import x.png --diagram 4turnos_7dias", /Indicá --month AAAA-MM o --half AAAA-N, uno de los dos/],
		["import x.png --diagram 4turnos_7dias --month 2027-01 --half 2027-1", /uno de los dos/],
		["import x.png --diagram 4turnos_7dias --month 2027-1", /--month «2027-1» está mal: se escribe 2027-01/],
		["import x.png --diagram 4turnos_7dias --month 2027-13", /--month «2027-13» está mal/],
		["import x.png --diagram 4turnos_7dias --half 2027-3", /--half «2027-3» está mal: se escribe 2027-1 o/],
		["import x.png --diagram 4turnos_7dias --half 2027-01", /--half «2027-01» está mal/],
		["import x.png --diagram 4turnos_7dias --month ../../etc", /--month «\.\.\/\.\.\/etc» está mal/],
		["import x.png --diagram 4turnos_7dias --month 2019-12", /El año 2019 no se muestra: va de 2020 a/],
		["import x.png --diagram 4turnos_7dias --month 2199-01", /El año 2199 no se muestra: va de 2020 a/],
		["import x.png --diagram 6turnos --month 2027-01", /No existe el diagrama «6turnos»/],
		["import x.png --diagram 4turnos_7dias --month 2027-01", /No existe el archivo .*x\.png/],
		["import . --diagram 4turnos_7dias --month 2027-01", /es una carpeta/],
		["import a.png b.png --diagram 4turnos_7dias --month 2027-01", /Sobra «b\.png»/],
		["remove --diagram 4turnos_7dias --month 2027-01", /no tiene una imagen propia de Enero 2027/],
		["remove --diagram 4turnos_7dias", /uno de los dos/],
		["add", /No existe el comando «add»\. Los que hay: import, list, remove/],
	];
	test.each(misused)("%s", async (words, message) => {
		await refused(callCommand("pictures", words.split(" "), { INIT_CWD: folder }), message);
	});
});

describe("list, remove, help", () => {
	test("lists the pictures, reports a missing file, and removes one", async () => {
		expect((await callCommand("pictures", ["list"])).stdout).toBe(
			"No hay imágenes propias: se muestran las calculadas.\n",
		);
		await importContent(await plain(20, 10).png().toBuffer());
		const [row] = pictureRows();
		expect((await callCommand("pictures", ["list"])).stdout).toMatch(
			/^4turnos_7dias +2027-01 +20 × 10 .+\.webp\n$/,
		);
		const { stdout: json } = await runCommand("pictures", ["list", "--json"]);
		expect(JSON.parse(json)).toMatchObject([
			{ diagramId: "4turnos_7dias", period: "2027-01", file: row?.file },
		]);
		rmSync(join(uploads, row?.file ?? ""));
		expect((await callCommand("pictures", ["list"])).stdout).toContain("FALTA EL ARCHIVO");
		for (const place of ["4turnos_7dias 2027-02", "2turnos 2027-01", "4turnos_7dias 2027-01"]) {
			const [diagram = "", month = ""] = place.split(" ");
			const which = ["--diagram", diagram, "--month", month];
			await importContent(await plain(20, 10).png().toBuffer(), "a.png", which);
		}
		expect(await runCommand("pictures", ["remove", ...JANUARY])).toMatchObject({
			code: 0,
			stdout: "4turnos_7dias, Enero 2027: imagen quitada, vuelve la calculada\n",
		});
		const left = pictureRows();
		expect(left).toMatchObject([
			{ diagram_id: "2turnos", period: "2027-01" },
			{ diagram_id: "4turnos_7dias", period: "2027-02" },
		]);
		expect(readdirSync(uploads).sort()).toEqual(left.map(({ file }) => file).sort());
	});

	test("a change of the diagram mentions the diagram's own pictures", async () => {
		await importContent(await plain(20, 10).png().toBuffer());
		const words = "anchor 4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1".split(" ");
		expect((await callCommand("diagrams", words)).stdout).toContain(
			"tiene imágenes propias (1), que no cambian solas",
		);
	});

	test("a name that could leave the folder is never part of a path", async () => {
		mkdirSync(uploads, { recursive: true });
		writeFileSync(join(folder, "precious.webp"), "x");
		withDatabase((sqlite) =>
			sqlite
				.prepare("INSERT INTO diagram_pictures VALUES ('4turnos_7dias', '2027-01', ?, 'abc', 1, 1)")
				.run(`../${basename(folder)}/precious.webp`),
		);
		expect(await callCommand("pictures", ["remove", ...JANUARY])).toMatchObject({ code: 1 });
		expect(existsSync(join(folder, "precious.webp"))).toBe(true);
	});

	test("help of the program and of each command", async () => {
		for (const words of [["--help"], ["import", "--help"], ["list", "--help"], ["remove", "-h"]]) {
			const outcome = await callCommand("pictures", words);
			expect(outcome).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run pictures --"),
			});
		}
	});
});

describe("odd and broken images", () => {
	test("every twenty-fifth file of the corpus is imported, or refused with one line", async () => {
		for (const path of corpusFiles(corpus).filter((_, index) => index % 25 === 0)) {
			const outcome = await runCommand("pictures", ["import", path, ...JANUARY]);
			if (outcome.code === 0) expect(outcome, path).toMatchObject({ stderr: "" });
			else
				expect(outcome, path).toMatchObject({
					code: 1,
					stdout: "",
					stderr: expect.stringMatching(/^[^\n]+\.\n$/),
				});
		}
		expect(readdirSync(uploads)).toEqual(pictureRows().map(({ file }) => file));
	});
});

function importContent(content: Buffer, name = "imagen.png", target = JANUARY): Promise<Outcome> {
	const path = join(folder, name);
	writeFileSync(path, content);
	return callCommand("pictures", ["import", path, ...target]);
}

async function refused(pending: Promise<Outcome>, message: RegExp): Promise<void> {
	const before = dumpDatabase();
	const outcome = await pending;
	expect(outcome.stderr).toMatch(message);
	expect(outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^[^\n]+\n$/) });
	expect(dumpDatabase()).toBe(before);
}

interface Row {
	diagram_id: string;
	period: string;
	file: string;
	hash: string;
	width: number;
	height: number;
}

function pictureRows(): Row[] {
	return withDatabase((sqlite) =>
		sqlite.prepare<[], Row>("SELECT * FROM diagram_pictures ORDER BY diagram_id, period").all(),
	);
}

function storedFile(): Buffer {
	return readFileSync(join(uploads, pictureRows()[0]?.file ?? ""));
}
