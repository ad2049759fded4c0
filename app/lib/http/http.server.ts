import { json, redirect } from "@remix-run/node";
import { publicOrigin } from "~/lib/env.server";
import { logFailure } from "~/lib/log.server";
import { requestContext } from "./request-context.server";

/** Response 404 for a page or record that does not exist, and for a record of another user. */
export function notFound(): Response {
	return new Response(null, { status: 404 });
}

/** `loader` of a route that only receives forms: an address that is opened there is not found. */
export function onlyForms(): never {
	throw notFound();
}

/** Response 400 for an unreadable request; `message` tells the visitor in Spanish what to do. */
export function badRequest(message: string): Response {
	return json({ message }, { status: 400 });
}

/** Response 400 for a form that was sent with an unknown button; the visitor may try again at `place`. */
export function unknownButton(place = "la página anterior"): Response {
	return badRequest(`No entendimos qué botón tocaste. Volvé a ${place} y probá de nuevo.`);
}

/**
 * Waits for a record.
 * @param event log event of a failure
 * @throws Response 404 if there is none; 500 if it could not be read, whose page also shows `message` in a dialog
 */
export async function requireRead<Row>(reading: Promise<Row | undefined>, event: string, message: string) {
	const row = await reading.catch((error: unknown) => {
		logFailure(event, error);
		throw json({ message, asDialog: true }, { status: 500 });
	});
	if (!row) throw notFound();
	return row;
}

/** Redirect to `path`, with the Set-Cookie headers `cookies`. */
export function redirectWithCookies(path: string, cookies: readonly string[], status: 303 | 307 = 303) {
	return redirect(path, { status, headers: cookies.map((cookie) => ["Set-Cookie", cookie] as const) });
}

/** Permanent redirect of a moved page to `target`, which may have a fragment, with the same query string besides its own. */
export function movedTo(target: string, status: 301 | 308 = 301): Response {
	const { search } = requestContext().url;
	const [path = "", fragment = ""] = target.split(/(?=#)/);
	return redirect(path + (path.includes("?") ? search.replace("?", "&") : search) + fragment, status);
}

/**
 * `target` if it is a path of this site, else `fallback`. Refuses other origins in all spellings: `//host`,
 * backslashes, control characters.
 */
export function safePath(target: string | null | undefined, fallback: string): string {
	if (!target?.startsWith("/") || target.startsWith("//") || target.length > 2000) return fallback;
	if (Array.from(target).some((character) => character < " " || character === "\\" || character === "\x7f"))
		return fallback;
	const url = URL.canParse(target, publicOrigin) ? new URL(target, publicOrigin) : undefined;
	if (url?.origin !== publicOrigin || url.pathname.startsWith("//")) return fallback;
	return url.pathname + url.search + url.hash;
}

/**
 * The parameters of the query string. Call this function at the start of a loader.
 * @throws Response redirect to the URL without the blank parameters that a GET form sends on a page without script
 */
export function requireSearch(): URLSearchParams {
	const { url } = requestContext();
	const given = Array.from(url.searchParams);
	const filled = given.filter(([, value]) => value.trim() !== "");
	if (filled.length === given.length) return url.searchParams;
	const search = new URLSearchParams(filled).toString();
	throw redirect(safePath(search ? `${url.pathname}?${search}` : url.pathname, "/"), 302);
}

/** Pages to which a user is not sent back after signing in, such as the login page itself. */
const passing = /^\/auth\/(login|register|logout|google|recovery-pass|reset-pass)/;

/** Returns the untrusted `target` if it is a path of this site to which a user may be sent back; otherwise undefined. */
export function returnPath(target: string | null | undefined): string | undefined {
	const path = safePath(target, "");
	return path && !passing.test(path) ? path : undefined;
}
