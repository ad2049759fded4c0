import { spawn } from "node:child_process";
import type { Program } from "../../../support/server/program";

/** A system call that fails now and then. */
export interface Fault {
	call: "fsync" | "pwrite64" | "pread64";
	error: "EIO" | "ENOSPC";
	/** Only calls on these files fail. */
	paths: readonly string[];
	/** In each thread, call number `first` fails, then every `step`-th call. */
	first: number;
	step: number;
}

/** Timeout for strace to attach. */
const MAX_MS = 10_000;

/**
 * Makes system calls of a running program fail until it ends.
 * @throws Error in Spanish where strace is missing or may not trace other processes
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
	// Otherwise strace would wait for a program that outlives this process.
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
