import type { Server } from "node:http";
import type { Connections } from "./connections.server";

/** How long a stopping server waits for unfinished responses. */
export const STOP_MS = 20_000;

/**
 * On SIGTERM and SIGINT, while remix-serve closes the server, completes unfinished responses and closes every idle
 * connection. Node alone would wait for browsers that have connected without sending a request.
 */
export function stopCleanly(server: Server, connections: Connections): void {
	let isStopping = false;
	const stop = () => {
		if (isStopping) return;
		isStopping = true;
		connections.end();
		setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
	};
	// A second signal (Ctrl-C twice, or forwarded by npm) must not cut off a response.
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}
