import { hash } from "node:crypto";

/**
 * Makes the response with a calendar file, or with status 304 when the client has the current file, which is the usual
 * case.
 * @param name file name that the browser proposes for saving
 */
export function calendarResponse(request: Request, name: string, text: string): Response {
	const etag = `W/"${hash("sha256", text, "base64url").slice(0, 20)}"`;
	const headers = {
		"Content-Type": "text/calendar; charset=utf-8",
		"Content-Disposition": `inline; filename="${name}"`,
		"Cache-Control": "private, no-cache",
		ETag: etag,
	};
	const known = request.headers.get("If-None-Match")?.split(",") ?? [];
	const isKnown = known.some((tag) => tag.trim() === etag);
	return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers });
}
