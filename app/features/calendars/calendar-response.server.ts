import { createHash } from "node:crypto";

/**
 * The response with a calendar file, or status 304 when the client already has the file. Programs that subscribe to a
 * calendar ask again and again, mostly without a change.
 * @param name name under which a browser saves the file
 */
export function calendarResponse(request: Request, text: string, name: string): Response {
	const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 20)}"`;
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
