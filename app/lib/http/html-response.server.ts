const pages = new WeakMap<Response, string>();

/**
 * Creates a response with a page. Keeps the page's text for `bodyOf`, because reading it from the response's body takes
 * as long as compressing it.
 */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const response = new Response(html, init);
	pages.set(response, html);
	return response;
}

/** The bytes of a response's body. */
export async function bodyOf(response: Response): Promise<Buffer> {
	const html = pages.get(response);
	return html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(html);
}
