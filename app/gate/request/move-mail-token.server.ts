import type { IncomingMessage, ServerResponse } from "node:http";
import { writeCookie } from "~/lib/http/cookies.server";
import { requestContext } from "~/lib/http/request-context.server";
import { isToken } from "~/lib/secret-token.server";
import type { RouteHandle } from "./route-patterns.server";

/** Lifetime in seconds of the cookie with the token, long enough to choose a password. */
const COOKIE_S = 15 * 60;

/**
 * Moves the token of a mailed link from the URL to a short-lived cookie, and redirects to the URL without its query
 * string, so that no page, log or Referer header contains the token.
 * @returns whether a response was sent
 */
export function moveMailToken(
	request: IncomingMessage,
	response: ServerResponse,
	{ mailToken: purpose }: RouteHandle,
): boolean {
	const { url, routePath } = requestContext();
	const token = url.searchParams.get("token");
	if (token === null || !purpose || request.method === "POST") return false;
	if (isToken(token))
		response.setHeader("Set-Cookie", writeCookie("mail-token", `${purpose}.${token}`, COOKIE_S));
	response.setHeader("Cache-Control", "private, no-store");
	response.writeHead(303, { Location: routePath }).end();
	return true;
}
