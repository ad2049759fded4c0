import { etagOf, isKnown } from "~/lib/http/etag.server";

/**
 * Makes the response with a calendar file, or with status 304 when the client has the current file, which is the usual
 * case.
 * @param name file name that the browser proposes for saving
 */
export function calendarResponse(request: Request, name: string, text: string): Response {
	const etag = etagOf(text);
	const headers = {
		"Content-Type": "text/calendar; charset=utf-8",
		"Content-Disposition": `inline; filename="${name}"`,
		"Cache-Control": "private, no-cache",
		ETag: etag,
	};
	return isKnown(etag, request.headers.get("If-None-Match"))
		? new Response(null, { status: 304, headers })
		: new Response(text, { headers });
}
