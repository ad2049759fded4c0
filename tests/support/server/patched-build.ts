import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Copies the build and replaces texts in the copy, for faults that requests cannot cause. The copy is removed after
 * the last test of the file.
 * @param patches texts of the build with their replacements
 * @returns path of the copy, for `startServer`
 */
export function patchedBuild(
	...patches: readonly (readonly [text: string | RegExp, instead: string])[]
): string {
	// The folder is inside the project, so that imports find node_modules.
	mkdirSync(".cache", { recursive: true });
	const folder = mkdtempSync(join(".cache", "build-"));
	folders.push(folder);
	let build = readFileSync("build/index.js", "utf8");
	for (const [text, instead] of patches) {
		const patched = build.replace(text, instead);
		if (patched === build) throw new Error(`the build does not hold ${text}`);
		build = patched;
	}
	writeFileSync(join(folder, "package.json"), '{"type":"module"}');
	const path = join(folder, "index.js");
	writeFileSync(path, build);
	return path;
}
