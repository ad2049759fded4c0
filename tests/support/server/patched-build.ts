import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Copies the server's build and replaces texts in the copy, to cause faults and delays that requests cannot cause.
 * The copy is removed when the test ends.
 * @param patches pairs of a text that the build must contain, and the replacement
 * @returns the path of the copy, for `startServer`
 */
export function patchedBuild(
	...patches: readonly (readonly [text: string | RegExp, instead: string])[]
): string {
	// The copy is inside the project, so that its imports find node_modules.
	mkdirSync(".cache", { recursive: true });
	const folder = mkdtempSync(join(".cache", "build-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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
