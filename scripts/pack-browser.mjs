/**
 * Packs what Remix has built for browsers. Its compiler cuts a page into some thirty files, a third of them empty (each
 * module of the server's that a route names leaves one); here what the account's pages share is one file. Public pages run no
 * script: theirs goes. Part of `npm run build`; docs/architecture.md has the figures.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build } from "esbuild";

/** What fewer pages share stays apart: not every page carries the forms of others. */
const MIN_PAGES = 5;
const FOLDER = resolve("public/build");
const SERVER = "build/index.js";
/** As the compiler writes it; what is imported later, on demand, has a bracket. */
const STATIC_IMPORT = /\b(?:from|import)"\/build\/([^"]+\.js)"/g;
const HASH = /-[A-Z0-9]{8}\.js$/;

const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) =>
	name.endsWith(".js"),
);
const manifest = files.find((name) => name.startsWith("manifest-"));
const pages = files.filter((name) => /^(entry\.client|root|routes\/auth\.)/.test(name) && !isEmpty(name));
if (!manifest || pages.length < 3) throw new Error("public/build is not what Remix builds");
const manifestText = readFileSync(`${FOLDER}/${manifest}`, "utf8");
const needs = new Map(pages.map((name) => [name, neededBy(name)]));
const shared = files.filter(
	(file) => !pages.includes(file) && pages.filter((name) => needs.get(name)?.has(file)).length >= MIN_PAGES,
);

const { outputFiles, metafile } = await build({
	entryPoints: pages.map((name) => ({ in: `${FOLDER}/${name}`, out: name.replace(HASH, "") })),
	outdir: FOLDER,
	entryNames: "[dir]/[name]-[hash]",
	chunkNames: "_shared/[name]-[hash]",
	bundle: true,
	splitting: true,
	format: "esm",
	minify: true,
	// As they are: nothing is made older or newer.
	target: "esnext",
	// Their licences lie beside them.
	legalComments: "external",
	write: false,
	metafile: true,
	logLevel: "warning",
	plugins: [
		{
			name: "pack",
			setup({ onResolve, onLoad }) {
				// As if each had an effect: so that no page leaves one out, and all of them stay together.
				onResolve({ filter: /^\/build\// }, ({ path }) => ({
					path: resolve(`public${path}`),
					sideEffects: true,
				}));
				onLoad({ filter: /\.js$/ }, ({ path }) => {
					const isPage = pages.includes(relative(FOLDER, path));
					const imports = isPage ? shared.map((file) => `import "/build/${file}";`) : [];
					return { contents: imports.join("") + readFileSync(path, "utf8") };
				});
			},
		},
	],
});

for (const name of files) rmSync(`${FOLDER}/${name}`);
for (const { path, contents } of outputFiles) writeFileSync(path, contents);

/** What each page's file was called, and is called now: its name says what is in it. @type {[string, string][]} */
const names = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
	entryPoint ? [[relative(FOLDER, resolve(entryPoint)), relative(FOLDER, resolve(output))]] : [],
);
// What a module imports, a browser sees by itself.
const list = rename(manifestText.replace(/,"imports":\[[^\]]*\]/g, ""));
const newManifest = `manifest-${createHash("sha256").update(list).digest("hex").slice(0, 8)}.js`;
names.push([manifest, newManifest]);
writeFileSync(`${FOLDER}/${newManifest}`, rename(list));
writeFileSync(SERVER, rename(readFileSync(SERVER, "utf8")));

/** Whether a route only answers, and shows no page. @param {string} name */
function isEmpty(name) {
	return name.startsWith("routes/") && !/ as default\b/.test(readFileSync(`${FOLDER}/${name}`, "utf8"));
}

/** @param {string} text */
function rename(text) {
	return names.reduce(
		(renamed, [old, now]) => renamed.replaceAll(`"/build/${old}"`, `"/build/${now}"`),
		text,
	);
}

/** All files that one imports, directly or not. @param {string} name @param {Set<string>} [seen] */
function neededBy(name, seen = new Set()) {
	for (const [, imported = ""] of readFileSync(`${FOLDER}/${name}`, "utf8").matchAll(STATIC_IMPORT)) {
		if (seen.has(imported)) continue;
		seen.add(imported);
		neededBy(imported, seen);
	}
	return seen;
}
