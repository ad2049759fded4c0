/** Visits pages in a real browser and waits until React has hydrated them. */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";

const MAX_WAIT_MS = 60_000;

export interface Visitor {
	browser: Browser;
	origin: string;
	cookie: string;
}

/** Opens a page with an empty browser cache and runs `use` on it. */
export async function visit<Result>(
	{ browser, origin, cookie }: Visitor,
	{ savesData = false },
	use: (page: Page, cdp: CDPSession) => Promise<Result>,
): Promise<Result> {
	const context: BrowserContext = await browser.newContext({
		viewport: { width: 360, height: 740 },
		locale: "es-AR",
		// What the service worker hands over counts no bytes; it has bounds of its own.
		serviceWorkers: "block",
	});
	try {
		const [name = "", value = ""] = cookie.split("=");
		await context.addCookies([{ name: "consent", value: "accepted", url: origin }]);
		if (cookie) await context.addCookies([{ name, value, url: origin }]);
		const page = await context.newPage();
		if (savesData) await page.addInitScript(SAVES_DATA);
		return await use(page, await context.newCDPSession(page));
	} finally {
		await context.close();
	}
}

const SAVES_DATA = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`;

const IS_HYDRATED = `(() => {
	const key = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
	return Boolean(key) && document[key].stateNode.current.memoizedState.isDehydrated === false;
})()`;

/** Waits until React has hydrated the page. @throws Error after `MAX_WAIT_MS` */
export async function untilHydrated(page: Page): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	while (!(await page.evaluate(IS_HYDRATED))) {
		if (performance.now() > end) throw new Error(`${page.url()} no cobra vida`);
		await page.waitForTimeout(50);
	}
}
