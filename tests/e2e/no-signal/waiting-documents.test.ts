import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { eventually, openPlant, type Phone, readyPhone } from "../../support/browser/phone";
import { largePhoto, type PhotoFile, smallPhotos } from "../../support/images/phone-photos";

const shift = { diagram: "4turnos_7dias", crew: "C" };
const ADD = "/auth/my-document/add-document";

const documentsOf = ({ id }: { id: string }) =>
	db
		.selectFrom("documents")
		.leftJoin("document_images as photo", "photo.document_id", "documents.id")
		.where("documents.user_id", "=", id)
		.select(({ fn }) => ["title", "description", fn.count("photo.id").as("photos")])
		.groupBy("documents.id")
		.execute();

/** A phone of a signed-in worker, which has kept what it needs and hands photos over whole. */
async function photoPhone(origin: string, user: { id: string }): Promise<Phone> {
	const phone = await readyPhone(origin, user);
	await phone.takesPhotos();
	return phone;
}

async function typeDocument(
	{ page }: Phone,
	photos: PhotoFile[] | string[],
	description = "Sin descripción.",
) {
	await page.getByLabel("Título").fill("Carnet de Zutano");
	await page.getByLabel("Descripción").fill(description);
	await page.locator("input[type=file][multiple]").setInputFiles(photos);
	await save(page);
}

const save = (page: Page) => page.getByRole("button", { name: "Guardar" }).click();

test("a document with two photos waits through the death of the browser, and arrives exactly once", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await photoPhone(plant.origin, user);
	await plant.loseSignal();
	expect(await phone.open(ADD)).toContain("queda en el teléfono y sale cuando vuelva");
	await typeDocument(phone, await smallPhotos(1, 2));
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Guardado en el teléfono.");
	expect(await phone.text()).toContain("Documento, Carnet de Zutano · 2 fotos");
	expect(await phone.everything()).not.toMatch(/Zutano|IMG_1|JFIF/);
	await phone.kill();

	await plant.findSignal();
	await phone.switchOn();
	// A browser writes its cookies to the disk only every half minute.
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await eventually(() => documentsOf(user)).toMatchObject([{ title: "Carnet de Zutano", photos: 2 }]);
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");
	expect(await documentsOf(user)).toHaveLength(1);
});

test("what the server refuses comes back with its message, and goes out corrected with the photos that wait", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await photoPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open(ADD);
	await typeDocument(phone, await smallPhotos(1), "");
	await phone.page.waitForURL(/kept/);
	// Opened before it was sent: what is chosen now is added to what waits.
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	await phone.page.waitForURL(/open=/);
	expect(await phone.text()).toContain("con sus fotos (1)");
	await typeDocument(phone, await smallPhotos(1, 2), "");
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Documento, Carnet de Zutano · 2 fotos");

	await plant.findSignal();
	await phone.open("/auth/more");
	await eventually(() => phone.open("/on-this-phone")).toContain("No se pudo guardar: abrilo y corregilo.");
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	await phone.page.waitForURL(/open=/);
	expect(await phone.page.locator("main .error:not(:empty)").first().innerText()).not.toBe("");
	expect(await phone.page.locator("main .kept img").count()).toBe(2);
	await phone.page.getByLabel("Descripción").fill("Corregida");
	// The photos outlive the day for which the server keeps them.
	await plant.loseSignal();
	await save(phone.page);
	await phone.page.waitForURL(/kept/);
	await db.deleteFrom("document_images").where("user_id", "=", user.id).execute();
	await phone.setClockAhead(1);
	await plant.findSignal();
	await phone.open("/auth/more");
	await eventually(() => documentsOf(user)).toEqual([
		{ title: "Carnet de Zutano", description: "Corregida", photos: 2 },
	]);
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");
});

