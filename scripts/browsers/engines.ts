/** The browsers that are driven: those of the system, and old ones that npm packages ship. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** What is used of a page, the same in each version of the driver. */
export interface Tab {
	goto(address: string): Promise<unknown>;
	evaluate(expression: string): Promise<unknown>;
	waitForNavigation(options: { timeout: number }): Promise<unknown>;
	$(selector: string): Promise<{ uploadFile(path: string): Promise<void> } | null>;
	screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>;
	setViewport(size: { width: number; height: number }): Promise<void>;
	setJavaScriptEnabled(isEnabled: boolean): Promise<void>;
	emulateMediaFeatures(features: { name: string; value: string }[]): Promise<void>;
	url(): string;
}

export interface OpenBrowser {
	version(): Promise<string>;
	newPage(): Promise<Tab>;
	close(): Promise<void>;
}

interface Driver {
	launch(options: object): Promise<OpenBrowser>;
}

export interface Engine {
	name: string;
	/** @throws Error with the reason why it cannot be had here. */
	open(): Promise<OpenBrowser>;
}

/** Not among the dependencies: installed when they are first asked for, and kept. */
const cache = process.env.BROWSERS_CACHE ?? join(homedir(), ".cache", "relevo-browsers");

const ARGUMENTS = ["--no-sandbox", "--disable-gpu"];

export const engines: readonly Engine[] = [
	{ name: "Chromium", open: () => openSystem("chrome", ["/usr/bin/chromium", "/usr/bin/google-chrome"]) },
	{ name: "Chromium 87", open: () => openOld("5.4.0") },
	{ name: "Chromium 80", open: () => openOld("2.1.1") },
	{ name: "Firefox", open: () => openSystem("firefox", ["/usr/bin/firefox-esr", "/usr/bin/firefox"]) },
	{
		name: "WebKitGTK",
		open: () => Promise.reject(new Error("needs WebDriver, which this program does not speak yet")),
	},
];

async function openSystem(browser: "chrome" | "firefox", places: readonly string[]): Promise<OpenBrowser> {
	const configured = browser === "chrome" ? process.env.CHROMIUM_PATH : process.env.FIREFOX_PATH;
	const executablePath = [configured ?? "", ...places].find((place) => place && existsSync(place));
	if (!executablePath) throw new Error(`is not installed: ${places.join(", ")}`);
	const driver = await driverOf("24.43.1");
	return driver.launch({ browser, executablePath, args: browser === "chrome" ? ARGUMENTS : [] });
}

/** The Chromium that this version of chrome-aws-lambda ships, with the libraries it needs. */
async function openOld(version: string): Promise<OpenBrowser> {
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
	const driver = await driverOf("5.4.1");
	return driver.launch({
		executablePath,
		args: [...ARGUMENTS, "--use-gl=swiftshader", "--single-process", "--no-zygote"],
		env: { ...process.env, LD_LIBRARY_PATH: join(folder, "lib") },
	});
}

/** A driver of an age that the browser understands. */
async function driverOf(version: string): Promise<Driver> {
	const folder = install("puppeteer-core", version);
	const { main, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const file = exports?.["."]?.import ?? main;
	const { default: driver }: { default: Driver } = await import(pathToFileURL(join(folder, file)).href);
	return driver;
}

/** The folder of a package in this very version; nothing of it runs while it is installed. */
function install(name: string, version: string): string {
	const prefix = resolve(cache, `${name}-${version}`);
	const folder = join(prefix, "node_modules", name);
	if (!existsSync(folder)) {
		mkdirSync(prefix, { recursive: true });
		const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--legacy-peer-deps"];
		const result = spawnSync("npm", ["install", ...options, "--prefix", prefix, `${name}@${version}`], {
			encoding: "utf8",
		});
		if (result.status !== 0) throw new Error(`npm has no ${name}@${version}: ${result.stderr.trim()}`);
	}
	return folder;
}
