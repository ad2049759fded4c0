import type { Server } from "node:http";
import type { Connections } from "./connections.server";

/** A stop waits this long for answers that are under way, in milliseconds. */
export const STOP_MS = 20_000;

/**
 * On SIGTERM and SIGINT, when remix-serve closes the server: answers under way are finished, and every connection
 * without one ends at once. Node alone would wait for browsers that have connected and not asked for anything.
 */
export function stopCleanly(server: Server, connections: Connections): void {
	let isStopping = false;
	const stop = () => {
		if (isStopping) return;
		isStopping = true;
		connections.end();
		setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
	};
	// Whoever presses Ctrl-C twice, or has it passed on by npm, does not cut off what is being answered.
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}
