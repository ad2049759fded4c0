import type { ServerResponse } from "node:http";
import { KB } from "~/lib/units/bytes";

/** Average speed at which a client must read a response. */
const MIN_BYTES_PER_MS = KB / 1000;
/** Longest time in ms for which a client without a lead may read nothing. Slow connections read in bursts. */
export const MAX_READ_PAUSE_MS = 30_000;
/**
 * Maximum lead of a client in ms. A client that reads faster than MIN_BYTES_PER_MS gains a lead, and may then pause for
 * longer: for its lead and MAX_READ_PAUSE_MS together.
 */
const MAX_AHEAD_MS = 120_000;
/** Size in bytes of the pieces in which a response is sent, to measure the client's progress. */
const PIECE_BYTES = 16 * KB;

const deliveries = new WeakMap<ServerResponse, Delivery>();

/** The delivery of a response; undefined for a response sent in one piece. */
export function deliveryOf(response: ServerResponse): Delivery | undefined {
	return deliveries.get(response);
}

/**
 * Writes a response no faster than the client reads, and measures how far the client is behind the minimum speed.
 */
export class Delivery {
	#waitedMs = 0;
	#aheadMs = 0;
	/** Time at which the wait for the client began; undefined while the server is not waiting. */
	#waitingSince: number | undefined;

	constructor(private readonly response: ServerResponse) {
		deliveries.set(response, this);
	}

	/** Sends a part of the response. Resolves when the connection has accepted the part or is closed. */
	async give(part: Uint8Array): Promise<void> {
		for (let at = 0; at < part.byteLength && !this.response.destroyed; at += PIECE_BYTES)
			await this.#givePiece(part.subarray(at, at + PIECE_BYTES));
	}

	end(): void {
		this.#waitingSince = performance.now();
		this.response.end();
	}

	/**
	 * Milliseconds by which the wait for the client exceeds the allowed wait: the client's lead over the minimum speed
	 * plus MAX_READ_PAUSE_MS. Undefined while the server is not waiting.
	 */
	get lateMs(): number | undefined {
		if (this.#waitingSince === undefined) return undefined;
		return performance.now() - this.#waitingSince - this.#aheadMs - MAX_READ_PAUSE_MS;
	}

	async #givePiece(piece: Uint8Array): Promise<void> {
		const begun = performance.now();
		this.#waitingSince = begun;
		await new Promise<void>((resolve) => this.response.write(piece, () => resolve()));
		this.#waitingSince = undefined;
		const waitedMs = performance.now() - begun;
		this.#waitedMs += waitedMs;
		// A fast write does not prove that the client reads fast, because the kernel may only have put the piece into
		// its buffer. So the client's lead over the minimum speed (`#aheadMs`) may not exceed the total time for which
		// the server has waited for the client (`#waitedMs`).
		const aheadMs = this.#aheadMs - waitedMs + piece.byteLength / MIN_BYTES_PER_MS;
		this.#aheadMs = Math.min(aheadMs, this.#waitedMs, MAX_AHEAD_MS);
	}
}

/** Sends a body in pieces, no faster than the client reads, and ends the response. */
export async function deliver(response: ServerResponse, body: Uint8Array): Promise<void> {
	if (body.byteLength <= PIECE_BYTES) return void response.end(body);
	const delivery = new Delivery(response);
	await delivery.give(body);
	delivery.end();
}
