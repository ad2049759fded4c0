import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser, signedIn, signedInUser } from "../../support/accounts";
import { enlargeText, expectAccessible, horizontalOverflow } from "../../support/browser/accessibility";
import { openPage, pathOf, signInAt, type Visit } from "../../support/browser/browser";
import { ADD, add, documentsOf, imagesOf, LIST, photos } from "../../support/document-forms";
import { plain } from "../../support/images/made-images";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { todayIn } from "../../support/texts/today";

const server = serverForFile(ownData);

/** The last iOS without WebP. */
const OLD_PHONE =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.2 Mobile/15E148 Safari/604.1";

/** Opens a page for a new signed-in user who has answered the cookie banner. */
async function signedInPage(how: Visit) {
	const { user, headers } = await signedInUser();
	const page = await openPage(how);
	await signInAt(server.origin, page, headers.Cookie);
	return { page, user, headers };
}

/** A photo wider than a phone's screen. */
const large = (background = "#369") => plain(800, 600, background).jpeg().toBuffer();

test("the pages of documents, light and dark, have no axe problem, no horizontal scrolling, no target that is too small", async () => {
	const { page, headers } = await signedInPage({ script: "blocked" });
	const today = todayIn(env.TZ_APP);
	const idFile = randomUUID();
	for (const [index, days] of [-3, 5, 90].entries()) {
		const title = index === 0 ? "W".repeat(43) : `Carnet ${index}`;
		const sent = { title, description: "Ñ".repeat(400), expiresOn: addDays(today, days) };
		await add({ ...sent, images: await photos(index * 3) }, headers);
	}
	await add({ idFile, images: [await large(), await large("#963")] }, headers);
	for (const path of [
		LIST,
		`${LIST}?q=nada`,
		ADD,
		`/auth/edit-document/${idFile}`,
		`/auth/view-document/${idFile}`,
		`/auth/view-document/${idFile}?intent=delete`,
	]) {
		await page.goto(server.origin + path);
		await expectAccessible(page, [320, 1280]);
	}
});

test("without script a document is created, refused, corrected, edited, found and deleted", async () => {
	const { page, user } = await signedInPage({ script: "off" });
	const buffer = await large();
	await page.goto(server.origin + LIST);
	expect(await page.getByText("No hay documentos creados").count()).toBe(1);
	await page.locator("main").getByRole("link", { name: "Agregar documento" }).click();
	await page.getByLabel("Título").fill("ab");
	await page.getByLabel("Descripción").fill("Clase D1\nVale en todo el país");
	await page.getByLabel("Elegir fotos").setInputFiles({ name: "frente.jpg", mimeType: "image/jpeg", buffer });
	await page.getByRole("button", { name: "Guardar" }).click();
	expect(await page.getByRole("alert").first().textContent()).toContain("Longitud del título.");
	expect(await page.getByLabel("Descripción").inputValue()).toBe("Clase D1\nVale en todo el país");
	await expect.poll(() => page.locator(".kept img").count()).toBe(1);
	await page.getByLabel("Título").fill("Carnet");
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL(/my-documents\?open=[0-9a-f-]{36}#fila-1$/);
	expect(await page.getByText("Documento agregado").count()).toBe(1);

	await page.getByRole("link", { name: "Editar Carnet" }).click();
	await page.getByLabel("Título").fill("Carnet nuevo");
	await page.getByLabel("Quitar la foto 1").check();
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL(/my-documents\?open=[0-9a-f-]{36}#fila-1$/);
	expect(await page.locator(".card img").count()).toBe(0);

	await page.locator("summary[aria-label='Buscar en tus documentos']").click();
	await page.getByLabel("Título o descripción").fill("PAÍS");
	await page.getByRole("button", { name: "Buscar", exact: true }).click();
	await page.waitForURL(`${server.origin}${LIST}?q=${encodeURIComponent("PAÍS")}`);
	await page.getByText("Carnet nuevo").click();
	await page.getByRole("link", { name: "Eliminar Carnet nuevo" }).click();
	await page.getByRole("heading", { level: 1, name: "Confirmación", exact: true }).waitFor();
	await page.getByRole("button", { name: "Aceptar" }).click();
	await page.getByText("Documento eliminado").waitFor();
	expect(await documentsOf(user)).toEqual([]);
});

test("from home to a document with a photo takes three taps, besides its two texts", async () => {
	const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "B" });
	const page = await openPage({ script: "off", width: 320 });
	await signInAt(server.origin, page, headers.Cookie);
	await page.goto(`${server.origin}/home?inicio=1`);
	await page.locator("main").getByRole("link", { name: "Agregar documento" }).click();
	await page.getByLabel("Título").fill("Carnet");
	await page.getByLabel("Descripción").fill("Clase D1");
	const buffer = await large();
	await page.getByLabel("Elegir fotos").setInputFiles({ name: "frente.jpg", mimeType: "image/jpeg", buffer });
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL(/my-documents\?open=/);
	expect(await imagesOf(user)).toHaveLength(1);
});

