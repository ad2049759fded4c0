import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { monthName } from "~/lib/time/civil-date";
import { axeFindings, brokenTexts, expectAccessible, spokenTexts } from "../support/browser/accessibility";
import { gapBelow, pathOf } from "../support/browser/browser";
import { pdfTexts } from "../support/browser/pdf-text";
import { publicSite } from "../support/browser/public-site";
import { todayIn } from "../support/texts/today";

const readToday = () => todayIn("America/Argentina/Buenos_Aires");
const [year = ""] = readToday().split("-");

const { server, visit } = publicSite();

const paths = [
	"/home?inicio=1",
	"/diagrams/4turnos_7dias",
	"/diagrams/5turnos_7dias?year=2027&crew=C",
	"/diagrams/12horas_insalubre?crew=A",
	"/diagram-detail/4turnos_7dias-2026-04/abril/2026-04",
	"/diagram-detail/4turnos_7dias-2026-04/abril/2026-04?crew=B",
	// The first week of this month is only a Sunday, when nobody works.
	"/diagram-detail/3turnos-2026-02/febrero/2026-02",
	"/diagram-complete/5turnos_6dias/2027-2",
	"/diagrams/4turnos_7dias/compare?crew=A&with=C",
	"/diagrams/12horas_reduccion/compare?crew=D&with=12horas_insalubre&withCrew=E",
	"/diagrams/4turnos_7dias/statistics",
	"/diagrams/5turnos_7dias/statistics?crew=C&year=2027",
	"/diagram-complete/5turnos_6dias/2027-2?crew=D",
];

describe.each(paths)("%s, without script", (path) => {
	test("light and dark, at three widths: no axe findings, no horizontal scrolling, large targets", async () => {
		await visit(path, { script: "blocked" }, (page) => expectAccessible(page));
	});
});

test("axe finds a faint text at the top of a page and at its end", async () => {
	await visit("/diagrams/4turnos_7dias?crew=C", { script: "blocked" }, async (page) => {
		await page.evaluate(`{
			const faint = new CSSStyleSheet();
			faint.replaceSync("h1, .month-card:last-of-type * { color: #ddd !important }");
			document.adoptedStyleSheets = [faint];
		}`);
		const findings = await axeFindings(page, ["color-contrast"]);
		expect(findings.filter((finding) => finding.includes("color-contrast h1"))).toHaveLength(1);
		expect(findings.filter((finding) => finding.includes("h2"))).toHaveLength(1);
	});
});

