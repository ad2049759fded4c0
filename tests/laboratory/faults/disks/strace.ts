import { spawn } from "node:child_process";
import type { Program } from "../../../support/server/program";

/** Which system calls of a program fail, and how. */
export interface Fault {
	call: "fsync" | "pwrite64" | "pread64";
	error: "EIO" | "ENOSPC";
	/** Files on which the call fails. For a folder, only calls on the folder itself fail, not those on its files. */
	paths: readonly string[];
	/**
	 * Number of the first call that fails, counted from 1 in each thread. After this call, every `step`-th call fails.
	 */
	first: number;
	step: number;
}

/** Longest wait in ms until strace traces the program. */
const MAX_MS = 10_000;

/**
 * Makes system calls of a running program fail until it ends.
 * @throws Error in Spanish where strace is missing or may not trace
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
	// Ends strace when this process exits, because strace would go on tracing a program that outlives this process.
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
