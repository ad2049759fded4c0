import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { requestContext } from "~/lib/http/request-context.server";

const MB = 1024 * 1024;

/** The forms that have files, and the most bytes that one of them may be. */
const forms: readonly [path: RegExp, mostBytes: number][] = [
	[/^\/auth\/my-account\/edit-profile$/, 16 * MB],
	[/^\/auth\/(my-document\/add-document|edit-document\/[^/]+)$/, 155 * MB],
];

/** The most bytes that the current request's body may have when it is one of those forms with files, else undefined. */
export function uploadLimit(headers: IncomingHttpHeaders): number | undefined {
	if (!/^multipart\/form-data\s*(;|$)/i.test(headers["content-type"] ?? "")) return undefined;
	const { routePath } = requestContext();
	return forms.find(([path]) => path.test(routePath))?.[1];
}

/** Why an upload was not taken; "gone": the visitor went away. */
type Problem = "size" | "slow" | "gone";

/** How long a visitor may send nothing, in milliseconds. */
const SILENCE_MS = 30_000;
/** Slower than this on average is no upload, in bytes per millisecond; not looked at before SILENCE_MS. */
const SLOWEST = 1024 / 1000;
/** The whole of it, waiting for us too, in milliseconds: before node's own limit, which has no page to show. */
const UPLOAD_MS = 20 * 60_000 - 15_000;
/** What has come before the route begins, which may make others wait. Up to twice as much, for each connection. */
const FIRST_BYTES = 64 * 1024;

const uploads = new WeakMap<IncomingMessage, Upload>();

/** The upload that this request is, if it is one. */
export function uploadOf(request: IncomingMessage): Upload | undefined {
	return uploads.get(request);
}

/**
 * A body that its route reads as it arrives. Beyond the first part nothing is read before the route asks for it, and
 * while it does not, the time is ours: only the time that we wait for the visitor counts as slow.
 */
export class Upload {
	readonly #first: Buffer<ArrayBuffer>[] = [];
	#bytes = 0;
	#waitedMs = 0;
	/** Since when we wait for the visitor; undefined while the visitor waits for us. */
	#waitingSince: number | undefined;
	#problem: Problem | undefined;
	readonly #end = performance.now() + UPLOAD_MS;
	readonly #socketMs: number;
	#turn: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly request: IncomingMessage,
		private readonly limit: number,
	) {
		uploads.set(request, this);
		// By the socket's own clock a visitor who waits for us is silent.
		this.#socketMs = request.socket.timeout ?? 0;
		request.socket.setTimeout(0);
	}

	/**
	 * Waits for the first 64 KB, or all of it if it is less: who sends nothing, or too slowly, is known before a route
	 * makes others wait for them. Gives the body for the route, which breaks when the upload does, or what was wrong.
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
	 * Reads what the route has left, since a browser shows no answer before it has sent everything. Gives what was
	 * wrong with the upload, whatever the route has made of it.
	 */
	async finish(): Promise<Problem | undefined> {
		while (await this.#next());
		this.#restartClock();
		return this.#problem;
	}

	/** How far it is behind the slowest that is allowed, in milliseconds; undefined while the visitor waits for us. */
	get lateMs(): number | undefined {
		if (this.#waitingSince === undefined) return undefined;
		return this.#waitedMs + performance.now() - this.#waitingSince - this.#bytes / SLOWEST;
	}

	/** The next part; undefined at the end or when there is a problem. Each part has one reader. */
	#next(): Promise<Buffer<ArrayBuffer> | undefined> {
		const part = this.#turn.then(() => this.#take());
		this.#turn = part;
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
			const isSlow = this.#waitedMs > SILENCE_MS && this.#bytes < this.#waitedMs * SLOWEST;
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

/** What of a body comes next, and leaves the rest unread. "slow": nothing within `limitMs`. */
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
