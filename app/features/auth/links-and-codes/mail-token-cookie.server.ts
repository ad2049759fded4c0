import type { MailTokensTable } from "db/schema";
import { mailTokenCookieName, readCookies, writeCookie } from "~/lib/http/cookies.server";

/**
 * The secret of a mailed link for `purpose`. The gate has moved it from the address to a short cookie, so that no log
 * and no other site ever sees it.
 */
export function readMailToken(request: Request, purpose: MailTokensTable["purpose"]): string | undefined {
	const value = readCookies(request.headers.get("Cookie"))[mailTokenCookieName];
	const [kind, token] = value?.split(".") ?? [];
	return kind === purpose && token ? token : undefined;
}

/** The Set-Cookie header that ends the cookie when its link is used. */
export function forgetMailToken(): string {
	return writeCookie(mailTokenCookieName, "", 0);
}
