import type { IncomingMessage, ServerResponse } from "node:http";
import { isKnown } from "~/lib/http/etag.server";
import type { PageWing } from "~/lib/http/page-wing";
import { requestContext } from "~/lib/http/request-context.server";
import { KB } from "~/lib/units/bytes";
import {
	accepts,
	chooseEncoding,
	compress,
	type Encoding,
	type KeptContent,
	MIN_COMPRESSED_BYTES,
} from "./compression.server";
import { Delivery, deliver } from "./delivery.server";

/** Sends a Response from Remix through node:http. Only downloads are streamed. */
export async function sendResponse(
	result: Response,
	request: IncomingMessage,
	response: ServerResponse,
	wing?: PageWing,
): Promise<void> {
	response.statusCode = result.status;
	copyHeaders(result.headers, response);
	if (result.headers.get("Content-Disposition")?.startsWith("attachment"))
		return sendDownload(result, request.method, response);
	const accepted = request.headers["accept-encoding"];
	const html = wing?.takeText(result);
	// Brotli would make pages a twelfth smaller, in five times the time.
	if (wing && html !== undefined && accepts("gzip", accepted))
		return sendEncoded(await wing.gzipPage(html), "gzip", request, response);
	const body = html === undefined ? Buffer.from(await result.arrayBuffer()) : Buffer.from(html);
	const type = result.headers.get("Content-Type") ?? "";
	const isCompressible =
		/^(text\/|application\/json|image\/svg)/.test(type) && body.byteLength >= MIN_COMPRESSED_BYTES;
	if (!isCompressible) return sendBody(body, request, response);
	const encoding = chooseEncoding(accepted);
	return sendEncoded(encoding ? await compress(body, encoding, 5) : body, encoding, request, response);
}

/** Sends a body that other clients get in another encoding; plain without one. */
function sendEncoded(
	body: Buffer,
	encoding: Encoding | undefined,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	response.appendHeader("Vary", "Accept-Encoding");
	if (encoding) response.setHeader("Content-Encoding", encoding);
	return sendBody(body, request, response);
}

/**
 * Takes out Expires, which only this server's page cache reads. Browsers keep no page that had it, because who goes back to
 * a kept page gets it as it was: hours later too, with "Hoy" and a countdown.
 */
export function forBrowser(headers: Headers): Headers {
	// A response with immutable headers, which cannot be changed, has no Expires.
	if (headers.has("Expires")) {
		headers.delete("Expires");
		headers.set("Cache-Control", "private, no-store");
	}
	return headers;
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
 * Sends content that is kept, in the encoding `preferred` if the client accepts it, otherwise in the smallest that it
 * accepts; or 304 if the client has the content.
 */
export async function sendKept(
	content: KeptContent,
	isCompressible: boolean,
	request: IncomingMessage,
	response: ServerResponse,
	preferred: Encoding = "br",
): Promise<void> {
	response.setHeader("ETag", content.etag);
	if (isKnown(content.etag, request.headers["if-none-match"])) {
		response.statusCode = 304;
		response.end();
		return;
	}
	const accepted = request.headers["accept-encoding"];
	const best = accepts(preferred, accepted) ? preferred : chooseEncoding(accepted);
	const encoding = isCompressible ? best : undefined;
	if (encoding) response.setHeader("Content-Encoding", encoding);
	await sendBody(await content.get(encoding), request, response);
}

/**
 * Sends a download no faster than the client reads, and cancels it when the client disconnects.
 * @throws Error when the download fails. The caller shows an error page or, after the first byte, breaks the
 *   connection, because a truncated file must not look complete
 */
async function sendDownload(result: Response, method = "GET", response: ServerResponse): Promise<void> {
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
async function sendBody(body: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const mayHaveBody = response.statusCode !== 204 && response.statusCode !== 304;
	if (mayHaveBody) response.setHeader("Content-Length", body.byteLength);
	if (!mayHaveBody || request.method === "HEAD") return void response.end();
	boundLargePages(response, body.byteLength);
	await deliver(response, body);
}

/** Size in bytes, as sent, from which a page is large. Nearly all pages have less than a third of it. */
const MIN_BYTES = 128 * KB;
/** Number of large pages that may be on their way to a person, like downloads. */
const MAX_AT_ONCE = 2;

const underWay = new Map<string, Set<ServerResponse>>();

/**
 * Bounds the large pages, each of which is kept in memory until it is read, that a person leaves unread. The third one
 * closes the connection of the first, which is usually a page that was asked for again.
 */
function boundLargePages(response: ServerResponse, bytes: number): void {
	const { person } = requestContext();
	const type = String(response.getHeader("Content-Type"));
	// Photos are small, and a document shows ten at once.
	if (!person || bytes < MIN_BYTES || !/^(text\/html|application\/json)/.test(type)) return;
	const pages = underWay.get(person) ?? new Set();
	underWay.set(person, pages.add(response));
	response.once("close", () => {
		pages.delete(response);
		if (pages.size === 0) underWay.delete(person);
	});
	const [oldest] = pages;
	if (pages.size > MAX_AT_ONCE) oldest?.destroy();
}
