import { describe, expect, test } from "vitest";
import { makeUser } from "../support/accounts";
import { expectAccessible } from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { personalSite } from "../support/browser/personal-site";
import { send } from "../support/server/http-client";

const PATH = "/auth/my-calendar";

const { server, visit } = personalSite();

test.each(["light", "dark"] as const)(
	"%s: the page with a new address is accessible at every width",
	async (scheme) => {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
		await visit(user, PATH, { scheme, script: "blocked" }, async (page) => {
			await page.getByRole("button", { name: "Hacer mi dirección" }).click();
			await page.getByLabel("Copiala ahora").waitFor();
			await expectAccessible(page, scheme);
		});
	},
);

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("a worker makes an address, changes its alarms, renews it and revokes it", async () => {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
		await visit(user, PATH, { script }, async (page) => {
			if (script === "on") await untilAlive(page);
			const shown = page.getByLabel("Copiala ahora");
			const statusOf = async (address: string) =>
				(await send(server.origin, new URL(address).pathname)).status;

			await page.getByLabel("Avisos antes de cada turno").selectOption("both");
			await page.getByRole("button", { name: "Hacer mi dirección" }).click();
			await shown.waitFor();
			const first = await shown.inputValue();
			expect(await statusOf(first)).toBe(200);
			const phone = page.getByRole("link", { name: "Agregar en este iPhone" });
			expect(await phone.getAttribute("href")).toBe(first.replace(/^http:/, "webcal:"));

			await page.getByLabel("Avisos antes de cada turno").selectOption("evening");
			await page.getByRole("button", { name: "Guardar los avisos" }).click();
			await page.getByText("Guardamos los avisos").first().waitFor();
			expect(await shown.count()).toBe(0);
			expect(await page.getByLabel("Avisos antes de cada turno").inputValue()).toBe("evening");

			await page.getByRole("button", { name: "Renovar la dirección" }).click();
			await shown.waitFor();
			const second = await shown.inputValue();
			expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

			await page.getByRole("button", { name: "Dar de baja la dirección" }).click();
			await page.getByRole("button", { name: "Hacer mi dirección" }).waitFor();
			expect(await statusOf(second)).toBe(404);
		});
	});
});
