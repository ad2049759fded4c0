import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { eventually, newPhone, openPlant, type Phone } from "../../support/browser/phone";
import { largePhoto, type PhotoFile, smallPhotos } from "../../support/images/phone-photos";

const ADD = "/auth/my-document/add-document";

async function typeDocument({ page }: Phone, title: string, photos: PhotoFile[]): Promise<void> {
	await page.getByLabel("Título").fill(title);
	await page.getByLabel("Descripción").fill("De prueba");
	await page.locator("input[type=file][multiple]").setInputFiles(photos);
	await page.getByRole("button", { name: "Guardar" }).click();
}

test("photos for which the phone has no room: it says so, keeps the texts and what waited, and all arrives with signal", async () => {
	const plant = await openPlant();
	const user = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
	const phone = await newPhone(plant.origin);
	const devTools = await phone.page.context().newCDPSession(phone.page);
	// Room for the pages and a text, but not for a large photo.
	await devTools.send("Storage.overrideQuotaForOrigin", { origin: plant.origin, quotaSize: 1_500_000 });
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await phone.keeps(ADD, "/auth/my-documents", "/my-shift/calendar");
	await phone.takesPhotos();
	await plant.loseSignal();
	await phone.open(ADD);
	await typeDocument(phone, "Carnet de Zutano", await smallPhotos(1));
	await phone.page.waitForURL(/kept/);

	await phone.open(ADD);
	const photos = [await largePhoto(), ...(await smallPhotos(2))];
	await typeDocument(phone, "Certificado", photos);
	await phone.page.getByText("en este teléfono no entra").waitFor();
	await phone.page.getByText("las fotos hay que elegirlas de nuevo").waitFor();
	expect(await phone.page.getByLabel("Título").inputValue()).toBe("Certificado");
	// What waits stays as it was when there is no room for more photos of it.
	await phone.open("/on-this-phone");
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	await typeDocument(phone, "Carnet de Zutano", photos);
	await phone.page.getByText("en este teléfono no entra").waitFor();
	expect(await phone.open("/on-this-phone")).toContain("Documento, Carnet de Zutano · 1 foto\n");
	expect(await phone.waiting()).toBe(1);

	await phone.open(ADD);
	await plant.findSignal();
	await typeDocument(phone, "Certificado", photos);
	await phone.page.waitForURL(/\/auth\/my-documents/);
	const documents = () =>
		db
			.selectFrom("documents")
			.innerJoin("document_images as photo", "photo.document_id", "documents.id")
			.where("documents.user_id", "=", user.id)
			.select(({ fn }) => ["title", fn.countAll().as("photos")])
			.groupBy("documents.id")
			.orderBy("title")
			.execute();
	await eventually(documents).toEqual([
		{ title: "Carnet de Zutano", photos: 1 },
		{ title: "Certificado", photos: 2 },
	]);
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");
});
