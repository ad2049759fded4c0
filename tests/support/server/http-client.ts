import { createHash } from "node:crypto";
import http, { Agent, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

export interface HttpResponse {
	status: number;
	headers: IncomingHttpHeaders;
	body: Buffer;
	text: string;
}

interface HttpRequest {
	method?: string;
	headers?: Record<string, string | string[]>;
	body?: string | Uint8Array;
	agent?: Agent | false;
	/** Time in ms without data from the server after which the request fails. */
	timeoutMs?: number;
}

/** Headers that a page of this site sends; the server refuses forms of other sites. */
export const sameOrigin = { "sec-fetch-site": "same-origin" } as const;
export const urlencoded = { "content-type": "application/x-www-form-urlencoded" } as const;

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends a request whose headers may include Host, which `fetch` would replace.
 * @throws Error when the connection ends before the complete response
 */
export function send(origin: string, path: string, request: HttpRequest = {}): Promise<HttpResponse> {
	const { port, host } = new URL(origin);
	const { method = "GET", headers = {}, body, agent = sharedAgent, timeoutMs } = request;
	const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
	const options = {
		host: "127.0.0.1",
		port,
		path,
		method,
		agent,
		headers: { host, ...length, ...headers },
		timeout: timeoutMs,
	};
	return new Promise((resolve, reject) => {
		const sent = http.request(options, (received) => {
			const chunks: Buffer[] = [];
			received.on("data", (chunk: Buffer) => chunks.push(chunk));
			received.once("error", reject);
			received.once("end", () => {
				const whole = Buffer.concat(chunks);
				const { statusCode = 0, headers } = received;
				resolve({ status: statusCode, headers, body: whole, text: whole.toString() });
			});
		});
		sent.once("timeout", () => sent.destroy(new Error("no response in time")));
		sent.once("error", (error: NodeJS.ErrnoException) => {
			// As in a browser: the server may have closed the kept connection just before this request arrived.
			const isStale = sent.reusedSocket && error.code === "ECONNRESET" && method === "GET";
			if (isStale) resolve(send(origin, path, request));
			else reject(error);
		});
		sent.end(body);
	});
}

/** Posts a form with the headers of a page of the same site. */
export function post(
	origin: string,
	path: string,
	body = "",
	headers: HttpRequest["headers"] = {},
): Promise<HttpResponse> {
	return send(origin, path, { method: "POST", body, headers: { ...sameOrigin, ...urlencoded, ...headers } });
}

export interface RawResponse {
	/** Text received until the connection closed. */
	text: string;
	/** Status of the response; 0 without a response. */
	status: number;
	/** Bytes sent before the server closed the connection. */
	sentBytes: number;
}

/**
 * Sends bytes, then `endless` again and again until the server closes the connection.
 * @throws Error when the connection is still open after `limitMs`
 */
export function sendRaw(
	origin: string,
	bytes: string | Buffer,
	{ endless, limitMs = 20_000 }: { endless?: Buffer; limitMs?: number } = {},
): Promise<RawResponse> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(new URL(origin).port), "127.0.0.1");
		let text = "";
		let isOpen = true;
		const timer = setTimeout(() => {
			socket.destroy();
			reject(new Error(`the connection is still open: ${text.slice(0, 200)}`));
		}, limitMs);
		// Reads between two writes: while the server takes all, a loop of writes would never see its response.
		const pump = (error?: Error | null) => {
			if (!error && isOpen && endless) socket.write(endless, (failed) => setImmediate(pump, failed));
		};
		socket.on("data", (chunk: Buffer) => {
			text += chunk.toString("latin1");
		});
		// Ignores a reset of the connection, because the response may have arrived before.
		socket.on("error", () => {});
		socket.once("end", () => {
			isOpen = false;
			socket.end();
		});
		socket.once("close", () => {
			isOpen = false;
			clearTimeout(timer);
			resolve({
				text,
				status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
				sentBytes: socket.bytesWritten,
			});
		});
		socket.write(bytes);
		pump();
	});
}

/** `'sha256-…'` of a text, for a Content-Security-Policy. */
export function cspHash(text: string): string {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
