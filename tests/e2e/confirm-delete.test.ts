import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "~/lib/db.server";
import { messages } from "~/lib/messages";
import { DOCUMENT, seedDocument } from "../support/accounts-on-disk";
import { axeFindings, horizontalOverflow, lowTargets } from "../support/browser";
import { type DocumentSite, LIST, startDocumentSite } from "../support/document-page";

/** With script the list asks in a dialog before it deletes; without, the link leads to a page that asks. */
let site: DocumentSite;

beforeAll(async () => {
	site = await startDocumentSite();
});
afterAll(() => site.stop());

const TITLE = `${"Ñ".repeat(30)}<b>&amp;</b>`;
const LIST_OF_SEARCH = `${LIST}?q=clase`;

/** The list of a person with one document, found by a search. */
async function withDocument(use: (page: Page, isThere: () => Promise<boolean>) => Promise<void>, how = {}) {
	await site.visit(LIST, how, async (page, { id }) => {
		seedDocument(process.env.DATABASE_PATH ?? "", id, TITLE);
		await page.goto(site.line.origin + LIST_OF_SEARCH);
		const rows = db.selectFrom("documents").select("id").where("user_id", "=", id);
		await use(page, async () => (await rows.execute()).length === 1);
	});
}

const remove = (page: Page) => page.getByRole("link", { name: `Eliminar ${TITLE}` });
const dialog = (page: Page) => page.getByRole("alertdialog");

test("says what would be deleted, as text, and begins at Cancelar", async () => {
	await withDocument(async (page) => {
		await remove(page).press("Enter");
		expect(await dialog(page).getByRole("heading").textContent()).toBe(messages.confirmation);
		expect(await dialog(page).locator("p").allTextContents()).toEqual([
			messages.deleteDocument,
			TITLE,
			"Se borra con todas sus fotos, para siempre.",
		]);
		expect(await page.locator(":focus").textContent()).toBe("Cancelar");
		expect(await dialog(page).getByRole("button").allTextContents()).toEqual(["Aceptar", "Cancelar"]);
	});
});

test.each([
	["Escape", (page: Page) => page.keyboard.press("Escape")],
	["Enter, on Cancelar", (page: Page) => page.keyboard.press("Enter")],
	["Cancelar", (page: Page) => dialog(page).getByRole("button", { name: "Cancelar" }).click()],
])("%s deletes nothing and gives the focus back", async (_, leave) => {
	await withDocument(async (page, isThere) => {
		for (let turn = 0; turn < 2; turn++) {
			await remove(page).click();
			await dialog(page).waitFor();
			await leave(page);
			await page.locator("dialog").waitFor({ state: "detached" });
			expect(await remove(page).evaluate((link) => link === document.activeElement)).toBe(true);
		}
		expect(await isThere()).toBe(true);
		expect(page.url()).toBe(site.line.origin + LIST_OF_SEARCH);
	});
});

test("Aceptar deletes it and leads back to the list as it was, by the keyboard too", async () => {
	await withDocument(async (page, isThere) => {
		await remove(page).press("Enter");
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Enter");
		await page.getByText(messages.documentDeleted).waitFor();
		expect(page.url()).toBe(site.line.origin + LIST_OF_SEARCH);
		expect(await isThere()).toBe(false);
	});
});

test("a double press sends it once, and shows that it is on its way", async () => {
	await withDocument(async (page) => {
		const bodies: (string | null)[] = [];
		await page.route(`**/${DOCUMENT}`, (route) => {
			bodies.push(route.request().postData());
			return route.fulfill({ status: 204 });
		});
		await remove(page).click();
		await dialog(page).getByRole("button", { name: "Aceptar" }).dblclick();
		await dialog(page).getByText("Enviando…").waitFor();
		await page.keyboard.press("Enter");
		await expect
			.poll(() => bodies)
			.toEqual([`intent=delete&redirectTo=${encodeURIComponent(LIST_OF_SEARCH)}`]);
	});
});

test("in another tab, or by a browser without dialogs, the link's page asks", async () => {
	await withDocument(async (page) => {
		const [other] = await Promise.all([
			page.context().waitForEvent("page"),
			remove(page).click({ modifiers: ["Control"] }),
		]);
		await other.getByRole("button", { name: "Aceptar" }).waitFor();
		expect(await page.locator("dialog").count()).toBe(0);
	});
	const before = "delete window.HTMLDialogElement";
	await withDocument(
		async (page) => {
			await remove(page).click();
			await page.waitForURL(`**/${DOCUMENT}?intent=delete**`);
		},
		{ before },
	);
});

test.each(["light", "dark"] as const)("is for everyone, %s", async (scheme) => {
	await withDocument(
		async (page) => {
			await remove(page).click();
			await dialog(page).waitFor();
			expect(await axeFindings(page)).toEqual([]);
			expect(await horizontalOverflow(page)).toBe(0);
			expect(await dialog(page).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
			expect(await lowTargets(page)).toEqual([]);
		},
		{ scheme },
	);
});
