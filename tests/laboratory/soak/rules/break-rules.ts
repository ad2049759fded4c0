/** Breaks each rule of docs/decisions/no-signal.md in a copy of the project, and runs the test that must fail then. */
import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { findChromium } from "../../visitors/browser-forms";
import type { BrokenRule } from "./broken-rule";

export const CAUGHT = "la nota";

export interface Broken {
	broken: BrokenRule;
	/** "la nota", "NO SE NOTA", or why it could not be tried. */
	verdict: string;
}

/** Breaks the rules, one after the other. */
export function breakRules(rules: readonly BrokenRule[], report: (one: Broken) => void): void {
	// Inside the project, so that its packages are found.
	mkdirSync(".cache", { recursive: true });
	const folder = resolve(mkdtempSync(join(".cache", "rules-")));
	try {
		for (const name of [
			"app",
			"db",
			"public",
			"scripts",
			"tests",
			"build/index.js",
			"build/scripts",
			"build/worker",
		])
			cpSync(name, join(folder, name), { recursive: true });
		for (const name of [
			"package.json",
			"tsconfig.json",
			"vitest.config.ts",
			"remix.config.js",
			"build/metafile.js.json",
		])
			if (existsSync(name)) cpSync(name, join(folder, name));
		symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
		const whole = new Map<string, string>();
		for (const broken of rules) {
			const test = broken.caughtBy.join();
			const before = whole.get(test) ?? runTest(folder, broken);
			whole.set(test, before);
			const verdict = before === "passed" ? tryRule(folder, broken) : `sin romper la regla: ${before}`;
			report({ broken, verdict });
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function tryRule(folder: string, broken: BrokenRule): string {
	const { file, text, instead } = broken;
	// A worker is built anew, which takes no time; the server's build is changed like the source.
	const isWorker = file.startsWith("app/worker/");
	const changed = (isWorker ? [file] : [file, "build/index.js"]).map((name) => join(folder, name));
	const before = changed.map((path) => readFileSync(path, "utf8"));
	try {
		for (const [index, path] of changed.entries()) {
			const source = before[index] ?? "";
			if (!source.includes(text)) return `${path} no tiene ${text}`;
			writeFileSync(
				path,
				source.replace(text, () => instead),
			);
		}
		buildWorker(folder);
		const result = runTest(folder, broken);
		return result === "failed" ? CAUGHT : result === "passed" ? "NO SE NOTA" : result;
	} finally {
		for (const [index, path] of changed.entries()) writeFileSync(path, before[index] ?? "");
		buildWorker(folder);
	}
}

function buildWorker(folder: string): void {
	const { status, stderr } = spawnSync(process.execPath, ["scripts/build/build-worker.mjs"], {
		cwd: folder,
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(stderr);
}

/** What became of the test: "passed", "failed", or why it did not run. */
function runTest(folder: string, { caughtBy: [file, name] }: BrokenRule): string {
	const report = join(folder, "report.json");
	rmSync(report, { force: true });
	const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const program = ["node_modules/vitest/vitest.mjs", "run", file, "-t", pattern];
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[...program, "--reporter=json", `--outputFile.json=${report}`],
		{ cwd: folder, encoding: "utf8", env: { ...process.env, CHROMIUM_PATH: findChromium() } },
	);
	if (!existsSync(report)) return `no corrió: ${stdout.slice(-300)} ${stderr.slice(-300)}`;
	const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
	if (numFailedTests > 0) return "failed";
	return numPassedTests > 0 ? "passed" : `${file} no tiene un test «${name}»`;
}
