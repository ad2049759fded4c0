import type { Page } from "playwright-core";
import { expect } from "vitest";
import { changeResponses, holdRequests } from "./held-requests";

/** URL pattern of all script files of Remix's build. */
const SCRIPTS = "*/build/*.js";
/** Patterns for the URLs of the scripts that a page needs to hydrate, by kind of script. */
export const chunks = {
	entry: "*/entry.client-*.js",
	manifest: "*/manifest-*.js",
	route: "*/routes/auth.*.js",
	shared: "*/_shared/chunk-*.js",
} as const;

/** Expression that is true once React has hydrated the whole page. Remix sets `__remixRouter` too early. */
const IS_ALIVE = `(() => {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	return Boolean(key) && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Script that waits two frames, so that what is known has been drawn and React's effects have run. */
export const TWO_FRAMES = `new Promise((resolve) => {
	requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0, true)));
})`;

/** Returns whether the page is hydrated; waits two frames before it returns true. */
export function isAlive(page: Page): Promise<boolean> {
	return page.evaluate<boolean>(`${IS_ALIVE} && ${TWO_FRAMES}`);
}

/**
 * If the page's form is sent before hydration, presses the main button again after hydration. Uses an init script,
 * because Playwright cannot evaluate code in a page that waits for its next document.
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

/** Presses the main button during hydration: when it begins and the page has run `tasks` further tasks. */
export async function pressWhileWaking(page: Page, tasks: number): Promise<void> {
	await page.addInitScript(`Object.defineProperty(window, "__remixRouteModules", {
		configurable: true,
		set(value) {
			Object.defineProperty(window, "__remixRouteModules", { value, writable: true });
			const { port1, port2 } = new MessageChannel();
			let left = ${tasks};
			port1.onmessage = () => {
				if (left-- > 0) port2.postMessage(0);
				else document.querySelector("main button.main").click();
			};
			port2.postMessage(0);
		},
	})`);
}

/**
 * Waits until the page is hydrated. A script in the page checks this every 20 ms, because calling the page from the test
 * for each check would take much longer. If the page is not hydrated after two seconds, the test repeats the script.
 */
export async function untilAlive(page: Page): Promise<void> {
	const wait = `new Promise((resolve) => {
		let looks = 0;
		const look = () => {
			if (${IS_ALIVE}) resolve(${TWO_FRAMES});
			else if (++looks < 100) setTimeout(look, 20);
			else resolve(false);
		};
		look();
	})`;
	await expect.poll(() => page.evaluate(wait).catch(() => false), { timeout: 60_000 }).toBe(true);
}

/** Expects that the page is not hydrated when the network is idle. */
export async function expectPlain(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	expect(await isAlive(page)).toBe(false);
}

/** URLs of the scripts that the page requests from now on. */
export function scriptsAsked(page: Page): string[] {
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.resourceType() === "script" || /\.js(\?|$)/.test(request.url())) asked.push(request.url());
	});
	return asked;
}

/** Damages the scripts that match `chunk`, or makes the browser get status 404 for them ("absent"). */
export async function harmScripts(
	page: Page,
	chunk: string,
	fault: "absent" | "cut" | "corrupt" | "broken",
): Promise<void> {
	await changeResponses(page, { urlPattern: chunk }, (text) => {
		if (fault === "absent") return { status: 404, body: "" };
		const bodies = {
			// Cut after a parenthesis, so that what is left can never be parsed.
			cut: text.slice(0, text.lastIndexOf("(", text.length / 2) + 1),
			corrupt: text.replaceAll("(", "[("),
			// A script that can be parsed, but throws an error when it runs.
			broken: `throw new Error("broken"); ${text}`,
		};
		return { body: bodies[fault] };
	});
}

/**
 * Holds back the scripts of a page.
 * @returns a function that releases them
 */
export function holdScripts(page: Page): Promise<() => Promise<void>> {
	return holdRequests(page, SCRIPTS);
}

/** Holds back what React renders after an event, as on a slow phone. @returns a function that lets it go on */
export async function holdRenders(page: Page): Promise<() => Promise<void>> {
	await page.evaluate(`{
		const { postMessage } = MessagePort.prototype;
		const held = [];
		MessagePort.prototype.postMessage = function (...all) {
			held.push(() => postMessage.apply(this, all));
		};
		window.letRender = () => {
			MessagePort.prototype.postMessage = postMessage;
			for (const go of held) go();
		};
	}`);
	return () => page.evaluate("letRender()");
}

/**
 * Rewrites the HTML of each page that the browser loads, except redirects. The response's headers stay, so its
 * Content-Security-Policy still applies.
 */
export async function rewriteDocuments(page: Page, rewrite: (html: string) => string): Promise<void> {
	await changeResponses(page, { resourceType: "Document" }, (html) => ({ body: rewrite(html) }));
}
