import {
	type Browser,
	type CDPSession,
	chromium,
	type Disposable,
	type Locator,
	type Page,
} from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";
import { keepForWorker } from "../server/children";
import { releaseRequests } from "./held-requests";

declare global {
	/** Chromium of this Vitest process, started when a test file first opens a page. */
	var workerBrowser: Promise<Browser> | undefined;
}
// Pages end with their test file, so that no file meets another one's cookies, storage or cache.
afterAll(async () => {
	const browser = await globalThis.workerBrowser;
	await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
});

async function browserOfWorker(): Promise<Browser> {
	// It may have ended, by a defect.
	if ((await globalThis.workerBrowser)?.isConnected() === false) globalThis.workerBrowser = undefined;
	// One that did not start is no reason for the next test files to fail.
	globalThis.workerBrowser ??= keepForWorker(launch).catch((error: unknown) => {
		globalThis.workerBrowser = undefined;
		throw error;
	});
	return globalThis.workerBrowser;
}

function launch(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH;
	if (!executablePath) throw new Error("CHROMIUM_PATH is not set: run the tests by npm test");
	return chromium.launch({
		executablePath,
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-background-networking",
			"--disable-component-update",
			// Turns off V8's optimization of functions, which takes more time than it saves in the short visits of a test.
			"--js-flags=--no-opt --no-maglev",
		],
	});
}

export interface Visit {
	width?: number;
	height?: number;
	scheme?: "light" | "dark";
	/** "off" (default): no JavaScript. "blocked": the page's scripts do not load, but tools such as axe run. */
	script?: "off" | "blocked" | "on";
	userAgent?: string;
	prepare?: (page: Page) => Promise<void>;
	/** Whether the page is never reused, because the test installs a clock, which cannot be removed again. */
	isSingleUse?: boolean;
}

/** An open page. Later visits may reuse it if `isReusable`: opening a new page takes more than twice as long. */
interface Tab {
	devTools: CDPSession;
	isReusable: boolean;
	script: Visit["script"];
	/** Number of times that `openPage` has returned this page. */
	visitors: number;
	/** Scripts that this visit has added with `addInitScript`. */
	initScripts: Disposable[];
}
const tabs = new Map<Page, Tab>();
const idlePages: Page[] = [];

/**
 * Opens a page for a new visitor, without history, cookies and storage. The cache may contain what earlier visitors have
 * loaded. When the test ends, the page is closed or kept for reuse.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
	const isReusable = !visit.isSingleUse && !visit.userAgent;
	const idle = isReusable ? idlePages.pop() : undefined;
	const page = idle ?? (await newPage(visit));
	onTestFinished(() => leavePage(page));
	const tab = tabs.get(page) ?? (await newTab(page, isReusable));
	await setScript(tab, visit.script ?? "off");
	tab.visitors++;
	if (idle) {
		if (tab.script !== "off") await page.addInitScript(emptyStorage(tab.visitors));
		await setSize(page, sizeOf(visit));
		const none = { media: null, reducedMotion: null, forcedColors: null };
		await page.emulateMedia({ ...none, colorScheme: visit.scheme ?? "light" });
	}
	await visit.prepare?.(page);
	return page;
}

async function newTab(page: Page, isReusable: boolean): Promise<Tab> {
	const initScripts: Disposable[] = [];
	const add = page.addInitScript.bind(page);
	page.addInitScript = async (...args) => {
		const script = await add(...args);
		initScripts.push(script);
		return script;
	};
	const devTools = await page.context().newCDPSession(page);
	const tab: Tab = { devTools, isReusable, script: "on", visitors: 0, initScripts };
	tabs.set(page, tab);
	return tab;
}

async function setScript(tab: Tab, script: Visit["script"]): Promise<void> {
	await tab.devTools.send("Emulation.setScriptExecutionDisabled", { value: script === "off" });
	if (script === "blocked") {
		// Blocks scripts by DevTools, because `page.route` would disable the cache and send every request to the test.
		const urlPatterns = [{ urlPattern: "*://*:*/*.js", block: true }];
		await tab.devTools.send("Network.enable");
		await tab.devTools.send("Network.setBlockedURLs", { urlPatterns });
	} else if (tab.script === "blocked") await tab.devTools.send("Network.disable");
	tab.script = script;
}

