import { createRequire } from "node:module";
import type { CompatData, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { parse } from "acorn";
import type { BrowserVersion } from "./css-features";

/** By require: the test runner would take a minute to turn 17 MB of JSON into a module. */
const data: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");

/**
 * Syntax in a module that is newer than ES2020, as names of nodes, but for what every browser reads that the starter lets
 * in: fields of classes, and assignments such as `??=`.
 */
export function newerSyntax(text: string): string[] {
	const found = new Set<string>();
	const look = (value: unknown) => {
		if (Array.isArray(value)) value.forEach(look);
		else if (isNode(value)) {
			if (value.type === "StaticBlock" || value.type === "PrivateIdentifier") found.add(value.type);
			Object.values(value).forEach(look);
		}
	};
	// Fails of itself on what is newer still, and on a module that waits.
	look(parse(text, { ecmaVersion: 2022, sourceType: "module", allowAwaitOutsideFunction: false }));
	return [...found];
}

function isNode(value: unknown): value is { type: string } {
	return typeof value === "object" && value !== null && "type" in value;
}

/** Of the DOM, where the same name may be old in another place. */
const DOM_NAMES = [
	"requestSubmit",
	"structuredClone",
	"randomUUID",
	"showPicker",
	"checkVisibility",
	"startViewTransition",
];

/** Names in a source text that one of these browsers has in none of the objects of the language. */
export function newerNames(text: string, browsers: readonly BrowserVersion[]): string[] {
	const names = new Set(Array.from(text.matchAll(/(?<!\bz)\.(\w+)\(/g), ([, name = ""]) => name));
	const bare = new Set(Array.from(text.matchAll(/\b(structuredClone)\(/g), ([, name = ""]) => name));
	return [...names, ...bare]
		.filter((name) => DOM_NAMES.includes(name) || browsers.some((browser) => isNewer(name, browser)))
		.sort();
}

/** Whether objects of the language have such a method, but in this browser none of them has. */
function isNewer(name: string, browser: BrowserVersion): boolean {
	const builtins = Object.values(data.javascript?.builtins ?? {});
	const methods = builtins.flatMap((builtin) => {
		const method =
			typeof builtin === "object" ? Object.entries(builtin).find(([key]) => key === name)?.[1] : undefined;
		return method && "__compat" in method ? [method] : [];
	});
	return methods.length > 0 && !methods.some((method) => isIn(method, browser));
}

function isIn({ __compat }: Identifier, [browser, version]: BrowserVersion): boolean {
	const statement = __compat?.support[browser];
	const [newest]: (SimpleSupportStatement | undefined)[] = Array.isArray(statement) ? statement : [statement];
	const since = newest?.version_added;
	return typeof since === "string" && Number.parseFloat(since.replace("≤", "")) <= Number.parseFloat(version);
}
