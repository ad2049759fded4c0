import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { requestContext } from "~/lib/http/request-context.server";

const MB = 1024 * 1024;

/** Forms with files, and their size limits in bytes. */
const forms: readonly [path: RegExp, maxBytes: number][] = [
	[/^\/auth\/my-account\/edit-profile$/, 16 * MB],
	[/^\/auth\/(my-document\/add-document|edit-document\/[^/]+)$/, 155 * MB],
];

/** Size limit of the current request's body in bytes; undefined unless it is a form with files. */
export function uploadLimit(headers: IncomingHttpHeaders): number | undefined {
	if (!/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "")) return undefined;
	const { routePath } = requestContext();
	return forms.find(([path]) => path.test(routePath))?.[1];
}

/** Why an upload was refused; "gone": the client disconnected. */
type Problem = "size" | "slow" | "gone";

/** Longest time a client may send nothing. */
const SILENCE_MS = 30_000;
/** Minimum average sending speed, checked after SILENCE_MS. */
const MIN_BYTES_PER_MS = 1024 / 1000;
/**
 * Time limit for a whole upload, including its wait in the queue. Lower than Node's own limit, which shows no error
 * page.
 */
const UPLOAD_MS = 20 * 60_000 - 15_000;
/** Bytes that must arrive before the route starts. A connection may buffer up to twice as many. */
const FIRST_BYTES = 64 * 1024;

const uploads = new WeakMap<IncomingMessage, Upload>();

/** The upload of a request, if the request has one. */
export function uploadOf(request: IncomingMessage): Upload | undefined {
	return uploads.get(request);
}

/**
 * A request body that the route reads while it arrives. After the first part, bytes are read only when the route asks
 * for them. Only time spent waiting for the client counts towards its speed.
 */
export class Upload {
	readonly #first: Buffer<ArrayBuffer>[] = [];
	#bytes = 0;
	#waitedMs = 0;
	/** Time since when the server has been waiting for the client; undefined while the client waits for the server. */
	#waitingSince: number | undefined;
	#problem: Problem | undefined;
	readonly #end = performance.now() + UPLOAD_MS;
	readonly #socketMs: number;
	/** Resolves when the last requested part has arrived. */
	#lastRead: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly request: IncomingMessage,
		private readonly limit: number,
	) {
		uploads.set(request, this);
		// The socket's own timeout would count a client that waits for the server as silent.
		this.#socketMs = request.socket.timeout ?? 0;
		request.socket.setTimeout(0);
	}

	/**
	 * Waits for the first 64 KB, or for all of a smaller body, so that a silent or slow client is refused before its
	 * route makes other uploads wait. Returns the problem, or the body for the route; reading the body fails when the
	 * upload fails.
	 */
	async begin(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | Problem> {
		while (this.#bytes <= FIRST_BYTES) {
			const part = await this.#next();
			if (!part) break;
			this.#first.push(part);
		}
		if (this.#problem) return this.#problem;
		const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
			const chunk = this.#first.shift() ?? (await this.#next());
			if (chunk) return controller.enqueue(chunk);
			if (this.#problem) return controller.error(new Error(`upload: ${this.#problem}`));
			this.#restartClock();
			controller.close();
		};
		return new ReadableStream({ pull }, { highWaterMark: 0 });
	}

	/**
	 * Reads the bytes that the route left unread, since a browser shows no response before it has sent the whole body.
	 * Returns the problem of the upload, if any.
	 */
	async finish(): Promise<Problem | undefined> {
		while (await this.#next());
		this.#restartClock();
		return this.#problem;
	}

	/** How far the upload is behind the minimum speed, in ms; undefined while the client waits for the server. */
	get lateMs(): number | undefined {
		if (this.#waitingSince === undefined) return undefined;
		return this.#waitedMs + performance.now() - this.#waitingSince - this.#bytes / MIN_BYTES_PER_MS;
	}

	/** The next part; undefined at the end or when there is a problem. Simultaneous calls get successive parts. */
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

/** The next part of a body, without reading further. "slow": nothing arrived within `limitMs`. */
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
