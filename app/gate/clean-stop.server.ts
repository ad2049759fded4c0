import type { Server } from "node:http";
import type { Connections } from "./connections.server";

/** How long a stopping server waits for unfinished responses. */
export const STOP_MS = 20_000;

/**
 * On SIGTERM and SIGINT, completes unfinished responses and closes idle connections. Without this function, Node would
 * also wait for browsers that have connected but send no request.
 */
export function stopCleanly(server: Server, connections: Connections): void {
	let isStopping = false;
	const stop = () => {
		if (isStopping) return;
		isStopping = true;
		connections.end();
		setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
	};
	// `on` instead of `once`: a second signal, such as a second Ctrl-C, must not cut off a response.
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}
