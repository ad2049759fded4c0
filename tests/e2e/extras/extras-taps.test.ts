import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { horizontalOverflow } from "../../support/browser/accessibility";
import { untilAlive } from "../../support/browser/alive";
import { personalSite } from "../../support/browser/personal-site";

/** Tests how many taps lead from the home page to a saved extra (overtime entry). */
const { visit } = personalSite();

test.each(["off", "on"] as const)(
	"an extra takes three taps and 'Guardar', no typing, script %s",
	async (script) => {
		const user = await makeUser({ diagram: "2turnos", crew: "A" });
		await visit(user, "/home?inicio=1", { script, width: 320 }, async (page) => {
			let taps = 0;
			const tap = async (target: ReturnType<typeof page.locator>) => {
				taps++;
				await target.click();
			};
			await tap(page.locator(".menu-daily").getByRole("link", { name: "Extras" }));
			await tap(page.getByRole("link", { name: "Agregar extra" }));
			if (script === "on") await untilAlive(page);
			const isOff = (await page.locator("#extra [name=shift]:checked").count()) === 0;
			if (isOff) await page.locator("#extra label[for^=extra-shift]").first().click();
			await tap(page.locator("#extra label", { hasText: /^8$/ }));
			expect(taps).toBeLessThanOrEqual(3);
			expect(await horizontalOverflow(page)).toBe(0);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByRole("status").getByText("Extra agregada.").waitFor();
			const rows = await db.selectFrom("extras").select("minutes").where("user_id", "=", user.id).execute();
			expect(rows).toEqual([{ minutes: 480 }]);
		});
	},
);
