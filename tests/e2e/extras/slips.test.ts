import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { expectAccessible } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";

const LEDGER = "/auth/work-overtime/slips";
const AUGUST = "2026-08-01";
const { visit } = personalSite();

function addSlip(userId: string, minutes: { minutes_50: number; minutes_100: number; amount?: number }) {
	const slip = { ...minutes, days_off: 3, created_at: 1, updated_at: 1 };
	return db
		.insertInto("slips")
		.values({ ...slip, user_id: userId, period_start: AUGUST, period_end: "2026-08-31" })
		.execute();
}

async function makeWorker() {
	const user = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
	const values = [
		{ date: "2026-08-05", compensation: "pago" },
		{ date: "2026-08-06", compensation: "franco" },
		{ date: "2026-08-07", compensation: "banco" },
	] as const;
	await db
		.insertInto("extras")
		.values(values.map((each) => extraRow(user.id, each)))
		.execute();
	return user;
}

test("without script, on the smallest phone: enter a slip, carry its difference over, settle, delete, undo", async () => {
	const user = await makeWorker();
	await visit(user, `${LEDGER}/${AUGUST}`, { script: "off", width: 320 }, async (page) => {
		const press = (name: string) => page.getByRole("button", { name }).click();
		await page.getByLabel("Horas al 50 %").fill("cinco");
		await press("Guardar el recibo");
		expect(await page.locator(".error-summary").innerText()).toContain("Escribí las horas del recibo");
		expect(await page.getByLabel("Horas al 50 %").inputValue()).toBe("cinco");
		await page.getByLabel("Horas al 50 %").fill("5");
		await press("Guardar el recibo");
		const open = page.getByText("Quedan abiertas: 3 h al 50 % desde agosto de 2026.");
		expect(await open.count()).toBe(1);
		await press("Cerrar: ya se arregló");
		expect(await open.count()).toBe(0);
		await press("Abrir de nuevo");
		await page.getByRole("link", { name: "Imprimir o mandar" }).click();
		await page.locator("summary", { hasText: "Compartir" }).click();
		const message = await page.getByRole("link", { name: "Mandar por WhatsApp" }).getAttribute("href");
		expect(decodeURIComponent(message ?? "")).toContain("8 h según mi registro, 5 h según el recibo");
		await page.getByRole("link", { name: "Recibos y saldos" }).click();
		await page.getByRole("link", { name: "Eliminar el recibo: Agosto de 2026" }).click();
		expect(await page.getByText("¿Querés eliminar este recibo?").count()).toBe(1);
		await press("Aceptar");
		expect(await open.count()).toBe(0);
		await press("Deshacer");
		expect(await open.count()).toBe(1);
	});
});

test("with script, the dialog closes after a deletion, and opens again for the restored slip", async () => {
	const user = await makeWorker();
	await addSlip(user.id, { minutes_50: 60, minutes_100: 0 });
	await visit(user, LEDGER, { script: "on" }, async (page) => {
		await untilAlive(page);
		const link = page.getByRole("link", { name: "Eliminar el recibo: Agosto de 2026" });
		const dialog = page.getByRole("alertdialog");
		for (const _ of ["first", "after the undo"]) {
			await link.click();
			await dialog.getByRole("button", { name: "Aceptar" }).click();
			await dialog.waitFor({ state: "detached" });
			expect(await link.count()).toBe(0);
			await page.getByRole("button", { name: "Deshacer" }).click();
			await link.waitFor();
		}
	});
});

test.each(["light", "dark"] as const)(
	"%s: no axe findings, no horizontal scrolling, large targets",
	async (scheme) => {
		const user = await makeWorker();
		await addSlip(user.id, { minutes_50: 60, minutes_100: 0, amount: 99_999_999_999 });
		for (const path of [
			LEDGER,
			`${LEDGER}?date=ayer`,
			`${LEDGER}?view=summary`,
			`${LEDGER}?view=balances`,
			`${LEDGER}/${AUGUST}`,
		])
			await visit(user, path, { scheme, script: "blocked" }, (page) => expectAccessible(page, scheme));
	},
);
