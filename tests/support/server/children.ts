import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

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

function killAll(): void {
	for (const child of children) child.kill("SIGKILL");
}

function isChild(message: unknown): message is { process: ChildProcess } {
	return typeof message === "object" && message !== null && "process" in message;
}
