import type { ServerResponse } from "node:http";
import { cookieName } from "~/lib/http/cookies.server";
import type { RequestContext } from "~/lib/http/request-context.server";

/** Value of Relevo-Person on a page of a visitor without a session. */
export const NOBODY = "-";

const SESSION = `${cookieName("session")}=`;

/**
 * Tells the service worker whose a page is, because a worker cannot read cookies, and until when its words are true. The
 * worker may keep such a page; a page without these headers it only shows.
 */
export function tellWorker(
	{ status, headers }: Response,
	response: ServerResponse,
	{ person, resend }: RequestContext,
): void {
	// Whoever signs in with a live page gets a document: only documents tell whose phone it is now.
	const isSignIn = headers.getSetCookie().some((cookie) => cookie.startsWith(SESSION));
	if (isSignIn && headers.has("X-Remix-Redirect")) headers.set("X-Remix-Reload-Document", "true");
	const isPage = headers.get("Content-Type")?.startsWith("text/html") && status < 500;
	if (!isPage || resend) return;
	response.setHeader("Relevo-Person", person ?? NOBODY);
	const expires = headers.get("Expires");
	if (expires) headers.set("Relevo-Until", expires);
}

/**
 * Gives an answer that the service worker can read to a form that it sends from its outbox: 204 and the next address
 * instead of a redirect, which a worker cannot look into. 401 if the session is not that of the form's writer. A redirect that
 * sends the form on (307) the browser follows by itself.
 */
export function answerOutbox(result: Response, { person, resend }: RequestContext): Response {
	const next = result.headers.get("Location");
	if (!resend || !next || result.status === 307) return result;
	const headers = new Headers({ "Relevo-Next": next });
	for (const cookie of result.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
	return new Response(null, { status: person === resend.person ? 204 : 401, headers });
}
