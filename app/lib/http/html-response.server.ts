const bodies = new WeakMap<Response, Buffer>();
let isReadDirectly = false;

/**
 * Makes `htmlResponse` leave out the body of its responses. For a server that sends all responses with `bodyOf`, which
 * does not need this body.
 */
export function readBodiesDirectly(): void {
	isReadDirectly = true;
}

/**
 * Creates a response with a page. Keeps the page's bytes for `bodyOf`, because reading them from the response's body
 * would copy them several times. The body also contains the page, unless `readBodiesDirectly` has been called.
 * @param parts texts and bytes that together are the page; joining them as strings would copy the page twice
 */
export function htmlResponse(parts: readonly (string | Buffer)[], init: ResponseInit): Response {
	const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
	const response = new Response(isReadDirectly ? null : body, init);
	bodies.set(response, body);
	return response;
}

/** The bytes of a response's body. */
export async function bodyOf(response: Response): Promise<Buffer> {
	return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
