/** The programs that are measured, each as it would really run, in a folder that is thrown away. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { memorySettings } from "../../../scripts/memory-settings.mjs";

export interface Program {
	port: number;
	pid: number;
	stop(): Promise<void>;
	/** Ends it as a power cut would: at once, whatever it is doing. */
	kill(): Promise<void>;
	/** Resolves when it has ended, for whatever reason. */
	ended: Promise<void>;
}

const REMIX_SERVE = "node_modules/@remix-run/serve/dist/cli.js";
/** Long enough for a slow disk; who is not there by then has failed. */
const LONGEST_START_MS = 30_000;

/** Thrown away when the bench ends. */
export const benchFolder = mkdtempSync(join(tmpdir(), "relevo-bench-"));
/** Of the programs that are started here. */
export const databasePath = join(benchFolder, "relevo.sqlite");
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
	rmSync(benchFolder, { recursive: true, force: true });
});

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

async function start(
	args: string[],
	settings: Record<string, string>,
	launcher: readonly string[] = [],
): Promise<Program> {
	const port = settings.PORT ? Number(settings.PORT) : await freePort();
	const log = join(mkdtempSync(join(benchFolder, "log-")), "output.txt");
	// Its lines go to a file, as a service's do: through a pipe our own reading would take part of a core.
	const output = openSync(log, "w");
	const [command = process.execPath, ...others] = [...launcher, process.execPath, ...args];
	const child = spawn(command, others, {
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			HOST: "127.0.0.1",
			PORT: String(port),
			...memorySettings,
			...settings,
		},
		stdio: ["ignore", output, output],
	});
	running.add(child);
	const ended = new Promise<void>((resolve) =>
		child.once("exit", () => {
			running.delete(child);
			resolve();
		}),
	);
	await listening(port, child, () => readFileSync(log, "utf8"));
	return {
		port,
		pid: child.pid ?? 0,
		ended,
		async stop() {
			child.kill("SIGTERM");
			await ended;
		},
		async kill() {
			child.kill("SIGKILL");
			await ended;
		},
	};
}

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
	const end = performance.now() + LONGEST_START_MS;
	while (!(await answers(port))) {
		if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`);
		if (performance.now() > end) throw new Error(`does not listen: ${output()}`);
		await sleep(2);
	}
}

function answers(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true));
		socket.once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});
}

/** A TCP port of this machine that nobody listened on a moment ago. */
export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			const port = typeof address === "object" && address ? address.port : 0;
			probe.close(() => resolve(port));
		});
	});
}
