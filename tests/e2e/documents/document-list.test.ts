import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as documentMessages from "~/features/documents/document-messages";
import { db } from "~/lib/database/db.server";
import * as messages from "~/lib/messages";
import { untilAlive } from "../../support/browser/alive";
import { documentSite, LIST } from "../../support/browser/document-page";

/** Tests of the hydrated pages about documents. document-pages.test.ts tests these pages mostly without JavaScript. */
const site = documentSite();

/**
 * Opens the hydrated list of a user with `count` documents. `loads` collects the HTML pages requested afterwards.
 */
async function withDocuments(count: number, use: (page: Page, loads: string[]) => Promise<void>) {
	await site.visit(LIST, { height: 600, noted: /net::ERR_FAILED/ }, async (page, { id }) => {
		const values = Array.from({ length: count }, (_, index) => ({
			user_id: id,
			id_file: randomUUID(),
			title: `Carnet ${index + 1}`,
			description: index === 0 ? "del puente grúa" : "de conducir",
			created_at: index + 1,
		}));
		await db.insertInto("documents").values(values).execute();
		await page.reload();
		await untilAlive(page);
		const loads: string[] = [];
		page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
		await use(page, loads);
	});
}

const titles = (page: Page) => page.locator(".docs strong").allInnerTexts();
const search = (page: Page) => new URL(page.url()).search;
const focused = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");

test("a search is loaded inside the page, a blank one lists all, and each has its own address", async () => {
	await withDocuments(3, async (page, loads) => {
		const field = page.getByLabel("Título o descripción");
		const fold = page.locator("summary[aria-label='Buscar en tus documentos']");
		await fold.click();
		await field.fill("GRUA");
		await field.press("Enter");
		await expect.poll(() => titles(page)).toEqual(["Carnet 1"]);
		expect(search(page)).toBe("?q=GRUA");
		await fold.click();
		await field.fill("   ");
		await page.getByRole("button", { name: "Buscar", exact: true }).click();
		await expect.poll(() => titles(page)).toHaveLength(3);
		expect(search(page)).toBe("");
		await page.goBack();
		await expect.poll(() => titles(page)).toEqual(["Carnet 1"]);
		await expect.poll(() => field.inputValue()).toBe("GRUA");
		await page.goBack();
		await expect.poll(() => field.inputValue()).toBe("");
		expect(loads).toEqual([]);
	});
});

test("the next page begins at the top with the focus on the heading; going back restores the position", async () => {
	await withDocuments(25, async (page, loads) => {
		const older = page.getByRole("link", { name: "Ver más" });
		await older.scrollIntoViewIfNeeded();
		const top = Number(await page.evaluate("scrollY"));
		expect(top).toBeGreaterThan(500);
		await older.click();
		await expect.poll(() => titles(page)).toEqual([5, 4, 3, 2, 1].map((number) => `Carnet ${number}`));
		await expect.poll(() => page.evaluate("scrollY")).toBe(0);
		// An effect moves the focus, after the list is shown and scrolled.
		await expect.poll(() => focused(page)).toBe("Mis Documentos");
		await page.goBack();
		await expect.poll(() => titles(page)).toHaveLength(20);
		await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(top - 200);
		expect(loads).toEqual([]);
	});
});

test("a document is viewed and deleted on its own page after a confirmation, which reports a lost connection", async () => {
	await withDocuments(2, async (page, loads) => {
		await page.getByText("Carnet 1").click();
		await page.getByRole("link", { name: "Ver Carnet 1" }).click();
		await page.getByRole("heading", { name: "Carnet 1", level: 1 }).waitFor();
		expect(await page.title()).toBe("Ver documento · Relevo");
		await page.getByRole("link", { name: "Eliminar" }).click();
		await page.getByText(documentMessages.deleteDocument).waitFor();
		await page.getByText("Se borra con todas sus fotos.").waitFor();
		await expect.poll(() => focused(page)).toBe(messages.confirmation);
		await page.route("**/*", (route) =>
			route.request().method() === "POST" ? route.abort() : route.fallback(),
		);
		await page.getByRole("button", { name: "Aceptar" }).click();
		await page.getByText("parece que no hay señal").waitFor();
		await page.unrouteAll();
		await page.getByRole("button", { name: "Probar de nuevo" }).click();
		await page.getByText(documentMessages.documentDeleted).waitFor();
		await expect.poll(() => titles(page)).toEqual(["Carnet 2"]);
		expect(loads).toEqual([]);
	});
});

test.each([
	["«Ver»", "Ver Carnet 1", "Carnet 1"],
	["«Editar»", "Editar Carnet 1", "Editar documento"],
])("%s of a document opens inside the page, and with Ctrl in another tab", async (_, link, title) => {
	await withDocuments(1, async (page, loads) => {
		await page.getByText("Carnet 1").click();
		const [tab] = await Promise.all([
			page.context().waitForEvent("page"),
			page.getByRole("link", { name: link, exact: true }).click({ modifiers: ["Control"] }),
		]);
		await tab.close();
		expect([await titles(page), loads]).toEqual([["Carnet 1"], []]);
		await page.getByRole("link", { name: link, exact: true }).click();
		await page.getByRole("heading", { level: 1, name: title }).waitFor();
		expect(loads).toEqual([]);
	});
});
