/**
 * `npm test`: from a fresh clone to a count. Types, lint, build, then every test, those in a real browser too.
 * The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareDriver } from "./driver.mjs";
import { buildIfNeeded, fail, installIfNeeded, root, say } from "./prepare.mjs";

process.chdir(root);
installIfNeeded();
process.env.CHROMIUM_PATH = findBrowser() ?? installBrowser();

let failed = 0;
let passed = 0;
count("Tipos (tsc)", "node_modules/typescript/bin/tsc", []);
count("Estilo (biome)", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]);
buildIfNeeded();
prepareDriver();
runTests();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** One check that passes or fails as a whole. @param {string} name @param {string} file @param {string[]} args */
function count(name, file, args) {
	say(name);
	const result = spawnSync(process.execPath, [file, ...args], { stdio: "inherit" });
	if (result.status === 0) passed++;
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
		],
		{ stdio: "inherit" },
	);
	if (existsSync(report)) {
		const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"));
		passed += numPassedTests;
		// A skipped test has not passed.
		failed += numTotalTests - numPassedTests;
	}
	// A file that does not load, or an error outside every test, fails the run without failing a test.
	if (result.status !== 0 && failed === 0) failed = 1;
	rmSync(folder, { recursive: true });
}

/** A Chromium that is there: CHROMIUM_PATH, the usual places, what Playwright has installed before. */
function findBrowser() {
	const places = [
		process.env.CHROMIUM_PATH ?? "",
		"/usr/bin/chromium",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome",
		"/usr/bin/google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
		playwrightBrowser(),
	];
	return places.find((place) => place && existsSync(place));
}

/** Playwright's own first; then the system's packages where we may install them. @returns {string} */
function installBrowser() {
	say("Instalando un Chromium para los tests");
	spawnSync(process.execPath, ["node_modules/playwright-core/cli.js", "install", "chromium"], {
		stdio: "ignore",
	});
	if (!findBrowser() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
		spawnSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: "ignore" });
	}
	return (
		findBrowser() ??
		fail("No hay un Chromium para los tests: instalá Chromium o Chrome, o poné su ruta en CHROMIUM_PATH.")
	);
}

/** Where Playwright puts the browser of its version. @returns {string} */
function playwrightBrowser() {
	return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
}
