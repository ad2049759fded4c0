import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

/** Addresses of what makes a page come alive. */
export const SCRIPTS = "**/build/**/*.js";
/** Each of the kinds of file among them; one that does not come is enough. */
export const chunks = {
	entry: /\/entry\.client-\w+\.js$/,
	manifest: /\/manifest-\w+\.js$/,
	route: /\/routes\/auth\.[^/]+\.js$/,
	shared: /\/_shared\/chunk-\w+\.js$/,
} as const;

/**
 * Whether React has taken over the whole page, as an expression. Remix's own `__remixRouter` is there while it still
 * renders; only the root knows when it is done.
 */
const IS_ALIVE = `(() => {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	return Boolean(key) && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Whether the page is alive. Its effects have run by the next frame but one. */
export function isAlive(page: Page): Promise<boolean> {
	return page.evaluate<boolean>(`${IS_ALIVE} && new Promise((resolve) => {
		requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
	})`);
}

/**
 * Presses the main button once more when the page comes alive after its form was sent. A script of the page's own does
 * it, since Chromium lets nobody ask a page anything while it waits for the next one.
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

/** Waits until the page is alive. */
export async function untilAlive(page: Page): Promise<void> {
	await expect.poll(() => isAlive(page).catch(() => false), { timeout: 60_000 }).toBe(true);
}

/** Waits until nothing comes any more; the page has not come alive then. */
export async function expectPlain(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	expect(await isAlive(page)).toBe(false);
}

/** Names of the script files that a page asks for, from now on. */
export function scriptsAsked(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "script" || /\.js(\?|$)/.test(request.url())) asked.push(request.url());
	});
	return asked;
}

/** Gives other answers to the script files that `chunk` fits. */
export async function harmScripts(
	page: Page,
	chunk: RegExp,
	answer: "absent" | "cut" | "corrupt" | "broken",
): Promise<void> {
	await page.route(chunk, async (route) => {
		if (answer === "absent") return route.fulfill({ status: 404, body: "" });
		const response = await route.fetch();
		const text = await response.text();
		const bodies = {
			cut: text.slice(0, Math.floor(text.length / 2)),
			corrupt: text.replaceAll("(", "[("),
			// Read without a complaint, and fails when it runs.
			broken: `throw new Error("broken"); ${text}`,
		};
		return route.fulfill({ response, body: bodies[answer] });
	});
}

/** Requests that wait. */
export interface Held {
	/** How many have come. */
	count(): number;
	/** Lets them go, and all that come later. */
	letGo(): void;
}

/** Keeps back what makes pages alive. @returns what lets it go, and all that is asked for later */
export async function holdScripts(page: Page): Promise<() => void> {
	const { letGo } = await holdBack(page, SCRIPTS, () => true);
	return letGo;
}

/** Keeps back every form that is sent from a page that is alive: of another one Chromium tells nothing meanwhile. */
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
		// For a page that was left meanwhile nobody waits.
		await route.fallback().catch(() => {});
	});
	return { count: () => count, letGo };
}

/**
 * Rewrites the text of every document before the browser reads it, but of one that it was sent on to; the policy stays
 * what the server said.
 */
export async function rewriteDocuments(page: Page, rewrite: (html: string) => string): Promise<void> {
	await page.route("**/*", async (route) => {
		if (route.request().resourceType() !== "document") return route.fallback();
		const response = await route.fetch({ maxRedirects: 0 });
		return route.fulfill({ response, body: rewrite(await response.text()) });
	});
}
