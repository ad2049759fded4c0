import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { updateProfile } from "~/features/profile/profiles.server";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import { makeUser } from "../support/accounts";
import { expectAccessible, horizontalOverflow } from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { personalSite } from "../support/browser/personal-site";
import { send } from "../support/server/http-client";
import { todayIn } from "../support/texts/today";

/**
 * Tests of the pages of own days (vacation, leave, shift swaps), of changes of crew, and of the secret address of a
 * person's calendar.
 */
const LIST = "/auth/my-days";
const CALENDAR = "/auth/my-calendar";
const today = todayIn("America/Argentina/Buenos_Aires");
const inAWeek = addDays(today, 6);
const RANGE = `del ${formatShortDate(today)} al ${formatShortDate(inAWeek)}`;

const { server, visit } = personalSite();

const worker = () => makeUser({ diagram: "4turnos_7dias", crew: "A", real_name: "Ramona Fernández" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const row = (page: Page, text: string) => page.locator(".links a", { hasText: text });

describe.each(["off", "on"] as const)("with script %s, at 320 px", (script) => {
	test("a vacation is added, shown in «Mi turno», changed, deleted, and restored", async () => {
		await visit(await worker(), LIST, { script, width: 320 }, async (page) => {
			await page.getByRole("link", { name: "Agregar días" }).click();
			await press(page, "Agregar días");
			await page.locator("#own-day-kind-error").getByText("Elegí qué es.").waitFor();
			// The summary is part of the server's answer. A page that is alive when the button is pressed asks no server.
			if (script === "off") await page.getByRole("alert").getByText("Elegí qué es.").first().waitFor();
			await page.getByLabel("Qué es", { exact: true }).selectOption({ label: "Vacaciones" });
			await page.getByLabel("Primer día").fill(today);
			await page.getByLabel("Último día").fill(inAWeek);
			await page.getByLabel("Nota").fill("Mar del Plata");
			await press(page, "Agregar días");
			await page.getByRole("status").getByText(`Anotado: vacaciones ${RANGE}.`).waitFor();
			await row(page, "Vacaciones").getByText("Mar del Plata").waitFor();
			await page.waitForLoadState();
			expect(await page.locator(".month .own").count()).toBeGreaterThan(0);
			expect(await horizontalOverflow(page)).toBe(0);

			await page.goto(`${server.origin}/my-shift`);
			const tile = page.getByRole("region", { name: "Hoy" });
			await tile
				.getByText(/^(Vacaciones|Al salir, vacaciones)$/)
				.first()
				.waitFor();
			expect(await page.locator(".week li", { hasText: "Vacaciones" }).count()).toBe(7);
			await page.goto(server.origin + LIST);

			await page.locator(".month [aria-current] a").click();
			await page.locator("#dia").getByText("Mar del Plata").first().waitFor();
			await page.getByLabel("Qué es", { exact: true }).selectOption({ label: "Licencia" });
			await press(page, "Guardar");
			await row(page, "Licencia").click();
			await page.getByRole("link", { name: `Eliminar Licencia ${RANGE}` }).click();
			await page.getByText("¿Querés eliminar esto de tus días?").waitFor();
			await press(page, "Aceptar");
			await page.getByRole("button", { name: "Deshacer" }).waitFor();
			await row(page, "Licencia").waitFor({ state: "detached" });
			await press(page, "Deshacer");
			await row(page, "Licencia").waitFor();
		});
	});

	test("the pressed button and the pressed day lead to the form, which is below the month", async () => {
		await visit(await worker(), LIST, { script, width: 320 }, async (page) => {
			if (script === "on") await untilAlive(page);
			const expectFormAt = async (path: string) => {
				await page.waitForURL(`**${path}&idFile=*`);
				await expect.poll(async () => (await page.locator("#dia").boundingBox())?.y).toBeLessThan(100);
			};
			await page.getByRole("link", { name: "Agregar días" }).click();
			await expectFormAt(`${LIST}?day=hoy`);
			await page.locator(".month td a").first().click();
			await expectFormAt(`${LIST}?day=${today.slice(0, 8)}01`);
		});
	});

	test("a shift swap asks for the crew, and a change of crew can get an earlier date", async () => {
		const user = await worker();
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" });
		await visit(user, `${LIST}?day=hoy`, { script, width: 320 }, async (page) => {
			await page.getByLabel("Qué es", { exact: true }).selectOption({ label: "Cambio de turno" });
			await page.getByLabel("Con qué escuadra cambiás").selectOption({ label: "Escuadra C" });
			await press(page, "Agregar días");
			await row(page, "Cambio de turno con la C").waitFor();

			await page.goto(`${server.origin}/my-shift/calendar`);
			await row(page, "escuadra B").click();
			await page.getByLabel("Desde el").fill(addDays(today, -30));
			await press(page, "Guardar");
			await page.getByText(`Desde el ${formatShortDate(addDays(today, -30))}, ahora`).waitFor();
			await row(page, "escuadra A").click();
			await press(page, "Aceptar");
			await page.getByText("Diagrama y escuadra de antes eliminados").waitFor();
			expect(await row(page, "escuadra A").count()).toBe(0);
		});
	});
});

describe("light and dark, at three widths: no axe findings, large targets", () => {
	test("my days, empty and full, the form and «Mi turno»", async () => {
		const user = await worker();
		await visit(user, LIST, { script: "on" }, async (page) => {
			// The check takes parts out of the page for a while, which hydration would miss.
			await untilAlive(page);
			await expectAccessible(page);
			const values = { lastDay: inAWeek, crew: null, note: "Ñandú ".repeat(40) + "x".repeat(60) };
			const key = { userId: user.id, id: "11111111-1111-4111-8111-111111111111" };
			await saveOwnDay(key, { kind: "suspension", firstDay: today, ...values });
			await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "3turnos", crew: "B" });
			for (const path of [
				LIST,
				`${LIST}?day=hoy`,
				"/my-shift/calendar",
				`${LIST}/history/principio`,
				"/my-shift",
			]) {
				await page.goto(server.origin + path);
				if (path.startsWith("/auth/")) await untilAlive(page);
				await expectAccessible(page);
			}
		});
	});
});

