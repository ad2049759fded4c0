import { rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { loader } from "~/routes/auth.view-document.$idFile_.pdf";
import { makeUser, signedIn } from "../../support/accounts";
import { edit, imagesOf, photo, photos, withDocument } from "../../support/document-forms";
import { plain } from "../../support/images/made-images";
import { pdfPages } from "../../support/images/pdf-pages";
import { Random } from "../../support/random";
import { argsFor, responseOf } from "../../support/requests";

const download = (idFile: string, headers: Record<string, string> = {}) =>
	responseOf(() => loader(argsFor(`/auth/view-document/${idFile}/pdf`, { idFile }, { headers })));

const pagesOf = async (response: Response) => pdfPages(Buffer.from(await response.arrayBuffer()));

describe("the PDF of a document", () => {
	test("has its saved photos in order, each on an A4 sheet that lies as the photo does", async () => {
		const images = [plain(1200, 1600), plain(2400, 1200), plain(40, 30)].map((image) =>
			image.jpeg().toBuffer(),
		);
		const { headers, idFile } = await withDocument({ images: await Promise.all(images) });
		await edit(idFile, { title: "", images: [await photo(7)] }, headers);
		const pages = await pagesOf(await download(idFile, headers));
		expect(pages.map(({ pixels }) => pixels)).toEqual([
			[1200, 1600],
			[1600, 800],
			[40, 30],
		]);
		expect(pages.map(({ sheet }) => sheet)).toEqual([
			[595.28, 841.89],
			[841.89, 595.28],
			[841.89, 595.28],
		]);
		for (const { sheet, photo, pixels } of pages) {
			expect(photo.width / photo.height).toBeCloseTo(pixels[0] / pixels[1], 1);
			expect(photo.left).toBeGreaterThanOrEqual(24);
			expect(photo.bottom).toBeGreaterThanOrEqual(24);
			expect(photo.left * 2 + photo.width).toBeCloseTo(sheet[0], 1);
			expect(photo.bottom * 2 + photo.height).toBeCloseTo(sheet[1], 1);
		}
		expect(pages[0]?.photo.width).toBeCloseTo(595.28 - 48, 1);
		expect(pages[2]?.photo.width).toBe(40);
	});

	test("is a file with the title as its name, which no cache keeps", async () => {
		const { headers, idFile } = await withDocument({ title: "Carnét: de 1.ª / ¿Ñandú?" });
		const response = await download(idFile, headers);
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toEqual({
			"cache-control": "private, no-store",
			"content-disposition": 'attachment; filename="carnet-de-1-a-nandu.pdf"',
			"content-type": "application/pdf",
		});
		await response.arrayBuffer();
	});

	test("has at most 300 KB a page, even of photos that compress badly", async () => {
		const noise = new Random(1).bytes(1600 * 1600 * 3);
		const image = await sharp(noise, { raw: { width: 1600, height: 1600, channels: 3 } })
			.png()
			.toBuffer();
		const { headers, idFile } = await withDocument({ images: [image] });
		const [page] = await pagesOf(await download(idFile, headers));
		expect(page?.jpeg.length).toBeGreaterThan(100_000);
		expect(page?.jpeg.length).toBeLessThanOrEqual(300_000);
	});

	test("makes a page only once the one before it has been read, and only one PDF at a time for a person", async () => {
		const { headers, idFile, user } = await withDocument({ images: await photos(10) });
		const response = await download(idFile, headers);
		expect((await download(idFile, headers)).status).toBe(429);
		const reader = response.body?.getReader();
		await reader?.read();
		for (const { id } of await imagesOf(user)) rmSync(join(process.env.UPLOADS_DIR ?? "", `${id}-1600.webp`));
		await expect(readToEnd(reader)).rejects.toThrow("ENOENT");
		expect((await download(idFile, headers)).status).toBe(404);
	});

	test("has status 404 for other users and without photos, and leads a visitor to the sign-in", async () => {
		const { headers, idFile } = await withDocument();
		expect((await download(idFile, await signedIn(await makeUser()))).status).toBe(404);
		expect((await download(idFile)).headers.get("Location")).toMatch(/^\/auth\/login\?/);
		const without = await withDocument({ images: [] });
		expect((await download(without.idFile, without.headers)).status).toBe(404);
		expect((await download("../../x", headers)).status).toBe(404);
	});
});

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
	while (reader && !(await reader.read()).done);
}
