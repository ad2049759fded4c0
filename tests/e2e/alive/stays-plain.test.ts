import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectPlain, scriptsAsked, untilAlive } from "../../support/browser/alive";
import type { Visit } from "../../support/browser/browser";
import { extraValue, fillExtra } from "../../support/browser/extra-form";
import { fill, jobs, send, sendRefused, workplace } from "../../support/browser/jobs";

/**
 * Tests that no script is requested where JavaScript is unwanted or cannot run, and that a page does not hydrate if a
 * translator or an extension has changed it.
 */
const place = workplace();

const init = (script: string) => async (page: Page) => {
	await page.addInitScript(script);
};
const connection = (values: object) =>
	init(`Object.defineProperty(navigator, "connection", { value: ${JSON.stringify(values)} })`);

const UNWANTED: Readonly<Record<string, NonNullable<Visit["prepare"]>>> = {
	"that saves data": connection({ saveData: true, effectiveType: "4g" }),
	"on 2g": connection({ saveData: false, effectiveType: "2g" }),
	"on slow 2g": connection({ saveData: false, effectiveType: "slow-2g" }),
	"older than Chrome 85 and Firefox 79": init("delete Promise.any"),
	"older than iOS 14.5": init("delete Intl.ListFormat"),
};

/** Changes that translators and extensions make to a page before its script arrives. */
const CHANGED: Readonly<Record<string, string>> = {
	"a translator has wrapped": `for (const text of texts()) {
		const font = document.createElement("font");
		text.replaceWith(font);
		font.append(text.data + " (traducido)");
	}`,
	"a translator has rewritten in place": "for (const text of texts()) text.data += ' (traducido)';",
	"an extension has put an element into the head of": "document.head.append(document.createElement('meta'));",
	"an extension has put an element into": "document.body.prepend(document.createElement('aside'));",
};

/** Runs `change` once the document is parsed. */
const whenRead = (change: string) =>
	init(`addEventListener("DOMContentLoaded", () => {
		function texts() {
			const all = [];
			const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
			while (walker.nextNode()) if (walker.currentNode.data.trim()) all.push(walker.currentNode);
			return all;
		}
		${change}
	})`);

const BEFORE_STARTER = init(`new MutationObserver((_, observer) => {
	if (!document.body) return;
	observer.disconnect();
	document.body.append(document.createElement("aside"));
}).observe(document, { childList: true, subtree: true })`);

/** Values to type, by field name instead of label, because a translation of the page changes the labels. */
const TYPED = { hour: "4,5", shift: "T", comment: "Parada de horno\ny limpieza" };

test.each(Object.entries(UNWANTED))(
	"a browser %s requests no script, and its form is saved",
	async (_, prepare) => {
		const job = jobs["a new document"];
		let asked: string[] = [];
		const watched = async (page: Page) => {
			asked = scriptsAsked(page);
			await prepare(page);
		};
		await place.open(job, { prepare: watched }, async (page, person) => {
			await expectPlain(page);
			await sendRefused(page, job);
			await fill(page, job, person);
			await send(page, job);
			await expectPlain(page);
			expect(asked).toEqual([]);
			await place.expectSameRows(job, person);
		});
	},
);

test.each([
	...Object.entries(CHANGED).map(([what, change]) => [what, whenRead(change)] as const),
	["an extension has put an element, before the starter runs, into", BEFORE_STARTER] as const,
])("where %s, the page keeps typed text and stays plain, and the form works", async (_, prepare) => {
	const job = jobs["a new extra"];
	await place.open(job, { prepare }, async (page, person) => {
		await fillExtra(page, TYPED);
		await expectPlain(page);
		for (const [name, text] of Object.entries(TYPED)) expect(await extraValue(page, name)).toBe(text);
		await page.locator("button.main").click();
		await page.waitForURL(job.arrival);
		await place.expectSameRows(job, person);
	});
});

test("no script is requested before everything else is loaded, or preloaded", async () => {
	await place.open({ path: "/auth/register", isStranger: true }, {}, async (page) => {
		await untilAlive(page);
		const times = await page.evaluate<{ load: number; scripts: number[]; links: number }>(`({
			load: performance.getEntriesByType("navigation")[0].loadEventStart,
			scripts: performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).map(({ startTime }) => startTime),
			links: document.querySelectorAll("link[rel=modulepreload], link[rel=preload][as=script]").length,
		})`);
		expect(times.scripts.length).toBeGreaterThan(5);
		expect(times.scripts.filter((start) => start < times.load)).toEqual([]);
		expect(times.links).toBe(0);
	});
});
