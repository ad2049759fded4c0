import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress, socketAddress } from "~/gate/request/new-visit.server";
import { uploadOf } from "~/gate/request/upload-body.server";
import { deliveryOf, MAX_READ_PAUSE_MS } from "~/gate/response/delivery.server";
import { env } from "~/lib/env.server";
import { siteOf } from "~/lib/http/site-of-address.server";
import { countDropped } from "~/lib/metrics/metrics.server";

/** Time in ms for which a connection may be idle, or a form arrive, while all connections are in use. */
const NEWCOMER_MS = 2000;

interface Connection {
	/** The client's address; "" behind a proxy, until a request names it. */
	address: string;
	/** The newest unfinished request; undefined while the connection is idle. */
	pending?: { request: IncomingMessage; response: ServerResponse };
	/** Start of the pending request or of the idle time. */
	since: number;
}

/** A connection on whose client the server waits. */
interface Waiting {
	socket: Socket;
	address: string;
	isIdle: boolean;
	lateMs: number;
}

/** The open connections of a server, limited in number. */
export class Connections {
	readonly #open = new Map<Socket, Connection>();
	#isEnding = false;

	/**
	 * Limits `server` to `maxConnections`. When all connections are in use and a client opens a new one, closes the
	 * connection that `#connectionToClose` chooses, so that slow clients cannot hold all connections.
	 */
	constructor(server: Server, maxConnections: number) {
		server.on("connection", (socket) => {
			const address = env.TRUST_PROXY_HOPS === 0 ? socketAddress(socket) : "";
			this.#open.set(socket, { address, since: performance.now() });
			socket.once("close", () => this.#open.delete(socket));
			if (this.#open.size <= maxConnections) return;
			this.#close(this.#connectionToClose(socket));
			countDropped();
		});
		server.on("request", (request, response) => {
			const { socket } = request;
			const address = clientAddress(request, env.TRUST_PROXY_HOPS);
			const pending = { request, response };
			this.#open.set(socket, { address, pending, since: performance.now() });
			response.once("close", () => {
				// On the same connection the client may already have sent another request.
				if (this.#open.get(socket)?.pending !== pending) return;
				if (this.#isEnding) socket.destroySoon();
				if (this.#isEnding || socket.destroyed) this.#open.delete(socket);
				else this.#open.set(socket, { address, since: performance.now() });
			});
		});
	}

	/** Ends each connection as soon as it has no unfinished request. */
	end(): void {
		this.#isEnding = true;
		for (const [socket, { pending }] of this.#open) if (!pending) this.#close(socket);
	}

	/**
	 * Chooses the connection to close for `newcomer`, among those on whose clients the server waits:
	 * 1. the longest idle connection, if idle for NEWCOMER_MS;
	 * 2. the connection of the client that is the latest;
	 * 3. of the site (network) with most of them, and there of the address with most, the slowest; an idle one only if
	 *    there is no other. So whoever holds most loses first, over however many addresses, however small the share.
	 *
	 * The newcomer is closed only if the server waits for nobody else: it is idle, of all for the shortest time, and counts
	 * for no more than the others of its network.
	 */
	#connectionToClose(newcomer: Socket): Socket {
		const waiting = this.#waiting();
		const addresses = countEach(waiting.map(({ address }) => address));
		const sites = countEach(waiting.map(({ address }) => siteOf(address)));
		const rankOf = ({ address, isIdle, lateMs }: Waiting): number[] => {
			if (lateMs > 0) return [1, Number(isIdle), lateMs];
			// The address of "" is not known, so its connections count for nobody.
			const crowds = address ? [sites.get(siteOf(address)) ?? 0, addresses.get(address) ?? 0] : [0, 0];
			return [0, ...crowds, Number(!isIdle), lateMs];
		};
		let chosen: { socket: Socket; rank: number[] } | undefined;
		for (const one of waiting) {
			const rank = rankOf(one);
			if (!chosen || isAbove(rank, chosen.rank)) chosen = { socket: one.socket, rank };
		}
		return chosen?.socket ?? newcomer;
	}

	#waiting(): Waiting[] {
		return Array.from(this.#open).flatMap(([socket, connection]) => {
			const ms = lateMs(connection);
			const { address, pending } = connection;
			return ms === undefined ? [] : [{ socket, address, isIdle: !pending, lateMs: ms }];
		});
	}

	/** Closes a connection. Forgets it at once, because its `close` event comes later. */
	#close(socket: Socket): void {
		this.#open.delete(socket);
		socket.destroy();
	}
}

function countEach(names: readonly string[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** Whether the first number in which two ranks differ is higher in `rank`. */
function isAbove(rank: readonly number[], other: readonly number[]): boolean {
	const at = rank.findIndex((number, index) => number !== other[index]);
	return (rank[at] ?? 0) > (other[at] ?? 0);
}

/**
 * Returns how late a client is in sending or reading, in ms: negative while the client is on time, undefined while it
 * waits for the server. An idle client and one that sends a form without files are late after NEWCOMER_MS.
 */
function lateMs({ pending, since }: Connection): number | undefined {
	const ms = performance.now() - since;
	if (!pending) return ms - NEWCOMER_MS;
	const { request, response } = pending;
	const delivery = deliveryOf(response);
	if (delivery) return delivery.lateMs;
	// The whole response is written, but the client has not read all of it yet.
	if (response.writableEnded) return ms - MAX_READ_PAUSE_MS;
	if (request.complete || response.headersSent) return undefined;
	const upload = uploadOf(request);
	return upload ? upload.lateMs : ms - NEWCOMER_MS;
}
