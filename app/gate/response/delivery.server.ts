import type { ServerResponse } from "node:http";

/** Minimum average reading speed in bytes per ms. */
const MIN_BYTES_PER_MS = 1024 / 1000;
/** How long a client may read nothing before it is overdue: a slow connection reads in gulps. */
export const GULP_MS = 30_000;
/** Maximum credit of a quick reader: nobody may read a lot and then nothing for hours. */
const MAX_AHEAD_MS = 120_000;
/** Progress of a reader is measured in pieces of this size. */
const PIECE_BYTES = 16 * 1024;

const deliveries = new WeakMap<ServerResponse, Delivery>();

/** How far the visitor is with reading this answer, if it is handed over in pieces. */
export function deliveryOf(response: ServerResponse): Delivery | undefined {
	return deliveries.get(response);
}

/** Writes a response no faster than the client reads it, and measures how slowly that is. */
export class Delivery {
	#waitedMs = 0;
	#aheadMs = 0;
	/** Since when we wait for the visitor; undefined while the visitor waits for us. */
	#waitingSince: number | undefined;

	constructor(private readonly response: ServerResponse) {
		deliveries.set(response, this);
	}

	/** Resolves when the connection has taken the part, or is gone. */
	async give(part: Uint8Array): Promise<void> {
		for (let at = 0; at < part.byteLength && !this.response.destroyed; at += PIECE_BYTES)
			await this.#givePiece(part.subarray(at, at + PIECE_BYTES));
	}

	/** Ends the answer; what is left of it still waits for the visitor. */
	end(): void {
		this.#waitingSince = performance.now();
		this.response.end();
	}

	/** How far the visitor is behind the slowest that is allowed, in milliseconds; undefined while they wait for us. */
	get lateMs(): number | undefined {
		if (this.#waitingSince === undefined) return undefined;
		return performance.now() - this.#waitingSince - this.#aheadMs - GULP_MS;
	}

	async #givePiece(piece: Uint8Array): Promise<void> {
		const begun = performance.now();
		this.#waitingSince = begun;
		await new Promise<void>((resolve) => this.response.write(piece, () => resolve()));
		this.#waitingSince = undefined;
		const waitedMs = performance.now() - begun;
		this.#waitedMs += waitedMs;
		// What the system's own buffer takes at once has been read by nobody yet: only who is waited for gets ahead.
		const aheadMs = this.#aheadMs - waitedMs + piece.byteLength / MIN_BYTES_PER_MS;
		this.#aheadMs = Math.min(aheadMs, this.#waitedMs, MAX_AHEAD_MS);
	}
}

/** Sends a body that is whole, and ends the answer. */
export async function deliver(response: ServerResponse, body: Uint8Array): Promise<void> {
	if (body.byteLength <= PIECE_BYTES) return void response.end(body);
	const delivery = new Delivery(response);
	await delivery.give(body);
	delivery.end();
}
