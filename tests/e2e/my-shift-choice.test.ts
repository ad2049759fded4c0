import SQLite from "better-sqlite3";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shiftText } from "~/features/diagrams/shift-text";
import { letterOn, rotationOf, rotationText } from "~/features/shift/rotation";
import { addDays, datePartsOf } from "~/lib/time/civil-date";
import { expectAccessible } from "../support/browser/accessibility";
import { pathOf } from "../support/browser/browser";
import { publicSite } from "../support/browser/public-site";
import { seededDiagram } from "../support/seeded-diagrams";
import { todayIn } from "../support/texts/today";

const { server, visit } = publicSite();

const hoy = (page: Page) => page.getByRole("region", { name: "Hoy" });

/** On the page `CREW`, confirms that its crew is the visitor's own. The server then redirects to "Mi turno". */
async function confirmCrew(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Es mi escuadra" }).click();
	await untilMyShift(page);
}

/** Waits for the whole page, of which the heading is only the beginning. */
async function untilMyShift(page: Page): Promise<void> {
	await page.getByRole("heading", { level: 1, name: "Mi turno" }).waitFor();
	await page.waitForLoadState();
}

const CREW = "/diagrams/4turnos_7dias?crew=C";
const PLANT = "America/Argentina/Buenos_Aires";
const fourCrews = seededDiagram("4turnos_7dias");

test("a crew shown by a link becomes the visitor's own only after a confirmation; then home shows its shifts first", async () => {
	await visit(CREW, {}, async (page) => {
		await page.goto(`${server.origin}/home?inicio=1`);
		await hoy(page).getByRole("heading", { name: "¿Qué turno tenés hoy?" }).waitFor();
		await page.goto(server.origin + CREW);
		await confirmCrew(page);
		for (const [path, shown, offers] of [
			[CREW, "Escuadra C", 0],
			["/diagrams/4turnos_7dias?crew=B", "Escuadra B", 1],
			[CREW, "Escuadra C", 0],
		] as const) {
			await page.goto(server.origin + path);
			expect(await hoy(page).innerText()).toContain(shown);
			expect(await page.getByRole("button", { name: "Es mi escuadra" }).count()).toBe(offers);
		}
		await page.goto(`${server.origin}/home`);
		expect(await hoy(page).innerText()).toContain("Escuadra C");
		await page.locator("main").getByRole("link", { name: "Mi turno" }).click();
		expect(pathOf(page)).toBe("/my-shift");
	});
});

test("on a phone, whether a crew is mine is asked directly below the month that tells", async () => {
	await visit(CREW, { width: 360, height: 740 }, async (page) => {
		const month = await page.locator(".month").first().boundingBox();
		const below = (month?.y ?? 740) + (month?.height ?? 740);
		for (const name of ["Es mi escuadra", "No coincide"]) {
			const box = await page.getByRole("button", { name }).boundingBox();
			expect((box?.y ?? 740) - below).toBeLessThanOrEqual(16);
		}
	});
});

test.each(["a crew", "a personal position"])(
	"a visitor known by %s finds five answers at most one tap from home",
	async (source) => {
		const today = todayIn(PLANT);
		const { year, month } = datePartsOf(today);
		const january = month === 1 ? year : year + 1;
		const isCrew = source === "a crew";
		const rotation = isCrew ? rotationOf(fourCrews, "C") : { diagram: fourCrews, start: "2024-01-02" };
		const mine = isCrew ? "4turnos_7dias.C" : rotationText(rotation, today);
		await visit("/security", {}, async (page) => {
			await page.context().addCookies([{ name: "mine", value: mine, url: server.origin }]);
			await page.goto(`${server.origin}/home`);
			const words = await hoy(page).innerText();
			for (const day of [today, addDays(today, 1)])
				expect(words).toContain(shiftText(letterOn(rotation, day)));
			expect(words).toMatch(/Próximo franco|Franco/);
			expect(words).toContain("Fin de semana libre");
			// With a personal position (cycle start), the crews' letters are unknown, so the page names no relieving crew.
			const relief = /te releva\s+[A-D]\b/i.test(words);
			expect([relief, /relev/i.test(words)]).toEqual([isCrew, isCrew]);
			await page.locator("main").getByRole("link", { name: "Mi turno" }).click();
			await page.waitForURL(`${server.origin}/my-shift`);
			expect(/relev/i.test(await hoy(page).innerText())).toBe(isCrew);
			await page.goto(`${server.origin}/home`);
			await page.getByRole("link", { name: "Mis doce meses" }).click();
			await page.waitForURL(/\/my-shift\/calendar/);
			const month = page.getByRole("table", { name: `Enero ${january}` });
			// Not `innerText`, which is empty until Chromium lays out a month that is not yet on screen.
			const day = await month.locator("td", { hasText: /^15/ }).textContent();
			expect(day?.trim().slice(-1)).toBe(letterOn(rotation, `${january}-01-15`));
		});
	},
);

