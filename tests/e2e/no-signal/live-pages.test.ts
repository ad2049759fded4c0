import { expect, test } from "vitest";
import { makeUser } from "../../support/accounts";
import {
	commentsOf,
	eventually,
	newPhone,
	openPlant,
	readyPhone,
	typeExtra,
} from "../../support/browser/phone";

const shift = { diagram: "4turnos_7dias", crew: "C" };
const ADD = "/auth/work-overtime/add-work-overtime";

test("a page that was alive when the signal went keeps its form on the phone, and goes on to copies", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await phone.openLive(`${ADD}?date=2026-11-13`);
	await phone.page.locator("html.alive").waitFor();
	await plant.loseSignal();
	await typeExtra(phone, "Viva");
	await phone.page.waitForURL(/on-this-phone/);
	expect(await phone.text()).toContain("Extra, 13/11 · N · 8\u00A0h");

	await plant.findSignal();
	await phone.open("/auth/work-overtime");
	await eventually(() => commentsOf(user)).toEqual(["Viva"]);
	await phone.openLive("/auth/work-overtime");
	await phone.page.locator("html.alive").waitFor();
	await plant.loseSignal();
	await phone.page.getByRole("link", { name: "Más" }).first().click();
	// On a busy machine the list may have been a copy already, which says the same.
	await phone.page.getByRole("heading", { name: "Más" }).waitFor();
	await phone.page.getByText("Sin señal. Copia del").waitFor();
	await eventually(() => phone.text()).toContain("CERRAR SESIÓN");
});

test("with signal a live page sends its form as ever: one row, one toast, nothing left on the phone", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await phone.openLive(`${ADD}?date=2026-11-13`);
	await phone.page.locator("html.alive").waitFor();
	await phone.page.getByRole("button", { name: "Guardar" }).click({ force: true });
	await phone.page.locator(".field .error:not(:empty)").first().waitFor();
	await phone.page.locator("label", { hasText: /^N/ }).first().click();
	await phone.page.locator("label", { hasText: "8 h" }).click();
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.getByText("Extra agregada.").waitFor();
	expect(await commentsOf(user)).toEqual([null]);
	expect(await phone.waiting()).toBe(0);
});

test("an extra that a live page has saved is in the list that the phone keeps", async () => {
	const plant = await openPlant();
	const phone = await readyPhone(plant.origin, await makeUser(shift));
	await phone.openLive(`${ADD}?date=2026-11-13`);
	await phone.page.locator("html.alive").waitFor();
	await typeExtra(phone, "Viva");
	await phone.page.getByText("Extra agregada.").waitFor();
	const worker = await phone.worker();
	const kept = () => worker.evaluate(async () => (await caches.match("/auth/work-overtime"))?.text());
	await eventually(kept).toContain("Viva");
	await plant.loseSignal();
	const list = await phone.open("/auth/work-overtime");
	expect(list).toContain("Sin señal. Copia del");
	expect(list).toContain("Viva");
});

test("a network that hangs gives the copy too", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.signIn(await makeUser(shift));
	await phone.open("/auth/my-account");
	await phone.keeps("/auth/more", "/my-shift/calendar");
	plant.server.process.kill("SIGSTOP");
	expect(await phone.open("/auth/more")).toContain("Sin señal. Copia del");
	plant.server.process.kill("SIGCONT");
	await eventually(() => phone.open("/auth/more")).not.toContain("Sin señal");
});
