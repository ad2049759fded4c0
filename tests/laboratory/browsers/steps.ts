/** What the user flows do on a page, in any browser. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";
import { HYDRATES, IS_HYDRATED } from "./page-states";

export const MAX_WAIT_MS = 30_000;

export interface FlowContext {
	tab: Tab;
	origin: string;
	script: boolean;
	outbox: string;
	photo: string;
	/** Ends the server, as if the signal were gone. */
	loseSignal(): Promise<void>;
	findSignal(): Promise<void>;
	screenshot(name: string): Promise<void>;
}

export async function fill(tab: Tab, values: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, value] of Object.entries(values))
		await tab.evaluate(`(() => {
			const field = document.querySelector('main [name="${name}"]:not([type=hidden])');
			field.value = ${JSON.stringify(value)};
			field.dispatchEvent(new Event("input", { bubbles: true }));
			field.dispatchEvent(new Event("change", { bubbles: true }));
		})()`);
}

export const buttonByText = (text: string) =>
	`[...document.querySelectorAll("main button, dialog button, .header button")].find((button) => button.textContent.trim() === ${JSON.stringify(text)})`;

export async function press(tab: Tab, text: string): Promise<void> {
	await waitUntil(tab, buttonByText(text));
	await tab.evaluate(`${buttonByText(text)}.click()`);
}

/** Opens a page and waits for its hydration, if any. */
export async function open({ tab, origin, script }: FlowContext, path: string): Promise<void> {
	await tab.goto(origin + path);
	await waitUntil(tab, "document.readyState === 'complete'");
	if (script && (await tab.evaluate(HYDRATES))) await waitUntil(tab, IS_HYDRATED);
}

/** Opens a page again and again until it has a text. */
export async function openUntil({ tab, origin }: FlowContext, path: string, text: string): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	const hasText = `document.querySelector("main").textContent.includes(${JSON.stringify(text)})`;
	do {
		if (performance.now() > end) throw new Error(`${path} has no ${text}`);
		await tab.goto(origin + path);
		await sleep(500);
	} while (!(await tab.evaluate(hasText)));
}

/** Waits until the service worker has kept a page. */
export async function waitForCopy(tab: Tab, path: string): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	while (!(await tab.evaluate(`caches.match("${path}").then(Boolean)`))) {
		if (performance.now() > end) throw new Error(`no copy of ${path}`);
		await sleep(200);
	}
}

export function waitForPath(tab: Tab, path: string): Promise<void> {
	return waitUntil(tab, `location.pathname.startsWith(${JSON.stringify(path)})`);
}

export function waitForText(tab: Tab, text: string): Promise<void> {
	return waitUntil(tab, `document.querySelector("main").textContent.includes(${JSON.stringify(text)})`);
}

export async function expectTrue(tab: Tab, expression: string): Promise<void> {
	if (!(await tab.evaluate(`Boolean(${expression})`)))
		throw new Error(`at ${await tab.evaluate("location.href")} failed: ${expression}`);
}

export async function waitUntil(tab: Tab, expression: string): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	// Tries again after an error, because an expression cannot be evaluated during a navigation.
	while (!(await tab.evaluate(`Boolean(${expression})`).catch(() => false))) {
		if (performance.now() > end) throw new Error(`timed out: ${expression}`);
		await sleep(100);
	}
}
