import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import * as documentMessages from "~/features/documents/document-messages";
import { db } from "~/lib/database/db.server";
import * as messages from "~/lib/messages";
import { makeUser, signedIn } from "../support/accounts";
import { DOCUMENT, seedDocument } from "../support/accounts-on-disk";
import { expectAccessible } from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { signInAt } from "../support/browser/browser";
import { documentSite, LIST } from "../support/browser/document-page";

const site = documentSite();

const TITLE = `${"Ñ".repeat(30)}<b>&amp;</b>`;
const LIST_OF_SEARCH = `${LIST}?q=clase`;

/** Opens the row of a document, which contains its links. */
const openRow = (page: Page, title: string) => page.locator("main summary", { hasText: title }).click();

/** Opens the hydrated list, filtered by a search that finds the user's only document, and the document's row. */
async function withDocument(use: (page: Page, isThere: () => Promise<boolean>) => Promise<void>, how = {}) {
	await site.visit(LIST, how, async (page, { id }) => {
		seedDocument(process.env.DATABASE_PATH ?? "", id, TITLE);
		await page.goto(site.line.origin + LIST_OF_SEARCH);
		await untilAlive(page);
		await openRow(page, TITLE);
		const rows = db.selectFrom("documents").select("id").where("user_id", "=", id);
		await use(page, async () => (await rows.execute()).length === 1);
	});
}

const remove = (page: Page) => page.getByRole("link", { name: `Eliminar ${TITLE}` });
/** Each added document gets a later creation time. */
let made = 0;
const addDocument = (user_id: string, title: string) =>
	db
		.insertInto("documents")
		.values({ user_id, id_file: randomUUID(), title, description: "Clase D1", created_at: ++made })
		.execute();

const focused = (page: Page) => page.evaluate("document.activeElement.textContent.trim()");

/** Collects the HTML pages that the browser requests from now on. */
function loadsOf(page: Page): string[] {
	const loads: string[] = [];
	page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
	return loads;
}

const dialog = (page: Page) => page.getByRole("alertdialog");

