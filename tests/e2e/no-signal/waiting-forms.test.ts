import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { db } from "~/lib/database/db.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { DELETED } from "~/lib/records/save-record-form.server";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { eventually, openPlant, readyPhone, typeExtra } from "../../support/browser/phone";
import { extraRow } from "../../support/extras";

const shift = { diagram: "4turnos_7dias", crew: "C" };
const ADD = "/auth/work-overtime/add-work-overtime";

const extrasOf = ({ id }: { id: string }) =>
	db.selectFrom("extras").where("user_id", "=", id).select(["date", "minutes", "shift", "comment"]).execute();

const daysOf = ({ id }: { id: string }) =>
	db.selectFrom("own_days").where("user_id", "=", id).select(["id", "first_day", "note"]).execute();

/** Opens what is folded in the form of a page without script. */
const unfold = (page: Page) =>
	page.locator("main form summary").evaluateAll((all) => {
		for (const one of all) one.parentElement?.setAttribute("open", "");
	});

test("an extra typed without signal waits through the death of the browser, and arrives exactly once", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-13`);
	await typeExtra(phone, "Cucharón grande");
	await phone.page.waitForURL(/on-this-phone/);
	expect(await phone.text()).toContain("Guardado en el teléfono. Se manda cuando abras Relevo con señal.");
	expect(await phone.text()).toContain("Extra, 13/11 · N · 8\u00A0h");
	expect(await phone.everything()).not.toContain("Cucharón");
	// A second form is a second extra.
	await phone.open(`${ADD}?date=2026-11-14`);
	await typeExtra(phone, "Otro cucharón", "4 h");
	await phone.page.waitForURL(/on-this-phone/);
	await phone.open("/auth/work-overtime");
	expect(await phone.page.locator("header .bar").innerText()).toContain("Más·2");
	await phone.kill();

	await plant.findSignal();
	await phone.switchOn();
	// A browser writes its cookies to the disk only every half minute.
	await phone.signIn(user);
	await phone.open("/auth/my-account");
	await eventually(async () => (await extrasOf(user)).length).toBe(2);
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");
	expect(await extrasOf(user)).toEqual([
		{ date: "2026-11-13", minutes: 480, shift: "N", comment: "Cucharón grande" },
		{ date: "2026-11-14", minutes: 240, shift: "N", comment: "Otro cucharón" },
	]);
});

test("what waits can be opened, corrected and discarded", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-13`);
	await typeExtra(phone, "Primera");
	await phone.page.waitForURL(/on-this-phone/);
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	expect(await phone.page.getByLabel("Comentario (opcional)").inputValue()).toBe("Primera");
	expect(await phone.page.locator("input[name=shift]:checked").inputValue()).toBe("N");
	await phone.page.locator("label", { hasText: "12 h" }).click();
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Falta enviar: 1");
	expect(await phone.text()).toContain("Extra, 13/11 · N · 12\u00A0h");

	await phone.open(`${ADD}?date=2026-11-14`);
	await typeExtra(phone, "Segunda");
	await phone.page.waitForURL(/on-this-phone/);
	await phone.page.getByRole("link", { name: "Descartar" }).last().click();
	await phone.page.getByRole("button", { name: "Descartar" }).click();
	await phone.page.waitForURL(/on-this-phone$/);
	expect(await phone.text()).toContain("Falta enviar: 1");

	await plant.findSignal();
	await phone.open("/auth/my-account");
	await eventually(() => extrasOf(user)).toMatchObject([{ minutes: 720, comment: "Primera" }]);
});

