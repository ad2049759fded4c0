import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { accountRoutes } from "./support/account-routes";
import { listPublicPages, otherPublicRoutes } from "./support/public-pages";

interface SourceFile {
	path: string;
	text: string;
	lines: number;
	/** Project files from which this file imports values, without extensions. */
	imports: string[];
	/** Files that this file uses: those in `imports`, plus files imported for types or dynamically. */
	uses: string[];
	/** Imported modules, including packages. */
	modules: string[];
}

const files = ["app", "scripts", "tests/laboratory"].flatMap(sourcesIn);

/**
 * The floors of the house, from the ground up. A feature imports only from lower floors and from features beside it, so
 * that a reader who starts at the ground never needs what stands above.
 */
const floors = [
	["auth", "holidays", "law", "platform", "safety"],
	["diagrams"],
	["shift"],
	["crews", "documents", "own-days", "profile"],
	["agreement"],
	["extras"],
	["extras-import", "pay"],
	["calendars", "notices"],
	["account", "backups", "legal"],
];
/** A feature that grows beyond this is two. */
const MAX_FEATURE_LINES = 4500;

/** The folders from which each folder may import, besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	"app/server.ts": ["app/gate", "app/fast", "app/jobs.server"],
	"app/jobs.server": ["app/features", "app/lib"],
	"app/gate": ["app/lib"],
	// Nothing but app/server.ts imports app/fast, so that the site works without it.
	"app/fast": ["app/gate", "app/lib"],
	"app/routes": ["app/features", "app/ui", "app/lib", "app/browser"],
	"app/root": ["app/features", "app/ui", "app/lib", "app/browser"],
	"app/entry.server": ["app/features", "app/ui", "app/lib"],
	"app/entry.client": ["app/ui", "app/browser"],
	// app/browser contains functions that run only in the browser and do not use React.
	"app/browser": [],
	// The service worker, a program of its own.
	"app/worker": ["app/lib", "app/browser"],
	// Importing a drawing of public/safety gives the drawing's URL, which contains a hash of its content.
	"app/features": ["app/ui", "app/lib", "app/browser", "app/styles", "public/safety"],
	// Another test checks that app/ui imports no values from .server modules.
	"app/ui": ["app/lib", "app/browser"],
	// package.json holds version and release.
	"app/lib": ["app/styles", "db/schema", "package.json"],
};

describe("the allowed imports between folders", () => {
	test("no file imports from a folder that its own folder may not use", () => {
		const own = files.filter(({ path }) => path.startsWith("app/"));
		expect(own.length).toBeGreaterThan(500);
		const strangers = own.flatMap(({ path, uses }) => {
			const group = Object.keys(allowed).find((prefix) => path.startsWith(prefix)) ?? path;
			const mayImport = [...(allowed[group] ?? []), group];
			return uses
				.filter((target) => !mayImport.some((prefix) => target.startsWith(prefix)))
				.map((target) => `${path} -> ${target}`);
		});
		expect(strangers).toEqual([]);
	});

	test("neither folders nor features import each other in a circle, also through others, not even types", () => {
		expect(circlesOf(dirname)).toEqual([]);
		expect(circlesOf((path) => featureOf(path) ?? dirname(path))).toEqual([]);
	});

	test("every feature stands on one floor, and is small enough to be read", () => {
		const features = new Set(files.flatMap(({ path }) => featureOf(path) ?? []));
		expect(floors.flat().sort()).toEqual([...features].sort());
		const large = floors.flat().filter((feature) => linesOf(`app/features/${feature}/`) > MAX_FEATURE_LINES);
		expect(large).toEqual([]);
	});

	test("no feature imports anything from a higher floor", () => {
		const floorOf = (path: string) => floors.findIndex((floor) => floor.includes(featureOf(path) ?? ""));
		const arrows = files
			.flatMap(({ path, uses }) => uses.map((target) => ({ path, target })))
			.filter(({ path, target }) => featureOf(path) && featureOf(target));
		expect(arrows.length).toBeGreaterThan(500);
		const up = arrows.filter(({ path, target }) => floorOf(target) > floorOf(path));
		expect(up.map(({ path, target }) => `${path} -> ${target}`)).toEqual([]);
	});

	test("no file imports a route", () => {
		expect(files.filter(({ imports }) => imports.some((target) => target.startsWith("app/routes")))).toEqual(
			[],
		);
	});

	test("only app/lib imports kysely or better-sqlite3", () => {
		const others = files.filter(
			({ path, modules }) =>
				modules.some((name) => name === "kysely" || name === "better-sqlite3") &&
				path.startsWith("app/") &&
				!path.startsWith("app/lib/"),
		);
		expect(others.map(({ path }) => path)).toEqual([]);
	});

	test("no browser code imports values from a .server file", () => {
		const leaks = files
			.filter(
				({ path }) =>
					path.startsWith("app/") &&
					!/\.server\.tsx?$|^app\/(routes\/|root|entry\.server|server\.ts)/.test(path),
			)
			.filter(({ imports }) => imports.some((target) => target.endsWith(".server")));
		expect(leaks.map(({ path }) => path)).toEqual([]);
	});

	test("sharp, the full zod and other large packages are imported only on the server", () => {
		const heavy = new Set([
			"zod",
			"sharp",
			"ical.js",
			"kysely",
			"better-sqlite3",
			"qrcode",
			"@resvg/resvg-js",
		]);
		const leaks = files
			.filter(({ path }) => path.startsWith("app/") && !/\.server\.tsx?$/.test(path) && !isOnlyAnswer(path))
			.filter(({ modules }) => modules.some((name) => heavy.has(name)));
		expect(leaks.map(({ path }) => path)).toEqual([]);
	});

	test("app/browser contains only functions: no components, and no package", () => {
		const own = files.filter(({ path }) => path.startsWith("app/browser/"));
		expect(own.length).toBeGreaterThan(3);
		expect(own.filter(({ path }) => path.endsWith(".tsx")).map(({ path }) => path)).toEqual([]);
		const packages = own.flatMap(({ path, modules }) =>
			modules.filter((name) => !/^[.~]/.test(name)).map((name) => `${path}: ${name}`),
		);
		expect(packages).toEqual([]);
	});

	test("only `handle` makes a page hydrate, and no public page hydrates", () => {
		const others = files.filter(
			({ path, text }) =>
				/^export const handle\b[^;]*hydrate: true/m.test(text) && !path.startsWith("app/routes/auth."),
		);
		expect(others.map(({ path }) => path)).toEqual([]);
		const scripts = files.filter(({ path, text }) => path.startsWith("app/") && /<Scripts\b/.test(text));
		expect(scripts.map(({ path }) => path)).toEqual([]);
	});
});

describe("the style of files", () => {
	test("names are kebab-case and say what the file contains", () => {
		const names = files.map(({ path }) => path).filter((path) => !path.startsWith("app/routes/"));
		expect(
			names.filter((path) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.server|\.client|\.d)?\.(tsx?|mjs)$/.test(path)),
		).toEqual([]);
		expect(names.filter((path) => /\/(utils?|misc|helpers?|types?|index|common)\./.test(path))).toEqual([]);
	});

	test.each([
		["modules of the app, except routes, whose names are their URLs", /^app\/(?!routes\/)/],
		["files of the tests", /^tests\//],
	])("no two %s have the same name", (_, group) => {
		const paths = new Set(
			[...files, ...sourcesIn("tests")].map(({ path }) => path).filter((path) => group.test(path)),
		);
		const names = Array.from(paths, (path) => basename(path).replace(/\.(tsx?|mjs)$/, ""));
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	});

	test("a folder has at most 20 files, except app/routes", () => {
		const folders = ["app", "tests"]
			.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
			.filter((entry) => entry.isFile())
			.map(({ parentPath }) => parentPath);
		const full = folders.filter((folder) => folders.filter((other) => other === folder).length > 20);
		expect([...new Set(full)]).toEqual(["app/routes"]);
	});

	test("routes have at most 150 lines, other files 200", () => {
		const long = files
			.filter(({ path }) => path !== "app/features/diagrams/pictures/glyphs.ts")
			.filter(({ path, lines }) => lines > (path.startsWith("app/routes/") ? 150 : 200));
		expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
	});

	test("no type check is silenced; only the stylesheet, the fixed parts of pages and the days of a month are inserted as raw HTML; no style attribute is used", () => {
		const silenced = files.filter(({ text }) =>
			/@ts-(ignore|expect-error|nocheck)|\bas any\b|: any\b|as unknown as/.test(text),
		);
		expect(silenced.map(({ path }) => path)).toEqual([]);
		const markup = files.filter(({ text }) => text.includes("dangerouslySetInnerHTML"));
		expect(markup.map(({ path }) => path).sort()).toEqual([
			"app/features/diagrams/month-grid.tsx",
			"app/root.tsx",
			"app/ui/frame/fixed-part.tsx",
		]);
		expect(files.filter(({ text }) => /\bstyle=\{/.test(text)).map(({ path }) => path)).toEqual([]);
	});

	test("what is typed may be given back by the browser: a field has no autocomplete off", () => {
		const off = files.filter(({ text }) => /autoComplete(=|: )"off"/.test(text)).map(({ path }) => path);
		expect(off.sort()).toEqual([
			// A word that is typed anew each time, and the name of a passkey, which is not that of the person.
			"app/features/account/delete-account-forms.tsx",
			"app/features/auth/passkeys/add-passkey.tsx",
			"app/features/auth/passkeys/passkey-list.tsx",
			// The address of the page has it.
			"app/ui/forms/plain-field.tsx",
		]);
	});

	test("no text for a person has a space between a figure and its unit at which a line may end", () => {
		const breaking = /[\d}][^\S\u00A0]+(?:hs?|%)(?![\w(=[:>/])|\$[^\S\u00A0]+[\d{]/gu;
		const broken = files
			.filter(({ path }) => path.startsWith("app/") && !path.startsWith("app/lib/metrics/"))
			.flatMap(({ path, text }) => {
				const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*/g, "");
				return Array.from(code.matchAll(breaking), ([place]) => `${path}: ${place}`);
			});
		expect(broken).toEqual([]);
	});

	test("units of size and time are defined once", () => {
		const unit = /^(export )?const (KB|KILOBYTE|MB|MEGABYTE|(MINUTE|HOUR|DAY)_(S|MS)|DAY_MINUTES)\b/m;
		const own = files.filter(({ path, text }) => /^(app|scripts)\//.test(path) && unit.test(text));
		expect(own.map(({ path }) => path).sort()).toEqual([
			"app/lib/units/bytes.ts",
			"app/lib/units/durations.ts",
		]);
	});

	test("today is asked in one way", () => {
		const others = files.filter(({ text }) => /\bclockIn\(|\bplantDay\(Date\.now\(\)\)/.test(text));
		const own = others.filter(
			({ path }) => /^(app|scripts)\//.test(path) && !path.startsWith("app/lib/time/"),
		);
		expect(own.map(({ path }) => path)).toEqual([]);
	});

	test("SQL is written with bound parameters only", () => {
		const raw = files.filter(({ text }) => /\bsql\.(raw|lit)\b|\.key\(|\.at\(sql/.test(text));
		expect(raw.map(({ path }) => path)).toEqual([]);
	});
});

describe("the URLs", () => {
	test("no route is nested in another, because a parent's loader would not protect it", () => {
		const names = readdirSync("app/routes").map((name) => name.replace(/\.tsx?$/, ""));
		const nested = names.filter((name) =>
			names.some((other) => other !== name && name.startsWith(`${other}.`)),
		);
		expect(nested).toEqual([]);
	});

	test("all are listed exactly once: public pages, addresses of an account, and addresses without a page", () => {
		const names = readdirSync("app/routes").map((name) => name.replace(/\.tsx?$/, ""));
		const listed = [...listPublicPages(), ...accountRoutes].map(({ route }) => route);
		const lists = "tests/support/public-pages.ts or account-routes.ts, or otherPublicRoutes here";
		expect(names.sort(), lists).toEqual([...new Set([...listed, ...otherPublicRoutes])].sort());
	});
});

/** The groups of the app's files from which imports lead back to the group. */
function circlesOf(groupOf: (path: string) => string): string[] {
	const used = new Map<string, Set<string>>();
	for (const { path, uses } of files.filter(({ path }) => path.startsWith("app/"))) {
		const group = groupOf(path);
		const others = uses.map(groupOf).filter((other) => other !== group);
		used.set(group, new Set([...(used.get(group) ?? []), ...others]));
	}
	const reachableFrom = (group: string, seen = new Set<string>()): Set<string> => {
		for (const next of used.get(group) ?? []) if (!seen.has(next)) reachableFrom(next, seen.add(next));
		return seen;
	};
	expect(used.size).toBeGreaterThan(20);
	return [...used.keys()].filter((group) => reachableFrom(group).has(group));
}

/** The feature that a file belongs to, such as "law"; undefined outside app/features. */
function featureOf(path: string): string | undefined {
	return /^app\/features\/([^/]+)\//.exec(path)?.[1];
}

function linesOf(folder: string): number {
	return files.filter(({ path }) => path.startsWith(folder)).reduce((sum, { lines }) => sum + lines, 0);
}

function sourcesIn(folder: string): SourceFile[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes("node_modules"))
		.map((name) => sourceFile(join(folder, name)));
}

function sourceFile(path: string): SourceFile {
	const text = readFileSync(path, "utf8");
	const statements = Array.from(
		text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from "([^"]+)"|^import "([^"]+)"/gm),
	);
	const modules = statements.filter((match) => !match[1]).map((match) => match[2] ?? match[3] ?? "");
	const types = statements.flatMap((match) => (match[1] && match[2] ? [match[2]] : []));
	const loaded = Array.from(text.matchAll(/\bimport\("([^"]+)"\)/g), (match) => match[1] ?? "");
	const ownFiles = (names: readonly string[]) =>
		names
			.filter((name) => name.startsWith("~/") || name.startsWith("."))
			.map((name) =>
				name.startsWith("~/") ? name.replace("~", "app") : normalize(join(dirname(path), name)),
			);
	return {
		path: relative(".", path),
		text,
		lines: text.split("\n").length - 1,
		imports: ownFiles(modules),
		uses: ownFiles([...modules, ...types, ...loaded]),
		modules,
	};
}

/** Whether a route has no page, so that none of its code reaches a browser. */
function isOnlyAnswer(path: string): boolean {
	return /^app\/routes\/[^/]+\.ts$/.test(path);
}
