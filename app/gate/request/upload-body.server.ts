import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { freeBytes } from "~/lib/http/free-bytes.server";
import { KB } from "~/lib/units/bytes";
import { MINUTE_MS } from "~/lib/units/durations";
import type { RouteHandle } from "./route-patterns.server";
import { FORM_BODY_BYTES } from "./screen.server";

/** Size limit in bytes of a form with files; undefined for any other body. */
export function uploadLimit(headers: IncomingHttpHeaders, handle: RouteHandle): number | undefined {
	const hasFiles = /^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "");
	return hasFiles ? handle.uploadBytes : undefined;
}

type Problem = "size" | "slow" | "gone";

/** Longest time for which a client may send nothing during an upload. */
const SILENCE_MS = 30_000;
/** Minimum average speed of an upload, checked only after the server has waited SILENCE_MS for the client in all. */
const MIN_BYTES_PER_MS = KB / 1000;
/**
 * Time limit for a whole upload, including its wait in the queue. It is shorter than Node's `requestTimeout`,
 * because Node would end the upload without an error page.
 */
const UPLOAD_MS = 20 * MINUTE_MS - 15_000;

const uploads = new WeakMap<IncomingMessage, Upload>();

/** The upload of a form with files; undefined for any other request. */
export function uploadOf(request: IncomingMessage): Upload | undefined {
	return uploads.get(request);
}

/** A body that the route reads while the body arrives: the server reads only when the route asks for more. */
export class Upload {
	/** Parts that the route was given; weak, so that V8 may collect them before the upload ends. */
	readonly #given: WeakRef<Buffer<ArrayBuffer>>[] = [];
	#bytes = 0;
	#waitedMs = 0;
	/** Time at which the wait for the client began; undefined while the server is not waiting. */
	#waitingSince: number | undefined;
	#problem: Problem | undefined;
	readonly #end = performance.now() + UPLOAD_MS;
	readonly #socketMs: number;
	/** Promise that resolves when the last requested part has arrived. */
	#lastRead: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly request: IncomingMessage,
		private readonly limit: number,
	) {
		uploads.set(request, this);
		// The socket's own timeout would close the connection of a client that waits for the server.
		this.#socketMs = request.socket.timeout ?? 0;
		request.socket.setTimeout(0);
	}

	/** The body as a stream, which fails when the upload fails. */
	body(): ReadableStream<Uint8Array<ArrayBuffer>> {
		const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
			const chunk = await this.#next();
			if (chunk) {
				this.#given.push(new WeakRef(chunk));
				return controller.enqueue(chunk);
			}
			if (this.#problem) return controller.error(new Error(`upload: ${this.#problem}`));
			controller.close();
		};
		return new ReadableStream({ pull }, { highWaterMark: 0 });
	}

	/**
	 * Reads the part of the body that the route left unread: a browser shows no response until the whole body is
	 * sent. Only for when the route is done, because this frees the memory of what the route has read.
	 * @returns the upload's problem, if any
	 */
	async finish(): Promise<Problem | undefined> {
		for (const reference of this.#given) {
			const part = reference.deref();
			if (part) freeBytes(part);
		}
		for (let part = await this.#next(); part; part = await this.#next()) freeBytes(part);
		this.#restartClock();
		return this.#problem;
	}

	/**
	 * Milliseconds by which the client is behind the minimum speed; undefined while the server is not waiting for the
	 * client. The speed is measured only over the time in which the server has waited.
	 */
	get lateMs(): number | undefined {
		if (this.#waitingSince === undefined) return undefined;
		return this.#waitedMs + performance.now() - this.#waitingSince - this.#bytes / MIN_BYTES_PER_MS;
	}

	/** Next part of the body; undefined at its end or after a problem. Simultaneous calls get successive parts. */
	#next(): Promise<Buffer<ArrayBuffer> | undefined> {
		const part = this.#lastRead.then(() => this.#take());
		this.#lastRead = part;
		return part;
	}

	async #take(): Promise<Buffer<ArrayBuffer> | undefined> {
		if (this.#problem) return undefined;
		const asked = performance.now();
		this.#waitingSince = asked;
		const part = await nextPart(this.request, Math.min(SILENCE_MS, this.#end - asked));
		this.#waitingSince = undefined;
		this.#waitedMs += performance.now() - asked;
		if (part === "end") return undefined;
		if (typeof part !== "string") {
			this.#bytes += part.byteLength;
			const isSlow = this.#waitedMs > SILENCE_MS && this.#bytes < this.#waitedMs * MIN_BYTES_PER_MS;
			if (this.#bytes > this.limit) this.#problem = "size";
			else if (isSlow) this.#problem = "slow";
			else return part;
		} else this.#problem = part;
		this.#restartClock();
		return undefined;
	}

	#restartClock(): void {
		this.request.socket.setTimeout(this.#socketMs);
	}
}

/** Reads the next part of a body, then pauses the request. "slow": nothing arrived within `limitMs`. */
function nextPart(
	request: IncomingMessage,
	limitMs: number,
): Promise<Buffer<ArrayBuffer> | "end" | "slow" | "gone"> {
	if (request.readableEnded) return Promise.resolve("end");
	if (request.destroyed) return Promise.resolve("gone");
	return new Promise((resolve) => {
		const finish = (part: Buffer<ArrayBuffer> | "end" | "slow" | "gone") => {
			clearTimeout(timer);
			request.pause();
			request.off("data", finish).off("end", end).off("error", leave).off("close", leave);
			resolve(part);
		};
		const end = () => finish("end");
		const leave = () => finish("gone");
		const timer = setTimeout(() => finish("slow"), limitMs);
		request.on("data", finish).on("end", end).on("error", leave).on("close", leave);
		request.resume();
	});
}

/** Time limit for receiving a form without files. */
const FORM_BODY_MS = 30_000;

type Body = Uint8Array<ArrayBuffer> | "size" | "slow" | "gone";

/**
 * Reads the body of a form. Returns a reason if the body is refused ("gone": the client disconnected). Counts the
 * received bytes, because a chunked body declares no length.
 */
export async function readBody(request: IncomingMessage, limitMs = FORM_BODY_MS): Promise<Body> {
	const end = performance.now() + limitMs;
	const parts: Buffer[] = [];
	let bytes = 0;
	for (;;) {
		const part = await nextPart(request, end - performance.now());
		if (part === "end") return Buffer.concat(parts);
		if (typeof part === "string") return part;
		bytes += part.byteLength;
		if (bytes > FORM_BODY_BYTES) return "size";
		parts.push(part);
	}
}
