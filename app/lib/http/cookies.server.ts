import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "~/lib/env.server";

/** More than all our cookies together can have. */
const MAX_HEADER_CHARACTERS = 8192;

/** Behind https the prefix binds a cookie to this host and to the path /, so that no sibling host can plant one. */
export function cookieName(name: string): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Signs a visitor in. Its presence alone already keeps an answer out of the shared page cache. */
export const sessionCookieName = cookieName("session");
/** Carries a message to the next page. */
export const toastCookieName = cookieName("toast");
/** Waits, after registering, for the mail. */
export const pendingCookieName = cookieName("pending");
/** Says that somebody has signed in here before. Signs nobody in. */
export const deviceCookieName = cookieName("device");
/** Holds the secret of a mailed link that was opened: the gate takes it out of the address. */
export const mailTokenCookieName = cookieName("mail-token");
/** What has to come back from Google. */
export const googleCookieName = cookieName("google");

/**
 * Whether an answer to this Cookie header could be meant for one visitor. Looks at the raw text, so that no way of
 * writing or repeating a cookie that a parser takes for a session hides it from the page cache.
 */
export function mayBePersonal(header: string | null | undefined): boolean {
	return header ? header.length > MAX_HEADER_CHARACTERS || /session|toast/.test(header) : false;
}

/** The cookies of a request by name. A malformed or overlong header counts as no cookies. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
	return header && header.length <= MAX_HEADER_CHARACTERS ? parseCookie(header) : {};
}

/** A Set-Cookie header of a cookie that no script can read. Without `maxAge` (seconds) it ends with the browser. */
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
