import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import type { Program } from "../../support/server/program";
import type { Site } from "./site";

/** Result of a finished operator command, such as a backup. */
export interface CommandRun {
	code: number | null;
	output: string;
	errors: string;
	ms: number;
}

/**
 * Runs an operator command on the data of a site.
 * @param killMs ms until the command gets kill -9
 */
export function runCommand(
	{ settings }: Site,
	words: readonly string[],
	{ killMs, ...others }: { killMs?: number; DATABASE_PATH?: string; UPLOADS_DIR?: string } = {},
): Promise<CommandRun> {
	const [program, ...rest] = words;
	const env = { ...settings, ...others, PATH: process.env.PATH, NODE_ENV: "production" as const };
	const startedAt = performance.now();
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [`build/scripts/${program}.js`, ...rest], { env });
		const run: CommandRun = { code: null, output: "", errors: "", ms: 0 };
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			run.output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			run.errors += text;
		});
		const timer = killMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killMs);
		child.once("close", (code) => {
			clearTimeout(timer);
			resolve({ ...run, code, ms: performance.now() - startedAt });
		});
	});
}

/** Deletes the database and the uploaded files, like a broken disk; the backups stay. */
export function loseData({ databasePath, uploads }: Site): void {
	for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(databasePath + ending, { force: true });
	rmSync(uploads, { recursive: true, force: true });
}

/** Kills a server and its child processes at once, as a power failure would. Works only on Linux. */
export async function killWithChildren({ pid, kill }: Program): Promise<void> {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
	for (const child of children) {
		try {
			process.kill(Number(child), "SIGKILL");
		} catch (error) {
			if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
		}
	}
	await kill();
}
