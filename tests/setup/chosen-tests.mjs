/**
 * Selects test files by the arguments of `npm test`, and finds out whether the selected files need the build or a
 * browser.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
	.map((path) => join("tests", path).replaceAll("\\", "/"))
	.filter((path) => /\.test\.tsx?$/.test(path))
	.sort();

/**
 * Test files that an argument names. The argument is a folder or file, with or without `tests/` and extension, or the
 * bare name of a file in any folder, without extension. `unit` means tests/unit and tests/features, which need neither
 * server nor browser.
 * @param {string} word
 * @returns their paths, empty when nothing matches
 */
export function testFilesOf(word) {
	if (word === "unit") return files.filter((file) => /^tests\/(unit|features)\//.test(file));
	const path = join("tests", word.replaceAll("\\", "/").replace(/^(\.\/)?tests(\/|$)/, "")).replace(
		/\/$/,
		"",
	);
	const found = files.filter(
		(file) => file === path || (/^(\/|\.test\.)/.test(file.slice(path.length)) && file.startsWith(path)),
	);
	return found.length > 0 ? found : files.filter((file) => basename(file).startsWith(`${word}.test.`));
}

/**
 * Whether these files or their imports need the build or a browser.
 * @param {readonly string[]} testFiles
 */
export function needsOf(testFiles) {
	const needs = { build: false, browser: false };
	const seen = new Set(testFiles);
	for (const path of seen) {
		const text = readFileSync(path, "utf8");
		// The tests in the folder tests/programs start built programs without importing them. The program itself needs the
		// build for its stylesheets, which have their names from there.
		needs.build ||=
			path.startsWith("tests/programs/") ||
			/^import .+\.css";$/m.test(text) ||
			(path.startsWith("tests/") && /["'`](\.\/|public\/)?build\//.test(text));
		needs.browser ||= /^import (?!type)[^;]* from "playwright-core"/m.test(text);
		for (const imported of importsOf(text)) {
			const file = imported.startsWith("~/") ? join("app", imported.slice(2)) : join(dirname(path), imported);
			const source = [".ts", ".tsx", ""].map((ending) => file + ending).find((one) => existsSync(one));
			if (source && /^(tests|app)\/.*\.tsx?$/.test(source)) seen.add(source);
		}
	}
	return needs;
}

/**
 * Imports of the project's own modules except types.
 * @param {string} text
 */
function importsOf(text) {
	const statements = text.matchAll(/^(?:import|export)(?! type)[^;"]* from "((?:\.|~\/)[^"]+)"/gm);
	const calls = text.matchAll(/await import\("((?:\.|~\/)[^"]+)"\)/g);
	return [...statements, ...calls].map(([, path = ""]) => path);
}
