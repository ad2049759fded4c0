import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

const children = new Set<ChildProcess>();
let isOver = false;

/** From now on every process that this one starts is known, whoever starts it: a test, the laboratory, a library. */
export function watchChildren(): void {
	subscribe("child_process", (message) => {
		if (!isChild(message)) return;
		const child = message.process;
		children.add(child);
		child.once("exit", () => children.delete(child));
		// A test that ran out of time goes on behind our back, and may start the next one.
		if (isOver) child.once("spawn", () => child.kill("SIGKILL"));
	});
	process.once("exit", killAll);
}

/** Ends those that are still there, and those still to come. Resolves when they are gone. */
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
