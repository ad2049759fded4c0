import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { endAllSessions } from "~/features/auth/passwords/credentials.server";
import { db } from "~/lib/database/db.server";
import { makeUser, PASSWORD, signedIn } from "../support/accounts";
import { expectAccessible } from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { gapBelow, signInAt } from "../support/browser/browser";
import { extraValue, fillExtra } from "../support/browser/extra-form";
import { personalSite } from "../support/browser/personal-site";
import { documentsOf } from "../support/document-forms";
import { smallPhotos } from "../support/images/phone-photos";

/** Tests of forms whose session ends while the user fills them in. */
const site = personalSite();

const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";
const ADD_DOCUMENT = "/auth/my-document/add-document";
const resume = (page: Page) => page.getByRole("button", { name: "Ingresar y seguir" }).first();

async function signInAgain(page: Page, email: string): Promise<void> {
	await page.getByLabel("Correo electrónico").fill(email);
	await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
	await resume(page).click();
	await page.getByText("Ya ingresaste.").waitFor();
	// The words come before the fields.
	await page.waitForLoadState();
}

describe.each([
	["without script", "off"],
	["on a hydrated page", "on"],
] as const)("%s", (_how, script) => {
	const untilReady = async (page: Page) => {
		if (script === "on") await untilAlive(page);
	};

	test("an extra comes back filled in, and again after signing in; a press saves it", async () => {
		const user = await makeUser();
		await site.visit(user, ADD_EXTRA, { script }, async (page) => {
			await untilReady(page);
			await fillExtra(page, { hour: "4,5", shift: "N", comment: "Parada de horno\nSector 2" });
			await endAllSessions(user.id);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("Tu sesión se cerró.").waitFor();
			await page.waitForLoadState();
			expect(await page.title()).toBe("Agregar extra · Relevo");
			expect(await extraValue(page, "hour")).toBe("4,5");
			// The user changes a field of the form that is shown with the sign-in fields. The change is kept.
			await fillExtra(page, { shift: "T" });
			await signInAgain(page, user.email);
			expect(await page.getByLabel("Comentario (opcional)").inputValue()).toBe("Parada de horno\nSector 2");
			const saved = () =>
				db.selectFrom("extras").select(["shift", "minutes"]).where("user_id", "=", user.id).execute();
			expect(await saved()).toEqual([]);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL("**/auth/work-overtime?open=*");
			expect(await saved()).toEqual([{ shift: "T", minutes: 270 }]);
		});
	});

	test("an extra that is open while somebody else signs in comes back filled in, and a press saves it as theirs", async () => {
		const [user, other] = [await makeUser(), await makeUser()];
		await site.visit(user, ADD_EXTRA, { script }, async (page) => {
			await untilReady(page);
			await fillExtra(page, { hour: "4,5", shift: "N", comment: "Parada de horno" });
			await signInAt(site.server.origin, page, (await signedIn(other)).Cookie);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("se abrió con otra cuenta").waitFor();
			expect(await page.getByLabel("Comentario (opcional)").inputValue()).toBe("Parada de horno");
			const saved = () =>
				db.selectFrom("extras").select("user_id").where("user_id", "in", [user.id, other.id]).execute();
			expect(await saved()).toEqual([]);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL("**/auth/work-overtime?open=*");
			expect(await saved()).toEqual([{ user_id: other.id }]);
		});
	});

	test("a document that is open while somebody else signs in keeps its photos", async () => {
		const [user, other] = [await makeUser(), await makeUser()];
		await site.visit(user, ADD_DOCUMENT, { script }, async (page) => {
			await untilReady(page);
			await page.getByLabel("Descripción").fill("Clase D1");
			await page
				.locator("input[type=file]")
				.last()
				.setInputFiles(await smallPhotos(1));
			await signInAt(site.server.origin, page, (await signedIn(other)).Cookie);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("se abrió con otra cuenta").waitFor();
			await page.getByText("Sin guardar", { exact: true }).waitFor();
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(/my-documents\?open=/);
			const photos = db.selectFrom("document_images").where("document_id", "is not", null);
			expect(await photos.select("user_id").where("user_id", "in", [user.id, other.id]).execute()).toEqual([
				{ user_id: other.id },
			]);
		});
	});

	test("a document too, for any user who signs in there; its photos have to be chosen again", async () => {
		const [user, other] = [await makeUser(), await makeUser()];
		await site.visit(user, ADD_DOCUMENT, { script }, async (page) => {
			await untilReady(page);
			await page.getByLabel("Título").fill("Licencia");
			await page.getByLabel("Descripción").fill("Clase D1");
			await endAllSessions(user.id);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("Las fotos que ibas a mandar hay que elegirlas de nuevo").waitFor();
			expect(await page.locator("input[type=file]").count()).toBe(0);
			await signInAgain(page, other.email);
			// One for the camera, one for photos that are there already.
			expect(await page.locator("input[type=file]").count()).toBe(2);
			expect(await page.getByLabel("Descripción").inputValue()).toBe("Clase D1");
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(/my-documents\?open=/);
			expect(await documentsOf(user)).toEqual([]);
			expect(await documentsOf(other)).toMatchObject([{ title: "Licencia" }]);
		});
	});

	test("a wrong password is reported above the fields, and no typed value is lost", async () => {
		const user = await makeUser();
		await site.visit(user, "/auth/my-account/edit-profile", { script }, async (page) => {
			await untilReady(page);
			await page.getByLabel("Nombre y apellido").fill("Juana Azurduy");
			await page.getByLabel("Diagrama", { exact: true }).selectOption("4turnos_7dias");
			await endAllSessions(user.id);
			await page.locator("#datos button[type=submit]").click();
			await page.getByLabel("Correo electrónico").fill(user.email);
			await page.getByLabel("Contraseña", { exact: true }).fill("otra cosa 99");
			await resume(page).click();
			await page.getByRole("alert").getByText("no son correctos").waitFor();
			expect(await page.getByLabel("Correo electrónico").inputValue()).toBe(user.email);
			expect(await page.getByLabel("Nombre y apellido").inputValue()).toBe("Juana Azurduy");
			await signInAgain(page, user.email);
			expect(await page.getByLabel("Nombre y apellido").inputValue()).toBe("Juana Azurduy");
			await page.locator("#datos button[type=submit]").click();
			await page.waitForURL(/\/auth\/my-account(#|$)/);
		});
	});
});

test("a page that loads anew whose it is, while it is open, still says that the form was another person's", async () => {
	const [user, other] = [await makeUser(), await makeUser()];
	await site.visit(user, ADD_EXTRA, { script: "on" }, async (page) => {
		await untilAlive(page);
		await fillExtra(page, { hour: "4,5", shift: "N" });
		await signInAt(site.server.origin, page, (await signedIn(other)).Cookie);
		await page.getByText("Cambiar mi elección").click();
		await page.getByRole("button", { name: "Seguir aceptando" }).click();
		// The message comes with whose the page is.
		await page.getByRole("status").getByText("aceptaste").waitFor();
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.getByText("se abrió con otra cuenta").waitFor();
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.waitForURL("**/auth/work-overtime?open=*");
		const saved = db.selectFrom("extras").select("user_id").where("user_id", "in", [user.id, other.id]);
		expect(await saved.execute()).toEqual([{ user_id: other.id }]);
	});
});

describe("saved, then reopened with the back button", () => {
	test.each(["off", "on"] as const)(
		"shows the saved extra; another press changes it (script %s)",
		async (script) => {
			const user = await makeUser();
			await site.visit(user, ADD_EXTRA, { script }, async (page) => {
				await fillExtra(page, { hour: "4", shift: "N" });
				await page.getByRole("button", { name: "Guardar" }).click();
				await page.waitForURL("**/auth/work-overtime?open=*");
				await page.goBack();
				await fillExtra(page, { hour: "8" });
				await page.getByRole("button", { name: "Guardar" }).click();
				await page.waitForURL("**/auth/work-overtime?open=*");
				await page.getByText("ya la habías guardado con este formulario").waitFor();
				const rows = await db.selectFrom("extras").select("minutes").where("user_id", "=", user.id).execute();
				expect(rows).toEqual([{ minutes: 480 }]);
			});
		},
	);
});

test.each([
	[ADD_DOCUMENT, "No se encontro usuario autenticado."],
	["/auth/my-account/edit-profile", "No se encontró usuario autenticado."],
])("%s says in the words of its subject that nobody is signed in", async (path, words) => {
	const user = await makeUser();
	await site.visit(user, path, { script: "off" }, async (page) => {
		await endAllSessions(user.id);
		await page.getByRole("button", { name: "Guardar" }).click();
		expect(await page.locator("main [role=alert] strong").first().innerText()).toBe(words);
	});
});

test("the page with the sign-in fits 320 px and is accessible, in both schemes", async () => {
	const user = await makeUser();
	await site.visit(user, ADD_DOCUMENT, { script: "blocked" }, async (page) => {
		await page.getByLabel("Título").fill("Licencia");
		await endAllSessions(user.id);
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.getByText("Tu sesión se cerró.").waitFor();
		expect(await page.getByRole("link", { name: "INGRESAR" }).count()).toBe(0);
		expect(await page.locator("footer").textContent()).toContain("© 2025 Relevo");
		expect(await gapBelow(page, "fieldset.card")).toBeGreaterThanOrEqual(16);
		await expectAccessible(page, [320]);
	});
});
