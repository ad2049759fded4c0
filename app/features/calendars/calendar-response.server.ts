import { createHash } from "node:crypto";

/** A calendar file. `write` is called only when the client does not have the current file. */
interface CalendarFile {
	/** File name that the browser proposes for saving. */
	name: string;
	/** Changes whenever the content of the file changes. */
	version: string;
	write: () => Promise<string>;
}

/**
 * Makes the response with a calendar file, or with status 304 when the client has the current file, which is the usual
 * case.
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
