import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Findings of axe, one text per rule and element. Needs JavaScript in the page.
 * @param rules axe's rules to run; if empty, those that axe enables (WCAG 2.1 A and AA, and best practices), and the
 * size of targets (WCAG 2.2 AA, 2.5.8)
 * @param leftOut "alike": leaves out the parts of calendars in which everything looks as in an earlier part
 */
export async function axeFindings(
	page: Page,
	rules: readonly string[] = [],
	leftOut: "nothing" | "alike" = "nothing",
): Promise<string[]> {
	if (await page.evaluate("!window.axe")) await loadAxe(page);
	const options = {
		resultTypes: ["violations"],
		// Leaves out the stylesheets: reading them takes a tenth of the time, and no rule that runs needs them.
		preload: { assets: ["media"] },
		...(rules.length > 0 ? { runOnly: rules } : { rules: { "target-size": { enabled: true } } }),
	};
	await page.evaluate(untilShown);
	// Returns only the findings, because sending axe's whole report costs the test 10 ms of CPU time.
	return page.evaluate(`(async () => {
		const putBack = ${leftOut === "alike" ? `(${takeOutAlike})()` : "() => {}"};
		const ground = new CSSStyleSheet();
		ground.replaceSync(${JSON.stringify(PLAIN_GROUND)});
		document.adoptedStyleSheets = [...document.adoptedStyleSheets, ground];
		const { violations } = await axe.run(${JSON.stringify(options)});
		const findings = violations.flatMap(({ id, nodes }) =>
			nodes.filter((node) => !(${isCoveredByScrolling})(node))
				.map((node) => id + " " + node.target.join(" ") + ": " + node.failureSummary));
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== ground);
		putBack();
		return findings;
	})()`);
}

/**
 * Loads axe as a script by DevTools: Chromium compiles it once for all documents of a page, and anew for each document
 * if `page.evaluate` loads it.
 */
async function loadAxe(page: Page): Promise<void> {
	const devTools = await page.context().newCDPSession(page);
	await devTools.send("Runtime.evaluate", { expression: axeSource });
	await devTools.detach();
}

/**
 * What would keep axe's rule of contrast from seeing what lies below, as what it can read: the header's ground, of
 * pseudo-elements of the body, hides the whole page from it, and the way back to the top all after the first screen.
 */
const PLAIN_GROUND = `body::before, body::after { content: none !important }
	.scroll-top { position: static !important }
	@media screen and (min-width: 20em) { .header { background: var(--steel) !important } }`;

/**
 * Takes out of the page each month, and each week of a month, whose elements, with all around them, have the same tags and
 * attributes as those of earlier ones, but for what they say and lead to. Returns a function that puts them back.
 */
const takeOutAlike = `() => {
	const says = /^(id|href|title|datetime|headers|aria-(label|labelledby|describedby))$/;
	const lookOf = ({ tagName, attributes }) =>
		tagName + Array.from(attributes, ({ name, value }) => name + (says.test(name) ? "" : "=" + value)).sort();
	const pathOf = (part) => (part ? pathOf(part.parentElement) + ">" + lookOf(part) : "");
	const taken = [];
	for (const parts of [".month-card", ".month tbody tr"]) {
		const seen = new Set();
		for (const part of document.querySelectorAll(parts)) {
			const looks = [part, ...part.querySelectorAll("*")].map(pathOf);
			if (looks.every((look) => seen.has(look))) {
				const place = new Comment();
				part.replaceWith(place);
				taken.push(() => place.replaceWith(part));
			} else for (const look of looks) seen.add(look);
		}
	}
	return () => { for (const putBack of taken.reverse()) putBack(); };
}`;

/**
 * Whether a target is only covered in part where the page happens to be scrolled: either the target or what covers it
 * sticks to the window, so that scrolling separates them.
 */
const isCoveredByScrolling = `({ target, any }) => {
	const sticks = (element) => element !== null
		&& (/fixed|sticky/.test(getComputedStyle(element).position) || sticks(element.parentElement));
	const isStuck = ({ target }) => sticks(document.querySelector(target));
	return any.some(({ data, relatedNodes }) => data?.messageKey === "partiallyObscured"
		&& relatedNodes.every((cover) => isStuck(cover) !== isStuck({ target })));
}`;

/** Waits for the short animations with which elements appear, because a half transparent text has too little contrast. */
const untilShown = `Promise.allSettled(document.getAnimations()
	.filter(({ effect }) => effect.getComputedTiming().endTime < 1000)
	.map(({ finished }) => finished)).then(() => {})`;

/** The rules of axe for the dark scheme, which changes only colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** The rules of axe for a width at which the page shows the same as at a greater one, but in other places. */
const PLACE_RULES = ["color-contrast", "scrollable-region-focusable", "target-size"];

