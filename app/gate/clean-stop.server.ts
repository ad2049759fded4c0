import type { Server } from "node:http";
import type { Socket } from "node:net";

/** A stop waits this long for answers that are under way, in milliseconds. */
export const STOP_MS = 20_000;

/**
 * On SIGTERM and SIGINT, when remix-serve closes the server: answers under way are finished, and every connection
 * without one ends at once. Node alone would wait for browsers that have connected and not asked for anything.
 */
export function stopCleanly(server: Server): void {
	const idle = new Set<Socket>();
	let isStopping = false;
	server.on("connection", (socket) => {
		idle.add(socket);
		socket.once("close", () => idle.delete(socket));
	});
	server.on("request", ({ socket }, response) => {
		idle.delete(socket);
		response.once("close", () => {
			if (isStopping) socket.destroySoon();
			else if (!socket.destroyed) idle.add(socket);
		});
	});
	const stop = () => {
		if (isStopping) return;
		isStopping = true;
		for (const socket of idle) socket.destroy();
		setTimeout(() => server.closeAllConnections(), STOP_MS).unref();
	};
	// Whoever presses Ctrl-C twice, or has it passed on by npm, does not cut off what is being answered.
	for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
}
