import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "acorn";

/** Modules in public/build that a route's pages load, including the modules' own imports. */
export function modulesOf(route: string): string[] {
	const modules = new Set<string>();
	const add = (path: string) => {
		if (modules.has(path)) return;
		modules.add(path);
		for (const next of importsOf(path)) add(next);
	};
	const { entry, routes, path } = readManifest();
	for (const module of [entry.module, path, routes.root?.module, routes[`routes/${route}`]?.module]) {
		if (!module) throw new Error(`the manifest does not know ${route}`);
		add(module);
	}
	return [...modules];
}

/** Files in the folder app from which the scripts of hydrated pages are made, according to the compiler's metadata. */
export function clientSources(): string[] {
	const { outputs }: { outputs: Record<string, { inputs: object; imports: { path: string }[] }> } =
		JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
	const seen = new Set<string>();
	const sources = new Set<string>();
	const look = (name: string) => {
		const output = outputs[name];
		if (!output || seen.has(name)) return;
		seen.add(name);
		for (const source of Object.keys(output.inputs)) if (source.startsWith("app/")) sources.add(source);
		for (const { path } of output.imports) look(path);
	};
	const starts = hydratingRoutes().map((route) => `public/build/routes/${route}-`);
	for (const name of Object.keys(outputs))
		if (
			[...starts, "public/build/root-", "public/build/entry.client-"].some((start) => name.startsWith(start))
		)
			look(name);
	return [...sources].sort();
}

/** Files in app/routes, without extension, whose pages hydrate. */
export function hydratingRoutes(): string[] {
	return readdirSync("app/routes")
		.filter((file) =>
			/^export const handle\b[^;]*\bhydrate: true/m.test(readFileSync(join("app/routes", file), "utf8")),
		)
		.map((file) => file.replace(/\.tsx?$/, ""));
}

/** Size of files in bytes, compressed with gzip at the server's level 6. */
export function gzipBytesOf(paths: readonly string[]): number {
	return paths.reduce((sum, path) => sum + gzipSizeOf(path), 0);
}

/** Nearly every route loads the same modules, so each is compressed once. */
const gzipSizes = new Map<string, number>();

function gzipSizeOf(path: string): number {
	const size = gzipSizes.get(path) ?? gzipSync(readFileSync(join("public", path)), { level: 6 }).length;
	gzipSizes.set(path, size);
	return size;
}

interface Manifest {
	/** URL path of the manifest script in Remix's build. */
	path: string;
	entry: { module: string };
	routes: Record<string, { module: string }>;
}

function readManifest(): Manifest {
	const file = readdirSync("public/build").find((name) => name.startsWith("manifest-")) ?? "";
	const text = readFileSync(join("public/build", file), "utf8").replace(/^window\.__remixManifest=|;$/g, "");
	return { path: `/build/${file}`, ...JSON.parse(text) };
}

const knownImports = new Map<string, string[]>();

function importsOf(path: string): string[] {
	const imports = knownImports.get(path) ?? readImports(path);
	knownImports.set(path, imports);
	return imports;
}

function readImports(path: string): string[] {
	const { body } = parse(readFileSync(join("public", path), "utf8"), {
		ecmaVersion: 2022,
		sourceType: "module",
	});
	return body.flatMap((node) => {
		const isImport =
			node.type === "ImportDeclaration" ||
			node.type === "ExportNamedDeclaration" ||
			node.type === "ExportAllDeclaration";
		return isImport && typeof node.source?.value === "string"
			? [new URL(node.source.value, `http://localhost${path}`).pathname]
			: [];
	});
}
