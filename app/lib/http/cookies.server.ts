import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "~/lib/env.server";
import { isToken } from "~/lib/secret-token.server";

/** Maximum length of a Cookie header that is read: more than all cookies of this site together. */
const MAX_HEADER_CHARACTERS = 8192;

/** Names of the cookies of this site, without prefix. A new one also needs its text in the cookie policy. */
export type CookieName =
	/** Signs a browser in. A request with this cookie bypasses the server's page cache. */
	| "session"
	/** A toast (short message) for the next page. */
	| "toast"
	/** Marks a browser with an unverified registration. */
	| "pending"
	/** Marks a browser in which the user has signed in before. The cookie signs nobody in. */
	| "device"
	/** The token of an opened mail link, which app/gate moves here from the URL. */
	| "mail-token"
	/** The `state` of a sign-in with Google, compared when Google redirects back. */
	| "google"
	/** Marks the browser that was asked for a passkey. */
	| "passkey"
	/** The secret of a new calendar URL, for the page that shows the URL. */
	| "feed"
	/** Preferences, described in `preferences.server.ts`. */
	| "consent"
	| "crew"
	| "mine"
	| "web";

/** Full name of a cookie. With https, the prefix `__Host-` binds the cookie to this host and the path /. */
export function cookieName(name: CookieName): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Attributes of every cookie of this site. */
export const cookieAttributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;

/**
 * Whether a request with this Cookie header may get a personal response. Searches the raw text, so that no unusual
 * spelling of a session cookie reaches the server's page cache.
 */
export function mayBePersonal(header: string | null | undefined): boolean {
	return header ? header.length > MAX_HEADER_CHARACTERS || /session|toast/.test(header) : false;
}

/** A cookie's value; undefined in an overlong header. */
export function readCookie(header: string | null | undefined, name: CookieName): string | undefined {
	return header && header.length <= MAX_HEADER_CHARACTERS ? parseCookie(header)[cookieName(name)] : undefined;
}

/** The token of `makeToken` in a request's cookie; undefined for a missing or malformed token. */
export function readToken(request: Request, name: CookieName): string | undefined {
	const token = readCookie(request.headers.get("Cookie"), name);
	return token && isToken(token) ? token : undefined;
}

/**
 * Set-Cookie header of an HttpOnly cookie. Without `maxAge` (seconds) the cookie lasts until the browser closes; with 0
 * the browser deletes it.
 */
export function writeCookie(name: CookieName, value: string, maxAge?: number): string {
	return stringifySetCookie({
		name: cookieName(name),
		value,
		maxAge,
		...cookieAttributes,
	});
}
