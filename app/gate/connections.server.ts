import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "~/gate/request/client-address.server";
import { uploadOf } from "~/gate/request/upload-body.server";
import { deliveryOf, GULP_MS } from "~/gate/response/delivery.server";
import { env } from "~/lib/env.server";
import { countDropped } from "~/lib/metrics/metrics.server";

/** Idle grace for a new connection while the server is full. */
const NEWCOMER_MS = 2000;
/** A client that is on time is closed only if its address has more than this share of all connections. */
const SHARE = 1 / 4;

/** The unfinished request of a connection. */
interface Asked {
	request: IncomingMessage;
	response: ServerResponse;
	since: number;
}

/** The open connections of a server, and which side each one waits for. */
export class Connections {
	/** Connections without a request and the time since when, the longest idle first. */
	readonly #idle = new Map<Socket, number>();
	/** Connections with a request, and the newest request of each. */
	readonly #asking = new Map<Socket, Asked>();
	#isEnding = false;

	/**
	 * Keeps at most `most` connections of `server`. One more closes the connection that keeps the server waiting the longest:
	 * otherwise slow senders and readers could hold all of them. A connection that waits for the server is never closed; if
	 * all do, the newest connection is.
	 */
	constructor(
		server: Server,
		private readonly most: number,
	) {
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
				// A newer request may have come before this response was sent.
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

	/**
	 * In this order: the longest idle; the one that is most overdue; of an address with more than its share, the one that
	 * will be overdue first; the oldest idle one.
	 */
	#leastMissed(): Socket | undefined {
		const [longest] = this.#idle;
		if (longest && performance.now() - longest[1] > NEWCOMER_MS) return longest[0];
		const slow = Array.from(this.#asking)
			.flatMap(([socket, asked]) => {
				const ms = lateMs(asked);
				return ms === undefined ? [] : [{ socket, ms, request: asked.request }];
			})
			.sort((one, other) => other.ms - one.ms);
		const [latest] = slow;
		if (latest && latest.ms > 0) return latest.socket;
		const counts = new Map<string, number>();
		const addresses = slow.map(({ request }) => clientAddress(request, env.TRUST_PROXY_HOPS));
		for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
		const crowded = addresses.findIndex((address) => (counts.get(address) ?? 0) > this.most * SHARE);
		return slow[crowded]?.socket ?? longest?.[0];
	}

	/** Forgets the connection at once: its `close` event comes later. */
	#close(socket: Socket): void {
		this.#forget(socket);
		socket.destroy();
	}

	#forget(socket: Socket): void {
		this.#idle.delete(socket);
		this.#asking.delete(socket);
	}
}

/**
 * How overdue a client is, in ms: negative while it is on time, undefined while it waits for the server. A form without
 * files has no grace.
 */
function lateMs({ request, response, since }: Asked): number | undefined {
	const delivery = deliveryOf(response);
	if (delivery) return delivery.lateMs;
	const ms = performance.now() - since;
	// A small response that the client has not read.
	if (response.writableEnded) return ms - GULP_MS;
	if (request.complete || response.headersSent) return undefined;
	const upload = uploadOf(request);
	return upload ? upload.lateMs : ms;
}
