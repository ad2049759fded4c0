import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

/** The script files of a page that hydrates. */
export const SCRIPTS = "**/build/**/*.js";
/** The kinds of script files. A page hydrates only if all of them load. */
export const chunks = {
	entry: /\/entry\.client-\w+\.js$/,
	manifest: /\/manifest-\w+\.js$/,
	route: /\/routes\/auth\.[^/]+\.js$/,
	shared: /\/_shared\/chunk-\w+\.js$/,
} as const;

/** Expression: whether React has hydrated the whole page. Remix's `__remixRouter` already exists before that. */
const IS_ALIVE = `(() => {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	return Boolean(key) && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Whether the page is hydrated. Resolves after two more frames, when React's effects have run. */
export function isAlive(page: Page): Promise<boolean> {
	return page.evaluate<boolean>(`${IS_ALIVE} && new Promise((resolve) => {
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
	})`);
}

/**
 * Presses the main button again when the page hydrates after its form was sent. An init script presses it, since
 * Chromium evaluates no expression in a page that waits for the next document.
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

/** Waits until the network is idle, and expects a page without hydration. */
export async function expectPlain(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	expect(await isAlive(page)).toBe(false);
}

/** Collects the script files that a page requests from now on. */
export function scriptsAsked(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "script" || /\.js(\?|$)/.test(request.url())) asked.push(request.url());
	});
	return asked;
}

/** Breaks the script files that match `chunk`. */
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
			// This script parses, but throws when it runs.
			broken: `throw new Error("broken"); ${text}`,
		};
		return route.fulfill({ response, body: bodies[fault] });
	});
}

/** Controls requests that are held back. */
export interface Held {
	/** Number of requests held back so far. */
	count(): number;
	/** Releases the requests held back, and lets later ones pass. */
	letGo(): void;
}

/** Holds back the scripts of pages. @returns a function that releases them and lets later ones pass */
export async function holdScripts(page: Page): Promise<() => void> {
	const { letGo } = await holdBack(page, SCRIPTS, () => true);
	return letGo;
}

/** Holds back every form that a hydrated page sends. Chromium does not report other forms while they are held back. */
export const holdForms = (page: Page) =>
	holdBack(page, "**/*", (route) => route.request().method() === "POST");

async function holdBack(page: Page, address: string, isHeld: (route: Route) => boolean): Promise<Held> {
	let count = 0;
	let letGo = () => {};
	const gone = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	await page.route(address, async (route) => {
		if (!isHeld(route)) return route.fallback();
		count++;
		await gone;
		// Continuing the request fails if the browser has left the page.
		await route.fallback().catch(() => {});
	});
	return { count: () => count, letGo };
}

/** Rewrites every document before the browser reads it, except after a redirect. The server's CSP still applies. */
export async function rewriteDocuments(page: Page, rewrite: (html: string) => string): Promise<void> {
	await page.route("**/*", async (route) => {
		if (route.request().resourceType() !== "document") return route.fallback();
		const response = await route.fetch({ maxRedirects: 0 });
		return route.fulfill({ response, body: rewrite(await response.text()) });
	});
}
