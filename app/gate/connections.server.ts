import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientAddress } from "~/gate/request/client-address.server";
import { uploadOf } from "~/gate/request/upload-body.server";
import { deliveryOf, GULP_MS } from "~/gate/response/delivery.server";
import { env } from "~/lib/env.server";
import { countDropped } from "~/lib/metrics/metrics.server";

/** So long may who has just come take to ask for something while others keep us waiting, in milliseconds. */
const NEWCOMER_MS = 2000;
/** Nobody who is not late is closed, unless their address has more than this part of all connections. */
const SHARE = 1 / 4;

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
	 * most needlessly, since whoever holds them all by sending or reading slowly would keep everybody else out. None is
	 * closed that waits for us: when there are only such, the newest is.
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

	/**
	 * Who asks for nothing loses nothing; then who is the latest; then, of an address that has more than its share, who
	 * will be late first; then who has come before the others.
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

/**
 * How much longer than allowed a visitor has kept us waiting, in milliseconds: negative while they are on time, undefined
 * while they wait for us. Of a form without files no waiting is allowed.
 */
function lateMs({ request, response, since }: Asked): number | undefined {
	const delivery = deliveryOf(response);
	if (delivery) return delivery.lateMs;
	const ms = performance.now() - since;
	// A small answer that is ready and not taken.
	if (response.writableEnded) return ms - GULP_MS;
	if (request.complete || response.headersSent) return undefined;
	const upload = uploadOf(request);
	return upload ? upload.lateMs : ms;
}