test("a page that was alive when the signal went keeps its document on the phone, made smaller", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await photoPhone(plant.origin, user);
	await phone.openLive(ADD);
	await untilAlive(phone.page);
	const photo = await largePhoto();
	await phone.page.locator("input[type=file][multiple]").setInputFiles([photo]);
	await phone.page.locator(".picked img").waitFor();
	await plant.loseSignal();
	await phone.page.getByLabel("Título").fill("Carnet de Zutano");
	await save(phone.page);
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Documento, Carnet de Zutano · 1 foto");
	await plant.findSignal();
	await phone.open("/auth/more");
	await eventually(() => documentsOf(user)).toMatchObject([{ photos: 1 }]);
	// Texts alone wait too, also those of a document that is edited.
	await phone.openLive("/auth/my-documents");
	await phone.page.getByText("Carnet de Zutano").first().click();
	await phone.page
		.getByRole("link", { name: /^Editar/ })
		.first()
		.click();
	await phone.page.waitForURL(/edit-document/);
	await untilAlive(phone.page);
	await plant.loseSignal();
	await phone.page.getByLabel("Descripción").fill("Otra");
	await save(phone.page);
	await phone.page.waitForURL(/kept/);
	await plant.findSignal();
	await phone.open("/auth/more");
	await eventually(() => documentsOf(user)).toMatchObject([{ description: "Otra", photos: 1 }]);
});

test("more than 30 MB come back filled in and say so; where photos arrive empty, documents go past the worker", async () => {
	const plant = await openPlant();
	const phone = await photoPhone(plant.origin, await makeUser(shift));
	await plant.loseSignal();
	await phone.open(ADD);
	const folder = mkdtempSync(join(tmpdir(), "relevo-photos-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const heavy = ["a.jpg", "b.jpg"].map((name) => join(folder, name));
	for (const path of heavy) writeFileSync(path, Buffer.alloc(16_000_000));
	await typeDocument(phone, heavy, "Sigue acá");
	await phone.page.getByText("las fotos hay que elegirlas de nuevo").waitFor();
	expect(await phone.page.getByLabel("Descripción").inputValue()).toBe("Sigue acá");
	expect(await phone.waiting()).toBe(0);
	await typeDocument(phone, heavy.slice(1));
	await phone.page.waitForURL(/kept/);

	const answer = await phone.page.evaluate(async () => {
		const body = new FormData();
		body.append("images", new Blob([]));
		return (await fetch("/on-this-phone", { method: "POST", body })).status;
	});
	expect(answer).toBe(200);
	expect(await phone.open(ADD)).toContain("no está guardada en el teléfono");
});

test("a photo that another app shares waits until its form is saved; without a session a page says what to do", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await photoPhone(plant.origin, user);
	await plant.loseSignal();
	await share(phone);
	await phone.page.waitForURL(/on-this-phone\?open=/);
	expect(await phone.text()).toContain("con sus fotos (1)");
	expect(await phone.open("/on-this-phone")).toContain("Falta guardarlo: abrilo.");
	await plant.findSignal();
	await phone.open("/auth/more");
	await phone.open("/on-this-phone");
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	expect(await documentsOf(user)).toEqual([]);
	await phone.page.getByLabel("Título").fill("Carnet de Zutano");
	await save(phone.page);
	await eventually(() => documentsOf(user)).toMatchObject([{ title: "Carnet de Zutano", photos: 1 }]);
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");

	await phone.open("/auth/more");
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
	await phone.page.waitForURL(/\/home/);
	await share(phone);
	await phone.page.getByRole("heading", { name: "Compartir con Relevo" }).waitFor();
	expect(await phone.waiting()).toBe(0);
});

/** Sends a photo as the system's share sheet does. */
async function share({ page }: Phone): Promise<void> {
	await page.evaluate(() => {
		const form = Object.assign(document.createElement("form"), {
			method: "post",
			enctype: "multipart/form-data",
			action: "/compartir",
		});
		form.innerHTML = '<input type="file" name="images">';
		document.body.replaceChildren(form);
	});
	await page.locator("input[type=file]").setInputFiles(await smallPhotos(1));
	await page.evaluate(() => document.forms[0]?.submit());
}
