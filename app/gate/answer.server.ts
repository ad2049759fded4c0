import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, compress, SMALLEST_COMPRESSED } from "./compression.server";

/** Answers of Remix become answers of node:http here. All of ours are short enough to be sent whole. */
export async function sendAnswer(
	answer: Response,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const body = Buffer.from(await answer.arrayBuffer());
	response.statusCode = answer.status;
	copyHeaders(answer.headers, response);
	const type = answer.headers.get("Content-Type") ?? "";
	const isCompressible =
		/^(text\/|application\/json|image\/svg)/.test(type) && body.byteLength >= SMALLEST_COMPRESSED;
	if (!isCompressible) return sendBody(body, request, response);
	response.appendHeader("Vary", "Accept-Encoding");
	const encoding = chooseEncoding(request.headers["accept-encoding"]);
	if (!encoding) return sendBody(body, request, response);
	const compressed = await compress(body, encoding, 5);
	response.setHeader("Content-Encoding", encoding);
	sendBody(compressed, request, response);
}

/** Copies headers over those that are set; those that may stand more than once are added. */
export function copyHeaders(headers: Iterable<[string, string]>, response: ServerResponse): void {
	for (const [name, value] of headers) {
		if (name === "set-cookie" || name === "vary") response.appendHeader(name, value);
		else if (name !== "content-length") response.setHeader(name, value);
	}
}

/**
 * Whether the visitor already has the answer with this ETag. Ours are weak: one stands for all compressed forms of a
 * text, and a proxy that compresses makes them so anyway.
 */
export function isKnown(etag: string, request: IncomingMessage): boolean {
	const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
	return known?.includes(etag) ?? false;
}

/** A weak ETag of a content. */
export function etagOf(content: Buffer): string {
	return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 20)}"`;
}

function sendBody(body: Buffer, request: IncomingMessage, response: ServerResponse): void {
	const mayHaveBody = response.statusCode !== 204 && response.statusCode !== 304;
	if (mayHaveBody) response.setHeader("Content-Length", body.byteLength);
	response.end(mayHaveBody && request.method !== "HEAD" ? body : undefined);
}
