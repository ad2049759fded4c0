/** Browsers of `npm run browsers`: those of the system, and old versions from npm. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { BrowserUnavailable, cache, install } from "./packages";
import { openWebKit } from "./webkit";

/** Browser settings: whether page scripts run, and the preferred color scheme. */
export interface BrowserSettings {
	script: boolean;
	scheme: "light" | "dark";
}

/** A browser page, with the same functions for Puppeteer and Selenium. */
export interface Tab {
	version: string;
	goto(address: string): Promise<unknown>;
	/** Evaluates an expression even when the page's own scripts are disabled. */
	evaluate(expression: string): Promise<unknown>;
	upload(selector: string, paths: readonly string[]): Promise<void>;
	screenshot(path: string): Promise<unknown>;
	setViewport(size: { width: number; height: number }): Promise<void>;
	close(): Promise<void>;
	/** Kills the browser and opens it again with what its disk holds; missing where the driver lets it keep nothing. */
	dieAndReturn?(): Promise<Tab>;
}

export interface Engine {
	name: string;
	/** @throws BrowserUnavailable when this machine has no such browser */
	open(settings: BrowserSettings): Promise<Tab>;
}

/** The part of Puppeteer's API that puppeteer-core 24 and puppeteer-core 5 both provide. */
interface Puppeteer {
	launch(options: object): Promise<{
		version(): Promise<string>;
		newPage(): Promise<PuppeteerPage>;
		close(): Promise<void>;
		process(): ChildProcess | null;
	}>;
}
interface PuppeteerPage extends Pick<Tab, "goto" | "evaluate" | "setViewport"> {
	$(selector: string): Promise<{ uploadFile(...paths: string[]): Promise<void> } | null>;
	screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>;
	setJavaScriptEnabled(isEnabled: boolean): Promise<void>;
	emulateMediaFeatures(features: { name: string; value: string }[]): Promise<void>;
}

export const engines: readonly Engine[] = [
	{ name: "Chromium", open: openChromium },
	{ name: "Chromium 87", open: (settings) => openOldChromium("5.4.0", settings) },
	{ name: "Chromium 80", open: (settings) => openOldChromium("2.1.1", settings) },
	{ name: "Firefox", open: openFirefox },
	{ name: "WebKitGTK", open: openWebKit },
];

/** Versions of puppeteer-core for current browsers, and for Chromium 80 and 87. */
const DRIVER = "24.43.1";
const OLD_DRIVER = "5.4.1";

// Arguments that Chromium needs as root and in a container, whose /dev/shm is too small for large screenshots.
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

async function openChromium(settings: BrowserSettings): Promise<Tab> {
	const executablePath = findInstalled(
		process.env.CHROMIUM_PATH,
		"/usr/bin/chromium",
		"/usr/bin/google-chrome",
	);
	return launch(DRIVER, { executablePath, args: ARGUMENTS }, emulated(settings));
}

/** Sets JavaScript and the colour scheme by preferences of Firefox, because Puppeteer cannot set them in Firefox. */
async function openFirefox({ script, scheme }: BrowserSettings): Promise<Tab> {
	const executablePath = findInstalled(process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox");
	const extraPrefsFirefox = {
		"javascript.enabled": script,
		"layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
	};
	return launch(DRIVER, { browser: "firefox", executablePath, extraPrefsFirefox });
}

function findInstalled(...places: readonly (string | undefined)[]): string {
	const found = places.find((place) => place && existsSync(place));
	if (!found) throw new BrowserUnavailable(places.filter(Boolean).join(", "));
	return found;
}

/** Opens an old Chromium, unpacked from the npm package chrome-aws-lambda. */
async function openOldChromium(version: string, settings: BrowserSettings): Promise<Tab> {
	if (process.platform !== "linux" || process.arch !== "x64")
		throw new BrowserUnavailable("solo para Linux en x64");
	const packed = join(install("chrome-aws-lambda", version), "bin");
	const folder = join(cache, `chromium-of-${version}`);
	const executablePath = join(folder, "chromium");
	if (!existsSync(executablePath)) {
		for (const [archive, place] of [
			["aws", "."],
			["swiftshader", "swiftshader"],
		] as const) {
			mkdirSync(join(folder, place), { recursive: true });
			spawnSync("tar", ["x", "-C", join(folder, place)], {
				input: brotliDecompressSync(readFileSync(join(packed, `${archive}.tar.br`))),
			});
		}
		writeFileSync(executablePath, brotliDecompressSync(readFileSync(join(packed, "chromium.br"))));
		chmodSync(executablePath, 0o755);
	}
	const options = {
		executablePath,
		// Leaves out --single-process, an argument of chrome-aws-lambda that Chromium does not support.
		args: [...ARGUMENTS, "--use-gl=swiftshader", "--no-zygote"],
		env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") },
	};
	return launch(OLD_DRIVER, options, emulated(settings));
}

type Prepare = (page: PuppeteerPage) => Promise<void>;

const emulated =
	({ script, scheme }: BrowserSettings): Prepare =>
	async (page) => {
		await page.setJavaScriptEnabled(script);
		await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
	};

/** Starts a browser with one page, driven by a version of puppeteer-core. */
async function launch(driverVersion: string, options: object, prepare?: Prepare): Promise<Tab> {
	const folder = install("puppeteer-core", driverVersion);
	const { main, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = exports?.["."]?.import ?? main;
	const { default: puppeteer }: { default: Puppeteer } = await import(pathToFileURL(join(folder, file)).href);
	const userDataDir = mkdtempSync(join(tmpdir(), "relevo-browser-"));
	return start();

	async function start(): Promise<Tab> {
		const browser = await puppeteer.launch({ ...options, userDataDir });
		const page = await browser.newPage();
		await prepare?.(page);
		return {
			version: await browser.version(),
			goto: (address) => page.goto(address),
			evaluate: (expression) => page.evaluate(expression),
			upload: async (selector, paths) => (await page.$(selector))?.uploadFile(...paths),
			screenshot: (path) => page.screenshot({ path, fullPage: true }),
			setViewport: (size) => page.setViewport(size),
			close: async () => {
				await browser.close();
				rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
			},
			dieAndReturn: async () => {
				const child = browser.process();
				const isDead = child && once(child, "exit");
				// With its group, because Debian's Chromium is the child of a shell.
				if (child?.pid) process.kill(-child.pid, "SIGKILL");
				await isDead;
				return start();
			},
		};
	}
}
