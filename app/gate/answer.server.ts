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
	response.setHeader("Content-Encoding", encoding);
	sendBody(await compress(body, encoding, 5), request, response);
}

/** Copies headers over those that are set; those that may stand more than once are added. */
export function copyHeaders(headers: Iterable<[string, string]>, response: ServerResponse): void {
	for (const [name, value] of headers) {
		if (name === "set-cookie" || name === "vary") response.appendHeader(name, value);
		else if (name !== "content-length") response.setHeader(name, value);
	}
}

function sendBody(body: Buffer, request: IncomingMessage, response: ServerResponse): void {
	const mayHaveBody = response.statusCode !== 204 && response.statusCode !== 304;
	if (mayHaveBody) response.setHeader("Content-Length", body.byteLength);
	response.end(mayHaveBody && request.method !== "HEAD" ? body : undefined);
}
