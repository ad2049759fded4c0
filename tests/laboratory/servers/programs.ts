/** Starts the measured servers as in production, with temporary data. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memorySettings } from "../../../scripts/memory-settings.mjs";
import { type Program, REMIX_SERVE, startProgram } from "../../support/server/program";
import { makeReferenceDatabase, type ReferenceRow } from "../bench/reference-database";

/** Default folder for the data of the servers, deleted when this process exits. */
export const benchFolder = mkdtempSync(join(tmpdir(), "relevo-bench-"));
/** Default database; settings may name another DATABASE_PATH. */
export const databasePath = join(benchFolder, "relevo.sqlite");
process.once("exit", () => rmSync(benchFolder, { recursive: true, force: true }));

/** Migrates the database, as `npm start` does before the server. */
export function migrate(settings: Readonly<Record<string, string>> = {}): void {
	const result = spawnSync(process.execPath, ["build/scripts/migrate.js"], {
		env: { NODE_ENV: "production", ...defaultSettings(), ...settings },
		encoding: "utf8",
	});
	if (result.status !== 0) throw new Error(`migrate: ${result.stderr}`);
}

interface Launch {
	build?: string;
	/** Command prefix that runs the server under a limit, such as `prlimit --data=1000000000`. */
	launcher?: readonly string[];
}

/** Starts Relevo as `npm start` does, with more environment variables. */
export function startRelevo(
	settings: Readonly<Record<string, string>> = {},
	{ build = "build/index.js", launcher }: Launch = {},
): Promise<Program> {
	return start([REMIX_SERVE, build], { ...defaultSettings(), ...settings }, launcher);
}

/** Starts Relevo's build on remix-serve's own Express server, without app/gate. */
export function startStockRemix(): Promise<Program> {
	const build = pathToFileURL("build/index.js").href;
	// Importing Relevo's build replaces http.createServer. This text restores http.createServer, and gives each
	// request the context that app/gate would set.
	const text = `import http from "node:http";
export * from ${JSON.stringify(build)};
http.createServer = (listener) => new http.Server((request, response) => {
	const url = new URL(request.url, "http://localhost");
	const context = { id: "stock", clientAddress: "", url, routePath: url.pathname, isData: false };
	globalThis.relevoRequests.run(context, () => listener(request, response));
});
`;
	return start([REMIX_SERVE, writeBuild("stock", text)], defaultSettings());
}

/** Starts remix-serve with an empty build, without even React. */
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

/** A minimal server with which Relevo is compared (reference-server.ts), with the database that it reads. */
export interface Reference extends Program {
	databasePath: string;
}

/**
 * Starts `reference-server.ts` with a new database.
 * @param rows rows that the server's page shows
 */
export async function startReference(
	rows?: readonly ReferenceRow[],
	launcher?: readonly string[],
): Promise<Reference> {
	const databasePath = join(mkdtempSync(join(benchFolder, "reference-")), "reference.sqlite");
	makeReferenceDatabase(databasePath, rows);
	const program = fileURLToPath(new URL("reference-server.js", import.meta.url));
	return { ...(await start([program, databasePath], {}, launcher)), databasePath };
}

/**
 * Starts `stock-list.tsx`, a project as `create-remix` makes it (stock Remix), to compare Relevo with it. The project
 * reads the database of a reference server and shows the same rows.
 */
export function startStockList({ databasePath }: Reference): Promise<Program> {
	const build = fileURLToPath(new URL("stock-list.js", import.meta.url));
	return start([REMIX_SERVE, build], { REFERENCE_DATABASE: databasePath });
}

function defaultSettings(): Record<string, string> {
	return {
		DATABASE_PATH: databasePath,
		UPLOADS_DIR: join(benchFolder, "uploads"),
		BACKUPS_DIR: join(benchFolder, "backups"),
		OUTBOX_DIR: join(benchFolder, "outbox"),
		// Backups of another measurement stand beside each new database.
		FRESH_SITE: "1",
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
