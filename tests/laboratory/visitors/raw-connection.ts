/**
 * Minimal HTTP/1.1 client with keep-alive, which takes little CPU from the measured server. One request at a time,
 * only to this machine.
 */
import { connect, type Socket } from "node:net";

export interface RawResponse {
	status: number;
	/** Size of the whole response, head and body. */
	bytes: number;
}

export function requestText(
	port: number,
	path: string,
	headers: Readonly<Record<string, string>> = {},
): Buffer {
	const lines = Object.entries({ Host: `127.0.0.1:${port}`, "Accept-Encoding": "gzip, br", ...headers });
	return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
}

/**
 * Time in ms for which an idle connection can be used again: half of the servers' keep-alive timeout, after which they
 * close idle connections.
 */
const MAX_IDLE_MS = 5000;
const EMPTY: Buffer = Buffer.alloc(0);
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

export class RawConnection {
	/** Bytes received so far of the response head. */
	#head = EMPTY;
	#usedAt = performance.now();
	/** Last received bytes, to detect the final chunk. */
	#tail = EMPTY;
	#status = 0;
	#bytes = 0;
	/** Size of the response in bytes; undefined while unknown, Infinity for a chunked response. */
	#expected: number | undefined;
	#waiting: { resolve: (response: RawResponse) => void; reject: (error: Error) => void } | undefined;

	private constructor(private readonly socket: Socket) {
		socket.setNoDelay(true);
		socket.on("data", (chunk: Buffer) => this.#receive(chunk));
		socket.on("error", (error) => this.#fail(error));
		socket.on("close", () => this.#fail(new Error("the server closed the connection")));
	}

	static open(port: number): Promise<RawConnection> {
		return new Promise((resolve, reject) => {
			const socket = connect(port, "127.0.0.1");
			socket.once("error", reject);
			socket.once("connect", () => {
				socket.off("error", reject);
				resolve(new RawConnection(socket));
			});
		});
	}

	get isOpen(): boolean {
		return this.socket.writable && !this.socket.readableEnded;
	}

	/** Whether the connection is open and recently used: the server closes idle connections. */
	get isFresh(): boolean {
		return this.isOpen && performance.now() - this.#usedAt < MAX_IDLE_MS;
	}

	send(request: Buffer, limitMs = 10_000): Promise<RawResponse> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => this.socket.destroy(new Error("no response in time")), limitMs);
			this.#waiting = {
				resolve: (response) => {
					clearTimeout(timer);
					resolve(response);
				},
				reject: (error) => {
					clearTimeout(timer);
					reject(error);
				},
			};
			this.socket.write(request);
		});
	}

	close(): void {
		this.socket.destroy();
	}

	#receive(chunk: Buffer): void {
		this.#bytes += chunk.byteLength;
		if (this.#expected === undefined) this.#readHead(chunk);
		const isWhole =
			this.#expected === Number.POSITIVE_INFINITY ? this.#hasEnded(chunk) : this.#expected === this.#bytes;
		if (isWhole) this.#finish();
	}

	/** Whether the response has ended. The final chunk may be split over two packets, so the last bytes are kept. */
	#hasEnded(chunk: Buffer): boolean {
		this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-LAST_CHUNK.byteLength);
		return this.#tail.equals(LAST_CHUNK);
	}

	#readHead(chunk: Buffer): void {
		this.#head = this.#head.byteLength === 0 ? chunk : Buffer.concat([this.#head, chunk]);
		const end = this.#head.indexOf("\r\n\r\n");
		if (end < 0) return;
		const head = this.#head.toString("latin1", 0, end);
		this.#status = Number(head.slice(9, 12));
		const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
		const hasBody = this.#status !== 304 && this.#status !== 204;
		if (!hasBody || length) this.#expected = end + 4 + (hasBody ? Number(length) : 0);
		else this.#expected = Number.POSITIVE_INFINITY;
	}

	#finish(): void {
		const waiting = this.#waiting;
		const response = { status: this.#status, bytes: this.#bytes };
		this.#waiting = undefined;
		this.#usedAt = performance.now();
		this.#expected = undefined;
		this.#head = EMPTY;
		this.#tail = EMPTY;
		this.#bytes = 0;
		waiting?.resolve(response);
	}

	#fail(error: Error): void {
		const waiting = this.#waiting;
		this.#waiting = undefined;
		waiting?.reject(error);
	}
}
