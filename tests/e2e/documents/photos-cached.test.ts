import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeUser, signedIn, signedInUser } from "../../support/accounts";
import { axeFindings, horizontalOverflow } from "../../support/browser/accessibility";
import { openPage, signInAt, type Visit } from "../../support/browser/browser";
import { add, imagesOf, LIST, photos } from "../../support/document-forms";
import { ownData, serverForFile } from "../../support/server/server-for-file";

/** Tests of photos in the browser's cache, after signing out, and in browsers without WebP. */
const server = serverForFile(ownData);

async function withPhotos(how: Visit = {}) {
	const { user, headers } = await signedInUser();
	const idFile = randomUUID();
	await add({ idFile, title: "Carnet", images: await photos(3) }, headers);
	const page = await openPage(how);
	await signIn(page, headers.Cookie);
	const ids = (await imagesOf(user)).map(({ id }) => id);
	return { page, idFile, ids, small: `${server.origin}/images/${ids[0]}-320.webp` };
}

async function signIn(page: Page, cookie: string): Promise<void> {
	await signInAt(server.origin, page, cookie);
}

/** Counts requests for photos while a page loads. */
async function photosAskedFor(page: Page, open: () => Promise<unknown>): Promise<number> {
	const count = () => server.output().split("/images/").length;
	const before = count();
	await open();
	await page.waitForLoadState("networkidle");
	return count() - before;
}

const shownPhotos = (page: Page) =>
	page
		.locator(".thumbs img")
		.evaluateAll((images) =>
			images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
		);

test("a list that is opened again requests no photo again, not even after a toast", async () => {
	const { page } = await withPhotos({ script: "on" });
	const list = server.origin + LIST;
	expect(await photosAskedFor(page, () => page.goto(list))).toBe(3);
	await page.goto(`${server.origin}/home?inicio=1`);
	expect(await photosAskedFor(page, () => page.goto(list))).toBe(0);
	expect(await shownPhotos(page)).toEqual([true, true, true]);
	// Saves a document, after which a cookie carries a toast (short message) to the next page. The browser reuses
	// cached photos only for requests with the same cookies. So that page's response must delete the cookie before the
	// browser loads photos.
	await page.goto(`${server.origin}/auth/my-document/add-document`);
	await page.getByLabel("Título").fill("Sin fotos");
	await page.getByLabel("Descripción").fill("Ninguna");
	const saved = await photosAskedFor(page, async () => {
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.getByText("Documento agregado").waitFor();
	});
	expect(saved).toBe(0);
	expect(await shownPhotos(page)).toEqual([true, true, true]);
});

test("after signing out, a cached photo is not shown by its address, by Back, or to the next user", async () => {
	const { page, small } = await withPhotos({ script: "on" });
	await page.goto(server.origin + LIST, { waitUntil: "networkidle" });
	await page.goto(`${server.origin}/auth/my-account`);
	await page.goto(server.origin + LIST, { waitUntil: "networkidle" });
	await page.evaluate("document.querySelector('form[action=\"/auth/logout\"]').requestSubmit()");
	await page.waitForURL(/\/home/);
	await page.goBack({ waitUntil: "networkidle" });
	expect(new URL(page.url()).pathname).toBe("/auth/login");
	expect(await page.locator("img[src^='/images/']").count()).toBe(0);
	const left = await page.goto(small);
	expect(new URL(left?.url() ?? "").pathname).toBe("/auth/login");
	await signIn(page, (await signedIn(await makeUser())).Cookie);
	expect((await page.goto(small))?.status()).toBe(404);
});

test("where photos cannot be shown, a text says so, and its link downloads a JPEG", async () => {
	const { page, idFile, ids } = await withPhotos({ width: 320 });
	await page.route(/\.webp$/, (route) => route.abort());
	for (const path of [`/auth/view-document/${idFile}`, `/auth/edit-document/${idFile}`]) {
		await page.goto(server.origin + path);
		expect(await horizontalOverflow(page)).toBe(0);
		for (const number of [1, 2, 3]) {
			const sentence = page.getByText(`¿No se ve? Descargá la foto ${number}.`);
			expect(await sentence.isVisible()).toBe(true);
			const link = sentence.getByRole("link");
			expect(await link.getAttribute("href")).toBe(`/images/${ids[number - 1]}-1600.jpg`);
			const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
			expect(download.suggestedFilename()).toBe(`documento-${number}.jpg`);
			expect((await sharp(readFileSync(await download.path())).metadata()).format).toBe("jpeg");
		}
	}
});

test.each(["light", "dark"] as const)("and axe finds no problem there (%s)", async (scheme) => {
	const { page, idFile } = await withPhotos({ script: "blocked", scheme });
	await page.route(/\.webp$/, (route) => route.abort());
	for (const path of [LIST, `/auth/view-document/${idFile}`, `/auth/edit-document/${idFile}`]) {
		await page.goto(server.origin + path);
		expect(await axeFindings(page), path).toEqual([]);
	}
});
