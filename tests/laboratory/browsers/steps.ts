/** What the user flows do on a page, in any browser. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";
import { HYDRATES, IS_HYDRATED } from "./page-states";

export const MAX_WAIT_MS = 30_000;
export const EMAIL = "obrera@planta.example";
export const PASSWORD = "acero frío 1900";
export const ADD = "/auth/work-overtime/add-work-overtime";

export type Flow = (context: FlowContext) => Promise<void>;

export interface FlowContext {
	tab: Tab;
	origin: string;
	script: boolean;
	outbox: string;
	photos: readonly string[];
	/** Ends the server, as if the signal were gone. */
	loseSignal(): Promise<void>;
	findSignal(): Promise<void>;
	/** Kills the browser and opens it again, where its driver lets it keep anything. */
	loseBattery(): Promise<void>;
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

export const waitUntil = (tab: Tab, expression: string) => waitFor(tab, `Boolean(${expression})`);

/** @param expression JavaScript, which may be a promise where scripts run */
export async function waitFor(tab: Tab, expression: string): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	// Tries again after an error, because an expression cannot be evaluated during a navigation.
	while (!(await tab.evaluate(expression).catch(() => false))) {
		if (performance.now() > end) throw new Error(`timed out: ${expression}`);
		await sleep(100);
	}
}

/** Signs in as the person of the flow `register`. */
export async function signIn(context: FlowContext): Promise<void> {
	const { tab } = context;
	await open(context, "/auth/login");
	await fill(tab, { email: EMAIL, password: PASSWORD });
	await press(tab, "Ingresar");
	await waitForPath(tab, "/auth/my-account");
}

/** The form that the phone keeps has one field for the date, as it does not know which days are near. */
export async function fillExtra(tab: Tab, date: string): Promise<void> {
	const hasDays = await tab.evaluate("Boolean(document.querySelector('#extra [name=otherDate]'))");
	for (const name of hasDays ? ["hour", "date"] : ["hour"])
		await tab.evaluate(`document.querySelector('#extra [name=${name}][value=other]').click()`);
	await tab.evaluate("document.querySelector('#extra [name=shift][value=T]').click()");
	await fill(tab, { otherHour: "4,5", [hasDays ? "otherDate" : "date"]: date });
	await press(tab, "Guardar");
}
