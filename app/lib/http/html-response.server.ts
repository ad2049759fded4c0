const bodies = new WeakMap<Response, Buffer>();
let isReadDirectly = false;

/** Call when all responses are sent with `bodyOf`. Responses of `htmlResponse` then have no other body. */
export function readBodiesDirectly(): void {
	isReadDirectly = true;
}

/**
 * Creates a response with a rendered page, and stores the bytes of the body: passing the bytes through the Response
 * would copy the page several times.
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
