import { createRequire } from "node:module";
import type { CompatData, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { parse } from "acorn";
import type { BrowserVersion } from "./css-features";

/** The data are read with `require`, because importing 17 MB of JSON takes the test runner a minute. */
const data: CompatData = createRequire(import.meta.url)("@mdn/browser-compat-data");

/**
 * Lists syntax in a script that a browser in which pages hydrate may lack: private class members (`#name`) and static
 * blocks. Allows public class fields and `??=`, because all these browsers support them.
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
	// Throws an error on syntax newer than ES2022 and on top-level await.
	look(parse(text, { ecmaVersion: 2022, sourceType: "module", allowAwaitOutsideFunction: false }));
	return [...found];
}

function isNode(value: unknown): value is { type: string } {
	return typeof value === "object" && value !== null && "type" in value;
}

/** DOM methods that `newerNames` lists for all browsers, because MDN's data of built-in objects lacks them. */
const DOM_NAMES = [
	"requestSubmit",
	"structuredClone",
	"randomUUID",
	"showPicker",
	"checkVisibility",
	"startViewTransition",
];

/** Lists the methods called in a script that are in `DOM_NAMES` or that one of `browsers` lacks. */
export function newerNames(text: string, browsers: readonly BrowserVersion[]): string[] {
	const names = new Set(Array.from(text.matchAll(/(?<!\bz)\.(\w+)\(/g), ([, name = ""]) => name));
	const bare = new Set(Array.from(text.matchAll(/\b(structuredClone)\(/g), ([, name = ""]) => name));
	return [...names, ...bare]
		.filter((name) => DOM_NAMES.includes(name) || browsers.some((browser) => isNewer(name, browser)))
		.sort();
}

/** Whether built-in objects have methods of this name, but the browser supports none of these methods. */
function isNewer(name: string, browser: BrowserVersion): boolean {
	const methods = methodsOfBuiltins.get(name) ?? [];
	return methods.length > 0 && !methods.some((method) => isIn(method, browser));
}

/** The built-in objects' methods in MDN's data, by name. */
const methodsOfBuiltins = new Map<string, Identifier[]>();
for (const builtin of Object.values(data.javascript?.builtins ?? {})) {
	if (typeof builtin !== "object") continue;
	for (const [name, method] of Object.entries(builtin)) {
		if (!("__compat" in method)) continue;
		methodsOfBuiltins.set(name, [...(methodsOfBuiltins.get(name) ?? []), method]);
	}
}

function isIn({ __compat }: Identifier, [browser, version]: BrowserVersion): boolean {
	const statement = __compat?.support[browser];
	const [newest]: (SimpleSupportStatement | undefined)[] = Array.isArray(statement) ? statement : [statement];
	const since = newest?.version_added;
	return typeof since === "string" && Number.parseFloat(since.replace("≤", "")) <= Number.parseFloat(version);
}
