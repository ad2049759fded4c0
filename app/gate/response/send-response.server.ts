import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageWing } from "~/lib/http/page-wing";
import { accepts, chooseEncoding, compress, type Encoding, MIN_COMPRESSED_BYTES } from "./compression.server";
import { Delivery, deliver } from "./delivery.server";
import { boundLargePages } from "./large-pages.server";

/** Sends a Response from Remix through node:http. Only downloads are streamed. */
export async function sendResponse(
	result: Response,
	request: IncomingMessage,
	response: ServerResponse,
	wing?: PageWing,
): Promise<void> {
	if (result.headers.get("Content-Disposition")?.startsWith("attachment"))
		return sendDownload(result, request.method, response);
	response.statusCode = result.status;
	copyHeaders(result.headers, response);
	const accepted = request.headers["accept-encoding"];
	const html = wing?.textOf(result);
	// Brotli would make pages a twelfth smaller, in five times the time.
	if (wing && html !== undefined && accepts("gzip", accepted))
		return sendCompressed(await wing.gzipPage(html), "gzip", request, response);
	const body = html === undefined ? Buffer.from(await result.arrayBuffer()) : Buffer.from(html);
	const type = result.headers.get("Content-Type") ?? "";
	const isCompressible =
		/^(text\/|application\/json|image\/svg)/.test(type) && body.byteLength >= MIN_COMPRESSED_BYTES;
	if (!isCompressible) return sendBody(body, request, response);
	const encoding = chooseEncoding(accepted);
	if (encoding) return sendCompressed(await compress(body, encoding, 5), encoding, request, response);
	response.appendHeader("Vary", "Accept-Encoding");
	return sendBody(body, request, response);
}

function sendCompressed(
	body: Buffer,
	encoding: Encoding,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	response.appendHeader("Vary", "Accept-Encoding");
	response.setHeader("Content-Encoding", encoding);
	return sendBody(body, request, response);
}

/**
 * Copies headers to `response`, except Content-Length. Appends Set-Cookie and Vary; any other header replaces a header
 * of the same name.
 */
export function copyHeaders(headers: Iterable<[string, string]>, response: ServerResponse): void {
	for (const [name, value] of headers) {
		if (name === "set-cookie" || name === "vary") response.appendHeader(name, value);
		else if (name !== "content-length") response.setHeader(name, value);
	}
}

/**
 * Whether the client already has the response with this ETag. Compares the texts, because all ETags of this server are
 * weak (`W/"…"`).
 */
export function isKnown(etag: string, request: IncomingMessage): boolean {
	const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
	return known?.includes(etag) ?? false;
}

export function etagOf(content: Buffer): string {
	return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 20)}"`;
}

/**
 * Sends a download no faster than the client reads, and cancels it when the client disconnects.
 * @throws Error when the download fails. The caller shows an error page or, after the first byte, breaks the
 *   connection, because a truncated file must not look complete
 */
async function sendDownload(result: Response, method = "GET", response: ServerResponse): Promise<void> {
	response.statusCode = result.status;
	copyHeaders(result.headers, response);
	const length = result.headers.get("Content-Length");
	if (length) response.setHeader("Content-Length", length);
	const reader = result.body?.getReader();
	const cancel = () => reader?.cancel().catch(() => undefined);
	// The client has already disconnected, so `close` is not emitted again.
	if (response.destroyed) return void cancel();
	response.once("close", cancel);
	if (!reader || method === "HEAD") return void response.end();
	const delivery = new Delivery(response);
	for (let part = await reader.read(); !part.done; part = await reader.read())
		await delivery.give(part.value);
	delivery.end();
}

/** Sends a body, or only its length for a HEAD request. */
export async function sendBody(
	body: Buffer,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const mayHaveBody = response.statusCode !== 204 && response.statusCode !== 304;
	if (mayHaveBody) response.setHeader("Content-Length", body.byteLength);
	if (!mayHaveBody || request.method === "HEAD") return void response.end();
	boundLargePages(response, body.byteLength);
	await deliver(response, body);
}