test("the page for the gate is accessible, and its keys are whole on the narrowest phone", async () => {
	const { page, user, headers } = await signedInPage({ script: "blocked" });
	await add({ title: "Carnet", images: [await large(), await large("#963")] }, headers);
	const shown = {
		at_hand: 1,
		title: "Certificado de aptitud psicofísica anual 26",
		expires_on: "2026-01-02",
	} as const;
	await db.updateTable("documents").set(shown).where("user_id", "=", user.id).execute();
	await page.goto(`${server.origin}/auth/porteria`);
	await expectAccessible(page, [320]);
	for (const percent of [100, 200]) {
		await enlargeText(page, percent);
		const cut = await page
			.locator(".gate-head h2")
			.evaluateAll((all) =>
				all.map((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]),
			);
		expect(cut.flat()).toEqual([0, 0, 0, 0]);
		expect((await page.locator(".gate-photo").first().boundingBox())?.height).toBeGreaterThan(100);
	}
	await enlargeText(page, 100);
	const keys = await page
		.locator(".gate-way .btn")
		.evaluateAll((all) =>
			all.map((it) => it.getBoundingClientRect().right <= innerWidth && it.scrollWidth <= it.clientWidth),
		);
	expect(keys).toEqual([true, true, true, true]);
	// On a phone that lies, the browser's own bar takes some height too.
	await page.setViewportSize({ width: 640, height: 290 });
	const last = await page.locator("section").first().locator(".gate-way .btn").last().boundingBox();
	expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(290);
});

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
		.locator(".docs img")
		.evaluateAll((images) =>
			images.map((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
		);

test("a list that is opened again requests no photo again, not even after a toast", async () => {
	const { page } = await withPhotos({ script: "on" });
	const list = server.origin + LIST;
	expect(await photosAskedFor(page, () => page.goto(list))).toBe(1);
	await page.goto(`${server.origin}/home?inicio=1`);
	expect(await photosAskedFor(page, () => page.goto(list))).toBe(0);
	await expect.poll(() => shownPhotos(page)).toEqual([true]);
	// Saving a document sets a cookie, which carries a toast (short message) to the next page. The browser reuses cached
	// photos only for requests with the same cookies, so the response with the next page must delete the cookie before
	// the browser loads photos.
	await page.goto(`${server.origin}/auth/my-document/add-document`);
	await page.getByLabel("Título").fill("Sin fotos");
	await page.getByLabel("Descripción").fill("Ninguna");
	const saved = await photosAskedFor(page, async () => {
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.getByText("Documento agregado").waitFor();
		// A page that is alive shows the photos of its next page later than its texts.
		await expect.poll(() => shownPhotos(page)).toEqual([true]);
	});
	expect(saved).toBe(0);
});

test("after signing out, a cached photo is not shown by its address, by Back, or to the next user", async () => {
	const { page, small } = await withPhotos({ script: "on" });
	await page.goto(server.origin + LIST, { waitUntil: "networkidle" });
	await page.goto(`${server.origin}/auth/my-account`);
	await page.goto(server.origin + LIST, { waitUntil: "networkidle" });
	await page.evaluate("document.querySelector('form[action=\"/auth/logout\"]').requestSubmit()");
	await page.waitForURL(/\/home/);
	await page.goBack({ waitUntil: "networkidle" });
	expect(pathOf(page)).toBe("/auth/login");
	expect(await page.locator("img[src^='/images/']").count()).toBe(0);
	const left = await page.goto(small);
	expect(new URL(left?.url() ?? "").pathname).toBe("/auth/login");
	await signIn(page, (await signedIn(await makeUser())).Cookie);
	expect((await page.goto(small))?.status()).toBe(404);
});

test("where WebP is shown, no page of a photo speaks of downloading it", async () => {
	const { page, idFile } = await withPhotos({ width: 320 });
	for (const path of [`/auth/view-document/${idFile}`, `/auth/edit-document/${idFile}`]) {
		await page.goto(server.origin + path);
		expect(await page.getByText("¿No se ve?").count()).toBe(0);
	}
});

test.each(["on", "off"] as const)(
	"where photos cannot be shown (script %s), a text says so, and its link downloads a JPEG",
	async (script) => {
		const { page, idFile, ids } = await withPhotos({ width: 320, script, userAgent: OLD_PHONE });
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
	},
);

test("and these pages are accessible in both schemes", async () => {
	const { page, idFile } = await withPhotos({ script: "blocked", userAgent: OLD_PHONE });
	await page.route(/\.webp$/, (route) => route.abort());
	for (const path of [LIST, `/auth/view-document/${idFile}`, `/auth/edit-document/${idFile}`]) {
		await page.goto(server.origin + path);
		await expectAccessible(page, [320]);
	}
});