/**
 * Returns a script that empties the site's storage in a visitor's first document. The storage is not emptied earlier,
 * because scripts in the previous visitor's document could still write to it.
 */
function emptyStorage(visitor: number): string {
	return `try {
		if (sessionStorage.getItem("visitor") !== "${visitor}") {
			sessionStorage.clear();
			localStorage.clear();
			sessionStorage.setItem("visitor", "${visitor}");
		}
	} catch {} // A document without an origin has no storage.`;
}

async function newPage(visit: Visit): Promise<Page> {
	const browser = await browserOfWorker();
	const context = await browser.newContext({
		viewport: sizeOf(visit),
		colorScheme: visit.scheme ?? "light",
		userAgent: visit.userAgent,
		locale: "es-AR",
	});
	return context.newPage();
}

function sizeOf({ width = 320, height = 640 }: Visit) {
	return { width, height };
}

/** Sets the page's size in px. Skips this if the page has that size, because setting the size causes a new layout. */
async function setSize(page: Page, size: { width: number; height: number }): Promise<void> {
	const now = page.viewportSize();
	if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** Ends a visit: keeps a reusable page for the next visitor, without cookies and history. Closes any other page. */
export async function leavePage(page: Page): Promise<void> {
	if (page.isClosed() || idlePages.includes(page)) return;
	await page.unrouteAll({ behavior: "ignoreErrors" });
	const tab = tabs.get(page);
	const isOnSite = page.url().startsWith("http");
	if (!tab?.isReusable || !isOnSite || (await isReloading(tab.devTools))) return page.context().close();
	page.removeAllListeners();
	await releaseRequests(page);
	await page.setExtraHTTPHeaders({});
	await page.context().setOffline(false);
	for (const script of tab.initScripts.splice(0)) await script.dispose();
	// The document stays until the next test opens another document in this page, but its scripts no longer run.
	await tab.devTools.send("Emulation.setScriptExecutionDisabled", { value: true });
	await tab.devTools.send("Page.stopLoading");
	if (tab.script === "on" && !(await isBlank(page, tab.devTools))) return page.context().close();
	// Removes the images' URLs. Otherwise lazy images might load when the next test changes the page's size, and the
	// server would refuse them, because the session cookie is gone.
	const expression =
		"for (const image of document.images) for (const name of ['srcset', 'src']) image.removeAttribute(name)";
	await tab.devTools.send("Runtime.evaluate", { expression });
	await page.context().clearCookies();
	await tab.devTools.send("Page.resetNavigationHistory");
	idlePages.push(page);
}

/**
 * Ends the document of a page with scripts, and returns whether that has succeeded: what it has not rendered yet, such as
 * photos, it would load in the next visit, with that visit's cookie. It leaves by itself, because Chromium would otherwise
 * start another process.
 */
async function isBlank(page: Page, devTools: CDPSession): Promise<boolean> {
	try {
		const blank = page.waitForURL("about:blank", { waitUntil: "commit" });
		await Promise.all([
			blank,
			devTools.send("Runtime.evaluate", { expression: "location.replace('about:blank')" }),
		]);
		return true;
	} catch {
		return false;
	}
}

/** Whether the page reloads itself. Such a page is not reused: it would keep sending requests during other tests. */
async function isReloading(devTools: CDPSession): Promise<boolean> {
	// Asks through DevTools, because Playwright would first add scripts of its own to the document.
	const expression = "document.querySelector('meta[http-equiv=refresh]') !== null";
	const { result } = await devTools.send("Runtime.evaluate", { expression, returnByValue: true });
	return result.value === true;
}

export function pathOf(page: Page): string {
	return new URL(page.url()).pathname;
}

/** Sets the cookie that hides the cookie banner and, if given, the session's cookie. */
export async function signInAt(origin: string, page: Page, cookie?: string): Promise<void> {
	const [name = "", value = ""] = cookie?.split("=") ?? [];
	await page
		.context()
		.addCookies([
			{ name: "consent", value: "accepted", url: origin },
			...(cookie ? [{ name, value, url: origin }] : []),
		]);
}

/** Makes the browser behave like Firefox before 98 or Safari before 15.4: removes dialogs from the HTML. */
export function forgetDialogs(page: Page): Promise<void> {
	return rewritePages(page, (html) =>
		html
			.replaceAll(/(<\/?)dialog\b/g, "$1unknown")
			.replaceAll('method="dialog"', "")
			.replaceAll(/selector\((:modal|dialog::backdrop)\)/g, "selector(:unknown)"),
	);
}

async function rewritePages(page: Page, rewrite: (html: string) => string): Promise<void> {
	await page.route("**/*", async (route) => {
		if (route.request().resourceType() !== "document") return route.fallback();
		const response = await route.fetch({ maxRedirects: 0 });
		// Removes the Content-Security-Policy, which allows only the unchanged stylesheet.
		const { "content-security-policy": _policy, ...headers } = response.headers();
		await route.fulfill({ response, headers, body: rewrite(await response.text()) });
	});
}

/** Opens a URL as a new visitor, runs `use` with the page, and then leaves the page by `leavePage`. */
export async function visitPage(
	address: string,
	how: Visit,
	use: (page: Page) => Promise<void>,
): Promise<void> {
	const page = await openPage(how);
	try {
		await page.goto(address);
		await use(page);
	} finally {
		await leavePage(page);
	}
}

/** What Chromium logs if a test types into a new document before its first frame, when `autofocus` takes effect. */
const TYPED_BEFORE_AUTOFOCUS =
	"Autofocus processing was blocked because a document already has a focused element.";

/** Runs `use`, and then leaves the page by `leavePage`. Allows only console messages and errors that match `noted`. */
export async function expectQuiet(
	page: Page,
	noted: RegExp | undefined,
	use: () => Promise<void>,
): Promise<void> {
	const said: string[] = [];
	page.on("console", (message) => said.push(message.text()));
	page.on("pageerror", (error) => said.push(error.message));
	try {
		await use();
	} finally {
		await leavePage(page);
	}
	expect(said.filter((text) => text !== TYPED_BEFORE_AUTOFOCUS && !noted?.test(text))).toEqual([]);
}

/** Keeps the toast on the page, so that a check on a slow machine still sees it. */
export function keepToast(page: Page): Promise<void> {
	return page.locator(".toast").evaluate((it) =>
		it
			.getAnimations()
			.find((animation) => animation instanceof CSSAnimation && animation.animationName === "leave")
			?.pause(),
	);
}

/**
 * Expects that an element is still visible when its last animation has run for `ms`, and hides soon afterwards. Stops the
 * animation at that time, so that a check on a slow machine is not late, and lets it go on.
 */
export async function expectHiddenAfter(element: Locator, ms: number): Promise<void> {
	await element.evaluate((it, time) => {
		const animation = it.getAnimations().at(-1);
		animation?.pause();
		if (animation) animation.currentTime = time;
	}, ms);
	expect(await element.isVisible()).toBe(true);
	await element.evaluate((it) => it.getAnimations().at(-1)?.play());
	await element.waitFor({ state: "hidden" });
}

/** Pixels from `selector` to the next visible element. */
export function gapBelow(page: Page, selector: string): Promise<number> {
	return page
		.locator(selector)
		.first()
		.evaluate((element) => {
			let next = element.nextElementSibling;
			while (next instanceof HTMLInputElement && next.type === "hidden") next = next.nextElementSibling;
			return (next?.getBoundingClientRect().top ?? Number.NaN) - element.getBoundingClientRect().bottom;
		});
}
