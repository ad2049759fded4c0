import { createHash } from "node:crypto";

/** A calendar file, written only when the client does not have it yet. */
interface CalendarFile {
	/** Name under which a browser saves the file. */
	name: string;
	/** A text that differs whenever the file does. */
	version: string;
	write: () => Promise<string>;
}

/**
 * The response with a calendar file, or status 304 when the client already has the file. Programs that subscribe to a
 * calendar ask again and again, mostly without a change.
 */
export async function calendarResponse(
	request: Request,
	{ name, version, write }: CalendarFile,
): Promise<Response> {
	const etag = `W/"${createHash("sha256").update(version).digest("base64url").slice(0, 20)}"`;
	const headers = {
		"Content-Type": "text/calendar; charset=utf-8",
		"Content-Disposition": `inline; filename="${name}"`,
		"Cache-Control": "private, no-cache",
		ETag: etag,
	};
	const known = request.headers.get("If-None-Match")?.split(",") ?? [];
	const isKnown = known.some((tag) => tag.trim() === etag);
	return new Response(isKnown ? null : await write(), { status: isKnown ? 304 : 200, headers });
}
