/**
 * Repacks Remix's browser build, as a step of `npm run build`: Remix cuts the script of a page into dozens of small
 * files, many of them empty. Modules that many pages below /auth import go into two files, one for all these pages and
 * one for pages with forms. Removes the files of public pages, which run no script. Measured sizes: docs/makers/performance.md.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build, stop } from "esbuild";

/** Modules that at least this number of pages import go into one of the two files that pages share. */
const MIN_PAGES = 9;
const FOLDER = resolve("public/build");
const SERVER = "build/index.js";
/** A static import in the compiler's output. A dynamic import has a parenthesis, and does not match. */
const STATIC_IMPORT = /\b(?:from|import)"\/build\/([^"]+\.js)"/g;
/** A dynamic import in the compiler's output, of a module that a page loads only when needed. */
const DYNAMIC_IMPORT = /\bimport\("\/build\/([^"]+\.js)"\)/g;
/** A module and its imports in the server's copy of the manifest. */
const WITH_IMPORTS = /(?<=module: "\/build\/([^"]+)", imports: )(?:\[[^\]]*\]|void 0)/g;
/**
 * Matches an import of a CommonJS module. This script marks the import as free of side effects, so that esbuild drops
 * the import if it is unused.
 */
const REQUIRED = /(?<![\w$])([\w$]+)=([\w$]+)\(([\w$]+)\(\),1\)/g;
/**
 * Matches an empty module, which the compiler writes in place of a server module. This script marks the empty module as
 * free of side effects, so that esbuild drops it.
 */
const EMPTY = /=([\w$]+)(\(\(([\w$]+),([\w$]+)\)=>\{\4\.exports=\{\}\}\))/g;
/**
 * Matches flags that remix.config.js turns off. The script replaces these flags by constants, so that esbuild can drop
 * about 3 KB of every page's script.
 */
const OFF = /[\w$.]+\.v3_(singleFetch|lazyRouteDiscovery)\b(?!:)/g;
/** Matches React Router's advice to developers, which would only go to the console. */
const ADVICE = /[\w$]+\("v7_\w+","[^"]+","https:[^"]+"\)/g;
const HASH = /-[A-Z0-9]{8}\.js$/;

const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
	name.endsWith(".js"),
);
const manifest = files.find((name) => name.startsWith("manifest-"));
const pages = files.filter((name) => /^(entry\.client|root|routes\/auth\.)/.test(name) && !isEmpty(name));
if (!manifest || pages.length < 3) throw new Error("public/build is not what Remix builds");
const manifestText = readFileSync(`${FOLDER}/${manifest}`, "utf8");
const needs = new Map(pages.map((name) => [name, neededBy(name)]));
// The root and the client entry, which every page imports.
const everywhere = pages.filter((name) => !name.includes("/"));
const sizeOf = (/** @type {string} */ name) => statSync(`${FOLDER}/${name}`).size;
const shared = files
	.filter((file) => {
		const importers = pages.filter((name) => needs.get(name)?.has(file));
		return (
			!pages.includes(file) &&
			(importers.length >= MIN_PAGES || everywhere.some((name) => importers.includes(name)))
		);
	})
	// Not by their names, which contain hashes: the order decides by some hundred bytes how well the two files compress.
	.sort((one, other) => sizeOf(other) - sizeOf(one));

// The file of conform, the form library and largest shared module. It contains "__intent__". Pages without forms load
// neither conform nor the other modules that only pages with forms need (`ofForms`).
const forms = files.find((name) => readFileSync(`${FOLDER}/${name}`, "utf8").includes("__intent__"));
const hasForm = (/** @type {string} */ name) => forms !== undefined && needs.get(name)?.has(forms);
const ofForms = shared.filter((file) => pages.every((name) => hasForm(name) || !needs.get(name)?.has(file)));
const ofAll = [...shared.filter((file) => !ofForms.includes(file)), ...everywhere];
// Modules that pages load later import the shared ones too, since esbuild would otherwise cut those into more files.
const later = files.flatMap((name) =>
	Array.from(
		readFileSync(`${FOLDER}/${name}`, "utf8").matchAll(DYNAMIC_IMPORT),
		([, imported = ""]) => imported,
	),
);
const starts = [...pages, ...later];