describe("the page of a diagram", () => {
	const path = "/diagrams/4turnos_7dias";

	test("opens at the current month with today marked, has the next eleven and two halves, and loads no picture", async () => {
		// Not the day on which the file began.
		const today = readToday();
		const [year = "", month = ""] = today.split("-");
		await visit(path, {}, async (page) => {
			const titles = await page.locator(".month-card h2").allTextContents();
			expect(titles).toHaveLength(12);
			expect(await page.locator("main a[href*='/diagram-complete/']").count()).toBe(2);
			expect(titles[0]?.toLowerCase()).toBe(`${monthName(Number(month))} ${year}`);
			const last =
				Number(month) === 1 ? `diciembre ${year}` : `${monthName(Number(month) - 1)} ${Number(year) + 1}`;
			expect(titles[11]?.toLowerCase()).toBe(last);
			const marked = page.locator("td[aria-current=date]");
			expect(await marked.count()).toBe(1);
			expect(await marked.textContent()).toMatch(new RegExp(`^${Number(today.slice(8))}(\\D|$)`));
			expect(await page.locator("main img").count()).toBe(0);
		});
	});

	test("with a year in the address begins in January, and marks today in no other year", async () => {
		await visit(`${path}?year=${Number(year) + 1}`, {}, async (page) => {
			expect(await page.locator(".month-card h2").first().textContent()).toBe(`Enero ${Number(year) + 1}`);
			expect(await page.locator("[aria-current=date]").count()).toBe(0);
		});
	});

	test("a crew's page shows one letter a day and says what is worked today", async () => {
		await visit(`${path}?crew=B`, {}, async (page) => {
			expect(await page.locator(".month").first().locator("td b[aria-label]").count()).toBeGreaterThanOrEqual(
				28,
			);
			expect(await page.getByRole("region", { name: "Hoy" }).textContent()).toContain("Escuadra B");
			expect(await page.getByRole("region", { name: "Lo que sigue" }).textContent()).toContain(
				"Fin de semana libre",
			);
		});
	});

	test("past months of this year are behind a link, which keeps the crew", async () => {
		await visit(`${path}?crew=C`, {}, async (page) => {
			await page.getByRole("link", { name: `Año ${year}` }).click();
			await page.waitForURL(`${server.origin}${path}?year=${year}&crew=C`);
			expect(await page.locator(".month-card h2").first().textContent()).toBe(`Enero ${year}`);
			await page.getByRole("link", { name: "Desde hoy" }).first().click();
			await page.waitForURL(`${server.origin}${path}?crew=C`);
		});
	});

	test("the crew stays in every link of the page, and on the way back", async () => {
		const linksOf = (page: Page) =>
			page
				.locator("main a[href*='/diagram']")
				.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
		const detail = "/diagram-detail/4turnos_7dias-2030-11/noviembre/2030-11?crew=C";
		for (const start of [`${path}?crew=C`, detail, "/diagram-complete/4turnos_7dias/2030-1?crew=C"])
			await visit(start, {}, async (page) => {
				const links = await linksOf(page);
				expect(links.length).toBeGreaterThan(2);
				const others = links.filter((link) => !link.includes("crew=C"));
				// All links keep the crew, except the link "Todas".
				expect(others, start).toEqual([start.split("?")[0]]);
			});
		for (const start of [`${path}/statistics?crew=C&year=2030`, `${path}/compare?crew=C&with=A`])
			await visit(start, {}, async (page) => {
				const links = await linksOf(page);
				expect(links, start).toContain(`${path}?crew=C`);
				const others = links.filter((link) => !link.includes("crew=C") && link !== start.split("?")[0]);
				expect(others, start).toEqual([]);
			});
	});

	test("a visitor who has confirmed a crew finds it in every link to its diagram, and in no link to other crews", async () => {
		await visit("/security", {}, async (page) => {
			await page.context().addCookies([{ name: "mine", value: "4turnos_7dias.C", url: server.origin }]);
			for (const start of ["/home?inicio=1", "/my-shift", "/my-shift/calendar"]) {
				await page.goto(server.origin + start);
				const links = await page
					.locator("main a[href*='4turnos_7dias']")
					.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
				const shows = links.filter((link) => !link.startsWith("/my-shift/find"));
				const ofCrew = /[?&]crew=C\b|-C-\d{4}\.ics$/;
				expect([start, shows.filter((link) => !ofCrew.test(link))]).toEqual([start, []]);
				if (start.startsWith("/home") || start === "/my-shift") expect(shows).not.toEqual([]);
			}
		});
	});

	test("the zoom toggle enlarges the calendars, by keyboard too", async () => {
		for (const crew of ["", "?crew=C"])
			await visit(path + crew, { width: 768, height: 900 }, async (page) => {
				const day = page.locator(".month td:not([colspan])").first();
				const heightOf = async () => (await day.boundingBox())?.height ?? 0;
				const before = await heightOf();
				await page.locator("label.zoom").click();
				expect(await heightOf()).toBeGreaterThan(before * 1.4);
				await page.locator("#zoom").focus();
				await page.keyboard.press("Space");
				expect(await heightOf()).toBe(before);
			});
	});

	test("the zoom toggle is seen while it has the focus, on a narrow and low screen too", async () => {
		for (const query of ["", "?crew=C", "?year=2027"])
			await visit(path + query, { width: 320, height: 256 }, async (page) => {
				await page.locator(".chips a").last().focus();
				while (!(await page.locator("#zoom").evaluate((box) => box === document.activeElement)))
					await page.keyboard.press("Tab");
				const { y = -1, height = 0 } = (await page.locator("label.zoom").boundingBox()) ?? {};
				expect(y, query).toBeGreaterThanOrEqual(0);
				expect(y + height, query).toBeLessThanOrEqual(256);
			});
	});

	test("one column below 768 px, more from there on", async () => {
		await visit(`${path}?year=2027`, {}, async (page) => {
			for (const [width, columns] of [
				[767, 1],
				[768, 2],
				[1280, 3],
			] as const) {
				await page.setViewportSize({ width, height: 640 });
				const lefts = await page
					.locator(".month-card")
					.evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
				expect(new Set(lefts).size, `${width} px`).toBe(columns);
			}
		});
	});

	test("in several columns, what comes next follows the tile, however high the month", async () => {
		for (const crew of ["", "?crew=C"])
			await visit(path + crew, {}, async (page) => {
				for (const width of [768, 1280]) {
					await page.setViewportSize({ width, height: 640 });
					const [tile, next] = [page.locator(".months > .small"), page.locator(".months > .next")];
					const [above, below] = [await tile.boundingBox(), await next.boundingBox()];
					expect(below?.x, `${width} px`).toBe(above?.x);
					expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeCloseTo(12, 0);
				}
			});
	});

	test("read aloud, the columns of a month have the names of the days", async () => {
		const week = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];
		await visit("/diagrams/4turnos_7dias?year=2027", { script: "blocked" }, async (page) => {
			const heads = (await spokenTexts(page)).filter((text) => text.startsWith("columnheader"));
			expect(heads.slice(0, 7)).toEqual(week.map((day) => `columnheader ${day}`));
			expect(new Set(heads).size).toBe(7);
		});
		await visit(
			"/diagram-detail/4turnos_7dias-2027-01/enero/2027-01",
			{ width: 1280, script: "blocked" },
			async (page) => {
				const heads = (await spokenTexts(page)).filter((text) => text.startsWith("columnheader"));
				expect(heads.slice(7, 9)).toEqual(["columnheader viernes 1", "columnheader sábado 2"]);
			},
		);
	});

	test("months outside the window are laid out when they are scrolled to, so that the first are seen at once", async () => {
		await visit("/diagrams/4turnos_7dias", { width: 360, script: "blocked" }, async (page) => {
			const last = page.locator(".months > [id]").last().locator("table");
			const isLaidOut = () =>
				last.evaluate((table) => table.checkVisibility({ contentVisibilityAuto: true }));
			expect(await isLaidOut()).toBe(false);
			await last.evaluate((table) => table.scrollIntoView());
			await expect.poll(isLaidOut).toBe(true);
		});
	});

	test("nothing moves on a phone while the page is laid out", async () => {
		for (const crew of ["", "?crew=C"])
			await visit(path + crew, { width: 412, height: 823, script: "blocked" }, async (page) => {
				// As text, because TypeScript does not know these entries. The header may come in pieces.
				const moved = await page.evaluate(`(() => {
					const observer = new PerformanceObserver(() => {});
					observer.observe({ type: "layout-shift", buffered: true });
					const nodes = observer.takeRecords().flatMap(({ sources }) => sources.map(({ node }) => node));
					return nodes.filter((node) => node?.parentElement?.closest("main")).length;
				})()`);
				expect(moved).toBe(0);
			});
	});

	test("each month leads to its page and back", async () => {
		await visit(`${path}?year=2030&crew=C`, {}, async (page) => {
			await page.getByRole("link", { name: "Noviembre 2030", exact: true }).click();
			await page.waitForURL("**/diagram-detail/4turnos_7dias-2030-11/noviembre/2030-11?crew=C");
			expect(await page.locator("h2", { hasText: "Feriados" }).count()).toBe(1);
			expect(await page.locator(".holidays").textContent()).toContain(
				"Lunes 18 Soberanía Nacional (feriado, a confirmar)",
			);
			await page.getByRole("link", { name: "Volver", exact: true }).click();
			await page.waitForURL(`${server.origin}/diagrams/4turnos_7dias?year=2030&crew=C#noviembre`);
		});
	});

	test("each month is shared as a picture and as a message, without script", async () => {
		await visit(`${path}?year=2030&crew=C`, {}, async (page) => {
			const november = page.locator("#noviembre");
			await november.getByText("Compartir").click();
			const download = page.waitForEvent("download");
			await november.getByRole("link", { name: "Guardar la imagen" }).click();
			expect((await download).suggestedFilename()).toBe("relevo-4turnos_7dias-C-2030-11.png");
			const message = new URL(
				(await november.getByRole("link", { name: "Mandar por WhatsApp" }).getAttribute("href")) ?? "",
			);
			expect(message.origin).toBe("https://wa.me");
			const text = message.searchParams.get("text") ?? "";
			expect(text).toContain("Diagrama 4 Turnos de 7 Días, escuadra C, noviembre 2030");
			expect(text.split("\n").at(-1)).toBe(
				`${server.origin}/diagram-detail/4turnos_7dias-2030-11/noviembre/2030-11?crew=C`,
			);
		});
	});

	test("the picture is legible at 320 px: its capital letters are at least 7 px high", async () => {
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 320 }, async (page) => {
			await page.getByText("Ver la imagen").click();
			const image = page.locator(".large-picture img");
			await image.evaluate(async (element) => {
				if (element instanceof HTMLImageElement) await element.decode();
			});
			const [shown, own] = await image.evaluate((element) => [
				element.getBoundingClientRect().width,
				element instanceof HTMLImageElement ? element.naturalWidth : 0,
			]);
			// In a picture 320 px wide the font size is 13 px. The height of a capital letter is 0.7 times the font size.
			expect(((shown ?? 0) / (own ?? 1)) * 13 * 0.7).toBeGreaterThanOrEqual(7);
			expect(own).toBe(320);
		});
	});

	test.each([320, 1280])("half a year shows its picture open, %i px wide too", async (width) => {
		await visit("/diagram-complete/4turnos_7dias/2027-1", { width, height: 740 }, async (page) => {
			const image = page.getByRole("img", { name: "Enero a junio 2027, todas las escuadras" });
			const box = await image.boundingBox();
			expect(box?.y).toBeLessThan(740);
			expect(box?.width).toBeGreaterThan(290);
			const link = page.getByRole("link", { name: "Enero a junio 2027, todas las escuadras" });
			expect(await link.getAttribute("href")).toBe(await image.getAttribute("src"));
		});
	});

	test("the past weeks of a month in words stay open while one of their days is the target", async () => {
		const path = "/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11?crew=C";
		await visit(path, { width: 320 }, async (page) => {
			// Marks the first week as past, so that the test does not depend on the date.
			await page.locator(".agenda").evaluate((agenda) => {
				for (const day of Array.from(agenda.querySelectorAll("li")).slice(0, 7)) day.className = "past";
			});
			const seen = async (fragment: string) => {
				await page.goto(`${server.origin}${path}${fragment}`);
				return Promise.all(["#d3", "#d5", "#d8"].map((day) => page.locator(day).isVisible()));
			};
			expect(await seen("#d8")).toEqual([false, false, true]);
			expect(await seen("#dias")).toEqual([true, true, true]);
			expect(await seen("#d3")).toEqual([true, true, true]);
		});
	});

	test("on a tablet, the calendar of a month has more room than its holidays", async () => {
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 768 }, async (page) => {
			const cards = await page
				.locator(".detail > section")
				.evaluateAll((all) => all.map((card) => card.clientWidth));
			expect(cards[0]).toBeGreaterThan(cards[1] ?? 0);
		});
	});

	test("two crews' months can be compared without script in the table for wide windows", async () => {
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 1280 }, async (page) => {
			expect(await page.locator(".crew-rows tbody tr").count()).toBe(4);
			expect(await page.locator(".crew-rows").isVisible()).toBe(true);
		});
		await visit("/diagram-detail/4turnos_7dias-2027-11/noviembre/2027-11", { width: 320 }, async (page) => {
			expect(await page.locator(".crew-rows").isVisible()).toBe(false);
		});
	});

	test.each([
		["screen", 768, 16],
		["screen", 1280, 32],
		// The width of an A4 page without its margins.
		["print", 733, 16],
	] as const)(
		"no day of it is broken in two: %s, %i px, letters of %i px",
		async (media, width, standard) => {
			await visit("/home", { width, isSingleUse: true }, async (page) => {
				const devTools = await page.context().newCDPSession(page);
				await devTools.send("Page.setFontSizes", { fontSizes: { standard } });
				await page.goto(`${server.origin}/diagram-detail/4turnos_7dias-2027-12/diciembre/2027-12`);
				await page.emulateMedia({ media });
				expect(await brokenTexts(page)).toEqual([]);
			});
		},
	);
});

