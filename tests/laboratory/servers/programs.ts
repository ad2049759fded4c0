/** The programs that are measured, each as it would really run, in a folder that is thrown away. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memorySettings } from "../../../scripts/memory-settings.mjs";
import { type Program, REMIX_SERVE, startProgram } from "../../support/server/program";

/** Thrown away when the bench ends. */
export const benchFolder = mkdtempSync(join(tmpdir(), "relevo-bench-"));
/** Of the programs that are started here. */
export const databasePath = join(benchFolder, "relevo.sqlite");
process.once("exit", () => rmSync(benchFolder, { recursive: true, force: true }));

/** What `npm start` does before it serves: nothing much, once the database is there. */
export function migrate(settings: Readonly<Record<string, string>> = {}): void {
	const result = spawnSync(process.execPath, ["build/scripts/migrate.js"], {
		env: { NODE_ENV: "production", ...ourSettings(), ...settings },
		encoding: "utf8",
	});
	if (result.status !== 0) throw new Error(`migrate: ${result.stderr}`);
}

/** How a program is started. */
interface Launch {
	build?: string;
	/** A command that starts another one under a limit, with its arguments. */
	launcher?: readonly string[];
}

/** Relevo as `npm start` runs it, with `settings` besides. */
export function startRelevo(
	settings: Readonly<Record<string, string>> = {},
	{ build = "build/index.js", launcher }: Launch = {},
): Promise<Program> {
	return start([REMIX_SERVE, build], { ...ourSettings(), ...settings }, launcher);
}

/** The same build behind remix-serve's own Express, without our gate. */
export function startStockRemix(): Promise<Program> {
	const build = pathToFileURL("build/index.js").href;
	// Our build replaces http.createServer with one that puts the gate in: this takes that back.
	const text = `import http from "node:http";\nexport * from ${JSON.stringify(build)};\nhttp.createServer = (...parameters) => new http.Server(...parameters);\n`;
	return start([REMIX_SERVE, writeBuild("stock", text)], ourSettings());
}

/** remix-serve with a build that has nothing in it: not even React is loaded. */
export function startEmptyRemix(): Promise<Program> {
	const text = `export const entry = { module: { default: () => new Response("") } };
export const routes = { root: { id: "root", path: "", module: { default: () => null } } };
export const assets = { version: "1", url: "/build/manifest.js", entry: { module: "", imports: [] }, routes: {} };
export const publicPath = "/build/";
export const assetsBuildDirectory = "public/build";
export const future = {};
export const isSpaMode = false;
export const mode = "production";
`;
	return start([REMIX_SERVE, writeBuild("empty", text)], {});
}

/** Where the raw reference that was started last has its rows. */
let referenceDatabase = "";

/** The raw reference of `reference-server.ts`. */
export function startReference(): Promise<Program> {
	referenceDatabase = join(mkdtempSync(join(benchFolder, "reference-")), "reference.sqlite");
	const program = fileURLToPath(new URL("reference-server.js", import.meta.url));
	return start([program, referenceDatabase], {});
}

/** The page of the raw reference, which must be running, by Remix as it comes: see `stock-list.tsx`. */
export function startStockList(): Promise<Program> {
	const build = fileURLToPath(new URL("stock-list.js", import.meta.url));
	return start([REMIX_SERVE, build], { REFERENCE_DATABASE: referenceDatabase });
}

function ourSettings(): Record<string, string> {
	return {
		DATABASE_PATH: databasePath,
		UPLOADS_DIR: join(benchFolder, "uploads"),
		BACKUPS_DIR: join(benchFolder, "backups"),
		OUTBOX_DIR: join(benchFolder, "outbox"),
	};
}

function writeBuild(name: string, text: string): string {
	mkdirSync(join(benchFolder, name), { recursive: true });
	const path = join(benchFolder, name, "index.mjs");
	writeFileSync(path, text);
	return path;
}

function start(
	args: string[],
	settings: Readonly<Record<string, string>>,
	launcher?: readonly string[],
): Promise<Program> {
	return startProgram({ args, settings: { ...memorySettings, ...settings }, launcher });
}
