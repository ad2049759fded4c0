/**
 * `npm test`: types, lint, build and every test; with folders or files (`npm test -- unit tests/e2e/leave.test.ts`)
 * only those. The last line is `N passed, N failed`; the exit code is 0 only without failures.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { needsOf, testFilesOf } from "../tests/setup/chosen-tests.mjs";
import { buildIfNeeded, fail, installIfNeeded, root, run, say } from "./prepare.mjs";

process.chdir(root);
const words = process.argv.slice(2);
const chosen = words.flatMap((word) => {
	const files = testFilesOf(word);
	return files.length > 0
		? files
		: fail(
				`No hay tests que se llamen «${word}»: van con su carpeta o archivo de tests/, por ejemplo unit, routes/gate o unit/form.`,
			);
});
const isWhole = words.length === 0;
const needs = isWhole ? { build: true, browser: true } : needsOf(chosen);

installIfNeeded();
if (needs.browser) process.env.CHROMIUM_PATH = findBrowser() ?? installBrowser();

let failed = 0;
let passed = 0;
// These checks run while the site is built.
const checks = isWhole
	? [
			countCheck("Tipos (tsc)", "node_modules/typescript/bin/tsc"),
			countCheck("Estilo (biome)", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
		]
	: [];
// Every test begins with a migrated database, so at least the migration is bundled.
if (needs.build) buildIfNeeded();
else run("npm", ["run", "--silent", "build:scripts"], "No se pudo compilar: mirá el error de arriba.");
await Promise.all(checks);
runTests();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Starts a check, such as lint, which counts as one test.
 * @param {string} name @param {string} file @param {string[]} args
 */
async function countCheck(name, file, ...args) {
	say(name);
	const [code] = await once(spawn(process.execPath, [file, ...args], { stdio: "inherit" }), "exit");
	if (code === 0) passed++;
	else failed++;
}

function runTests() {
	say("Tests (vitest)");
	const folder = mkdtempSync(join(tmpdir(), "relevo-report-"));
	const report = join(folder, "report.json");
	const result = spawnSync(
		process.execPath,
		[
			"node_modules/vitest/vitest.mjs",
			"run",
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${report}`,
			...chosen,
		],
		{ stdio: "inherit" },
	);
	if (existsSync(report)) {
		const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
		passed += numPassedTests;
		// A skipped test counts as failed.
		failed += numTotalTests - numPassedTests;
		// Named once more at the end, because of a long log only the end may be kept.
		for (const { name, message, assertionResults } of testResults) {
			if (message) console.log(`failed: ${relative(root, name)}: ${message}`);
			for (const { fullName, status, failureMessages } of assertionResults)
				if (status !== "passed") {
					const [why = ""] = failureMessages[0]?.split("\n") ?? [];
					console.log(`${status}: ${relative(root, name)}: ${fullName}: ${why.slice(0, 300)}`);
				}
		}
	}
	// Counts one failure if Vitest fails without a failed test, for example because a test file does not load.
	if (result.status !== 0 && failed === 0) failed = 1;
	rmSync(folder, { recursive: true });
}

/**
 * Returns the path of the browser for the tests: CHROMIUM_PATH, Debian's headless shell, a browser in a usual place, or
 * Playwright's. Installs the headless shell if it is missing and this process may do so, because the headless shell
 * takes half the CPU time of a whole browser.
 */
function findBrowser() {
	const shell = "/usr/bin/chromium-headless-shell";
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	if (!existsSync(shell)) installPackage("chromium-headless-shell");
	const places = [
		shell,
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome",
		"/usr/bin/google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
		playwrightBrowser(),
	];
	return places.find((place) => existsSync(place));
}

/**
 * Installs a Debian package if this process runs as root on Debian or Ubuntu; otherwise does nothing.
 * @param {string} name
 */
function installPackage(name) {
	if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
	say(`Instalando ${name} para los tests`);
	const install = ["install", "-y", "-qq", "--no-install-recommends", name];
	if (spawnSync("apt-get", install, { stdio: "ignore" }).status === 0) return;
	// The package lists may be absent or outdated.
	spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
	spawnSync("apt-get", install, { stdio: "ignore" });
}

/**
 * Installs Playwright's Chromium.
 * @returns {string} path of the installed Chromium
 */
function installBrowser() {
	say("Instalando un Chromium para los tests");
	spawnSync(process.execPath, ["node_modules/playwright-core/cli.js", "install", "chromium"], {
		stdio: "ignore",
	});
	return existsSync(playwrightBrowser())
		? playwrightBrowser()
		: fail("No hay un Chromium para los tests: instalá Chromium o Chrome, o poné su ruta en CHROMIUM_PATH.");
}

/**
 * Path at which Playwright installs its Chromium.
 * @returns {string}
 */
function playwrightBrowser() {
	return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
}