/**
 * Expects no axe findings, no horizontal scrolling, no control less than 48 px high and no broken figure, at each width,
 * in the light and in the dark scheme. Leaves the page in the light scheme. Runs no rule where its result is known:
 * - Between the first and the last width, only rules about places: what is shown and its colours are those of the last
 *   width (one-layout.test.ts).
 * - After the first run, not on what looks like another part of the same calendar.
 * @param widths in px, ascending; all but the first must be 768 or more
 */
export async function expectAccessible(
	page: Page,
	widths: readonly number[] = [320, 768, 1280],
): Promise<void> {
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 });
		const isFirst = width === widths[0];
		const isBetween = !isFirst && width !== widths.at(-1);
		const findings = {
			axe: await axeFindings(page, isBetween ? PLACE_RULES : [], isFirst ? "nothing" : "alike"),
			overflow: await horizontalOverflow(page),
			low: await lowTargets(page),
			broken: await brokenTexts(page),
		};
		const where = `${page.url()}, at ${width} px`;
		expect(findings, where).toEqual({ axe: [], overflow: 0, low: [], broken: [] });
		if (isBetween) continue;
		await page.emulateMedia({ colorScheme: "dark" });
		expect(await axeFindings(page, COLOUR_RULES, "alike"), `${where}, dark`).toEqual([]);
		await page.emulateMedia({ colorScheme: "light" });
	}
}

export function horizontalOverflow(page: Page): Promise<number> {
	return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/**
 * Figures, and words of at most five letters, that the page breaks into two lines: dates, amounts, days of the week, the
 * names of most shifts.
 */
export function brokenTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const broken = new Set<string>();
		const range = document.createRange();
		const texts = document.createTreeWalker(
			document.querySelector("main") ?? document.body,
			NodeFilter.SHOW_TEXT,
		);
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			if (text.parentElement?.closest("svg, option, textarea, .hidden-text")) continue;
			// A menu that is not open is as narrow as its button.
			if (text.parentElement?.closest(".head details:not([open]) > :not(summary)")) continue;
			for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\S+/g)) {
				if (word.length > 5 && !/^[$\d][\d.,/:]*$/.test(word)) continue;
				range.setStart(text, index);
				range.setEnd(text, index + word.length);
				const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
				if (Math.max(...tops) - Math.min(...tops) > 4) broken.add(word);
			}
		}
		return [...broken];
	});
}

/** What a screen reader reads of a page, in order: the role and the name of each element, such as "heading Mis Extras". */
export async function spokenTexts(page: Page): Promise<string[]> {
	const devTools = await page.context().newCDPSession(page);
	const { nodes } = await devTools.send("Accessibility.getFullAXTree");
	await devTools.detach();
	const byId = new Map(nodes.map((node) => [node.nodeId, node]));
	const read = (id: string): string[] => {
		const { ignored, role, name, childIds = [] } = byId.get(id) ?? {};
		const own = ignored || !name?.value ? [] : [`${role?.value} ${name.value}`];
		return [...own, ...childIds.flatMap(read)];
	};
	return nodes[0] ? read(nodes[0].nodeId) : [];
}

/** Sets the size of text, as a person does who reads it enlarged, and opens all that the page folds away. */
export function enlargeText(page: Page, percent: number): Promise<void> {
	return page.evaluate((size) => {
		document.documentElement.style.fontSize = size;
		for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details")) fold.open = true;
	}, `${percent}%`);
}

/** Sets the distances between letters, words, lines and paragraphs of WCAG 1.4.12, as people do who read badly. */
export function spaceText(page: Page): Promise<void> {
	return page.evaluate(() => {
		const [sheet] = document.styleSheets;
		sheet?.insertRule(
			"* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
		);
		sheet?.insertRule("p { margin-bottom: 2em !important }");
	});
}

/**
 * Controls less than 48 px high. A checkbox or radio button is measured by its label, and a link that covers its table
 * cell by what it covers. Links in a sentence may be low.
 */
export function lowTargets(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const selector = "a, button, summary, input:not([type=checkbox], [type=radio]), select, label[for]";
		return [...document.querySelectorAll(selector)]
			.filter((control) => {
				const paragraph = control.closest("p, li")?.textContent?.trim();
				const isInSentence =
					control.tagName === "A" && paragraph !== undefined && paragraph !== control.textContent?.trim();
				if (control instanceof HTMLLabelElement && !control.control?.matches("[type=checkbox], [type=radio]"))
					return false;
				return control.getClientRects().length > 0 && !isInSentence;
			})
			.map((control) => {
				const cover = control.matches("td a") ? getComputedStyle(control, "::before").height : "";
				const height = Math.max(control.getBoundingClientRect().height, Number.parseFloat(cover) || 0);
				return { name: control.textContent, height };
			})
			.filter(({ height }) => height < 48)
			.map(({ name, height }) => `${name}: ${height}`);
	});
}
