import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

export interface TestServer {
	origin: string;
	databasePath: string;
	uploads: string;
	process: ChildProcess;
	/** Everything it has written so far, both streams. */
	output(): string;
	/** SIGTERM, and waits until it has ended and all its output is here. Gives the exit code. */
	stop(): Promise<number | null>;
}

/**
 * Starts the built program, as production does, on a free port with a fresh copy of the seeded database.
 * `build` is another build than the real one: see patched-build.ts; `place` the folder that it was built in.
 */
export async function startServer(
	settings: Record<string, string> = {},
	build = "build/index.js",
	place = ".",
): Promise<TestServer> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-server-"));
	const databasePath = settings.DATABASE_PATH ?? join(folder, "relevo.sqlite");
	if (!settings.DATABASE_PATH) cpSync(process.env.BASE_DATABASE ?? "", databasePath);
	// Tonight's backup is there: the server makes none in the middle of a test.
	const backups = join(folder, "backups");
	const tonight = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
	mkdirSync(join(backups, tonight), { recursive: true });
	const port = await freePort();
	const child = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", build], {
		cwd: place,
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			HOST: "127.0.0.1",
			PORT: String(port),
			DATABASE_PATH: databasePath,
			UPLOADS_DIR: join(folder, "uploads"),
			BACKUPS_DIR: backups,
			...settings,
		},
	});
	endWithTest(child);
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
	});
	child.stderr.on("data", (chunk) => {
		output += chunk;
	});
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	const listening = new Promise<void>((resolve, reject) => {
		const look = () => output.includes('"event":"listening"') && resolve();
		child.stdout.on("data", look);
		child.once("exit", (code) => reject(new Error(`server ended with ${code}: ${output}`)));
	});
	await listening;
	return {
		origin: `http://localhost:${port}`,
		databasePath,
		uploads: settings.UPLOADS_DIR ?? join(folder, "uploads"),
		process: child,
		output: () => output,
		async stop() {
			child.kill("SIGTERM");
			const code = await ended;
			rmSync(folder, { recursive: true, force: true });
			return code;
		},
	};
}

/** A test that fails does not come to the line that stops its server. One of a whole file is stopped by its afterAll. */
function endWithTest(child: ChildProcess): void {
	if (expect.getState().currentTestName === undefined) return;
	onTestFinished(() => {
		child.kill("SIGKILL");
	});
}

/** A TCP port that nobody listened on a moment ago. */
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
