/** Starts WebKitGTK's test browser (Debian's webkit2gtk-driver) on a virtual screen (Xvfb). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort } from "../../support/server/ports.mjs";
import type { BrowserSettings, Tab } from "./engines";
import { BrowserUnavailable, install } from "./packages";

/** The part of selenium-webdriver's API that this file uses. */
interface Driver {
	getCapabilities(): Promise<{ get(name: string): unknown }>;
	get(address: string): Promise<void>;
	executeScript(body: string): Promise<unknown>;
	findElement(by: unknown): Promise<{ sendKeys(keys: string): Promise<void> }>;
	takeScreenshot(): Promise<string>;
	manage(): { window(): { setRect(size: { width: number; height: number }): Promise<unknown> } };
	quit(): Promise<void>;
}
interface Builder {
	usingServer(address: string): Builder;
	withCapabilities(capabilities: object): Builder;
	build(): Promise<Driver>;
}
interface Selenium {
	Builder: new () => Builder;
	By: { css(selector: string): unknown };
}

const WEBDRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
/** Size of the virtual screen in pixels, high enough for a window that shows a whole page for its screenshot. */
const SCREEN = { width: 1300, height: 8000 } as const;
const MAX_START_MS = 30_000;

/** Shrinks the toolbar, so that the window can be as narrow as a phone. */
const NARROW_BUTTONS = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px }";

const TWO_FRAMES = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/**
 * Opens a page in WebKitGTK's test browser.
 * @throws BrowserUnavailable when a system package is missing
 */
export async function openWebKit({ script, scheme }: BrowserSettings): Promise<Tab> {
	const binary = findMiniBrowser();
	if (!binary || !existsSync(WEBDRIVER) || !existsSync(XVFB))
		throw new BrowserUnavailable("en Debian: apt install webkit2gtk-driver xvfb");
	const { default: selenium } = await import(
		pathToFileURL(join(install("selenium-webdriver", "4.44.0"), "index.js")).href
	);
	const { Builder, By }: Selenium = selenium;

	const folder = mkdtempSync(join(tmpdir(), "relevo-webkit-"));
	mkdirSync(join(folder, "gtk-3.0"));
	writeFileSync(join(folder, "gtk-3.0", "gtk.css"), NARROW_BUTTONS);
	const children: ChildProcess[] = [];
	const end = () => {
		for (const child of children) child.kill();
		rmSync(folder, { recursive: true, force: true });
	};
	process.once("exit", end);
	try {
		const size = `${SCREEN.width}x${SCREEN.height}x24`;
		const screen = spawn(XVFB, ["-screen", "0", size, "-nolisten", "tcp", "-displayfd", "1"], {
			stdio: ["ignore", "pipe", "ignore"],
		});
		children.push(screen);
		const [number] = await once(screen.stdout, "data", { signal: AbortSignal.timeout(MAX_START_MS) });
		const port = await freePort();
		children.push(
			spawn(WEBDRIVER, [`--port=${port}`], {
				stdio: "ignore",
				env: { ...process.env, DISPLAY: `:${String(number).trim()}`, XDG_CONFIG_HOME: folder },
			}),
		);
		const server = `http://127.0.0.1:${port}`;
		await waitForServer(`${server}/status`);
		const args = ["--automation"];
		if (scheme === "dark") args.push("--dark-mode");
		// Turns off only scripts in the markup: WebDriver must still evaluate expressions.
		if (!script) args.push("--enable-javascript-markup=FALSE");
		const driver = await new Builder()
			.usingServer(server)
			.withCapabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary, args } })
			.build();
		const close = async () => {
			process.off("exit", end);
			await driver.quit().finally(end);
		};
		return { ...(await drive(driver, By)), close };
	} catch (error) {
		end();
		throw error;
	}
}

async function drive(driver: Driver, by: Selenium["By"]): Promise<Omit<Tab, "close">> {
	const window = driver.manage().window();
	let viewport = { width: 0, height: 0 };
	/** Height of toolbar and window frame, in pixels. */
	let frame = 0;
	return {
		version: `WebKitGTK ${(await driver.getCapabilities()).get("browserVersion")}`,
		goto: (address) => driver.get(address),
		evaluate: (expression) => driver.executeScript(`return (${expression});`),
		upload: async (selector, paths) =>
			(await driver.findElement(by.css(selector))).sendKeys(paths.join("\n")),
		setViewport: async (size) => {
			viewport = size;
			await window.setRect(size);
			frame = size.height - Number(await driver.executeScript("return innerHeight"));
			await window.setRect({ width: size.width, height: size.height + frame });
		},
		screenshot: async (path) => {
			const height = Number(await driver.executeScript("return document.documentElement.scrollHeight"));
			await window.setRect({ width: viewport.width, height: Math.min(height + frame, SCREEN.height) });
			// Newly visible content is painted after up to two frames.
			await driver.executeScript(TWO_FRAMES);
			writeFileSync(path, await driver.takeScreenshot(), "base64");
			await window.setRect({ width: viewport.width, height: viewport.height + frame });
		},
	};
}

/** Path of WebKitGTK's MiniBrowser, with the newest installed API version. */
function findMiniBrowser(): string | undefined {
	const libraries = ["/usr/lib", ...readdirSync("/usr/lib").map((name) => join("/usr/lib", name))];
	return libraries
		.flatMap((library) => ["4.1", "4.0"].map((api) => join(library, `webkit2gtk-${api}`, "MiniBrowser")))
		.find((path) => existsSync(path));
}

async function waitForServer(address: string): Promise<void> {
	const end = performance.now() + MAX_START_MS;
	while (!(await fetch(address).catch(() => undefined))) {
		if (performance.now() > end) throw new Error(`${address} does not answer`);
		await sleep(100);
	}
}
