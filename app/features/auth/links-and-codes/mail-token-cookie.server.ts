import type { MailTokensTable } from "db/schema";
import { mailTokenCookieName, readCookies, writeCookie } from "~/lib/http/cookies.server";

/**
 * The token of the mailed link that the visitor opened. The gate moves the token from the URL to a short-lived cookie,
 * so that it reaches neither logs nor other sites.
 */
export function readMailToken(request: Request, purpose: MailTokensTable["purpose"]): string | undefined {
	const value = readCookies(request.headers.get("Cookie"))[mailTokenCookieName];
	const [kind, token] = value?.split(".") ?? [];
	return kind === purpose && token ? token : undefined;
}

/** The Set-Cookie header that removes the cookie of a used link. */
export function forgetMailToken(): string {
	return writeCookie(mailTokenCookieName, "", 0);
}
