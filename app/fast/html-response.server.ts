/** An eighth of the account page, since November 2026: no stream copies the page's text. */

const pages = new WeakMap<Response, string>();

/** Creates a response without a body, and keeps the page's text for `takeText`. */
export function htmlResponse(html: string, init: ResponseInit): Response {
	const response = new Response(null, init);
	pages.set(response, html);
	return response;
}

/**
 * Takes the text of a page; undefined for a response that `htmlResponse` has not created, or whose text is taken. While
 * the page is compressed, its text would otherwise stay in memory long enough to cost V8 a major garbage collection.
 */
export function takeText(response: Response): string | undefined {
	const text = pages.get(response);
	pages.delete(response);
	return text;
}
