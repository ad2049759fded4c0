import { spawn } from "node:child_process";
import type { Program } from "../../../support/server/program";

/** A system call that fails now and then. */
export interface Fault {
	call: "fsync" | "pwrite64" | "pread64";
	error: "EIO" | "ENOSPC";
	/** Only calls on these files fail. */
	paths: readonly string[];
	/** The first call that fails in each thread, and then every one of so many. */
	first: number;
	step: number;
}

/** Long enough for a busy machine. */
const MAX_MS = 10_000;

/**
 * Lets system calls of a running program fail, until it ends.
 * @throws Error in Spanish where there is no strace, or it may not look into other processes
 */
export function injectFaults({ pid, ended }: Program, fault: Fault): Promise<void> {
	const { call, error, paths, first, step } = fault;
	const child = spawn(
		"strace",
		[
			...["-f", "-p", String(pid), "-o", "/dev/null"],
			...paths.flatMap((path) => ["-P", path]),
			...["-e", `trace=${call}`, "-e", `inject=${call}:error=${error}:when=${first}+${step}`],
		],
		{ stdio: ["ignore", "ignore", "pipe"] },
	);
	// It ends with the program; should that outlive us, it would wait for ever.
	const stop = () => child.kill("SIGKILL");
	process.once("exit", stop);
	ended.then(() => {
		process.off("exit", stop);
		stop();
	});
	return new Promise((resolve, reject) => {
		let output = "";
		const fail = () => {
			stop();
			reject(new Error(`falta strace, o no puede usar ptrace (${output.trim() || "no está instalado"})`));
		};
		const timer = setTimeout(fail, MAX_MS);
		child.once("error", fail);
		child.once("exit", fail);
		child.once("close", () => clearTimeout(timer));
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			if (!output.includes(" attached")) return;
			clearTimeout(timer);
			resolve();
		});
	});
}
