const bodies = new WeakMap<Response, Buffer>();
let isReadDirectly = false;

/** Makes `htmlResponse` create responses without a body. Call this function if all responses are sent with `bodyOf`. */
export function readBodiesDirectly(): void {
	isReadDirectly = true;
}

/**
 * Creates a response with a page. Keeps the page's bytes beside the response, because passing them through the
 * response would copy them several times. `bodyOf` returns these bytes. The response itself also contains the page,
 * unless `readBodiesDirectly` has been called.
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
