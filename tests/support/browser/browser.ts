import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, expect, onTestFinished } from "vitest";

let running: Promise<Browser> | undefined;
afterAll(async () => (await running)?.close());

/**
 * The Chromium of the current test file, started when the first page opens. `npm test` finds or installs Chromium.
 */
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
	/** "off" (default): no JavaScript. "blocked": the page's own scripts do not load, but tools such as axe can run. */
	script?: "off" | "blocked" | "on";
	userAgent?: string;
	storageState?: BrowserContextOptions["storageState"];
	/** Prepares the new page before a test opens an address. */
	prepare?: (page: Page) => Promise<void>;
}

/**
 * Pages that later visitors may use, with their kind of script. Opening an address in such a page takes less than half
 * the processor time of a new page, which needs a new process.
 */
const reusable = new Map<Page, Visit["script"]>();
const idlePages: Page[] = [];

/**
 * Opens a browser page for a new visitor, without cookies or cache. When the test ends, closes the page, or keeps it
 * for another visitor.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
	const script = visit.script ?? "off";
	const isPlain = script !== "on" && !visit.prepare && !visit.userAgent && !visit.storageState;
	const idle = isPlain ? takeIdlePage(script) : undefined;
	const page = idle ?? (await newPage(visit));
	if (isPlain) reusable.set(page, script);
	onTestFinished(() => leavePage(page));
	if (idle) {
		await idle.setViewportSize(sizeOf(visit));
		await idle.emulateMedia({ colorScheme: visit.scheme ?? "light" });
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
	return context.newPage();
}

function sizeOf({ width = 320, height = 640 }: Visit) {
	return { width, height };
}

function takeIdlePage(script: Visit["script"]): Page | undefined {
	const index = idlePages.findIndex((page) => reusable.get(page) === script);
	return index < 0 ? undefined : idlePages.splice(index, 1)[0];
}

/** Ends a visit: keeps a reusable page for another visitor, without anything of this one; closes any other page. */
async function leavePage(page: Page): Promise<void> {
	if (page.isClosed() || idlePages.includes(page)) return;
	await page.unrouteAll({ behavior: "ignoreErrors" });
	// A page that reloads itself would keep sending requests during other tests.
	const isReloading = (await page.locator("meta[http-equiv=refresh]").count()) > 0;
	if (!reusable.has(page) || isReloading) return page.context().close();
	page.removeAllListeners();
	await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null });
	await page.setExtraHTTPHeaders({});
	await page.context().setOffline(false);
	await page.context().clearCookies();
	const network = await page.context().newCDPSession(page);
	await network.send("Network.clearBrowserCache");
	await network.detach();
	idlePages.push(page);
}

/** Sets the cookie of an answered cookie banner and, if `cookie` is given, the session cookie. */
export async function signInAt(origin: string, page: Page, cookie?: string): Promise<void> {
	const [name = "", value = ""] = cookie?.split("=") ?? [];
	await page
		.context()
		.addCookies([
			{ name: "consent", value: "accepted", url: origin },
			...(cookie ? [{ name, value, url: origin }] : []),
		]);
}

/** Removes popovers from a page's HTML, as if the browser were older than Chrome 114, Firefox 125 or Safari 17. */
export function forgetPopovers(page: Page): Promise<void> {
	return rewritePages(page, (html) =>
		html.replaceAll(/ popover(target)?="/g, ' data-unknown="').replaceAll(":popover-open", ":unknown"),
	);
}

/** Removes dialog elements from a page's HTML, as if the browser were older than Firefox 98 or Safari 15.4. */
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
		// Removes the Content-Security-Policy, which allows only the unchanged stylesheet, by its hash.
		const { "content-security-policy": _policy, ...headers } = response.headers();
		await route.fulfill({ response, headers, body: rewrite(await response.text()) });
	});
}

/** Opens an address as a new visitor, runs `use` with the page, and closes the page. */
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

/** Runs `use`, closes the page, and expects only console messages that match `noted`. */
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

/** Pixels between the first element that matches `selector` and the next visible element after it. */
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
