import type { MailTokensTable } from "db/schema";
import { mailTokenCookieName, readCookies, writeCookie } from "~/lib/http/cookies.server";

/**
 * Reads the token of the mailed link that the visitor opened. `app/gate` moves the token from the URL to a
 * short-lived cookie, so that no log and no other site gets the token.
 */
export function readMailToken(request: Request, purpose: MailTokensTable["purpose"]): string | undefined {
	const value = readCookies(request.headers.get("Cookie"))[mailTokenCookieName];
	const [kind, token] = value?.split(".") ?? [];
	return kind === purpose && token ? token : undefined;
}

/** Returns the Set-Cookie header that deletes the token of a used mailed link. */
export function forgetMailToken(): string {
	return writeCookie(mailTokenCookieName, "", 0);
}
