/** Programs in processes of their own: the built server for tests, and whatever the laboratory measures. */
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
	/** Everything it has written so far, both streams. */
	output(): string;
	/** SIGTERM. Resolves when it has ended, with the exit code. */
	stop(): Promise<number | null>;
	/** Ends it as a power cut would: at once, whatever it is doing. */
	kill(): Promise<number | null>;
	/** Resolves when it has ended, for whatever reason. */
	ended: Promise<number | null>;
}

interface Launch {
	/** What Node runs, with its arguments. */
	args: readonly string[];
	/** Its environment, besides `PATH`, `NODE_ENV`, `HOST` and a free `PORT`. */
	settings: Readonly<Record<string, string>>;
	/** A command that starts another one under a limit, with its arguments. */
	launcher?: readonly string[];
	cwd?: string;
	/** Whether its output says that it is ready; without it, it is ready when its port accepts a connection. */
	isReady?: (output: string) => boolean;
}

/** Enough for a slow disk. */
const MAX_START_MS = 60_000;

const logs = mkdtempSync(join(tmpdir(), "relevo-output-"));
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
	rmSync(logs, { recursive: true, force: true });
});

/** Starts one. @throws Error with its output when it ends, or takes too long, before it is ready */
export async function startProgram({
	args,
	settings,
	launcher = [],
	cwd,
	isReady,
}: Launch): Promise<Program> {
	const port = settings.PORT ? Number(settings.PORT) : await freePort();
	// Its lines go to a file, as a service's do: reading them from a pipe would take part of a core.
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
		if (performance.now() > end) throw new Error(`server is not ready: ${output()}`);
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
