import type { IncomingMessage, ServerResponse } from "node:http";
import { mailTokenCookieName, writeCookie } from "~/lib/http/cookies.server";
import { requestContext } from "~/lib/http/request-context.server";

/** The pages that mailed links open, and what their secret is for. */
const purposes: Readonly<Record<string, string>> = {
	"/auth/verify-email": "verify",
	"/auth/reset-pass": "reset",
};

/** Long enough to choose a password in peace, in seconds. */
const COOKIE_S = 15 * 60;

/**
 * Takes the secret of a mailed link out of the address before anything shows, logs or passes it on: it goes on in a
 * short cookie, and the browser to the address without it. True when the request has been answered so.
 */
export function moveMailToken(request: IncomingMessage, response: ServerResponse): boolean {
	const { url, routePath } = requestContext();
	const token = url.searchParams.get("token");
	const purpose = purposes[routePath];
	if (token === null || !purpose || request.method === "POST") return false;
	if (/^[A-Za-z0-9_-]{43}$/.test(token))
		response.setHeader("Set-Cookie", writeCookie(mailTokenCookieName, `${purpose}.${token}`, COOKIE_S));
	response.setHeader("Cache-Control", "private, no-store");
	response.writeHead(303, { Location: routePath }).end();
	return true;
}
