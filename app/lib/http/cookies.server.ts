import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "~/lib/env.server";

/** Maximum length of a Cookie header that is read: more than all cookies of this site together. */
const MAX_HEADER_CHARACTERS = 8192;

/** Full name of a cookie. With https, the prefix `__Host-` binds the cookie to this host and the path /. */
export function cookieName(name: string): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Session cookie. A request with this cookie bypasses the server's page cache. */
export const sessionCookieName = cookieName("session");
/** Cookie with a toast (short message) for the next page. */
export const toastCookieName = cookieName("toast");
/** Cookie that marks a browser with an unverified registration. */
export const pendingCookieName = cookieName("pending");
/** Cookie that marks a browser in which the user has signed in before. The cookie signs nobody in. */
export const deviceCookieName = cookieName("device");
/** Cookie with the token of an opened mail link, which app/gate moves here from the URL. */
export const mailTokenCookieName = cookieName("mail-token");
/** Cookie with the `state` of a sign-in with Google, compared when Google redirects back. */
export const googleCookieName = cookieName("google");

/** Cookie that carries the secret of a new calendar URL to the page that shows the URL. */
export const feedCookieName = cookieName("feed");

/**
 * Whether a request with this Cookie header may get a personal response. Searches the raw text, so that no unusual
 * spelling of a session cookie reaches the server's page cache.
 */
export function mayBePersonal(header: string | null | undefined): boolean {
	return header ? header.length > MAX_HEADER_CHARACTERS || /session|toast/.test(header) : false;
}

/** Cookies by name; none for an overlong header. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
	return header && header.length <= MAX_HEADER_CHARACTERS ? parseCookie(header) : {};
}

/**
 * Set-Cookie header of an HttpOnly cookie. Without `maxAge` (seconds) the cookie lasts until the browser closes.
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
