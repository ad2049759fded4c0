import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser, signedIn } from "../../support/accounts";
import { eventually, newPhone, openPlant, type Phone } from "../../support/browser/phone";
import { add, photo } from "../../support/document-forms";
import { todayIn } from "../../support/texts/today";

const shift = { diagram: "4turnos_7dias", crew: "C" };
const GATE = "/auth/porteria";

/** A document with photos; the first one at hand, valid until tomorrow. */
async function withDocuments(user: { id: string }) {
	const headers = await signedIn(user);
	const keys = [randomUUID(), randomUUID()];
	const expiresOn = addDays(todayIn("America/Argentina/Buenos_Aires"), 1);
	for (const [index, idFile] of keys.entries())
		await add({ idFile, expiresOn, images: [await photo(index), await photo(index + 7)] }, headers);
	await db.updateTable("documents").set({ at_hand: 1 }).where("id_file", "=", String(keys[0])).execute();
	return keys;
}

/** Whether each photo of the open page has come. */
const photosIn = ({ page }: Phone) =>
	page.locator("main img").evaluateAll((all) =>
		Promise.all(
			all.map(async (image) => {
				if (!(image instanceof HTMLImageElement)) return false;
				image.loading = "eager";
				await image.decode().catch(() => undefined);
				return image.naturalWidth > 0;
			}),
		),
	);

const keptPhotos = async (phone: Phone) =>
	(await phone.worker()).evaluate(async () => (await (await caches.open("relevo-photos-1")).keys()).length);

test("the folder for the gate is there without signal, never opened before, and other photos once they were seen", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const [, seen = ""] = await withDocuments(user);
	const phone = await newPhone(plant.origin);
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await phone.keeps(GATE);
	await eventually(() => keptPhotos(phone)).toBe(2);
	await phone.open(`/auth/view-document/${seen}`);
	await phone.keeps(`/auth/view-document/${seen}`);
	expect(await photosIn(phone)).toEqual([true, true]);
	await plant.loseSignal();

	expect(await phone.open(GATE)).toContain("Sin señal. Copia del");
	expect(await photosIn(phone)).toEqual([true, true]);
	expect(await phone.text()).toContain("Vigente");
	await phone.open(`/auth/view-document/${seen}`);
	expect(await photosIn(phone)).toEqual([true, true]);
	// Whether it is still valid, a copy does not know.
	await phone.setClockAhead(3);
	expect(await phone.open(GATE)).not.toContain("Vigente");

	await phone.open("/auth/more");
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	expect(await keptPhotos(phone)).toBe(0);
});

test.each([
	["the page for the gate", () => GATE, "html"],
	["a document's page", (idFile: string) => `/auth/view-document/${idFile}`, "html.alive"],
])("%s that was left open asks again what is valid, and stays without signal", async (_, pageOf, ready) => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const [idFile = ""] = await withDocuments(user);
	const phone = await newPhone(plant.origin);
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await phone.keeps(GATE);
	expect(await phone.open(pageOf(idFile))).toContain("Vigente");
	await phone.page.locator(ready).waitFor();
	await db.updateTable("documents").set({ expires_on: "2026-01-01" }).where("id_file", "=", idFile).execute();
	await plant.loseSignal();
	await phone.lookAfter(11);
	await eventually(() => phone.text()).not.toContain("Vigente");
	expect(await phone.text()).not.toContain("Sin señal");
	await plant.findSignal();
	await phone.lookAfter(11);
	await eventually(() => phone.text()).toContain("Vencido");
});
