import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "~/lib/env.server";

/** Maximum length of a Cookie header that is read: more than all cookies of this site together. */
const MAX_HEADER_CHARACTERS = 8192;

/**
 * Returns the full name of a cookie. With https, the prefix `__Host-` binds the cookie to this host and the path /,
 * so that no other host of the same domain can set it.
 */
export function cookieName(name: string): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Cookie that holds the session. A request with this cookie bypasses the shared page cache. */
export const sessionCookieName = cookieName("session");
/** Cookie that carries a toast (a short message) to the next page. */
export const toastCookieName = cookieName("toast");
/** Cookie that marks a browser in which a user has registered but not yet verified the e-mail address. */
export const pendingCookieName = cookieName("pending");
/** Cookie that marks a browser in which a user has signed in before. The cookie alone signs nobody in. */
export const deviceCookieName = cookieName("device");
/**
 * Cookie that holds the token of an opened mail link. Code in app/gate moves the token from the URL to this cookie.
 */
export const mailTokenCookieName = cookieName("mail-token");
/** Cookie that holds the state of a sign-in with Google. The state is compared when Google redirects back. */
export const googleCookieName = cookieName("google");

/** Cookie that carries the secret of a calendar's new address to the one page that shows the address. */
export const feedCookieName = cookieName("feed");

/**
 * Whether the response to a request with this Cookie header could be personal. Searches the raw text, so that a
 * session cookie in an unusual spelling also bypasses the page cache.
 */
export function mayBePersonal(header: string | null | undefined): boolean {
	return header ? header.length > MAX_HEADER_CHARACTERS || /session|toast/.test(header) : false;
}

/** Reads the cookies of a request by name. An overlong Cookie header counts as empty. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
	return header && header.length <= MAX_HEADER_CHARACTERS ? parseCookie(header) : {};
}

/**
 * Builds the Set-Cookie header of an HttpOnly cookie. Without `maxAge` (seconds) the browser discards the cookie when
 * it closes.
 */
export function writeCookie(name: string, value: string, maxAge?: number): string {
	return stringifySetCookie({
		name,
		value,
		maxAge,
		path: "/",
		httpOnly: true,
		sameSite: "lax",
		secure: isHttps,
	});
}
