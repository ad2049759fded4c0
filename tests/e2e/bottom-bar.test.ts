import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser } from "../support/accounts";
import {
	axeFindings,
	enlargeText,
	expectAccessible,
	horizontalOverflow,
	lowTargets,
	spaceText,
} from "../support/browser/accessibility";
import { openPage } from "../support/browser/browser";
import { personalSite } from "../support/browser/personal-site";
import { extraRow } from "../support/extras";

/**
 * Tests of the bar of links that signed-in users have at the bottom of a phone, and of the strip with floating buttons
 * above this bar.
 */
const { visit } = personalSite();
const EXTRAS = "/auth/work-overtime";
const WORDS = ["Turno", "Extras", "Documentos", "Más"];
const LINKS = ["Turno", "Extras", "Agregar extra", "Documentos", "Más"];

let user: { id: string };
beforeAll(async () => {
	user = await makeUser();
	await db
		.insertInto("extras")
		.values(Array.from({ length: 25 }, (_, at) => extraRow(user.id, { date: addDays("2026-01-01", at) })))
		.execute();
});

function controls(page: Page) {
	return page.locator(".bar a").evaluateAll((all) =>
		all
			.filter((control) => control.getClientRects().length > 0)
			.map((control) => {
				const { top, bottom, width, height } = control.getBoundingClientRect();
				const word = control.textContent ?? "";
				return { word, top, bottom, width, height, icon: control.querySelector("svg")?.clientWidth };
			}),
	);
}

/** The visible words of a bar outside its menu, with the left and right edge of each. */
function wordBoxes(page: Page, bar: string) {
	return page.locator(bar).evaluate((element) => {
		const range = document.createRange();
		const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		const boxes: { word: string; left: number; right: number }[] = [];
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			range.selectNodeContents(text);
			const { left, right, width } = range.getBoundingClientRect();
			const word = text.nodeValue?.trim() ?? "";
			const holder = text.parentElement;
			const isShown = width > 0 && (holder?.getBoundingClientRect().width ?? 0) > 1;
			if (word && isShown && !holder?.closest(".menu-panel, .key")) boxes.push({ word, left, right });
		}
		return boxes;
	});
}

