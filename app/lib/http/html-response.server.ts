const bodies = new WeakMap<Response, Buffer>();

/**
 * Creates a response with a rendered page, and stores the bytes of the body: reading the bytes from the Response
 * would copy the page three times.
 */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const body = Buffer.from(html);
	const response = new Response(body, init);
	bodies.set(response, body);
	return response;
}

/** The bytes of a response's body. */
export async function bodyOf(response: Response): Promise<Buffer> {
	return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
