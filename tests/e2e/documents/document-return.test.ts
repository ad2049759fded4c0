import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import { personalSite } from "../../support/browser/personal-site";

const LIST = "/auth/my-documents";

const { visit } = personalSite();

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("after an edit the list shows the same search, at the row, which is open", async () => {
		const user = await makeUser();
		const rows = Array.from({ length: 12 }, (_, at) => ({
			user_id: user.id,
			id_file: `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`,
			title: `Carnet ${at}`,
			description: "Del colectivo",
			created_at: at,
		}));
		await db.insertInto("documents").values(rows).execute();
		await visit(user, `${LIST}?q=carnet`, { script, width: 360, height: 740 }, async (page) => {
			await page.getByText("Carnet 4", { exact: true }).click();
			await page.getByRole("link", { name: "Editar Carnet 4" }).click();
			await page.waitForURL(/edit-document/);
			if (script === "on") await untilAlive(page);
			await page.getByLabel("Descripción").fill("Del camión");
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(`**${LIST}?open=*&q=carnet#fila-8`);
			const row = page.locator("#fila-8");
			await row.getByText("Del camión").waitFor();
			const top = async () => (await row.boundingBox())?.y ?? -1;
			await expect.poll(top).toBeGreaterThan(50);
			await expect.poll(top).toBeLessThan(300);
			if (script === "off") return;
			await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("Carnet 4");
		});
	});
});
