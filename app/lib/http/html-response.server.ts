/** The bytes of a page. Many pages share one `start`, the same Buffer, which ends with the stylesheet. */
export interface PageParts {
	start: Buffer;
	rest: Buffer;
}

const pages = new WeakMap<Response, PageParts>();
let isReadDirectly = false;

/**
 * Makes `htmlResponse` leave out the body of its responses. For a server that sends all responses with `pageParts` or
 * `bodyOf`, which do not need this body.
 */
export function readBodiesDirectly(): void {
	isReadDirectly = true;
}

/**
 * Creates a response with a page. Keeps the page's bytes for `pageParts` and `bodyOf`, because reading them from the
 * response's body would copy them several times. The body also contains the page, unless `readBodiesDirectly` has been
 * called.
 * @param texts texts that follow `start`
 */
export function htmlResponse(start: Buffer, texts: readonly string[], init: ResponseInit): Response {
	// Writes each text to its place, because joining the texts first would copy them once more.
	const rest = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
	let at = 0;
	for (const text of texts) at += rest.write(text, at);
	const response = new Response(isReadDirectly ? null : Buffer.concat([start, rest]), init);
	pages.set(response, { start, rest });
	return response;
}

/** The parts of a page; undefined for a response that `htmlResponse` has not created. */
export function pageParts(response: Response): PageParts | undefined {
	return pages.get(response);
}

/** The bytes of a response's body. */
export async function bodyOf(response: Response): Promise<Buffer> {
	const page = pages.get(response);
	return page ? Buffer.concat([page.start, page.rest]) : Buffer.from(await response.arrayBuffer());
}
