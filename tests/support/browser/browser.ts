import {
	type Browser,
	type BrowserContextOptions,
	chromium,
	type Disposable,
	type Page,
} from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";

let running: Promise<Browser> | undefined;
afterAll(async () => (await running)?.close());

/** Chromium of the current test file, started when the file opens its first page. */
function browserOfFile(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH;
	if (!executablePath) throw new Error("CHROMIUM_PATH is not set: run the tests by npm test");
	running ??= chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
	});
	return running;
}

export interface Visit {
	width?: number;
	height?: number;
	scheme?: "light" | "dark";
	/** "off" (default): no JavaScript. "blocked": the page's scripts do not load, but tools such as axe run. */
	script?: "off" | "blocked" | "on";
	userAgent?: string;
	storageState?: BrowserContextOptions["storageState"];
	prepare?: (page: Page) => Promise<void>;
	/** Whether the page is never reused, because the test adds a clock or a function that cannot be removed again. */
	isSingleUse?: boolean;
}

/** Pages that later tests may reuse, which takes less than half the time of opening a page in a new process. */
const reusable = new Map<Page, Visit["script"]>();
const idlePages: Page[] = [];
/** Scripts that tests have added to a page with `addInitScript`. */
const initScripts = new Map<Page, Disposable[]>();

/**
 * Opens a page for a new visitor, without cookies, storage, history or cache. When the test ends, the page is closed
 * or kept for reuse.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
	const script = visit.script ?? "off";
	const isReusable = !visit.isSingleUse && !visit.userAgent && !visit.storageState;
	const idle = isReusable ? takeIdlePage(script) : undefined;
	const page = idle ?? (await newPage(visit));
	if (isReusable) reusable.set(page, script);
	onTestFinished(() => leavePage(page));
	if (idle) {
		await setSize(idle, sizeOf(visit));
		const none = { media: null, reducedMotion: null, forcedColors: null };
		await idle.emulateMedia({ ...none, colorScheme: visit.scheme ?? "light" });
	}
	if (script === "blocked") {
		await page.route("**/*", (route) =>
			route.request().resourceType() === "script" ? route.abort() : route.continue(),
		);
	}
	await visit.prepare?.(page);
	return page;
}

async function newPage(visit: Visit): Promise<Page> {
	const browser = await browserOfFile();
	const context = await browser.newContext({
		viewport: sizeOf(visit),
		colorScheme: visit.scheme ?? "light",
		javaScriptEnabled: (visit.script ?? "off") !== "off",
		userAgent: visit.userAgent,
		storageState: visit.storageState,
		locale: "es-AR",
	});
	const page = await context.newPage();
	recordInitScripts(page);
	return page;
}

function recordInitScripts(page: Page): void {
	const scripts: Disposable[] = [];
	initScripts.set(page, scripts);
	const add = page.addInitScript.bind(page);
	page.addInitScript = async (...args) => {
		const script = await add(...args);
		scripts.push(script);
		return script;
	};
}

function sizeOf({ width = 320, height = 640 }: Visit) {
	return { width, height };
}

/** Sets the page's size in px. Skips this if the page has that size, because setting the size causes a new layout. */
async function setSize(page: Page, size: { width: number; height: number }): Promise<void> {
	const now = page.viewportSize();
	if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

function takeIdlePage(script: Visit["script"]): Page | undefined {
	const index = idlePages.findIndex((page) => reusable.get(page) === script);
	return index < 0 ? undefined : idlePages.splice(index, 1)[0];
}

/**
 * Removes the visitor's data from a reusable page and keeps the page for later tests. Closes a page that is not
 * reusable.
 */
async function leavePage(page: Page): Promise<void> {
	if (page.isClosed() || idlePages.includes(page)) return;
	await page.unrouteAll({ behavior: "ignoreErrors" });
	const isOnSite = page.url().startsWith("http");
	if (!reusable.has(page) || !isOnSite || (await isReloading(page))) return page.context().close();
	page.removeAllListeners();
	await page.setExtraHTTPHeaders({});
	await page.context().setOffline(false);
	for (const script of initScripts.get(page)?.splice(0) ?? []) await script.dispose();
	if (reusable.get(page) === "on") await emptyStorage(page);
	await page.context().clearCookies();
	const session = await page.context().newCDPSession(page);
	await session.send("Network.clearBrowserCache");
	await session.send("Page.resetNavigationHistory");
	await session.detach();
	idlePages.push(page);
}

/** Whether the page reloads itself. If so, it would keep sending requests during other tests. */
function isReloading(page: Page): Promise<boolean> {
	// Evaluates an expression instead of using a locator, because the first locator in a document costs much CPU time.
	return page.evaluate("document.querySelector('meta[http-equiv=refresh]') !== null");
}

/**
 * Empties the site's storage. First leaves the page's document, because its scripts could still write to the storage.
 */
async function emptyStorage(page: Page): Promise<void> {
	await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
	await page.goto(new URL("/", page.url()).href);
	await page.evaluate("sessionStorage.clear(); localStorage.clear()");
	await page.unrouteAll();
}

/** Sets the cookie of an answered cookie banner and, if given, the session's cookie. */
export async function signInAt(origin: string, page: Page, cookie?: string): Promise<void> {
	const [name = "", value = ""] = cookie?.split("=") ?? [];
	await page
		.context()
		.addCookies([
			{ name: "consent", value: "accepted", url: origin },
			...(cookie ? [{ name, value, url: origin }] : []),
		]);
}

/**
 * Makes the browser behave like Chrome before 114, Firefox before 125 or Safari before 17: removes popovers from
 * the HTML.
 */
export function forgetPopovers(page: Page): Promise<void> {
	return rewritePages(page, (html) =>
		html.replaceAll(/ popover(target)?="/g, ' data-unknown="').replaceAll(":popover-open", ":unknown"),
	);
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

/** Opens a URL as a new visitor, runs `use` with the page, and closes the page. */
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

/** Runs `use`, closes the page, and allows only console messages that match `noted`. */
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
	expect(said.filter((text) => !noted?.test(text))).toEqual([]);
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
