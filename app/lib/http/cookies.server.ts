import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "~/lib/env.server";

/** Longer than all cookies of this site together. */
const MAX_HEADER_CHARACTERS = 8192;

/**
 * The name of a cookie. With https, the prefix `__Host-` binds the cookie to this host and the path /, so that no
 * sibling host can set it.
 */
export function cookieName(name: string): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Holds the session. A request with this cookie bypasses the shared page cache. */
export const sessionCookieName = cookieName("session");
/** Carries a toast to the next page. */
export const toastCookieName = cookieName("toast");
/** Marks a browser in which a user has registered but not yet verified the address. */
export const pendingCookieName = cookieName("pending");
/** Marks a browser in which a user has signed in before. Does not sign in by itself. */
export const deviceCookieName = cookieName("device");
/** Holds the token of an opened mail link, which the gate moves here from the address. */
export const mailTokenCookieName = cookieName("mail-token");
/** Holds the state of a sign-in with Google, to compare when Google redirects back. */
export const googleCookieName = cookieName("google");

/**
 * Whether the response to this Cookie header could be personal. Searches the raw text, so that a session cookie in an
 * unusual spelling also bypasses the page cache.
 */
export function mayBePersonal(header: string | null | undefined): boolean {
	return header ? header.length > MAX_HEADER_CHARACTERS || /session|toast/.test(header) : false;
}

/** The cookies of a request by name. An overlong header counts as empty. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
	return header && header.length <= MAX_HEADER_CHARACTERS ? parseCookie(header) : {};
}

/** The Set-Cookie header of an HttpOnly cookie. Without `maxAge` (seconds) it is a session cookie. */
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
