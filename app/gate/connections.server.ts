import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "~/gate/request/client-address.server";
import { uploadOf } from "~/gate/request/upload-body.server";
import { deliveryOf, MAX_READ_PAUSE_MS } from "~/gate/response/delivery.server";
import { env } from "~/lib/env.server";
import { countDropped } from "~/lib/metrics/metrics.server";

/** Time in ms for which a connection may be idle (new, or between two requests) while all connections are in use. */
const NEWCOMER_MS = 2000;
/**
 * Share of all connections on which the server may wait for one client address while all connections are in use. With a
 * larger share, the address loses a connection, unless a connection has been idle for NEWCOMER_MS or a client is overdue.
 */
const MAX_SHARE = 1 / 4;

interface PendingRequest {
	request: IncomingMessage;
	response: ServerResponse;
	since: number;
}

/** The open connections of a server, limited in number. */
export class Connections {
	/**
	 * Connections without a request, with the start of their idle time; the longest idle connection comes first.
	 */
	readonly #idle = new Map<Socket, number>();
	/** Newest request of each connection with an unfinished request. */
	readonly #busy = new Map<Socket, PendingRequest>();
	#isEnding = false;

	/**
	 * Limits `server` to `maxConnections`. When all connections are in use and a client opens a new one, closes the
	 * connection that `#connectionToClose` chooses, so that slow clients cannot hold all connections.
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
				// On the same connection the client may already have sent another request.
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
	 * Chooses the connection to close. A client is overdue if its `lateMs` is positive.
	 * 1. the longest idle connection, if idle for NEWCOMER_MS;
	 * 2. the connection of the most overdue client;
	 * 3. the slowest connection of an address that holds more than MAX_SHARE;
	 * 4. the longest idle connection.
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

	/** Closes a connection. Forgets it at once, because its `close` event comes later. */
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
 * Returns how late a client is in sending or reading, in ms: negative while the client is on time, undefined while it
 * waits for the server. A form without files has no minimum speed: while it arrives, returns the time since the request
 * began, so that its client always counts as late.
 */
function lateMs({ request, response, since }: PendingRequest): number | undefined {
	const delivery = deliveryOf(response);
	if (delivery) return delivery.lateMs;
	const ms = performance.now() - since;
	// The whole response is written, but the client has not read all of it yet.
	if (response.writableEnded) return ms - MAX_READ_PAUSE_MS;
	if (request.complete || response.headersSent) return undefined;
	const upload = uploadOf(request);
	return upload ? upload.lateMs : ms;
}
