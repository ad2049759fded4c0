import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { monthName, todayIn } from "~/lib/time/civil-date";
import { expectAccessible } from "../support/browser/accessibility";
import { gapBelow, openPage, type Visit, visitPage } from "../support/browser/browser";
import { serverForFile } from "../support/server/server-for-file";

const today = todayIn("America/Argentina/Buenos_Aires");
const [year = "", month = ""] = today.split("-");

const server = serverForFile();

function visit(path: string, how: Visit, use: (page: Page) => Promise<void>): Promise<void> {
	return visitPage(server.origin + path, how, use);
}

const paths = [
	"/home?inicio=1",
	"/diagrams/4turnos_7dias",
	"/diagrams/5turnos_7dias?year=2027&crew=C",
	"/diagrams/12horas_insalubre?crew=A",
	"/diagram-detail/4turnos_7dias-2026-04/abril/2026-04",
	"/diagram-complete/5turnos_6dias/2027-2",
	"/diagrams/4turnos_7dias/compare?crew=A&with=C",
	"/diagrams/12horas_reduccion/compare?crew=D&with=12horas_insalubre&withCrew=E",
	"/diagrams/4turnos_7dias/statistics",
	"/diagrams/5turnos_7dias/statistics?crew=C&year=2027",
];

describe.each(paths)("%s, without script", (path) => {
	test.each(["light", "dark"] as const)(
		"%s, at three widths: no axe findings, no horizontal scrolling, large targets",
		async (scheme) => {
			await visit(path, { scheme, script: "blocked" }, (page) => expectAccessible(page, scheme));
		},
	);
});

describe("the page of a diagram", () => {
	const path = "/diagrams/4turnos_7dias";

	test("opens at the current month with today marked, and has twelve months and two halves", async () => {
		await visit(path, {}, async (page) => {
			const titles = await page.locator(".month-card h2").allTextContents();
			expect(titles).toHaveLength(14);
			expect(titles[0]?.toLowerCase()).toBe(`${monthName(Number(month))} ${year}`);
			const marked = page.locator("td[aria-current=date]");
			expect(await marked.count()).toBe(1);
			expect(await marked.textContent()).toMatch(new RegExp(`^${Number(today.slice(8))}(\\D|$)`));
		});
	});

	test("with a year in the address it begins in January and has no today elsewhere", async () => {
		await visit(`${path}?year=${Number(year) + 1}`, {}, async (page) => {
			expect(await page.locator(".month-card h2").first().textContent()).toBe(`Enero ${Number(year) + 1}`);
			expect(await page.locator("[aria-current=date]").count()).toBe(0);
		});
	});

	test("a crew's page shows one letter a day and says what is worked today", async () => {
		await visit(`${path}?crew=B`, {}, async (page) => {
			expect(await page.locator(".month").first().locator("td abbr").count()).toBeGreaterThanOrEqual(28);
			expect(await page.locator(".today-panel").textContent()).toContain("Escuadra B");
			expect(await page.locator(".today-panel").textContent()).toContain("Próximo franco");
		});
	});

	test("the zoom toggle enlarges the pictures, by keyboard too", async () => {
		await visit(path, { width: 768, height: 900 }, async (page) => {
			const image = page.locator(".picture img").first();
			const before = (await image.boundingBox())?.width ?? 0;
			await page.locator("label.zoom").click();
			const after = (await image.boundingBox())?.width ?? 0;
			expect(after).toBeGreaterThan(before * 5);
			await page.locator("#zoom").focus();
			await page.keyboard.press("Space");
			expect((await image.boundingBox())?.width).toBe(before);
		});
	});

	test("pictures are lazy: those far below are not requested", async () => {
		// JavaScript must be on: without it the browser ignores `loading="lazy"` and requests every picture (HTML
		// standard).
		const page = await openPage({ height: 400, script: "on" });
		const asked: string[] = [];
		page.on("request", (request) => request.url().includes("/pictures/") && asked.push(request.url()));
		await page.goto(server.origin + path, { waitUntil: "networkidle" });
		expect(asked.length).toBeLessThan(10);
	});

	test("one column below 768 px, more from there on", async () => {
		const columns = async (width: number) => {
			let count = 0;
			await visit(`${path}?year=2027`, { width }, async (page) => {
				const boxes = await page
					.locator(".month-card")
					.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
				count = new Set(boxes).size;
			});
			return count;
		};
		expect(await columns(767)).toBe(1);
		expect(await columns(768)).toBe(2);
		expect(await columns(1280)).toBe(3);
	});

	test("each month leads to its page and back, and its picture can be downloaded", async () => {
		await visit(`${path}?year=2027`, {}, async (page) => {
			await page.getByRole("link", { name: "Noviembre 2027", exact: true }).click();
			await page.waitForURL("**/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11");
			expect(await page.locator("h2", { hasText: "Feriados" }).count()).toBe(1);
			expect(await page.locator(".holidays").textContent()).toContain(
				"Sábado 20 Soberanía Nacional (feriado, a confirmar)",
			);
			const download = page.waitForEvent("download");
			await page.getByRole("link", { name: "Descargar la imagen" }).click();
			expect((await download).suggestedFilename()).toBe("relevo-4turnos_7dias-2027-11.png");
			await page.getByRole("link", { name: "Volver", exact: true }).click();
			await page.waitForURL(`${server.origin}/diagrams/4turnos_7dias?year=2027#noviembre`);
		});
	});

	test("the picture is legible at 320 px: its capitals are at least 7 px high", async () => {
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 320 }, async (page) => {
			const image = page.locator(".large-picture img");
			const [shown, own] = await image.evaluate((element) => [
				element.getBoundingClientRect().width,
				element instanceof HTMLImageElement ? element.naturalWidth : 0,
			]);
			// At the picture's own width of 320 px, the font size is 13 px. A capital letter is 0.7 times as high as the
			// font size.
			expect(((shown ?? 0) / (own ?? 1)) * 13 * 0.7).toBeGreaterThanOrEqual(7);
			expect(own).toBe(320);
		});
	});

	test("two crews' months are compared without script by the plant's own view on a wide window", async () => {
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 1280 }, async (page) => {
			expect(await page.locator(".crew-rows tbody tr").count()).toBe(4);
			expect(await page.locator(".crew-rows").isVisible()).toBe(true);
		});
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 320 }, async (page) => {
			expect(await page.locator(".crew-rows").isVisible()).toBe(false);
		});
	});
});

