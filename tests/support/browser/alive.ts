import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Pattern for the addresses of all JavaScript files in Remix's build. */
export const SCRIPTS = "**/build/**/*.js";
/** Patterns for the addresses of the JavaScript files that a page needs to hydrate, by kind of file. */
export const chunks = {
	entry: /\/entry\.client-\w+\.js$/,
	manifest: /\/manifest-\w+\.js$/,
	route: /\/routes\/auth\.[^/]+\.js$/,
	shared: /\/_shared\/chunk-\w+\.js$/,
} as const;

/** Expression that is true once React has hydrated the whole page. Remix's `__remixRouter` exists before that. */
const IS_ALIVE = `(() => {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	return Boolean(key) && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Whether the page is hydrated. If so, first waits two frames, so that React's effects have run. */
export function isAlive(page: Page): Promise<boolean> {
	return page.evaluate<boolean>(`${IS_ALIVE} && new Promise((resolve) => {
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
	})`);
}

/**
 * When the browser sends a form before the page is hydrated, presses the main button again after hydration. An init
 * script presses the button, since Playwright cannot evaluate code in a page that is waiting for the next document.
 */
export async function pressAgainWhenAlive(page: Page): Promise<void> {
	await page.addInitScript(`addEventListener("submit", () => {
		const look = setInterval(() => {
			if (!${IS_ALIVE}) return;
			clearInterval(look);
			document.querySelector("main button.main").click();
		}, 20);
	}, { once: true })`);
}

/** Waits until the page is hydrated. */
export async function untilAlive(page: Page): Promise<void> {
	await expect.poll(() => isAlive(page).catch(() => false), { timeout: 60_000 }).toBe(true);
}

/** Waits until the network is idle, and expects that the page is not hydrated. */
export async function expectPlain(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	expect(await isAlive(page)).toBe(false);
}

/** Collects the addresses of the JavaScript files that a page requests from now on. */
export function scriptsAsked(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "script" || /\.js(\?|$)/.test(request.url())) asked.push(request.url());
	});
	return asked;
}

/** Makes the JavaScript files that match `chunk` arrive damaged, or not at all. */
export async function harmScripts(
	page: Page,
	chunk: RegExp,
	fault: "absent" | "cut" | "corrupt" | "broken",
): Promise<void> {
	await page.route(chunk, async (route) => {
		if (fault === "absent") return route.fulfill({ status: 404, body: "" });
		const response = await route.fetch();
		const text = await response.text();
		const bodies = {
			cut: text.slice(0, Math.floor(text.length / 2)),
			corrupt: text.replaceAll("(", "[("),
			// The browser can parse this script, but the script throws when it runs.
			broken: `throw new Error("broken"); ${text}`,
		};
		return route.fulfill({ response, body: bodies[fault] });
	});
}

/**
 * Holds back the JavaScript files of a page.
 * @returns a function that releases these files and lets later ones pass
 */
export async function holdScripts(page: Page): Promise<() => void> {
	let letGo = () => {};
	const gone = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	await page.route(SCRIPTS, async (route) => {
		await gone;
		// Continuing the request fails if the browser has left the page.
		await route.fallback().catch(() => {});
	});
	return letGo;
}

/**
 * Rewrites the HTML of each page before the browser reads it, except after a redirect. The Content-Security-Policy
 * stays the same.
 */
export async function rewriteDocuments(page: Page, rewrite: (html: string) => string): Promise<void> {
	await page.route("**/*", async (route) => {
		if (route.request().resourceType() !== "document") return route.fallback();
		const response = await route.fetch({ maxRedirects: 0 });
		return route.fulfill({ response, body: rewrite(await response.text()) });
	});
}
