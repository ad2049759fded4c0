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
