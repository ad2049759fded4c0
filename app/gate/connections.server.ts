import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "~/gate/request/client-address.server";
import { uploadOf } from "~/gate/request/upload-body.server";
import { deliveryOf, MAX_READ_PAUSE_MS } from "~/gate/response/delivery.server";
import { env } from "~/lib/env.server";
import { countDropped } from "~/lib/metrics/metrics.server";

/** Idle grace for a new connection while the server is full, in ms. */
const NEWCOMER_MS = 2000;
/**
 * A client that is fast enough loses its connection only if its address holds more than this share of all connections.
 */
const MAX_SHARE = 1 / 4;

/** The unfinished request of a connection. */
interface PendingRequest {
	request: IncomingMessage;
	response: ServerResponse;
	since: number;
}

/** The open connections of a server. Decides which one to close when there are too many. */
export class Connections {
	/** Connections without a request, with the time since when they are idle; the longest idle first. */
	readonly #idle = new Map<Socket, number>();
	/** Connections with an unfinished request, and the newest request of each. */
	readonly #busy = new Map<Socket, PendingRequest>();
	#isEnding = false;

	/**
	 * Keeps at most `maxConnections` of `server` open. When one more opens, the connection that has kept the server
	 * waiting longest is closed: otherwise slow clients could hold all connections. A connection that waits for the
	 * server is never closed, except the newest one when all connections wait for the server.
	 */
	constructor(
		server: Server,
		private readonly maxConnections: number,
	) {
		server.on("connection", (socket) => {
			this.#idle.set(socket, performance.now());
			socket.once("close", () => this.#forget(socket));
			if (this.#idle.size + this.#busy.size <= maxConnections) return;
			this.#close(this.#connectionToClose() ?? socket);
			countDropped();
		});
		server.on("request", (request, response) => {
			const { socket } = request;
			const pending = { request, response, since: performance.now() };
			this.#idle.delete(socket);
			this.#busy.set(socket, pending);
			response.once("close", () => {
				// A newer request may have come before this response was sent.
				if (this.#busy.get(socket) !== pending) return;
				this.#busy.delete(socket);
				if (this.#isEnding) socket.destroySoon();
				else if (!socket.destroyed) this.#idle.set(socket, performance.now());
			});
		});
	}

	/** Ends each connection as soon as it has no unfinished request. */
	end(): void {
		this.#isEnding = true;
		for (const socket of this.#idle.keys()) this.#close(socket);
	}

	/**
	 * Chooses the connection to close, in this order: the longest idle one, if its grace is over; the most overdue one;
	 * the one that will be overdue first, if its address holds more than its share; the longest idle one, even within its
	 * grace.
	 */
	#connectionToClose(): Socket | undefined {
		const [longest] = this.#idle;
		if (longest && performance.now() - longest[1] > NEWCOMER_MS) return longest[0];
		const slow = Array.from(this.#busy)
			.flatMap(([socket, pending]) => {
				const ms = lateMs(pending);
				return ms === undefined ? [] : [{ socket, ms, request: pending.request }];
			})
			.sort((one, other) => other.ms - one.ms);
		const [latest] = slow;
		if (latest && latest.ms > 0) return latest.socket;
		const counts = new Map<string, number>();
		const addresses = slow.map(({ request }) => clientAddress(request, env.TRUST_PROXY_HOPS));
		for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
		const crowded = addresses.findIndex(
			(address) => (counts.get(address) ?? 0) > this.maxConnections * MAX_SHARE,
		);
		return slow[crowded]?.socket ?? longest?.[0];
	}

	/** Forgets the connection immediately, because its `close` event comes later. */
	#close(socket: Socket): void {
		this.#forget(socket);
		socket.destroy();
	}

	#forget(socket: Socket): void {
		this.#idle.delete(socket);
		this.#busy.delete(socket);
	}
}

/**
 * How overdue a client is, in ms; negative while it is fast enough, undefined while it waits for the server. A form
 * without files counts as overdue from its start.
 */
function lateMs({ request, response, since }: PendingRequest): number | undefined {
	const delivery = deliveryOf(response);
	if (delivery) return delivery.lateMs;
	const ms = performance.now() - since;
	// A small response, sent whole, that the client has not read.
	if (response.writableEnded) return ms - MAX_READ_PAUSE_MS;
	if (request.complete || response.headersSent) return undefined;
	const upload = uploadOf(request);
	return upload ? upload.lateMs : ms;
}
