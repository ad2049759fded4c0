/** A tenth of a page of the account, since November 2026: no stream copies the page's text. */

const pages = new WeakMap<Response, string>();

/** Creates a response without a body, and keeps the page's text for `bodyOf`. */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const response = new Response(null, init);
	pages.set(response, html);
	return response;
}

/** The bytes of a page; undefined for a response that `htmlResponse` has not created. */
export function bodyOf(response: Response): Buffer | undefined {
	const html = pages.get(response);
	return html === undefined ? undefined : Buffer.from(html);
}
