import { expect, test } from "vitest";
import { presets } from "~/features/agreement/agreement";
import { saveAgreement, saveHourValue } from "~/features/agreement/agreements.server";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../support/accounts";
import { untilAlive } from "../support/browser/alive";
import { personalSite } from "../support/browser/personal-site";

const PAGE = "/auth/my-pay/settings";
const SINCE = "2026-11-01";
const { visit } = personalSite();

test.each(["off", "on"] as const)(
	"a deleted value of the hour and a deleted agreement come back, with script %s",
	async (script) => {
		const { id } = await makeUser();
		await saveHourValue(id, { since: SINCE, centavos: 700_000, divisor: null });
		await saveAgreement(id, { ...presets.lct.rates, name: "lct", since: SINCE });
		for (const [path, deleted, restored] of [
			[`${PAGE}/hour-value/${SINCE}`, "Valor eliminado", "El valor volvió a la lista."],
			[`${PAGE}/rates/${SINCE}`, "Convenio eliminado", "El convenio volvió a la lista."],
		] as const)
			await visit({ id }, `${path}?intent=delete`, { script, width: 320 }, async (page) => {
				await page.getByRole("button", { name: "Aceptar" }).click();
				await page.getByText(deleted).waitFor();
				expect(new URL(page.url()).pathname).toBe(PAGE);
				await page.getByRole("button", { name: "Deshacer" }).click();
				await page.getByText(restored).waitFor();
				expect(new URL(page.url()).pathname).toBe(PAGE);
				expect(await page.locator(`a[href*="${SINCE}"]`).count()).toBeGreaterThan(0);
			});
	},
);

test("what was typed stays on an alive page if the value or agreement was deleted meanwhile", async () => {
	const { id } = await makeUser();
	await saveHourValue(id, { since: SINCE, centavos: 700_000, divisor: null });
	await saveAgreement(id, { ...presets.lct.rates, name: "lct", since: SINCE });
	for (const [term, table, field, typed] of [
		["hour-value", "hour_values", "amount", "8123"],
		["rates", "agreements", "saturday", "150"],
	] as const)
		await visit({ id }, `${PAGE}/${term}/${SINCE}`, { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.locator(`[name=${field}]`).fill(typed);
			await db.deleteFrom(table).where("user_id", "=", id).execute();
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByRole("alert").getByText("Esto ya no está acá").waitFor();
			expect(await page.locator(`[name=${field}]`).inputValue()).toBe(typed);
		});
});