describe("the address of the calendar", () => {
	test("light and dark: the page with a new address is accessible at every width", async () => {
		const user = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
		await visit(user, CALENDAR, { script: "blocked" }, async (page) => {
			await page.getByRole("button", { name: "Hacer mi enlace" }).click();
			await page.getByLabel("Copialo ahora").waitFor();
			await expectAccessible(page);
		});
	});

	describe.each(["off", "on"] as const)("with script %s", (script) => {
		test("a worker makes an address, changes its alarms, renews it and revokes it", async () => {
			const user = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
			await visit(user, CALENDAR, { script }, async (page) => {
				if (script === "on") await untilAlive(page);
				const shown = page.getByLabel("Copialo ahora");
				const statusOf = async (address: string) =>
					(await send(server.origin, new URL(address).pathname)).status;

				await page.getByLabel("Avisos antes de cada turno").selectOption("both");
				await page.getByRole("button", { name: "Hacer mi enlace" }).click();
				await shown.waitFor();
				const first = await shown.inputValue();
				expect(await statusOf(first)).toBe(200);
				const phone = page.getByRole("link", { name: "Agregar en este iPhone" });
				expect(await phone.getAttribute("href")).toBe(first.replace(/^http:/, "webcal:"));
				const copy = page.getByRole("button", { name: /^Copia/ });
				if (script === "on") {
					await page.evaluate(() =>
						Object.defineProperty(navigator.clipboard, "writeText", {
							value: () => Promise.reject(new Error("denied")),
							configurable: true,
						}),
					);
					await copy.click();
					await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(first);
					await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "writeText"));
					await page.context().grantPermissions(["clipboard-write"]);
					await copy.and(page.getByText("Copiar")).click();
					await copy.and(page.getByText("Copiado")).waitFor();
				} else expect(await copy.count()).toBe(0);

				await page.getByLabel("Avisos antes de cada turno").selectOption("evening");
				await page.getByRole("button", { name: "Guardar los avisos" }).click();
				await page.getByText("Guardamos los avisos").first().waitFor();
				expect(await shown.count()).toBe(0);
				expect(await page.getByLabel("Avisos antes de cada turno").inputValue()).toBe("evening");

				await page.getByRole("button", { name: "Renovar el enlace" }).click();
				await shown.waitFor();
				const second = await shown.inputValue();
				expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

				await page.getByRole("button", { name: "Dar de baja el enlace" }).click();
				await page.getByRole("button", { name: "Hacer mi enlace" }).waitFor();
				expect(await statusOf(second)).toBe(404);
			});
		});
	});
});
