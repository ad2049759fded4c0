import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeUser, type User } from "../support/accounts";
import { type PersonalSite, startPersonalSite } from "../support/personal-site";

/** What a browser does when it goes from page to page, where Remix does it: on pages of the account that are alive. */
let site: PersonalSite;
let user: User;

beforeAll(async () => {
	site = await startPersonalSite();
	user = await makeUser();
});

afterAll(() => site.stop());

const DOCUMENTS = "/auth/my-documents";
const EXTRAS = "/auth/work-overtime";
const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";

/** Opens a page, waits until it is alive and marks it: an ordinary load would lose the mark. */
function visit(path: string, use: (page: Page) => Promise<void>, how: { width?: number } = {}) {
	return site.visit(user, path, { script: "on", width: 1280, ...how }, async (page) => {
		await alive(page);
		await page.evaluate("window.mark = true");
		await use(page);
	});
}

async function alive(page: Page): Promise<void> {
	await expect
		.poll(() => page.evaluate("document.documentElement.className"), { timeout: 20_000 })
		.toBe("alive");
}

const isSameDocument = (page: Page) => page.evaluate("window.mark === true");
const focused = (page: Page) => page.evaluate("document.activeElement?.outerHTML.slice(0, 3)");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

describe("from page to page of the account", () => {
	test("only data travel; heading, title, focus, address and the marked link are those of the new page", async () => {
		await visit(DOCUMENTS, async (page) => {
			const documents: string[] = [];
			page.on("request", (request) => {
				if (request.resourceType() === "document") documents.push(request.url());
			});
			await page.getByRole("button", { name: "Mi Cuenta" }).click();
			await page.getByRole("link", { name: "Mis Extras" }).click();
			await heading(page, "Mis Extras").waitFor();
			expect(await page.title()).toBe("Mis Extras · Relevo");
			expect(new URL(page.url()).pathname).toBe(EXTRAS);
			await expect.poll(() => focused(page)).toBe("<h1");
			expect(await page.locator("#menu").isVisible()).toBe(false);
			const marked = page.locator("#menu [aria-current]");
			expect(await marked.textContent()).toBe("Mis Extras");
			expect([await isSameDocument(page), documents]).toEqual([true, []]);
		});
	});
});