test("the bar stays at the bottom of a phone, with large targets that have an icon and a word", async () => {
	for (const width of [320, 360, 767])
		await visit(user, EXTRAS, { width, script: "blocked" }, async (page) => {
			for (const top of [0, 400, 99_999]) {
				await page.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`);
				const shown = await controls(page);
				expect(shown.map(({ word }) => word)).toEqual(LINKS);
				for (const { word, width: wide, height, icon, bottom } of shown) {
					expect(Math.min(wide, height), word).toBeGreaterThanOrEqual(48);
					expect([icon, bottom]).toEqual([24, word === "Agregar extra" ? 634 : 640]);
				}
			}
			const footer = await page.locator(".footer").boundingBox();
			expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThan(577);
			expect([await horizontalOverflow(page), await lowTargets(page)]).toEqual([0, []]);
		});
});

test("the rest is a page of rows, on which one signs out, apart from all else", async () => {
	await visit(user, EXTRAS, { script: "blocked" }, async (page) => {
		await page.locator(".bar").getByRole("link", { name: "Más" }).click();
		await page.waitForURL("**/auth/more");
		expect(await page.locator(".bar [aria-current]").innerText()).toBe("Más");
		const rows = page.locator("main .links a, main .links button");
		for (const { height } of await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect())))
			expect(height).toBeGreaterThanOrEqual(56);
		expect(await rows.last().innerText()).toBe("CERRAR SESIÓN");
		// The words of the header's links, which a signed-in user's phone does not show.
		for (const [word, path] of [
			["Inicio", "/home?inicio=1"],
			["Seguridad", "/security"],
			["Mis Documentos", "/auth/my-documents"],
			["Mi Perfil", "/auth/my-account"],
		] as const)
			expect(await page.locator(`main .links a[href="${path}"]`).innerText()).toContain(word);
		await expectAccessible(page, [320]);
		const addresses = await page
			.locator("main .links a")
			.evaluateAll((all) => all.map((row) => row.getAttribute("href") ?? ""));
		for (const address of addresses)
			expect((await page.request.get(new URL(address, page.url()).href)).status(), address).toBe(200);
	});
});

test("the words of the bar and of the header stay apart when text is enlarged", async () => {
	for (const percent of [100, 150, 200])
		for (const [who, path, words] of [
			[user, EXTRAS, WORDS],
			[null, "/home", ["Relevo", "INGRESAR", "Menú"]],
		] as const)
			await visit(who, path, { width: 320, script: "blocked" }, async (page) => {
				await enlargeText(page, percent);
				const boxes = await wordBoxes(page, who ? ".bar" : ".header-bar");
				expect(boxes.map(({ word }) => word)).toEqual(words);
				const gaps = boxes.slice(1).map(({ left }, at) => left - (boxes[at]?.right ?? 0));
				expect(Math.min(...gaps), `${path} at ${percent} %`).toBeGreaterThanOrEqual(6);
				expect(boxes[0]?.left).toBeGreaterThanOrEqual(0);
				expect(boxes.at(-1)?.right).toBeLessThanOrEqual(320);
			});
});

test("the words of the bar stay within a phone when more space is between their letters", async () => {
	await visit(user, EXTRAS, { width: 320, script: "blocked" }, async (page) => {
		await spaceText(page);
		const boxes = await wordBoxes(page, ".bar");
		expect(boxes.map(({ word }) => word)).toEqual(WORDS);
		expect(boxes.at(-1)?.right).toBeLessThanOrEqual(320);
	});
});

test("the bar is accessible in both schemes", async () => {
	await visit(user, "/my-shift/find", { script: "blocked" }, async (page) => {
		await expectAccessible(page, [320]);
		expect(await page.locator(".bar [aria-current]").innerText()).toBe("Turno");
	});
});

test("no control that has the focus is hidden behind the header, the strip or the bar", async () => {
	await visit(user, EXTRAS, { script: "blocked" }, async (page) => {
		await page.emulateMedia({ reducedMotion: "reduce" });
		await page.locator("main a, main summary, main button").first().focus();
		const isInPage = () => page.evaluate("document.activeElement !== document.body");
		let reached = 0;
		for (await page.keyboard.press("Tab"); await isInPage(); await page.keyboard.press("Tab")) {
			reached++;
			const covered = await page.evaluate(`(() => {
				const focused = document.activeElement;
				const { left, right, top, bottom } = focused.getBoundingClientRect();
				const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
				return focused.contains(found) || found?.contains(focused) ? null : focused.outerHTML;
			})()`);
			expect(covered).toBeNull();
		}
		expect(reached).toBeGreaterThan(30);
	});
});

test("axe finds narrow and covered targets, but none that scrolling moves out from under the header", async () => {
	const page = await openPage({ script: "blocked" });
	// Leaves the site, whose policy forbids the styles below.
	await page.goto("about:blank");
	const target = (name: string, style: string) =>
		`<button class="${name}" style="position: absolute; height: 48px; ${style}">${name}</button>`;
	await page.setContent(`
		<style>button { appearance: none; border: 0; padding: 0; overflow: hidden }</style>
		${target("narrow", "top: 200px; left: 0; width: 20px")}
		${target("neighbour", "top: 200px; left: 20px; width: 120px")}
		${target("covered", "top: 300px; left: 0; width: 200px")}
		${target("cover", "top: 260px; left: 0; width: 200px; height: 80px")}
		${target("scrolled", "top: 40px; left: 0; width: 200px")}
		<header style="position: sticky; top: 0">${target("header", "top: 0; left: 0; width: 200px; height: 80px")}</header>`);
	const findings = (await axeFindings(page)).filter((finding) => finding.startsWith("target-size"));
	expect(findings.map((finding) => finding.split(":")[0])).toEqual([
		"target-size .narrow",
		"target-size .covered",
	]);
});

const DARK = "prefers-color-scheme: dark";
test.each([
	["nothing where nothing is wrong", "", "Año", null],
	["the last of many parts alike, if it has no name", "", "", /at 320 px: /],
	["a look of one part only, dark", `@media (${DARK}) { .other { color: #333 } }`, "Año", /320 px, dark: /],
	[
		"a look of known parts inside one another, dark",
		`@media (${DARK}) { .other i { color: #333 } }`,
		"Año",
		/320 px, dark: /,
	],
	[
		"a look of wide windows, dark",
		`@media (width > 900px) and (${DARK}) { p { color: #333 } }`,
		"Año",
		/1280 px, dark/,
	],
	[
		"narrow targets between the widths",
		"@media (width: 768px) { a { width: 8px; margin: 0 -2px; overflow: hidden } }",
		"Año",
		/768 px: /,
	],
	[
		"a line too wide between the widths",
		"@media (width: 768px) { .other { width: 800px } }",
		"Año",
		/768 px: /,
	],
])("the check of a page finds %s", async (_, style, lastName, found) => {
	const page = await openPage({ script: "blocked" });
	await page.goto("about:blank");
	const part = (name: string, look = "", more = "") =>
		`<section class="month-card"><h2>${name}</h2><p class="${look}">Texto ${more}</p>
		<a class="one" href="#1">Uno</a><a class="two" href="#2">Dos</a></section>`;
	await page.setContent(`<!doctype html><html lang="es"><title>Año</title>
		<style>
			body { background: #fff; color: #111 }
			@media (${DARK}) { body { background: #111; color: #fff } }
			a { display: inline-block; width: 48px; height: 48px; color: inherit }
			${style}
		</style>
		<main><h1>Año</h1>${part("Enero", "", "<i>Más</i>") + part("Febrero", "other") + part("Marzo", "other", "<i>Más</i>") + part(lastName)}</main>`);
	const check = expectAccessible(page);
	await (found ? expect(check).rejects.toThrow(found) : check);
	expect(await page.locator("section").count()).toBe(4);
});

test("while an open keyboard leaves little space, the rest is in the header and nothing covers the form", async () => {
	await visit(user, `${EXTRAS}/add-work-overtime`, { width: 360, height: 330 }, async (page) => {
		const shown = await controls(page);
		expect(shown.map(({ word }) => word)).toEqual(["Más"]);
		expect(shown[0]?.bottom).toBeLessThanOrEqual(60);
		expect(await horizontalOverflow(page)).toBe(0);
	});
});

test("with the browser's own large letters the bar has icons without words", async () => {
	await visit(user, EXTRAS, { width: 320, script: "blocked" }, async (page) => {
		const session = await page.context().newCDPSession(page);
		await session.send("Page.enable");
		const setLetters = (standard: number) => session.send("Page.setFontSizes", { fontSizes: { standard } });
		await setLetters(24);
		await page.reload();
		expect(await wordBoxes(page, ".bar")).toEqual([]);
		expect((await controls(page)).map(({ word }) => word)).toEqual(LINKS);
		expect(await horizontalOverflow(page)).toBe(0);
		await setLetters(16);
	});
});

test("from 768 px the links of the bar are in the header", async () => {
	for (const width of [768, 1280])
		await visit(user, EXTRAS, { width, script: "blocked" }, async (page) => {
			const shown = await controls(page);
			expect(shown.map(({ word }) => word)).toEqual(LINKS);
			for (const { bottom, height } of shown) expect([height, bottom <= 72]).toEqual([48, true]);
			expect(await horizontalOverflow(page)).toBe(0);
			expect(await page.getByRole("link", { name: "Seguridad" }).isVisible()).toBe(true);
			await page.locator(".menu-name").click();
			expect(await page.getByRole("button", { name: "CERRAR SESIÓN" }).isVisible()).toBe(true);
		});
});

test("the button that adds an extra stays in a strip above the bar", async () => {
	await visit(user, EXTRAS, { script: "blocked" }, async (page) => {
		const strip = page.locator(".floating");
		expect(await strip.boundingBox()).toEqual({ x: 0, y: 640 - 64 - 61, width: 320, height: 61 });
		await strip.getByRole("link").click();
		await page.waitForURL("**/add-work-overtime*");
		// The form's own strip stands where the bar is, but not over the link that the keyboard is on.
		await page.locator(".bar a").first().focus();
		const found = "document.elementFromPoint(20, 620).closest('a')";
		expect(await page.evaluate(`${found} === document.activeElement`)).toBe(true);
	});
});

test("the bar is not printed, and leaves no empty strip on paper", async () => {
	await visit(user, EXTRAS, { width: 700 }, async (page) => {
		await page.emulateMedia({ media: "print" });
		for (const part of [".bar", ".floating", ".header"])
			expect(await page.locator(part).isVisible()).toBe(false);
		expect(await page.evaluate("getComputedStyle(document.body).paddingBottom")).toBe("0px");
	});
});
