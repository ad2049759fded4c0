import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { countDropped } from "~/lib/metrics.server";
import { uploadOf } from "./upload-body.server";

/** So long may who has just come take to ask for something while others keep us waiting, in milliseconds. */
const NEWCOMER_MS = 2000;

/** A request that is under way on a connection. */
interface Asked {
	request: IncomingMessage;
	response: ServerResponse;
	since: number;
}

/** The open connections of a server, and whether each waits for us or we for it. */
export class Connections {
	/** Since when each without a request has had none, in milliseconds; the longest first. */
	readonly #idle = new Map<Socket, number>();
	/** The others, with the newest request of each. */
	readonly #asking = new Map<Socket, Asked>();
	#isEnding = false;

	/**
	 * Follows the connections of `server` and keeps no more than `most`: one too many closes that which keeps us waiting
	 * most needlessly, since whoever holds them all with slow requests would keep everybody else out. None is closed
	 * whose request has come whole: when there are only such, the newest is.
	 */
	constructor(server: Server, most: number) {
		server.on("connection", (socket) => {
			this.#idle.set(socket, performance.now());
			socket.once("close", () => this.#forget(socket));
			if (this.#idle.size + this.#asking.size <= most) return;
			this.#close(this.#leastMissed() ?? socket);
			countDropped();
		});
		server.on("request", (request, response) => {
			const { socket } = request;
			const asked = { request, response, since: performance.now() };
			this.#idle.delete(socket);
			this.#asking.set(socket, asked);
			response.once("close", () => {
				// Another request may have come before this answer was out.
				if (this.#asking.get(socket) !== asked) return;
				this.#asking.delete(socket);
				if (this.#isEnding) socket.destroySoon();
				else if (!socket.destroyed) this.#idle.set(socket, performance.now());
			});
		});
	}

	/** Ends each connection as soon as it has no request under way. */
	end(): void {
		this.#isEnding = true;
		for (const socket of this.#idle.keys()) this.#close(socket);
	}

	/** Who asks for nothing loses nothing; then who sends a body most slowly; then who has come before the others. */
	#leastMissed(): Socket | undefined {
		const [longest] = this.#idle;
		if (longest && performance.now() - longest[1] > NEWCOMER_MS) return longest[0];
		let latest: Socket | undefined;
		let mostMs = 0;
		for (const [socket, asked] of this.#asking) {
			const ms = lateMs(asked);
			if (ms <= mostMs) continue;
			mostMs = ms;
			latest = socket;
		}
		return latest ?? longest?.[0];
	}

	/** It counts no more from now on: by itself it is known to be closed only later. */
	#close(socket: Socket): void {
		this.#forget(socket);
		socket.destroy();
	}

	#forget(socket: Socket): void {
		this.#idle.delete(socket);
		this.#asking.delete(socket);
	}
}

/** How long a request keeps us waiting for the rest of it beyond what is allowed; of a form without files nothing is. */
function lateMs({ request, response, since }: Asked): number {
	if (request.complete || response.headersSent) return 0;
	return uploadOf(request)?.lateMs ?? performance.now() - since;
}
