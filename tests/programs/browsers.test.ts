import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { clientSources, gzipBytesOf, hydratingRoutes, modulesOf } from "../support/browser/client-modules";
import { type BrowserVersion, unknownFeatures } from "../support/browser/css-features";
import { newerNames, newerSyntax } from "../support/browser/script-features";

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
const stylesheet = build
	.filter((path) => path.endsWith(".css"))
	.map((path) => readFileSync(path, "utf8"))
	.join("\n");

describe("the oldest supported browsers know every feature of the stylesheet", () => {
	const whole = rowsOf("Lost in the oldest of");
	const basic = rowsOf("Lost besides in");

	test("with the whole design: except those in docs/makers/browsers.md", () => {
		expect(unknownTo(WHOLE)).toEqual(whole);
	});

	test("with the basic design: except those in both lists of docs/makers/browsers.md", () => {
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
	])("finds the feature that Chrome 87 lacks in %s", (css, feature) => {
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

/** The oldest browsers in which pages hydrate: an inline script checks for Promise.any and Intl.ListFormat. */
const SCRIPTED: readonly BrowserVersion[] = [
	["chrome", "85"],
	["chrome_android", "85"],
	["samsunginternet_android", "14.0"],
	["firefox", "79"],
	["safari_ios", "14.5"],
];

describe("the script of hydrated pages", () => {
	const routes = hydratingRoutes();
	const modules = [...new Set(routes.flatMap(modulesOf))];

	test("belongs to pages of the account only", () => {
		expect(routes).toEqual(
			expect.arrayContaining(["auth.login", "auth.register", "auth.work-overtime", "auth.my-documents"]),
		);
		expect(routes.filter((route) => !route.startsWith("auth."))).toEqual([]);
		expect(modules.length).toBeGreaterThan(routes.length);
	});

	test("of each route is at most 122,000 bytes, gzipped", () => {
		const bytes = routes.map((route) => [route, gzipBytesOf(modulesOf(route))] as const);
		expect(bytes.filter(([, size]) => size > 122_000)).toEqual([]);
	});

	test("of each route is at most eight files", () => {
		const files = routes.map((route) => [route, modulesOf(route).length] as const);
		expect(files.filter(([, count]) => count > 8)).toEqual([]);
	});

	test("has no syntax that they do not parse", () => {
		const newer = modules.map(
			(path) => [path, newerSyntax(readFileSync(join("public", path), "utf8"))] as const,
		);
		expect(newer.filter(([, syntax]) => syntax.length > 0)).toEqual([]);
	});

	test("uses no API that the oldest browser with scripts lacks", () => {
		const own = clientSources();
		expect(own.length).toBeGreaterThan(50);
		// Leaves out app/root and the route files, because they also contain server code.
		const sent = own.filter((path) => !/^app\/(root|routes\/)/.test(path));
		const newer = sent.map((path) => [path, newerNames(readFileSync(path, "utf8"), SCRIPTED)] as const);
		expect(newer.filter(([, names]) => names.length > 0)).toEqual([]);
	});
});

describe("the check of the script", () => {
	test.each([
		["class A { #a = 1 }", ["PrivateIdentifier"]],
		["class A { static { f() } }", ["StaticBlock"]],
		["class A { a() { return #b in this } #b }", ["PrivateIdentifier"]],
		["class A { a = b?.c ?? 1 }", []],
	])("finds the newer syntax of %s", (text, found) => {
		expect(newerSyntax(text)).toEqual(found);
	});

	test.each([
		["list.at(-1)", ["at"]],
		["list.toSorted().findLast(f)", ["findLast", "toSorted"]],
		["Object.hasOwn(a, b)", ["hasOwn"]],
		["form.requestSubmit()", ["requestSubmit"]],
		["structuredClone(a)", ["structuredClone"]],
		["list.flatMap(f).concat(text.replaceAll(a, b))", []],
	])("finds the newer names of %s", (text, found) => {
		expect(newerNames(text, SCRIPTED)).toEqual(found);
	});
});

describe("images and icons", () => {
	test("have their size in the markup, for browsers that do not apply the stylesheet", () => {
		const drawings = filesBelow("app")
			.filter((path) => path.endsWith(".tsx"))
			.flatMap((path) => readFileSync(path, "utf8").match(/<(svg|img)\b[\s\S]*?[^=]>/g) ?? [])
			.filter((tag) => !tag.includes("{...smallSize("));
		expect(drawings.length).toBeGreaterThan(10);
		expect(drawings.filter((tag) => !/\bwidth=/.test(tag) || !/\bheight=/.test(tag))).toEqual([]);
	});
});

function unknownTo(browsers: readonly BrowserVersion[]): string[] {
	return [...new Set(browsers.flatMap((browser) => unknownFeatures(stylesheet, browser)))].sort();
}

/** CSS features in the list of docs/makers/browsers.md below this heading. */
function rowsOf(heading: string): string[] {
	const [, section = ""] = readFileSync("docs/makers/browsers.md", "utf8").split(`\n## ${heading}`);
	const [table = ""] = section.split("\n## ");
	return [...table.matchAll(/^- `(css\.[^`]+)`/gm)].map(([, feature = ""]) => feature).sort();
}

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
}