test("the dialog names the row as text, and focuses Cancelar", async () => {
	await withDocument(async (page) => {
		await remove(page).press("Enter");
		expect(await dialog(page).getByRole("heading").textContent()).toBe(messages.confirmation);
		expect(await dialog(page).locator("p:not([role])").allTextContents()).toEqual([
			documentMessages.deleteDocument,
			TITLE,
			"Se borra con todas sus fotos.",
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

test("Aceptar deletes, by keyboard too, and the list keeps its place", async () => {
	await withDocument(async (page, isThere) => {
		const loads = loadsOf(page);
		await remove(page).press("Enter");
		await page.keyboard.press("Shift+Tab");
		await page.keyboard.press("Enter");
		await page.getByText(documentMessages.documentDeleted).waitFor();
		expect(page.url()).toBe(site.line.origin + LIST_OF_SEARCH);
		expect(await isThere()).toBe(false);
		await dialog(page).waitFor({ state: "detached" });
		await expect.poll(() => focused(page)).toBe("Mis Documentos");
		expect(loads).toEqual([]);
	});
});

test("after a deletion the next row has the focus, and the page has not moved", async () => {
	await site.visit(LIST, { height: 400 }, async (page, { id }) => {
		for (let count = 0; count < 8; count++) await addDocument(id, `Carnet ${count}`);
		await page.reload();
		await untilAlive(page);
		await openRow(page, "Carnet 4");
		const link = page.getByRole("link", { name: "Eliminar Carnet 4" });
		await link.scrollIntoViewIfNeeded();
		await link.click();
		const top = await page.evaluate("scrollY");
		expect(top).toBeGreaterThan(0);
		await dialog(page).getByRole("button", { name: "Aceptar" }).click();
		await page.getByText(documentMessages.documentDeleted).waitFor();
		await expect.poll(() => focused(page)).toBe("Carnet 3No vence");
		expect(await page.getByRole("link", { name: "Eliminar Carnet 4" }).count()).toBe(0);
		expect(Math.abs(Number(await page.evaluate("scrollY")) - Number(top))).toBeLessThan(250);
		const entries = await page.evaluate("history.length");
		await openRow(page, "Carnet 0");
		await page.getByRole("link", { name: "Eliminar Carnet 0" }).click();
		await dialog(page).getByRole("button", { name: "Aceptar" }).click();
		await expect.poll(() => focused(page)).toBe("Carnet 1No vence");
		expect(await page.evaluate("history.length")).toBe(entries);
	});
});

test("the deletion is sent once while the response is pending", async () => {
	await withDocument(async (page, isThere) => {
		let [sent, letGo] = [0, () => {}];
		const gone = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		await page.route("**/*", async (route) => {
			if (route.request().method() !== "POST") return route.fallback();
			sent++;
			await gone;
			return route.fallback();
		});
		await remove(page).click();
		const accept = dialog(page).getByRole("button", { name: "Aceptar" });
		await accept.dblclick();
		await expect.poll(() => accept.isDisabled()).toBe(true);
		await page.keyboard.press("Enter");
		// The text "Enviando…" appears only after a delay.
		await dialog(page).getByText("Enviando…").waitFor();
		expect(await isThere()).toBe(true);
		// The list gets the focus also if it has moved on in the dialog.
		await dialog(page).getByRole("button", { name: "Cancelar" }).focus();
		letGo();
		await page.getByText(documentMessages.documentDeleted).waitFor();
		await expect.poll(() => focused(page)).toBe("Mis Documentos");
		expect(sent).toBe(1);
	});
});

test("while one deletion is on its way, the dialog asks about another row, and deletes that one too", async () => {
	await site.visit(LIST, {}, async (page, { id }) => {
		for (const title of ["Carnet 0", "Carnet 1"]) await addDocument(id, title);
		await page.reload();
		await untilAlive(page);
		for (const title of ["Carnet 0", "Carnet 1"]) await openRow(page, title);
		let letGo = () => {};
		const gone = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		await page.route("**/*", async (route) => {
			if (route.request().method() === "POST") await gone;
			return route.fallback();
		});
		const [first, second] = ["Carnet 1", "Carnet 0"].map((title) =>
			page.getByRole("link", { name: `Eliminar ${title}` }),
		);
		const button = (name: string) => dialog(page).getByRole("button", { name });
		await first?.click();
		await button("Aceptar").click();
		await expect.poll(() => button("Aceptar").isDisabled()).toBe(true);
		// Not by the button, which "Enviando…" covers after a while.
		await page.keyboard.press("Escape");
		await first?.click();
		await dialog(page).getByText("Carnet 1").waitFor();
		expect(await button("Aceptar").isDisabled()).toBe(true);
		await page.keyboard.press("Escape");
		await second?.click();
		await dialog(page).getByText("Carnet 0").waitFor();
		letGo();
		await first?.waitFor({ state: "detached" });
		await button("Aceptar").click();
		await second?.waitFor({ state: "detached" });
		await dialog(page).waitFor({ state: "detached" });
		expect(await db.selectFrom("documents").select("title").where("user_id", "=", id).execute()).toEqual([]);
	});
});

test.each([
	["there is no signal", { abort: "internetdisconnected" }, "parece que no hay señal"],
	["a proxy has no server behind it", { status: 502 }, "el servidor no puede atenderte ahora"],
	["the server is full", { status: 507 }, "el servidor no puede atenderte ahora"],
] as const)("where %s, the dialog says so, and a second press deletes", async (_, answer, said) => {
	await withDocument(
		async (page, isThere) => {
			await page.route("**/*", (route) => {
				if (route.request().method() !== "POST") return route.fallback();
				return "abort" in answer ? route.abort(answer.abort) : route.fulfill(answer);
			});
			await remove(page).click();
			await dialog(page).getByRole("button", { name: "Aceptar" }).click();
			await dialog(page).getByRole("alert").getByText(said).waitFor();
			await expect.poll(() => focused(page)).toBe("Probar de nuevo");
			expect(await isThere()).toBe(true);
			await page.unrouteAll();
			await page.keyboard.press("Enter");
			await page.getByText(documentMessages.documentDeleted).waitFor();
			expect(await isThere()).toBe(false);
		},
		{ noted: /ERR_INTERNET_DISCONNECTED|status of 50/ },
	);
});

test("the dialog shows the server's own failure message", async () => {
	await sql`CREATE TRIGGER stays BEFORE DELETE ON documents BEGIN SELECT RAISE(ABORT, 'stays'); END`.execute(
		db,
	);
	try {
		await withDocument(
			async (page, isThere) => {
				await remove(page).click();
				await dialog(page).getByRole("button", { name: "Aceptar" }).click();
				await dialog(page).getByText(documentMessages.documentNotDeleted).waitFor();
				expect(await isThere()).toBe(true);
				await page.keyboard.press("Escape");
				await page.locator("dialog").waitFor({ state: "detached" });
				expect(await remove(page).count()).toBe(1);
			},
			{ noted: /status of 500/ },
		);
	} finally {
		await sql`DROP TRIGGER stays`.execute(db);
	}
});

test("a dialog that was closed while the response is pending opens again after a failure", async () => {
	await withDocument(
		async (page) => {
			const accept = dialog(page).getByRole("button", { name: "Aceptar" });
			await page.route("**/*", async (route) => {
				if (route.request().method() !== "POST") return route.fallback();
				// The request may leave before React has drawn that it does.
				await expect.poll(() => accept.isDisabled()).toBe(true);
				await page.keyboard.press("Escape");
				await page.keyboard.press("Escape");
				return route.abort("internetdisconnected");
			});
			await remove(page).click();
			await accept.click();
			await dialog(page).getByRole("alert").getByText("parece que no hay señal").waitFor();
		},
		{ noted: /ERR_INTERNET_DISCONNECTED/ },
	);
});

test("a row deleted in another tab disappears, without an error", async () => {
	await withDocument(async (page) => {
		await remove(page).click();
		await db.deleteFrom("documents").where("id_file", "=", DOCUMENT).execute();
		await dialog(page).getByRole("button", { name: "Aceptar" }).click();
		await page.getByText(documentMessages.documentDeleted).waitFor();
		expect(await remove(page).count()).toBe(0);
	});
});

test("a deletion after the session has ended leads to the sign-in, and nothing is deleted", async () => {
	await withDocument(async (page, isThere) => {
		await page.context().clearCookies();
		await remove(page).click();
		await dialog(page).getByRole("button", { name: "Aceptar" }).click();
		await page.waitForURL("**/auth/login?redirectTo=**");
		expect(await isThere()).toBe(true);
	});
});

test("a deletion after somebody else has signed in deletes nothing, and says so", async () => {
	await withDocument(async (page, isThere) => {
		await signInAt(site.line.origin, page, (await signedIn(await makeUser())).Cookie);
		await remove(page).click();
		await dialog(page).getByRole("button", { name: "Aceptar" }).click();
		await page.getByText("Esto se abrió con otra cuenta. No se eliminó nada.").waitFor();
		expect(await isThere()).toBe(true);
	});
});

test("in another tab, or in a browser without dialogs, the link's page asks", async () => {
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
			await page.waitForURL(`**/${DOCUMENT}?*&intent=delete`);
			await page.getByRole("button", { name: "Aceptar" }).click();
			await page.getByText(documentMessages.documentDeleted).waitFor();
			expect(page.url()).toBe(site.line.origin + LIST_OF_SEARCH);
		},
		{ before },
	);
});

test("the dialog is accessible in both schemes", async () => {
	await withDocument(async (page) => {
		await remove(page).click();
		await dialog(page).waitFor();
		await expectAccessible(page, [320]);
		expect(await dialog(page).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
	});
});
