import { describe, expect, test } from "vitest";
import {
	chunks,
	expectPlain,
	harmScripts,
	pressAgainWhenAlive,
	pressWhileWaking,
	rewriteDocuments,
	untilAlive,
} from "../../support/browser/alive";
import type { Visit } from "../../support/browser/browser";
import {
	button,
	field,
	fill,
	type Job,
	jobs,
	send,
	sendRefused,
	workplace,
} from "../../support/browser/jobs";

/**
 * Tests that three forms (registration, a new extra, a new document) save once, whether hydration succeeds, fails or is
 * late.
 */
const place = workplace();

const INLINE = /<script>.*?<\/script>/s;
const DATA = /<script type="application\/json".*?<\/script>/s;

/** Script that wraps text nodes in elements, as browsers' translators do, but keeps the words. */
const WRAP_TEXTS = `(() => {
	const texts = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode())
		if (walker.currentNode.data.trim() && !walker.currentNode.parentNode.closest("script, style, textarea"))
			texts.push(walker.currentNode);
	for (const text of texts) {
		const font = document.createElement("font");
		text.replaceWith(font);
		font.textContent = text.data;
	}
})()`;

interface Trouble {
	prepare: NonNullable<Visit["prepare"]>;
	noted?: RegExp;
}

/**
 * Faults in loading scripts, after which the page stays as the server rendered it. The "starter" is the inline script
 * that starts hydration.
 */
const troubles: Readonly<Record<string, Trouble>> = {
	"with a starter that the policy refuses": {
		prepare: (page) => rewriteDocuments(page, (html) => html.replace("<script>", "<script>0;")),
		noted: /Content Security Policy/,
	},
	"without a starter": { prepare: (page) => rewriteDocuments(page, (html) => html.replace(INLINE, "")) },
	"without the page's data": {
		prepare: (page) => rewriteDocuments(page, (html) => html.replace(DATA, "<p hidden></p>")),
		// The inline script logs an error when the page's data is missing.
		noted: /JSON|null/,
	},
	"with an absent entry": { prepare: (page) => harmScripts(page, chunks.entry, "absent") },
	"with an absent manifest": { prepare: (page) => harmScripts(page, chunks.manifest, "absent") },
	"with an absent route": { prepare: (page) => harmScripts(page, chunks.route, "absent") },
	"with an absent part": { prepare: (page) => harmScripts(page, chunks.shared, "absent") },
	"with a route cut short": { prepare: (page) => harmScripts(page, chunks.route, "cut") },
	"with a corrupt part": { prepare: (page) => harmScripts(page, chunks.shared, "corrupt") },
	"with a route that fails when it runs": { prepare: (page) => harmScripts(page, chunks.route, "broken") },
};

const names = Object.keys(jobs);

describe.each(Object.entries<Job>(jobs))("%s", (name, job) => {
	test("on a hydrated page: refused when empty, and saved once when valid", async () => {
		await place.open(job, {}, async (page, person) => {
			await untilAlive(page);
			await sendRefused(page, job);
			await untilAlive(page);
			await fill(page, job, person);
			await send(page, job);
			await place.expectSameRows(job, person);
		});
	});

	test("on a page translated after hydration: refused and saved too, once", async () => {
		await place.open(job, {}, async (page, person) => {
			await untilAlive(page);
			await page.evaluate(WRAP_TEXTS);
			await sendRefused(page, job);
			await page.evaluate(WRAP_TEXTS);
			await fill(page, job, person);
			await send(page, job);
			await place.expectSameRows(job, person);
		});
	});

	// Each trouble with one form, in turn: it ends before the scripts have come to any form.
	const own = Object.entries(troubles).filter((_, index) => index % names.length === names.indexOf(name));
	test.each(own)("%s is refused when empty and saved once when valid", async (_, how) => {
		await place.open(job, how, async (page, person) => {
			await expectPlain(page);
			await sendRefused(page, job);
			await fill(page, job, person);
			await expectPlain(page);
			await send(page, job);
			await place.expectSameRows(job, person);
		});
	});

	test("half typed at hydration: keeps every letter, the focus and the caret", async () => {
		await place.openEarly(job, {}, async (page, letGo, person) => {
			const typed = job.fields(person);
			await job.unfold?.(page);
			for (const [label, text] of typed) await field(page, label).fill(text);
			// Types the last field's value without its third to sixth characters, and places the caret at the gap.
			const [label = "", text = ""] = typed.at(-1) ?? [];
			const last = field(page, label);
			await last.fill(text.slice(0, 2) + text.slice(6));
			for (const key of ["Control+Home", "ArrowRight", "ArrowRight"]) await last.press(key);
			await letGo();
			await untilAlive(page);
			await page.keyboard.type(text.slice(2, 6));
			expect(await last.inputValue()).toBe(text);
			await send(page, job);
			await place.expectSameRows(job, person);
		});
	});

	test("typed during hydration: keeps every letter in order", async () => {
		await place.openEarly(job, {}, async (page, letGo, person) => {
			const typed = job.fields(person);
			await job.unfold?.(page);
			for (const [index, [label, text]] of typed.entries()) {
				// Also empties a field that the form fills in itself.
				await field(page, label).fill("");
				if (index === 0) await letGo();
				await page.keyboard.type(text, { delay: 15 });
			}
			await untilAlive(page);
			for (const [label, text] of typed) expect(await field(page, label).inputValue()).toBe(text);
			await send(page, job);
			await place.expectSameRows(job, person);
		});
	});

	test.each([0, 2, 5])("pressed %i tasks after hydration has begun: refused or sent", async (tasks) => {
		await place.open(job, { prepare: (page) => pressWhileWaking(page, tasks) }, async (page) => {
			const hasAnswered = async () =>
				job.arrival.test(page.url()) || (await page.locator(".field .error:not(:empty)").count()) > 0;
			await expect.poll(hasAnswered).toBe(true);
		});
	});

	test("sent before hydration and again after it: saved once", async () => {
		await place.openEarly(job, { prepare: pressAgainWhenAlive }, async (page, letGo, person) => {
			await fill(page, job, person);
			const responses = place.line.holdResponses("POST /auth");
			await button(page, job).click({ noWaitAfter: true });
			await expect.poll(() => responses.count()).toBe(1);
			await letGo();
			await expect.poll(() => responses.count()).toBe(2);
			responses.release();
			await page.waitForURL(job.arrival, { waitUntil: "commit" });
			await place.expectSameRows(job, person);
		});
	});
});
