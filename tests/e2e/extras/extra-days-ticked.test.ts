import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { expectAccessible, horizontalOverflow } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";

import { personalSite } from "../../support/browser/personal-site";

/** A month in the past, whose days can all be ticked. */
const FORM = "/auth/work-overtime/add-work-overtime?date=2026-01-15";
const { visit } = personalSite();

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("each further day is one tap more, and one tap takes all back", async () => {
		const user = await makeUser();
		const stored = () =>
			db
				.selectFrom("extras")
				.select(["date", "shift", "minutes"])
				.where("user_id", "=", user.id)
				.orderBy("date")
				.execute();
		await visit(user, FORM, { script, width: 320 }, async (page) => {
			if (script === "on") await untilAlive(page);
			let taps = 0;
			const tap = async (target: Locator) => {
				taps++;
				await target.click();
			};
			const chip = (field: string, value: string) =>
				page.locator(`#extra input[name=${field}][value="${value}"] + label`);
			await tap(chip("shift", "T"));
			await tap(chip("hour", "4"));
			await tap(page.getByText("También otros días", { exact: true }));
			const before = taps;
			await tap(chip("dates", "2026-01-16"));
			await tap(chip("dates", "2026-01-19"));
			expect(taps - before).toBe(2);
			const cell = await chip("dates", "2026-01-16").boundingBox();
			expect(Math.min(cell?.width ?? 0, cell?.height ?? 0)).toBeGreaterThanOrEqual(48);
			expect(await horizontalOverflow(page)).toBe(0);
			if (script === "on") await page.getByText("3 extras, 12").waitFor();
			// axe is a script.
			if (script === "on") await expectAccessible(page);
			await tap(page.getByRole("button", { name: "Guardar" }));
			await page.getByText("3 extras agregadas.").waitFor();
			expect(taps).toBe(6);
			const each = { shift: "T", minutes: 240 };
			expect(await stored()).toEqual(
				["2026-01-15", "2026-01-16", "2026-01-19"].map((date) => ({ date, ...each })),
			);
			await page.getByRole("button", { name: "Deshacer" }).click();
			await page.getByText("3 extras eliminadas.").waitFor();
			expect(await stored()).toEqual([]);
			await page.getByRole("button", { name: "Deshacer" }).click();
			await page.getByText("Las 3 extras volvieron a la lista.").waitFor();
			expect(await stored()).toHaveLength(3);
		});
	});

	test("ticked days stay ticked when the form comes back with a question", async () => {
		const user = await makeUser();
		await visit(user, FORM, { script, width: 1280 }, async (page) => {
			if (script === "on") await untilAlive(page);
			const label = (field: string, value: string) =>
				page.locator(`#extra input[name=${field}][value="${value}"] + label`);
			await label("shift", "T").click();
			await label("hour", "12").click();
			await page.getByText("También otros días", { exact: true }).click();
			await label("dates", "2026-01-16").click();
			await page.getByText("Horario, comentario y pago").click();
			await page.getByLabel("Hora de entrada").fill("22:00");
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("2 extras agregadas.").waitFor();
			await page.goto(page.url().replace(/\/auth.*/, FORM));
			if (script === "on") await untilAlive(page);
			await label("shift", "T").click();
			await label("hour", "4").click();
			await page.getByText("También otros días", { exact: true }).click();
			await label("dates", "2026-01-16").click();
			await label("dates", "2026-01-20").click();
			const ask = page.getByRole("button", { name: "Guardar" });
			if (script === "on") await page.getByText("¿La guardás igual?").first().waitFor();
			else await ask.click();
			await page.getByText("Ya anotaste otra del viernes 16").waitFor();
			await expect.poll(() => page.locator("#extra [name=dates]:checked").count()).toBe(2);
			await page.getByRole("button", { name: "Guardar igual" }).click();
			await page.getByText("3 extras agregadas.").waitFor();
		});
	});
});

test("ticked days stay ticked while the date is typed anew", async () => {
	const user = await makeUser();
	await visit(user, FORM, { script: "on", width: 1280 }, async (page) => {
		await untilAlive(page);
		const days = page.locator("#extra [name=dates]");
		const day = (date: string) => page.locator(`#extra [name=dates][value="${date}"]`);
		await page.getByText("También otros días", { exact: true }).click();
		await page.locator('#extra [name=dates][value="2026-01-16"] + label').click();
		const date = page.getByLabel("Otra fecha");
		await date.fill("");
		await expect.poll(() => day("2026-01-19").count()).toBe(0);
		await date.fill("2026-01-14");
		await day("2026-01-19").waitFor({ state: "attached" });
		expect(await days.locator(":scope:checked").evaluateAll((all) => all.length)).toBe(1);
		expect(await day("2026-01-16").isChecked()).toBe(true);
	});
});
