import { createRequire } from "node:module";
import type {
	BrowserName,
	CompatData,
	CompatStatement,
	Identifier,
	SimpleSupportStatement,
} from "@mdn/browser-compat-data";
import { type CssNode, parse, walk } from "css-tree";

/** A browser by its name in MDN's compatibility data, and the version. */
export type BrowserVersion = readonly [BrowserName, string];

/** The data are read with `require`, because importing 17 MB of JSON takes the test runner a minute. */
const data: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");

/**
 * CSS features of a stylesheet that the browser does not support, as paths in MDN's data. Leaves out rules inside
 * `@supports`, and declarations after a supported fallback.
 */
export function unknownFeatures(stylesheet: string, browser: BrowserVersion): string[] {
	const unknown = (paths: readonly string[]) => paths.filter((path) => !isKnown(path, browser));
	const found = new Set<string>();
	const note = (paths: readonly string[]) => {
		for (const path of unknown(paths)) found.add(path);
	};
	walk(treeOf(stylesheet), {
		enter(node: CssNode) {
			if (node.type === "Atrule") {
				if (node.name === "supports") return walk.skip;
				note([`css.at-rules.${node.name}`]);
			}
			if (node.type === "Feature") note([`css.at-rules.media.${node.name.replace(/^(min|max)-/, "")}`]);
			if (node.type === "FeatureRange") note(["css.at-rules.media.range_syntax"]);
			if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
				note([`css.selectors.${node.name}`]);
			if (node.type === "Block") noteDeclarations(node.children.toArray(), unknown, note);
			return undefined;
		},
	});
	// Leaves out the values of an unsupported property: their paths begin with the path of the property.
	return [...found].filter((path) => !found.has(path.slice(0, path.lastIndexOf(".")))).sort();
}

/** A stylesheet is looked at for one browser after the other. */
const trees = new Map<string, CssNode>();

function treeOf(stylesheet: string): CssNode {
	const tree = trees.get(stylesheet) ?? parse(stylesheet);
	trees.set(stylesheet, tree);
	return tree;
}

function noteDeclarations(
	nodes: readonly CssNode[],
	unknown: (paths: readonly string[]) => string[],
	note: (paths: readonly string[]) => void,
): void {
	const declarations = nodes.filter((node) => node.type === "Declaration");
	const isGrid = declarations.some(
		({ property, value }) => property === "display" && textOf(value).includes("grid"),
	);
	const known = new Set<string>();
	for (const { property, value } of declarations) {
		if (property.startsWith("--")) continue;
		const paths = featuresOf(property, value, isGrid);
		if (unknown(paths).length === 0) known.add(plain(property));
		else if (!known.has(plain(property)) && !paths.some(isPrefixed)) note(paths);
	}
}

/**
 * Paths of a declaration's features in MDN's data. `gap` outside a grid counts as the `gap` of flex boxes, which
 * browsers support only in later versions.
 */
function featuresOf(property: string, value: CssNode, isGrid: boolean): string[] {
	const own = `css.properties.${property}`;
	const paths = [own];
	if (isPrefixed(own)) return paths;
	if (property === "gap" && !isGrid) paths.push(`${own}.flex_context`);
	walk(value, (node) => {
		if (node.type === "Identifier") paths.push(`${own}.${node.name}`);
		if (node.type === "Function") paths.push(`${own}.${node.name}`, ...functionPaths(node.name));
		if (node.type === "Dimension") paths.push(unitPath(node.unit));
	});
	return paths;
}

function functionPaths(name: string): string[] {
	return [`css.types.${name}`, `css.types.color.${name}`, `css.types.gradient.${name}`];
}

function unitPath(unit: string): string {
	if (/^[dsl]v(h|w|i|b|min|max)$/.test(unit)) return "css.types.length.viewport_percentage_units_dynamic";
	return `css.types.length.${unit}`;
}

function textOf(value: CssNode): string {
	return JSON.stringify(value);
}

/** Whether a browser supports a CSS feature, named by its path in MDN's data. True for paths without data. */
function isKnown(path: string, [name, version]: BrowserVersion): boolean {
	const compat = compatAt(path);
	if (!compat) return true;
	const support = compat.support[name];
	const statements = support ? [support].flat() : [];
	return statements.some((statement) => isSupported(statement, path, version));
}

function compatAt(path: string): CompatStatement | undefined {
	const [, ...names] = path.split(".");
	let group: Identifier | undefined = data.css;
	// MDN lists -webkit-mask under mask.
	for (const name of names) group = group?.[name] ?? group?.[plain(name)];
	return group?.__compat;
}

function isSupported(statement: SimpleSupportStatement, path: string, version: string): boolean {
	const {
		version_added: added,
		version_removed: removed,
		prefix,
		alternative_name: other,
		flags,
	} = statement;
	const name = path.split(".").at(-1) ?? "";
	if (flags || (prefix ?? "") !== name.slice(0, name.length - plain(name).length) || other) return false;
	if (typeof added !== "string" || added === "preview" || isLater(added, version)) return false;
	return typeof removed !== "string" || isLater(removed, version);
}

/** Whether a feature has a vendor prefix. Such features are meant only for browsers that support them. */
function isPrefixed(path: string): boolean {
	return /\.-(webkit|moz)-/.test(path);
}

function plain(name: string): string {
	return name.replace(/^-(webkit|moz)-/, "");
}

/** Whether a version is later than another; "≤13.1" counts as 13.1. */
function isLater(version: string, than: string): boolean {
	return collator.compare(version.replace("≤", ""), than) > 0;
}

const collator = new Intl.Collator("en", { numeric: true });