test("what the server refuses comes back as its own form, filled in, and goes out corrected", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2031-01-01`);
	await typeExtra(phone, "De otro año");
	await phone.page.waitForURL(/on-this-phone/);
	await plant.findSignal();
	// A live page gets the number from its script, and wakes up all the same.
	await phone.openLive("/auth/my-account");
	await phone.page.locator("html.alive").waitFor();
	await phone.page.locator('.bar [data-waiting="·1"]').waitFor();
	await eventually(() => phone.open("/on-this-phone")).toContain("No se pudo guardar: abrilo y corregilo.");
	await phone.page.getByRole("link", { name: "Abrir" }).click();
	expect(await phone.page.locator("main .error:not(:empty)").first().innerText()).not.toBe("");
	expect(await phone.page.getByLabel("Comentario (opcional)").inputValue()).toBe("De otro año");
	await phone.page.getByLabel("Otra fecha").fill("2026-11-13");
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.waitForURL(/work-overtime/);
	expect(await extrasOf(user)).toMatchObject([{ date: "2026-11-13", comment: "De otro año" }]);
	expect(await phone.open("/on-this-phone")).toContain("No falta enviar nada.");
});

test("own days and a slip wait and arrive too", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open("/auth/my-days?day=2026-12-01");
	await phone.page.getByLabel("Qué es", { exact: true }).selectOption({ label: "Vacaciones" });
	expect(await phone.page.getByLabel("Primer día").inputValue()).toBe("2026-12-01");
	await phone.page.getByRole("button", { name: "Agregar días" }).click();
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Días, 1/12");
	await phone.open("/auth/my-pay");
	await phone.page.locator("summary", { hasText: "recibo" }).first().click();
	await phone.page.getByLabel("Horas al 50").fill("4");
	await phone.page.getByRole("button", { name: "Guardar el recibo" }).click();
	await phone.page.waitForURL(/kept/);
	expect(await phone.text()).toContain("Falta enviar: 2");
	await plant.findSignal();
	await phone.open("/auth/my-account");
	await eventually(() => phone.open("/on-this-phone")).toContain("No falta enviar nada.");
	expect(
		await db.selectFrom("own_days").where("user_id", "=", user.id).select("first_day").execute(),
	).toEqual([{ first_day: "2026-12-01" }]);
	expect(await db.selectFrom("slips").where("user_id", "=", user.id).select("premiums").execute()).toEqual([
		{ premiums: '{"50":240}' },
	]);
});

test("an extra and own days that are there already are edited without script and signal, and arrive", async () => {
	const plant = await openPlant();
	const user = await makeUser(shift);
	const extra = extraRow(user.id, { comment: "Antes" });
	await db.insertInto("extras").values(extra).execute();
	const phone = await readyPhone(plant.origin, user);
	const devTools = await phone.page.context().newCDPSession(phone.page);
	await devTools.send("Emulation.setScriptExecutionDisabled", { value: true });
	const { page } = phone;
	await phone.open("/auth/my-days?day=2026-12-01");
	await page.getByLabel("Qué es", { exact: true }).selectOption({ label: "Vacaciones" });
	await page.getByRole("button", { name: "Agregar días" }).click();
	await eventually(() => daysOf(user)).toMatchObject([{ first_day: "2026-12-01", note: "" }]);
	const [day] = await daysOf(user);
	const edits = [`/auth/edit-work-overtime/${extra.id_file}`, `/auth/my-days?edit=${day?.id}`];
	for (const path of edits) await phone.openLive(path);
	await phone.keeps(...edits);

	await plant.loseSignal();
	for (const [index, label] of ["Comentario (opcional)", "Nota (opcional)"].entries()) {
		await phone.open(edits[index] ?? "");
		await unfold(page);
		await page.getByLabel(label).fill("Después");
		await page.getByRole("button", { name: /^(Guardar|Editar)/ }).click();
		await page.waitForURL(/kept/);
	}
	expect(await phone.text()).toContain("Extra, 20/11 · N · 8\u00A0h");
	expect(await phone.text()).toContain("Días, 1/12");
	await plant.findSignal();
	await phone.open("/auth/my-account");
	await eventually(() => extrasOf(user)).toMatchObject([{ comment: "Después" }]);
	await eventually(() => daysOf(user)).toMatchObject([{ first_day: "2026-12-01", note: "Después" }]);
});

test.each(["with signal", "with signal and script", "without signal"])(
	"an edit %s of what another phone has deleted meanwhile comes back filled in, and can be added",
	async (how) => {
		const plant = await openPlant();
		const user = await makeUser(shift);
		const extra = extraRow(user.id, { comment: "Antes" });
		await db.insertInto("extras").values(extra).execute();
		const phone = await readyPhone(plant.origin, user);
		const { page } = phone;
		const devTools = await page.context().newCDPSession(page);
		const isAlive = how === "with signal and script";
		await devTools.send("Emulation.setScriptExecutionDisabled", { value: !isAlive });
		const path = `/auth/edit-work-overtime/${extra.id_file}`;
		await phone.openLive(path);
		await phone.keeps(path);
		if (isAlive) await untilAlive(page);
		if (how === "without signal") await plant.loseSignal();
		if (how === "without signal") await phone.open(path);
		const comment = page.getByLabel("Comentario (opcional)");
		await unfold(page);
		await comment.fill("Cucharón");
		await deleteRecord(extraRecord, { userId: user.id, id: extra.id_file });
		await page.getByRole("button", { name: /^Editar/ }).click();
		if (how === "without signal") {
			await page.waitForURL(/kept/);
			await plant.findSignal();
			await phone.openLive("/auth/more");
			await eventually(() => phone.open("/on-this-phone")).toContain(
				"No se pudo guardar: abrilo y corregilo.",
			);
			await page.getByRole("link", { name: "Abrir" }).click();
		}
		await page.getByText(DELETED).first().waitFor();
		expect(await comment.inputValue()).toBe("Cucharón");
		expect(await extrasOf(user)).toEqual([]);
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.waitForURL(/work-overtime\?open/);
		expect(await extrasOf(user)).toMatchObject([{ comment: "Cucharón" }]);
		expect(await phone.open("/on-this-phone")).toContain("No falta enviar nada.");
	},
);
