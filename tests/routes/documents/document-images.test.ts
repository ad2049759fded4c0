import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { endSession } from "~/features/auth/sessions/sessions.server";
import { loader } from "~/routes/images.$file";
import { makeUser, signedIn, signedInUser } from "../../support/accounts";
import { add, edit, imagesOf, photo, photos } from "../../support/document-forms";
import { expectClean, plain } from "../../support/images/made-images";
import { argsFor, responseOf } from "../../support/requests";

const uploads = process.env.UPLOADS_DIR ?? "";

/** Requests an image file below /images from its loader. */
const see = (file: string, headers: Record<string, string> = {}) =>
	responseOf(() => loader(argsFor(`/images/${encodeURIComponent(file)}`, { file }, { headers })));

/** Adds a signed-in user with one document that has these photos. */
async function withPhotos(images: readonly Uint8Array[]) {
	const { user, headers } = await signedInUser();
	const idFile = randomUUID();
	await add({ idFile, images }, headers);
	const ids = (await imagesOf(user)).map(({ id }) => id);
	return { user, headers, idFile, ids, file: `${ids[0]}-320.webp` };
}

describe("a photo of a document", () => {
	test.each([1600, 320])(
		"of %d px is sent to its owner, with headers that prevent others from storing or embedding it",
		async (px) => {
			const { headers, ids } = await withPhotos(await photos(2));
			for (const [index, id] of ids.entries()) {
				const file = `${id}-${px}.webp`;
				const response = await see(file, headers);
				expect(response.status).toBe(200);
				expect(Object.fromEntries(response.headers)).toEqual({
					"cache-control": px === 320 ? "private, max-age=86400" : "private, no-cache",
					"content-disposition": `inline; filename="documento-${index + 1}.webp"`,
					"content-security-policy": "default-src 'none'; sandbox",
					"content-type": "image/webp",
					"cross-origin-resource-policy": "same-origin",
					etag: `"${file}"`,
					vary: "Cookie",
					"x-content-type-options": "nosniff",
				});
				const content = Buffer.from(await response.arrayBuffer());
				expect(content.equals(readFileSync(join(uploads, file)))).toBe(true);
			}
		},
	);

	test("is stored in two sizes, each a WebP without metadata, and never enlarged", async () => {
		const { headers, user } = await withPhotos([await plain(2400, 1200).jpeg().toBuffer(), await photo()]);
		expect(await imagesOf(user)).toMatchObject([
			{ width: 1600, height: 800 },
			{ width: 40, height: 30 },
		]);
		const sizes: (number | undefined)[][] = [];
		for (const { id, bytes } of await imagesOf(user)) {
			let total = 0;
			for (const px of [1600, 320]) {
				const content = Buffer.from(await (await see(`${id}-${px}.webp`, headers)).arrayBuffer());
				const { width, height } = await sharp(content).metadata();
				sizes.push([width, height]);
				total += content.length;
				await expectClean(content);
			}
			expect(bytes).toBe(total);
		}
		expect(sizes).toEqual([
			[1600, 800],
			[320, 160],
			[40, 30],
			[40, 30],
		]);
	});

	test("in the small size weighs less than it would at the quality of the large size", async () => {
		const dots = Buffer.from(Array.from({ length: 320 * 240 }, (_, index) => (index * index) % 251));
		const noisy = sharp(dots, { raw: { width: 320, height: 240, channels: 1 } });
		const { file, headers } = await withPhotos([await noisy.clone().png().toBuffer()]);
		const sent = await (await see(file, headers)).arrayBuffer();
		const large = await noisy.webp({ quality: 80, effort: 2 }).toBuffer();
		expect(sent.byteLength).toBeLessThan(large.length * 0.95);
	});

	test("gets status 304 for a known ETag, after a check of the owner", async () => {
		const { headers, file } = await withPhotos([await photo()]);
		const known = { "If-None-Match": `"other", W/"${file}"` };
		const response = await see(file, { ...headers, ...known });
		expect(response.status).toBe(304);
		expect(response.headers.get("Content-Disposition")).toBe('inline; filename="documento-1.webp"');
		expect((await see(file, { ...(await signedIn(await makeUser())), ...known })).status).toBe(404);
		expect((await see(file, known)).status).toBe(302);
	});

	test("downloads as a JPEG of the same size without metadata; status 404 for other users", async () => {
		const { headers, ids, user } = await withPhotos([
			await plain(2400, 1200).jpeg().toBuffer(),
			await photo(),
		]);
		for (const [index, { id, width, height }] of (await imagesOf(user)).entries()) {
			const response = await see(`${id}-1600.jpg`, headers);
			expect(response.status).toBe(200);
			expect(Object.fromEntries(response.headers)).toEqual({
				"cache-control": "private, no-store",
				"content-disposition": `attachment; filename="documento-${index + 1}.jpg"`,
				"content-type": "image/jpeg",
			});
			const content = Buffer.from(await response.arrayBuffer());
			expect(await sharp(content).metadata()).toMatchObject({ format: "jpeg", width, height });
			expect(content.includes("Exif")).toBe(false);
		}
		const file = `${ids[0]}-1600.jpg`;
		expect((await see(file, await signedIn(await makeUser()))).status).toBe(404);
		expect((await see(file)).headers.get("Location")).toMatch(/^\/auth\/login/);
		rmSync(join(uploads, `${ids[0]}-1600.webp`));
		expect((await see(file, headers)).status).toBe(404);
	});

	test("is converted to JPEG only once at a time per user", async () => {
		const { headers, ids } = await withPhotos(await photos(2));
		const first = await see(`${ids[0]}-1600.jpg`, headers);
		const refused = await see(`${ids[1]}-1600.jpg`, headers);
		expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
		await first.arrayBuffer();
		expect((await see(`${ids[1]}-1600.jpg`, headers)).status).toBe(200);
	});

	test("has status 404 for other users, and redirects to the sign-in after signing out", async () => {
		const { headers, ids } = await withPhotos([await photo()]);
		const other = await signedIn(await makeUser());
		for (const px of [1600, 320]) {
			const file = `${ids[0]}-${px}.webp`;
			expect((await see(file, other)).status).toBe(404);
			expect((await see(file)).headers.get("Location")).toBe(
				`/auth/login?redirectTo=${encodeURIComponent(`/images/${file}`)}`,
			);
		}
		const file = `${ids[0]}-320.webp`;
		expect((await see(file, headers)).status).toBe(200);
		await endSession(new Request("http://localhost:3000/", { headers }));
		expect((await see(file, headers)).headers.get("Location")).toMatch(/^\/auth\/login/);
	});

	test("has status 404 without its row, and without its file", async () => {
		const { headers, ids, idFile } = await withPhotos(await photos(2));
		await edit(idFile, { removeImages: [ids[0] ?? ""] }, headers);
		expect((await see(`${ids[0]}-320.webp`, headers)).status).toBe(404);
		expect((await see(`${ids[1]}-320.webp`, headers)).status).toBe(200);
		rmSync(join(uploads, `${ids[1]}-320.webp`));
		expect((await see(`${ids[1]}-320.webp`, headers)).status).toBe(404);
	});

	test("is not found by any other spelling of its name", async () => {
		const { headers, ids } = await withPhotos([await photo()]);
		const id = ids[0] ?? "";
		const names = [
			"",
			id,
			`${id}.webp`,
			`${id}-160.webp`,
			`${id}-01600.webp`,
			`${id}-1600.WEBP`,
			`${id}-1600.JPG`,
			`${id}-1600.jpeg`,
			`${id}-1600.webp.jpg`,
			`${id}-1600.webp.tmp`,
			`${id}-1600.webp\0`,
			`${id}-1600.webp\n`,
			` ${id}-1600.webp`,
			`${id.toUpperCase()}-1600.webp`,
			`./${id}-1600.webp`,
			`../uploads/${id}-1600.webp`,
			`..%2fuploads%2f${id}-1600.webp`,
			`${id}-1600.webp/../../relevo.sqlite`,
			"../relevo.sqlite",
			"%",
		];
		for (const name of names) expect((await see(name, headers)).status, name).toBe(404);
	});
});
