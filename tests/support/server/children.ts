import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { dirname } from "node:path";

const children = new Set<ChildProcess>();
let isOver = false;

/** Records the child processes that start from now on. */
export function watchChildren(): void {
	const watch = (message: unknown) => {
		if (!isChild(message)) return;
		const child = message.process;
		children.add(child);
		child.once("exit", () => children.delete(child));
		// A test that has timed out may start a process even after `endChildren`. Such a process is killed at once.
		if (isOver) child.once("spawn", () => child.kill("SIGKILL"));
	};
	subscribe("child_process", watch);
	process.once("exit", () => {
		unsubscribe("child_process", watch);
		killAll();
	});
}

/** Kills recorded child processes, and those that start later. Resolves when the recorded processes have ended. */
export async function endChildren(): Promise<void> {
	isOver = true;
	const gone = Array.from(children, (child) => new Promise((resolve) => child.once("exit", resolve)));
	killAll();
	await Promise.all(gone);
}

/**
 * Runs `start`, whose child processes go on for the next test files, with their temporary files in the test run's folder
 * instead of the test file's. They end with this process.
 */
export async function keepForWorker<Started>(start: () => Promise<Started>): Promise<Started> {
	const { TMPDIR } = process.env;
	const [known, listeners] = [new Set(children), new Set<unknown>(process.listeners("exit"))];
	process.env.TMPDIR = dirname(process.env.BASE_DATABASE ?? "");
	try {
		return await start();
	} finally {
		process.env.TMPDIR = TMPDIR;
		for (const child of children) if (!known.has(child)) children.delete(child);
		for (const listener of process.listeners("exit"))
			if (!listeners.has(listener)) globalThis.workerStart?.exitListeners.add(listener);
	}
}

function killAll(): void {
	for (const child of children) child.kill("SIGKILL");
}

function isChild(message: unknown): message is { process: ChildProcess } {
	return typeof message === "object" && message !== null && "process" in message;
}
