import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { describe, expect, test } from "vitest";
import { type BrowserVersion, unknownFeatures } from "../support/css-features";

const WHOLE: readonly BrowserVersion[] = [
	["chrome", "87"],
	["chrome_android", "87"],
	["samsunginternet_android", "14.0"],
	["firefox", "78"],
	["safari_ios", "14.5"],
];
const BASIC: readonly BrowserVersion[] = [
	["chrome", "80"],
	["chrome_android", "80"],
	["safari_ios", "12.2"],
];

const build = filesBelow("public/build");
const stylesheet = readFileSync(build.find((path) => path.endsWith(".css")) ?? "", "utf8");

describe("the oldest browsers know the stylesheet", () => {
	const whole = rowsOf("Lost in the oldest of");
	const basic = rowsOf("Lost besides in");

	test("those with the whole design: but for what docs/browsers.md lists", () => {
		expect(unknownTo(WHOLE)).toEqual(whole);
	});

	test("those with the basic design: but for what docs/browsers.md lists besides", () => {
		expect(unknownTo(BASIC).filter((feature) => !whole.includes(feature))).toEqual(basic);
	});
});

describe("the check of the stylesheet", () => {
	const chrome87: BrowserVersion = ["chrome", "87"];

	test.each([
		["@layer a { b { color: red } }", "css.at-rules.layer"],
		["a:has(b) { color: red }", "css.selectors.has"],
		["a { rotate: 1deg }", "css.properties.rotate"],
		["a { top: 1dvh }", "css.types.length.viewport_percentage_units_dynamic"],
		["a { color: color-mix(in srgb, red, blue) }", "css.types.color.color-mix"],
		["@container (width > 1px) { a { color: red } }", "css.at-rules.container"],
		["@media (width > 1px) { a { color: red } }", "css.at-rules.media.range_syntax"],
	])("finds what Chrome 87 does not know in %s", (css, feature) => {
		expect(unknownFeatures(css, chrome87)).toContain(feature);
	});

	test.each([
		"@supports (top: 1dvh) { a { top: 1dvh } }",
		"a { top: 1vh; top: 1dvh }",
		"a { -webkit-print-color-adjust: exact; print-color-adjust: exact }",
		"a { --any: 1dvh; inset: 0; gap: 1px; width: fit-content }",
	])("allows %s", (css) => {
		expect(unknownFeatures(css, chrome87)).toEqual([]);
	});
});

describe("the browser script", () => {
	const entry = build.find((path) => /entry\.client-\w+\.js$/.test(path)) ?? "";
	const imported = readFileSync(entry, "utf8").matchAll(/import\b[^"]*"\/(build\/[^"]+)"/g);
	const scripts = [entry, ...Array.from(imported, ([, path]) => join("public", path ?? ""))];

	test.each(scripts)("%s is read by Chrome 80", (path) => {
		expect(() =>
			parse(readFileSync(path, "utf8"), { ecmaVersion: 2020, sourceType: "module" }),
		).not.toThrow();
	});
});

describe("drawings", () => {
	test("have their size in the markup, so that one without style is not as wide as the page", () => {
		const drawings = filesBelow("app")
			.filter((path) => path.endsWith(".tsx"))
			.flatMap((path) => readFileSync(path, "utf8").match(/<(svg|img)\b[^>]*>/g) ?? [])
			.filter((tag) => !tag.includes("{...smallSize("));
		expect(drawings.length).toBeGreaterThan(10);
		expect(drawings.filter((tag) => !/\bwidth=/.test(tag) || !/\bheight=/.test(tag))).toEqual([]);
	});
});

function unknownTo(browsers: readonly BrowserVersion[]): string[] {
	return [...new Set(browsers.flatMap((browser) => unknownFeatures(stylesheet, browser)))].sort();
}

/** The features in the table of docs/browsers.md below a heading that begins so. */
function rowsOf(heading: string): string[] {
	const [, section = ""] = readFileSync("docs/browsers.md", "utf8").split(`\n## ${heading}`);
	const [table = ""] = section.split("\n## ");
	return [...table.matchAll(/^\| `(css\.[^`]+)`/gm)].map(([, feature = ""]) => feature).sort();
}

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
}