const { outputFiles, metafile } = await build({
	entryPoints: pages.map((name) => ({ in: `${FOLDER}/${name}`, out: name.replace(HASH, "") })),
	outdir: FOLDER,
	entryNames: "[dir]/[name]-[hash]",
	chunkNames: "_shared/[name]-[hash]",
	bundle: true,
	splitting: true,
	format: "esm",
	minify: true,
	// Removes console calls, also those of packages.
	drop: ["console"],
	target: "es2022",
	// Licences of packages go to a file beside each script.
	legalComments: "external",
	write: false,
	metafile: true,
	logLevel: "warning",
	plugins: [
		{
			name: "pack",
			setup({ onResolve, onLoad }) {
				// Makes each page import all shared modules (`onLoad` leaves out `ofForms` on pages without forms), because
				// esbuild puts modules into one file only if the same pages import them. `sideEffects` keeps the imports that
				// a page does not use.
				// A module that fewer pages import becomes part of each of their files: `suffix` makes it another module for
				// each page, so that a page needs no further requests.
				onResolve({ filter: /build\// }, ({ path, kind, pluginData: owner }) => {
					if (kind === "entry-point") return { path, pluginData: relative(FOLDER, path), sideEffects: true };
					const file = path.replace("/build/", "");
					const isOfOwner = kind !== "dynamic-import" && ![...shared, ...pages].includes(file);
					return {
						path: resolve(`public${path}`),
						suffix: isOfOwner ? `?${owner}` : "",
						pluginData: kind === "dynamic-import" ? file : owner,
						sideEffects: true,
					};
				});
				onLoad({ filter: /\.js$/ }, ({ path, pluginData }) => {
					const name = relative(FOLDER, path);
					const group = hasForm(name) ? [...ofAll, ...ofForms] : starts.includes(name) ? ofAll : [];
					const imports = group.filter((file) => file !== name).map((file) => `import "/build/${file}";`);
					const text = readFileSync(path, "utf8")
						.replace(REQUIRED, "$1=/* @__PURE__ */$2(/* @__PURE__ */$3(),1)")
						.replace(OFF, "false")
						.replace(ADVICE, "0")
						.replace(EMPTY, "=/* @__PURE__ */$1$2");
					return { contents: imports.join("") + text, pluginData };
				});
			},
		},
	],
});

await stop();

for (const name of files) rmSync(`${FOLDER}/${name}`);
for (const { path, contents } of outputFiles) writeFileSync(path, contents);

/**
 * Pairs of file names, one pair per page and one for the manifest: the name before and after this script. The new name
 * contains the hash of the new content.
 * @type {[string, string][]}
 */
const names = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
	entryPoint ? [[relative(FOLDER, resolve(entryPoint)), relative(FOLDER, resolve(output))]] : [],
);
// Removes from Remix's manifest (the browser's list of routes and their modules) all routes except the root, the pages
// below /auth and the catch-all route. Also removes the lists of imports, which each module contains anyway.
const list = JSON.parse(manifestText.slice(manifestText.indexOf("{"), manifestText.lastIndexOf("}") + 1));
list.entry.imports = undefined;
for (const id of Object.keys(list.routes)) {
	const isPage = pages.includes(list.routes[id].module.replace("/build/", ""));
	if (isPage || id === "routes/$") list.routes[id].imports = undefined;
	else delete list.routes[id];
}
const newText = rename(
	`window.__remixManifest=${JSON.stringify(list, (_key, value) => value || undefined)};`,
);
const newManifest = `manifest-${createHash("sha256").update(newText).digest("hex").slice(0, 8).toUpperCase()}.js`;
names.push([manifest, newManifest]);
writeFileSync(`${FOLDER}/${newManifest}`, rename(newText));
// The server names the shared files in each page, so that the browser requests all files at once.
const importsOf = (/** @type {string} */ name) => {
	const output = relative(".", `${FOLDER}/${new Map(names).get(name)}`);
	const imports = metafile.outputs[output]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
	return JSON.stringify(imports.map(({ path }) => `/${relative("public", path)}`));
};
const server = readFileSync(SERVER, "utf8").replace(WITH_IMPORTS, (_imports, name) => importsOf(name));
writeFileSync(SERVER, rename(server));

/**
 * Whether a route has no component and only responds to requests.
 * @param {string} name
 */
function isEmpty(name) {
	return name.startsWith("routes/") && !/ as default\b/.test(readFileSync(`${FOLDER}/${name}`, "utf8"));
}

/**
 * Replaces the old file names in a text by the new names, both listed in `names`.
 * @param {string} text
 */
function rename(text) {
	return names.reduce(
		(renamed, [old, now]) => renamed.replaceAll(`"/build/${old}"`, `"/build/${now}"`),
		text,
	);
}

/**
 * All direct and indirect imports of a file.
 * @param {string} name @param {Set<string>} [seen]
 */
function neededBy(name, seen = new Set()) {
	for (const [, imported = ""] of readFileSync(`${FOLDER}/${name}`, "utf8").matchAll(STATIC_IMPORT)) {
		if (seen.has(imported)) continue;
		seen.add(imported);
		neededBy(imported, seen);
	}
	return seen;
}
