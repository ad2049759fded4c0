/** The browsers that are driven: those of the system, and old ones that npm packages ship. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { Absent, cache, install } from "./packages";
import { openWebKit } from "./webkit";

/** What a person has chosen in their browser before they come. */
export interface Circumstances {
	script: boolean;
	scheme: "light" | "dark";
}

/** One page of a browser of its own, whatever drives it. */
export interface Tab {
	/** The browser's name and version, as it says it. */
	version: string;
	goto(address: string): Promise<unknown>;
	/** The value of an expression in the page, which is asked for also where the page's own script is off. */
	evaluate(expression: string): Promise<unknown>;
	/** Chooses a file in the field. */
	upload(selector: string, path: string): Promise<void>;
	/** The whole page, as a PNG. */
	screenshot(path: string): Promise<unknown>;
	setViewport(size: { width: number; height: number }): Promise<void>;
	close(): Promise<void>;
}

export interface Engine {
	name: string;
	/** @throws Absent with the reason why it cannot be had here. */
	open(circumstances: Circumstances): Promise<Tab>;
}

/** What is used of Puppeteer, the same in each of its versions. */
interface Puppeteer {
	launch(options: object): Promise<{
		version(): Promise<string>;
		newPage(): Promise<PuppeteerPage>;
		close(): Promise<void>;
	}>;
}
interface PuppeteerPage extends Pick<Tab, "goto" | "evaluate" | "setViewport"> {
	$(selector: string): Promise<{ uploadFile(path: string): Promise<void> } | null>;
	screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>;
	setJavaScriptEnabled(isEnabled: boolean): Promise<void>;
	emulateMediaFeatures(features: { name: string; value: string }[]): Promise<void>;
}

export const engines: readonly Engine[] = [
	{ name: "Chromium", open: openChromium },
	{ name: "Chromium 87", open: (circumstances) => openOld("5.4.0", circumstances) },
	{ name: "Chromium 80", open: (circumstances) => openOld("2.1.1", circumstances) },
	{ name: "Firefox", open: openFirefox },
	{ name: "WebKitGTK", open: openWebKit },
];

/** Versions of puppeteer-core: today's, and one that the old Chromiums understand. */
const DRIVER = "24.43.1";
const OLD_DRIVER = "5.4.1";

// Without a sandbox root may start it; a container's /dev/shm is too small for whole pages.
const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

async function openChromium(circumstances: Circumstances): Promise<Tab> {
	const executablePath = installed(process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/google-chrome");
	return emulate(await launch(DRIVER, { executablePath, args: ARGUMENTS }), circumstances);
}

/** Its driver switches neither script nor theme: the profile does. */
async function openFirefox({ script, scheme }: Circumstances): Promise<Tab> {
	const executablePath = installed(process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox");
	const extraPrefsFirefox = {
		"javascript.enabled": script,
		"layout.css.prefers-color-scheme.content-override": scheme === "dark" ? 0 : 1,
	};
	const { tab } = await launch(DRIVER, { browser: "firefox", executablePath, extraPrefsFirefox });
	return tab;
}

function installed(...places: readonly (string | undefined)[]): string {
	const found = places.find((place) => place && existsSync(place));
	if (!found) throw new Absent(places.filter(Boolean).join(", "));
	return found;
}

/** The Chromium that this version of chrome-aws-lambda ships, with the libraries it needs. */
async function openOld(version: string, circumstances: Circumstances): Promise<Tab> {
	if (process.platform !== "linux" || process.arch !== "x64") throw new Absent("solo para Linux en x64");
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
	const launched = await launch(OLD_DRIVER, {
		executablePath,
		// Not with --single-process, as its package has it: Chromium does not support that, and ends now and then.
		args: [...ARGUMENTS, "--use-gl=swiftshader", "--no-zygote"],
		env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") },
	});
	return emulate(launched, circumstances);
}

interface Launched {
	tab: Tab;
	page: PuppeteerPage;
}

async function emulate({ tab, page }: Launched, { script, scheme }: Circumstances): Promise<Tab> {
	await page.setJavaScriptEnabled(script);
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
	return tab;
}

/** A browser and a page of it, by that version of puppeteer-core. */
async function launch(driverVersion: string, options: object): Promise<Launched> {
	const folder = install("puppeteer-core", driverVersion);
	const { main, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = exports?.["."]?.import ?? main;
	const { default: puppeteer }: { default: Puppeteer } = await import(pathToFileURL(join(folder, file)).href);
	const browser = await puppeteer.launch(options);
	const page = await browser.newPage();
	const tab: Tab = {
		version: await browser.version(),
		goto: (address) => page.goto(address),
		evaluate: (expression) => page.evaluate(expression),
		upload: async (selector, path) => (await page.$(selector))?.uploadFile(path),
		screenshot: (path) => page.screenshot({ path, fullPage: true }),
		setViewport: (size) => page.setViewport(size),
		close: () => browser.close(),
	};
	return { tab, page };
}