describe("on paper", () => {
	/** Paper sizes in points. */
	const [A4, A5] = [
		[595, 842],
		[420, 595],
	];

	/** Prints a page on the paper size of the stylesheet. */
	async function print(path: string): Promise<{ pages: number; size: number[]; text: string }> {
		let printed = { pages: 0, size: [0], text: "" };
		await visit(path, {}, async (page) => {
			const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
			await page.emulateMedia({ media: "print" });
			printed = {
				pages: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
				size: (/\/MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf)?.[1] ?? "").split(" ").map(Number).map(Math.round),
				text: await page.locator("main").innerText(),
			};
		});
		return printed;
	}

	test.each(["4turnos_7dias", "5turnos_7dias", "12horas_insalubre"])(
		"a year of %s fits on an A4 page and half a year on an A5 page, with diagram, crew and year",
		async (id) => {
			for (const [crew, named] of [
				["", "Todas las escuadras"],
				["crew=C", "Escuadra C"],
			] as const) {
				for (const path of [`/diagrams/${id}?year=2027&${crew}`, `/diagrams/${id}?${crew}`]) {
					const sheet = await print(path);
					expect(sheet.pages, path).toBe(1);
					expect(sheet.size).toEqual(A4);
					expect(sheet.text).toContain(named);
					expect(sheet.text).toContain("2027");
					expect(sheet.text).toMatch(/sin confirmar por/i);
					expect(sheet.text).toMatch(/^Diagrama /);
				}
				for (const half of [1, 2]) {
					const sheet = await print(`/diagram-complete/${id}/2027-${half}?${crew}`);
					expect(sheet.pages, `${id} ${half} ${crew}`).toBe(1);
					expect(sheet.size).toEqual(A5);
					expect(sheet.text).toMatch(crew ? /2027, escuadra C, sin confirmar/ : /2027, sin confirmar/);
					expect(sheet.text).toMatch(/^Diagrama /);
				}
			}
		},
	);

	test.each([
		["/diagrams/4turnos_7dias/statistics?crew=A", "Diagrama 4 Turnos de 7 Días"],
		["/diagrams/4turnos_7dias/statistics", "Diagrama 4 Turnos de 7 Días"],
		["/diagrams/5turnos_7dias/compare?crew=A&with=C", "5 turnos de 7 días, escuadras A y C"],
		[
			"/diagrams/4turnos_7dias/compare?crew=A&with=12horas_insalubre&withCrew=C",
			"4 turnos de 7 días A y 12 horas Insalubre C",
		],
	])("%s says whose it is", async (path, whose) => {
		expect((await print(path)).text.split("\n")).toContain(whose);
	});
});