describe("home", () => {
	test("leads to each of the eleven diagrams", async () => {
		await visit("/home?inicio=1", {}, async (page) => {
			const links = await page
				.locator("a[href^='/diagrams/']")
				.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
			expect(new Set(links).size).toBe(11);
			for (const link of links)
				expect((await page.request.get(`${server.origin}${link}`)).status()).toBe(200);
		});
	});

	test("a visitor finds the crew seen last, in one tap", async () => {
		await visit("/diagrams/4turnos_7dias?crew=C", {}, async (page) => {
			await page.goto(`${server.origin}/home`);
			await page.getByText("Tu último diagrama").click();
			await page.waitForURL(`${server.origin}/diagrams/4turnos_7dias?crew=C`);
		});
	});

	test.each([
		[
			"Mozilla/5.0 (Linux; Android 13; SM-A045M) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
			"/android-system",
		],
		[
			"Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
			"/ios-system",
		],
	])(
		"a phone is redirected to its page, and stays in the web once the user has chosen it: %s",
		async (userAgent, target) => {
			await visit("/home", { userAgent }, async (page) => {
				expect(new URL(page.url()).pathname).toBe(target);
				await page.getByRole("button", { name: "Seguir en la web" }).click();
				await page.waitForURL((url) => url.pathname === "/home");
				await page.goto(`${server.origin}/`);
				expect(new URL(page.url()).pathname).toBe("/home");
			});
			await visit("/home?inicio=1", { userAgent }, async (page) => {
				expect(page.url()).toBe(`${server.origin}/home?inicio=1`);
			});
		},
	);
});

test("cards do not touch each other on a phone", async () => {
	for (const [path, card] of [
		["/diagram-detail/4turnos_7dias-2026-04/abril/2026-04", ".detail .card"],
		["/diagram-complete/5turnos_6dias/2027-2", ".half-month"],
	] as const)
		await visit(path, { width: 320 }, async (page) => {
			expect(await gapBelow(page, card)).toBe(12);
		});
});
