/** An eighth of the account page, since November 2026: no stream copies the page's text. */

const pages = new WeakMap<Response, string>();

/** Creates a response without a body, and keeps the page's text for `textOf`. */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const response = new Response(null, init);
	pages.set(response, html);
	return response;
}

/** The text of a page; undefined for a response that `htmlResponse` has not created. */
export function textOf(response: Response): string | undefined {
	return pages.get(response);
}
