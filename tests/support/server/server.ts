import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Program, REMIX_SERVE, startProgram } from "./program";

export interface TestServer extends Pick<Program, "origin" | "process" | "output" | "stop"> {
	databasePath: string;
	uploads: string;
}

/**
 * Starts the built server as in production, with a fresh copy of the seeded database unless `settings` names another.
 * @param build path of Relevo's build, or of a copy from patched-build.ts
 * @param place working directory of the server
 */
export async function startServer(
	settings: Record<string, string> = {},
	build = "build/index.js",
	place = ".",
): Promise<TestServer> {
	const folder = mkdtempSync(join(tmpdir(), "relevo-server-"));
	const databasePath = settings.DATABASE_PATH ?? join(folder, "relevo.sqlite");
	if (!settings.DATABASE_PATH) cpSync(process.env.BASE_DATABASE ?? "", databasePath);
	const backups = join(folder, "backups");
	const uploads = settings.UPLOADS_DIR ?? join(folder, "uploads");
	const program = await startProgram({
		args: [REMIX_SERVE, build],
		cwd: place,
		settings: {
			DATABASE_PATH: databasePath,
			UPLOADS_DIR: uploads,
			BACKUPS_DIR: backups,
			BACKUP_EVERY: "0",
			// A worker would stay in the browser between the tests of a file.
			SERVICE_WORKER: "off",
			// A start takes about a tenth less CPU time once another server has stored its compiled modules here.
			NODE_COMPILE_CACHE: process.env.COMPILED_MODULES ?? "",
			...settings,
		},
		isReady: (output) => output.includes('"event":"listening"'),
	});
	killAfterTest(program);
	return {
		...program,
		databasePath,
		uploads,
		async stop() {
			const code = await program.stop();
			rmSync(folder, { recursive: true, force: true });
			return code;
		},
	};
}

/** Kills a server when the test that started it ends. A server from `beforeAll` keeps running. */
function killAfterTest(program: Program): void {
	if (expect.getState().currentTestName === undefined) return;
	onTestFinished(() => {
		program.process.kill("SIGKILL");
	});
}
