import type { FileHandle } from "node:fs/promises";
import { spareBytes } from "~/lib/database/disk.server";
import { streamOf } from "~/lib/http/download.server";
import { freeBytes } from "~/lib/http/free-bytes.server";
import { QueueFullError } from "~/lib/semaphore.server";
import { KB, MB } from "~/lib/units/bytes";
import { openNamelessFile } from "./uploads.server";

/** Bytes of a body that stay in memory; a longer body goes to a file. */
const HELD_BYTES = 64 * KB;
const READ_BYTES = 256 * KB;
/** Maximum bytes of all files together, if the disk has room for them. */
const MAX_STORED_BYTES = 1024 * MB;
/** A sender is slow that takes longer than PACE_MS for PACE_BYTES, which is 32 KB per second. */
const PACE_BYTES = 256 * KB;
const PACE_MS = 8000;

/** Bodies that are arriving or wait for their turn. */
const bodies = new Set<ArrivingBody>();
let maxStoredBytes = MAX_STORED_BYTES;

/**
 * The body of an upload. It is stored in a file while it arrives, so that however slowly somebody sends, only whole
 * uploads take memory. When the files fill their room, a slow sender gives up, or else whoever stores the most.
 */
export class ArrivingBody {
	/** Bytes in the file. */
	storedBytes = 0;
	isArriving = true;
	readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	/** Read, but not given on yet. */
	#nextPart: Promise<Uint8Array | undefined> | undefined;
	#held: Uint8Array[] = [];
	#heldBytes = 0;
	#file: FileHandle | undefined;
	#paceBytes = 0;
	#paceSince = performance.now();
	#hasGivenUp = false;
	/** Ends the waiting for the next part. */
	#stopWaiting: () => void = () => {};

	constructor(
		private readonly request: Request,
		readonly userId: string,
	) {
		this.#reader = request.body?.getReader();
	}

	get bytes(): number {
		return this.storedBytes + this.#heldBytes;
	}

	get isSlow(): boolean {
		return performance.now() - this.#paceSince > PACE_MS;
	}

	/**
	 * Waits until the body has arrived. A body that breaks off ends too; its reader gets the error.
	 * @throws QueueFullError when the files of all bodies fill their room; errors of the disk, also when the disk has no
	 *   more room to spare
	 */
	async arrive(): Promise<void> {
		bodies.add(this);
		for (;;) {
			if (this.#hasGivenUp) throw noRoom();
			this.#nextPart ??= this.#read();
			const part = await this.#unlessGivenUp(this.#nextPart);
			if (!part) break;
			this.#nextPart = undefined;
			this.#held.push(part);
			this.#heldBytes += part.byteLength;
			this.#paceBytes += part.byteLength;
			if (this.#paceBytes >= PACE_BYTES) {
				this.#paceBytes = 0;
				this.#paceSince = performance.now();
			}
			if (this.#heldBytes > HELD_BYTES) await this.#store();
		}
		this.isArriving = false;
	}

	/** The request with what has arrived, and after that with what still arrives. To be read once. */
	toRequest(): Request {
		const init: RequestInit & { duplex: "half" } = { body: streamOf(this.#content()), duplex: "half" };
		return new Request(this.request, init);
	}

	/** Removes the file. */
	async close(): Promise<void> {
		bodies.delete(this);
		await this.#file?.close();
	}

	/**
	 * Waits for a part, with a promise of its own: `Promise.race` with one promise for the whole body would keep every
	 * part in memory.
	 */
	#unlessGivenUp(next: Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
		return new Promise((resolve, reject) => {
			this.#stopWaiting = () => reject(noRoom());
			next.then(resolve, () => resolve(undefined));
		});
	}

	#giveUp(): void {
		bodies.delete(this);
		this.isArriving = false;
		this.#hasGivenUp = true;
		this.#stopWaiting();
	}

	async #read(): Promise<Uint8Array | undefined> {
		return (await this.#reader?.read())?.value;
	}

	async #store(): Promise<void> {
		if (!this.#file) {
			this.#file = await openNamelessFile();
			maxStoredBytes = Math.min(MAX_STORED_BYTES, storedBytes() + (await spareBytes()));
		}
		while (storedBytes() + this.#heldBytes > maxStoredBytes) {
			const last = lastInLine() ?? this;
			last.#giveUp();
			if (last === this) throw noRoom();
		}
		for (let part = this.#held[0]; part; part = this.#held[0]) {
			// `write` alone may store half of a part, without an error, when the disk gets full.
			await this.#file.appendFile(part);
			this.storedBytes += part.byteLength;
			this.#heldBytes -= part.byteLength;
			this.#held.shift();
			freeBytes(part);
		}
	}

	async *#content(): AsyncGenerator<Uint8Array> {
		for (let at = 0; this.#file && at < this.storedBytes; ) {
			const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, at);
			if (bytesRead === 0) throw new Error("an upload's file is shorter than what was written");
			at += bytesRead;
			yield buffer.subarray(0, bytesRead);
		}
		yield* this.#held;
		for (let part = await (this.#nextPart ?? this.#read()); part; part = await this.#read()) yield part;
	}
}

/** A full disk is said as such, because trying again soon does not help. */
function noRoom(): Error {
	const isDiskShort = maxStoredBytes < MAX_STORED_BYTES;
	return isDiskShort
		? Object.assign(new Error("no room to spare"), { code: "ENOSPC" })
		: new QueueFullError();
}

/** Bytes in the files of all bodies, or of one person's. */
function storedBytes(userId?: string): number {
	const chosen = Array.from(bodies).filter((body) => userId === undefined || body.userId === userId);
	return chosen.reduce((sum, body) => sum + body.storedBytes, 0);
}

/** The body that is still arriving and has to give up: a slow one, of the person who stores the most. */
function lastInLine(): ArrivingBody | undefined {
	return Array.from(bodies)
		.filter((body) => body.isArriving)
		.sort(
			(one, other) =>
				Number(other.isSlow) - Number(one.isSlow) || storedBytes(other.userId) - storedBytes(one.userId),
		)[0];
}
