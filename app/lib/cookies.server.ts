import { parseCookie, stringifySetCookie } from "cookie";
import { isHttps } from "./env.server";

/** Behind https the prefix binds a cookie to this host and to the path /, so that no sibling host can plant one. */
export function cookieName(name: string): string {
	return isHttps ? `__Host-${name}` : name;
}

/** Signs a visitor in. Its presence alone already keeps an answer out of the shared page cache. */
export const sessionCookieName = cookieName("session");
/** Carries a message to the next page. */
export const toastCookieName = cookieName("toast");

/** The cookies of a request by name. A malformed header counts as no cookies. */
export function readCookies(header: string | null | undefined): Record<string, string | undefined> {
	return header && header.length <= 8192 ? parseCookie(header) : {};
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
