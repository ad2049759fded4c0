/**
 * Packs what Remix has built for browsers. Its compiler cuts a page into some thirty files, a third of them empty (each
 * module of the server's that a route names leaves one); here what the account's pages share is one file. Public pages run no
 * script: theirs goes. Part of `npm run build`; docs/architecture.md has the figures.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build, stop } from "esbuild";

/** What fewer pages share stays apart: not every page carries the forms of others. */
const MIN_PAGES = 4;
const FOLDER = resolve("public/build");
const SERVER = "build/index.js";
/** As the compiler writes it; what is imported later, on demand, has a bracket. */
const STATIC_IMPORT = /\b(?:from|import)"\/build\/([^"]+\.js)"/g;
/** How the compiler takes a CommonJS module, an empty one too. Nobody misses what it does where its value is not used. */
const REQUIRED = /\b([\w$]+)=([\w$]+)\(([\w$]+)\(\),1\)/g;
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

// The library of forms is the largest part that not every page needs.
const forms = files.find((name) => readFileSync(`${FOLDER}/${name}`, "utf8").includes("__intent__"));
const hasForm = (/** @type {string} */ name) => forms !== undefined && needs.get(name)?.has(forms);
const ofForms = shared.filter((file) => pages.every((name) => hasForm(name) || !needs.get(name)?.has(file)));
const ofAll = [
	...shared.filter((file) => !ofForms.includes(file)),
	...pages.filter((name) => !name.includes("/")),
];

const { outputFiles, metafile } = await build({
	entryPoints: pages.map((name) => ({ in: `${FOLDER}/${name}`, out: name.replace(HASH, "") })),
	outdir: FOLDER,
	entryNames: "[dir]/[name]-[hash]",
	chunkNames: "_shared/[name]-[hash]",
	bundle: true,
	splitting: true,
	format: "esm",
	minify: true,
	// Nothing is written on a visitor's console, not by a package either (a module that does not come is no news).
	drop: ["console"],
	// As they are: the starter (app/lib/http/starter.server.ts) lets nobody in who cannot read them.
	target: "es2022",
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
				onResolve({ filter: /build\// }, ({ path, kind }) => ({
					path: kind === "entry-point" ? path : resolve(`public${path}`),
					sideEffects: true,
				}));
				onLoad({ filter: /\.js$/ }, ({ path }) => {
					const name = relative(FOLDER, path);
					const group = hasForm(name) ? [...ofAll, ...ofForms] : pages.includes(name) ? ofAll : [];
					const imports = group.filter((file) => file !== name).map((file) => `import "/build/${file}";`);
					const text = readFileSync(path, "utf8").replace(
						REQUIRED,
						"$1=/* @__PURE__ */$2(/* @__PURE__ */$3(),1)",
					);
					return { contents: imports.join("") + text };
				});
			},
		},
	],
});

await stop();

for (const name of files) rmSync(`${FOLDER}/${name}`);
for (const { path, contents } of outputFiles) writeFileSync(path, contents);

/** What each page's file was called, and is called now: its name says what is in it. @type {[string, string][]} */
const names = Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]) =>
	entryPoint ? [[relative(FOLDER, resolve(entryPoint)), relative(FOLDER, resolve(output))]] : [],
);
// What a module imports, a browser sees by itself; of the other pages it needs to know only that there are some, and of a
// page only what it has.
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