test("a phone with a known crew opens home directly, not the page about the phone", async () => {
	const userAgent =
		"Mozilla/5.0 (Linux; Android 13; SM-A045M) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
	await visit(CREW, { userAgent }, async (page) => {
		await confirmCrew(page);
		await page.goto(`${server.origin}/home`);
		expect(pathOf(page)).toBe("/home");
	});
});

test("three questions find the crew, and the crew can be deleted again", async () => {
	await visit("/my-shift", {}, async (page) => {
		expect(pathOf(page)).toBe("/my-shift/find");
		await page.getByRole("link", { name: "12 horas General" }).click();
		await page.getByRole("link", { name: "Franco" }).click();
		await page.getByLabel("Volvés el").selectOption({ index: 2 });
		await page.getByLabel("Al turno").selectOption({ label: "Turno día" });
		await page.getByRole("button", { name: "Seguir" }).click();
		await page.getByRole("button", { name: "Sí, es mi turno" }).click();
		await untilMyShift(page);
		expect(await hoy(page).innerText()).toContain("Franco");
		expect(await page.locator(".week li").count()).toBe(7);
		await page.getByRole("button", { name: "Olvidar mi turno" }).click();
		await page.getByRole("heading", { level: 1, name: "¿Qué turno tenés hoy?" }).waitFor();
	});
});

test("from Mi turno, two taps show whether a shift can be swapped, and which holidays are worked", async () => {
	await visit(CREW, {}, async (page) => {
		await confirmCrew(page);
		await page.getByRole("link", { name: "Feriados que te tocan" }).click();
		await page.waitForURL(/\/my-shift\/calendar#numeros$/);
		await page.getByRole("heading", { name: "Feriados que te tocan" }).waitFor();
		expect(await page.locator("#numeros .holidays li").count()).toBeGreaterThanOrEqual(15);
		await page.goBack();
		await page.getByRole("link", { name: "¿Puedo cambiar un turno" }).click();
		await page.getByLabel("Cambiar con").selectOption("A");
		await page.getByRole("button", { name: "Ver el cambio" }).click();
		const proposed = page.locator("main .links a").filter({ hasText: "turno" }).first();
		const address = await proposed.getAttribute("href");
		await proposed.click();
		await page.waitForURL(`${server.origin}${address}`);
		await page.getByRole("heading", { level: 3, name: "Vos" }).waitFor();
		expect(await page.locator(".card > .note").count()).toBe(0);
	});
});

describe("light and dark, at three widths: no axe findings, large targets", () => {
	test("Mi turno and Mis doce meses", async () => {
		await visit(CREW, { script: "blocked" }, async (page) => {
			await confirmCrew(page);
			await expectAccessible(page);
			await page.goto(`${server.origin}/my-shift/calendar`);
			await expectAccessible(page);
			await page.locator(".month [aria-current] a").click();
			await page.waitForURL(/\/my-shift\/calendar\/\d{4}-\d{2}#d\d+$/);
			await expectAccessible(page);
		});
	});

	test("the choice between several weeks, of an imported cycle", async () => {
		const sqlite = new SQLite(server.databasePath);
		sqlite
			.prepare(
				"UPDATE diagramas SET cycle = 'DDFFDDDFFDDFFFNNFFNNNFFNNFFF', crews = 4, offset_days = 7 WHERE id = ?",
			)
			.run("12horas_general");
		sqlite.close();
		const answers = `diagram=12horas_general&date=${todayIn(PLANT)}&shift=D&day=1`;
		await visit(`/my-shift/find?${answers}`, { script: "blocked" }, async (page) => {
			await page.getByRole("heading", { name: "¿Cuál es tu semana?" }).waitFor();
			await expectAccessible(page);
		});
	});

	test.each(["&shift=M", "&shift=F", "&shift=M&day=2", "&shift=M&day=9"])(
		"¿Qué turno tenés hoy? %s",
		async (answers) => {
			const date = todayIn(PLANT);
			await visit(
				`/my-shift/find?diagram=4turnos_7dias&date=${date}${answers}`,
				{ script: "blocked" },
				(page) => expectAccessible(page),
			);
		},
	);
});
