/** Starts Node programs, such as the built server, for the tests and for the measurements of tests/laboratory. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, untilListening } from "./ports.mjs";

export const REMIX_SERVE = "node_modules/@remix-run/serve/dist/cli.js";

export interface Program {
	origin: string;
	port: number;
	pid: number;
	process: ChildProcess;
	/** Output on stdout and stderr so far. */
	output(): string;
	/** Sends SIGTERM. Resolves with the exit code. */
	stop(): Promise<number | null>;
	/** Sends SIGKILL, which ends the process at once. Resolves when the process has ended. */
	kill(): Promise<number | null>;
	/** Promise that resolves when the process has ended for any reason. */
	ended: Promise<number | null>;
}

interface Launch {
	/** Script to run, and its arguments. */
	args: readonly string[];
	/** Environment variables besides `PATH`, `NODE_ENV`, `HOST` and a free `PORT`. */
	settings: Readonly<Record<string, string>>;
	/** Command that starts Node under a limit, such as `prlimit`. */
	launcher?: readonly string[];
	cwd?: string;
	/** Whether the program is ready; by default when its port accepts connections. */
	isReady?: (output: string) => boolean;
}

/** Maximum start time, enough for a slow disk and a busy machine: it only ends the wait for a server that hangs. */
const MAX_START_MS = 300_000;

const logs = mkdtempSync(join(tmpdir(), "relevo-output-"));
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
	rmSync(logs, { recursive: true, force: true });
});

/**
 * Starts a program and resolves when the program is ready.
 * @throws Error with the program's output when it ends too early or is not ready in time
 */
export async function startProgram({
	args,
	settings,
	launcher = [],
	cwd,
	isReady,
}: Launch): Promise<Program> {
	const port = settings.PORT ? Number(settings.PORT) : await freePort();
	// Writes the output to a file, like a service's log: reading a pipe would cost CPU time.
	const log = join(mkdtempSync(join(logs, "program-")), "output.txt");
	const file = openSync(log, "a");
	const [command = process.execPath, ...others] = [...launcher, process.execPath, ...args];
	const child = spawn(command, others, {
		cwd,
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			HOST: "127.0.0.1",
			PORT: String(port),
			...settings,
		},
		stdio: ["ignore", file, file],
	});
	closeSync(file);
	running.add(child);
	const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
	ended.then(() => running.delete(child));
	const output = () => readFileSync(log, "utf8");
	const end = performance.now() + MAX_START_MS;
	const check = () => {
		const code = child.exitCode ?? child.signalCode;
		if (code !== null) throw new Error(`server ended with ${code}: ${output()}`);
		if (performance.now() <= end) return;
		child.kill("SIGKILL");
		throw new Error(`server is not ready: ${output()}`);
	};
	if (isReady) {
		while (!isReady(output())) {
			check();
			await sleep(5);
		}
	} else await untilListening(port, check);
	const endBy = (signal: "SIGTERM" | "SIGKILL") => {
		child.kill(signal);
		return ended;
	};
	return {
		origin: `http://localhost:${port}`,
		port,
		pid: child.pid ?? 0,
		process: child,
		output,
		stop: () => endBy("SIGTERM"),
		kill: () => endBy("SIGKILL"),
		ended,
	};
}
