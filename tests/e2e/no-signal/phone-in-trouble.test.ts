import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { commentsOf, eventually, openPlant, readyPhone, typeExtra } from "../../support/browser/phone";
import { patchedBuild } from "../../support/server/patched-build";

const shift = { diagram: "4turnos_7dias", crew: "C", real_name: "Zoraida Pampín" };
const ADD = "/auth/work-overtime/add-work-overtime";

test("on a full phone the form comes back filled in, goes out with signal, and a sign-out still erases", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	// An open database does not ask again for half a minute how much room there is.
	await phone.switchOff();
	await phone.switchOn();
	const devTools = await phone.page.context().newCDPSession(phone.page);
	await devTools.send("Storage.overrideQuotaForOrigin", { origin: plant.origin, quotaSize: 1 });
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-13`);
	await typeExtra(phone, "Cucharón");
	await phone.page.getByText("en este teléfono no se pudo guardar").waitFor();
	expect(await phone.page.getByLabel("Comentario (opcional)").inputValue()).toBe("Cucharón");
	expect(await phone.waiting()).toBe(0);

	await plant.findSignal();
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.waitForURL(/work-overtime/);
	await eventually(() => commentsOf(user)).toEqual(["Cucharón"]);

	await phone.open("/auth/more");
	await plant.loseSignal();
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	expect(await phone.everything()).not.toContain(shift.real_name);
	expect(await phone.open("/auth/my-account")).toContain("Sesión cerrada");
});

test("Background Sync sends what waits while no page is opened", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	const devTools = await phone.page.context().newCDPSession(phone.page);
	const registrationId = new Promise<string>((resolve) => {
		devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
			if (first) resolve(first.registrationId);
		});
	});
	await devTools.send("ServiceWorker.enable");
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-13`);
	await typeExtra(phone, "Cucharón");
	await phone.page.waitForURL(/on-this-phone/);
	await plant.findSignal();
	expect(await commentsOf(user)).toEqual([]);
	await devTools.send("ServiceWorker.dispatchSyncEvent", {
		origin: plant.origin,
		registrationId: await registrationId,
		tag: "outbox",
		lastChance: false,
	});
	await eventually(() => commentsOf(user)).toEqual(["Cucharón"]);
	await eventually(() => phone.waiting()).toBe(0);
});

test("Back shows nothing private after a sign-out without signal", async () => {
	const plant = await openPlant();
	const phone = await readyPhone(plant.origin, await makeUser(shift));
	await phone.open("/auth/my-account");
	await phone.open("/auth/more");
	await plant.loseSignal();
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	for (let count = 0; count < 2; count++) {
		await phone.page.goBack();
		expect(await phone.page.content()).not.toContain(shift.real_name);
	}
});

test("a browser that takes the database away while the worker runs does not end keeping, sending and signing out", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await phone.open("/auth/more");
	const devTools = await phone.page.context().newCDPSession(phone.page);
	const { origin } = plant;
	await devTools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
	await phone.openLive("/auth/my-account");
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-20`);
	await typeExtra(phone, "Cucharón");
	await phone.page.waitForURL(/on-this-phone/);
	await plant.findSignal();
	await phone.openLive("/auth/more");
	await eventually(() => commentsOf(user)).toEqual(["Cucharón"]);
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
	await phone.page.waitForURL(/\/home/);
});

test("half a deploy: a page of the old build goes on, sends its form, and all opens without its files", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await phone.open(`${ADD}?date=2026-11-13`);
	await untilAlive(phone.page);
	const folder = mkdtempSync(join(tmpdir(), "relevo-public-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	cpSync("public", folder, { recursive: true, filter: (path) => !path.endsWith(".js") });
	await plant.loseSignal();
	await plant.findSignal({}, patchedBuild(['folder = "public"', `folder = ${JSON.stringify(folder)}`]));
	await typeExtra(phone, "Cucharón");
	await phone.page.waitForURL(/\/auth\/work-overtime($|\?)/);
	await eventually(() => phone.page.locator("main").textContent()).toContain("Cucharón");
	expect(await commentsOf(user)).toEqual(["Cucharón"]);
	for (const path of ["/auth/my-documents", "/my-shift", "/auth/more"]) await phone.openLive(path);
	await plant.loseSignal();
	for (const path of ["/my-shift", "/auth/more", "/auth/work-overtime"])
		expect(await phone.open(path), path).toContain("Sin señal. Copia del");
});

test("the frame of the phone's own pages, lost with a killed browser, comes back with the next page", async () => {
	const plant = await openPlant();
	const phone = await readyPhone(plant.origin, await makeUser(shift));
	expect(await phone.open("/on-this-phone")).toContain("No falta enviar nada.");
	const lose = async () =>
		(await phone.worker()).evaluate(async () => {
			for (const name of await caches.keys()) await (await caches.open(name)).delete("/on-this-phone");
		});
	// The first page may still be looking for the frame, and bring it back.
	await eventually(() => lose().then(() => phone.open("/on-this-phone"))).toBe("");
	await phone.openLive("/auth/my-account");
	// The page greets the worker a moment after it has loaded, and not at all if it is left before.
	await phone.keeps("/on-this-phone");
	expect(await phone.open("/on-this-phone")).toContain("No falta enviar nada.");
});
