import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { env } from "~/lib/env.server";
import { addDays, todayIn } from "~/lib/time/civil-date";
import { signedInUser } from "../../support/accounts";
import { expectAccessible } from "../../support/browser/accessibility";
import { openPage, signInAt, type Visit } from "../../support/browser/browser";
import { ADD, add, documentsOf, LIST, photos } from "../../support/document-forms";
import { plain } from "../../support/images/made-images";
import { ownData, serverForFile } from "../../support/server/server-for-file";

const server = serverForFile(ownData);

/** Opens a page for a new signed-in user who has answered the cookie banner. */
async function signedInPage(how: Visit) {
	const { user, headers } = await signedInUser();
	const page = await openPage(how);
	await signInAt(server.origin, page, headers.Cookie);
	return { page, user, headers };
}

/** A photo wider than a phone's screen. */
const large = (background = "#369") => plain(800, 600, background).jpeg().toBuffer();

test.each([
	["light", [320, 1280]],
	["dark", [320]],
] as const)(
	"the pages of documents (%s) have no axe problem, no horizontal scrolling and no target that is too small",
	async (scheme, widths) => {
		const { page, headers } = await signedInPage({ script: "blocked", scheme });
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
			await expectAccessible(page, scheme, widths);
		}
	},
);

test("without script a document is created, refused, corrected, edited, found and deleted", async () => {
	const { page, user } = await signedInPage({ script: "off" });
	const buffer = await large();
	await page.goto(server.origin + LIST);
	expect(await page.getByText("No hay documentos creados").count()).toBe(1);
	await page.getByRole("link", { name: "Agregar documento" }).click();
	await page.getByLabel("Título").fill("ab");
	await page.getByLabel("Descripción").fill("Clase D1\nVale en todo el país");
	await page
		.getByLabel("Agregar fotos")
		.setInputFiles({ name: "frente.jpg", mimeType: "image/jpeg", buffer });
	await page.getByRole("button", { name: "Guardar" }).click();
	expect(await page.getByRole("alert").first().textContent()).toContain("Longitud del título.");
	expect(await page.getByLabel("Descripción").inputValue()).toBe("Clase D1\nVale en todo el país");
	await expect.poll(() => page.locator(".kept img").count()).toBe(1);
	await page.getByLabel("Título").fill("Carnet");
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL(server.origin + LIST);
	expect(await page.getByText("Documento agregado").count()).toBe(1);

	await page.getByRole("link", { name: "Editar Carnet" }).click();
	await page.getByLabel("Título").fill("Carnet nuevo");
	await page.getByLabel("Quitar la foto 1").check();
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL(server.origin + LIST);
	expect(await page.locator(".card img").count()).toBe(0);

	await page.getByLabel("Buscar en tus documentos").fill("PAÍS");
	await page.getByRole("button", { name: "Buscar" }).click();
	await page.waitForURL(`${server.origin}${LIST}?q=${encodeURIComponent("PAÍS")}`);
	await page.getByRole("link", { name: "Eliminar Carnet nuevo" }).click();
	await page.getByRole("heading", { level: 1, name: "Confirmación", exact: true }).waitFor();
	await page.getByRole("button", { name: "Aceptar" }).click();
	await page.getByText("Documento eliminado").waitFor();
	expect(await documentsOf(user)).toEqual([]);
});
