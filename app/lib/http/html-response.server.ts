const bodies = new WeakMap<Response, Buffer>();
let isReadDirectly = false;

/**
 * Call this function if all responses are sent with `bodyOf`. Then the responses of `htmlResponse` contain no body
 * of their own.
 */
export function readBodiesDirectly(): void {
	isReadDirectly = true;
}

/**
 * Creates a response with a rendered page, and stores the bytes of the page, because passing the bytes through the
 * Response would copy the page several times. After `readBodiesDirectly`, the Response itself has no body: only
 * `bodyOf` returns the page, and a clone of the Response is empty.
 */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const body = Buffer.from(html);
	const response = new Response(isReadDirectly ? null : body, init);
	bodies.set(response, body);
	return response;
}

/** The bytes of a response's body. */
export async function bodyOf(response: Response): Promise<Buffer> {
	return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