test("the printed year of a crew has the holidays that have passed too, without the arrow of their fold", async () => {
	await visit("/diagrams/4turnos_7dias/statistics?crew=A", {}, async (page) => {
		const dates = await page.locator(".holidays b").allTextContents();
		expect(dates.length).toBeGreaterThan(14);
		const text = pdfTexts(await page.pdf()).join("");
		expect(dates.filter((date) => !text.includes(date))).toEqual([]);
		await page.emulateMedia({ media: "print" });
		const arrows = await page
			.locator(".fold summary")
			.evaluateAll((folds) => folds.map((fold) => getComputedStyle(fold, "::after").content));
		expect(new Set(arrows)).toEqual(new Set(["none"]));
	});
});

test("each month of a comparison is whole on its sheet", async () => {
	await visit("/diagrams/12horas_insalubre/compare?crew=A&with=C&year=2027", {}, async (page) => {
		const unspaced = (text: string) => text.replaceAll(/\s/g, "");
		const sheets = pdfTexts(await page.pdf({ preferCSSPageSize: true })).map(unspaced);
		const months = (await page.locator(".months .card > p").allTextContents()).map(unspaced);
		expect(months).toHaveLength(12);
		expect(months.filter((text) => !sheets.some((sheet) => sheet.includes(text)))).toEqual([]);
	});
});

describe("home", () => {
	test("links to each of the eleven diagrams", async () => {
		await visit("/home?inicio=1", {}, async (page) => {
			const links = await page
				.locator("a[href^='/diagrams/']")
				.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
			expect(new Set(links).size).toBe(11);
			for (const link of links)
				expect((await page.request.get(`${server.origin}${link}`)).status()).toBe(200);
		});
	});

	test("a visitor finds the crew viewed last with one tap", async () => {
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
				expect(pathOf(page)).toBe(target);
				await page.getByRole("button", { name: "Seguir en la web" }).click();
				await page.waitForURL((url) => url.pathname === "/home");
				await page.goto(`${server.origin}/`);
				expect(pathOf(page)).toBe("/home");
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
		["/diagram-complete/5turnos_6dias/2027-2", ".month-card"],
	] as const)
		await visit(path, { width: 320 }, async (page) => {
			expect(await gapBelow(page, card)).toBe(12);
		});
});
