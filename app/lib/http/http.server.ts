import { json, redirect } from "@remix-run/node";
import { publicOrigin } from "~/lib/env.server";
import { requestContext } from "./request-context.server";

/** Response 404, to be thrown when a record does not exist or belongs to another user. */
export function notFound(): Response {
	return new Response(null, { status: 404 });
}

/** Response 400, to be thrown when a request cannot be read; `message` tells the visitor in Spanish what to do. */
export function badRequest(message: string): Response {
	return json({ message }, { status: 400 });
}

/**
 * Response 500, to be thrown when the server could not read rows. The error page shows `message` both in the page and
 * in a dialog.
 */
export function dataNotRead(message: string): Response {
	return json({ message, asDialog: true }, { status: 500 });
}

/** A permanent redirect to a page that has moved. The query string stays the same. */
export function movedTo(path: string): Response {
	return redirect(path + requestContext().url.search, 301);
}

/**
 * Returns `target` if it is a path of this site, else `fallback`. Refuses other origins in every spelling that
 * browsers read as one: `//host`, backslashes, control characters.
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
 * Removes blank query parameters from the address of a page with a filter form. Without script, a GET form sends its
 * blank fields too. Call it at the start of the page's loader.
 * @throws Response redirect to the URL without blank parameters, if there are any
 */
export function redirectWithoutBlanks(): void {
	const { url } = requestContext();
	const given = Array.from(url.searchParams);
	const filled = given.filter(([, value]) => value.trim() !== "");
	if (filled.length === given.length) return;
	const search = new URLSearchParams(filled).toString();
	throw redirect(safePath(search ? `${url.pathname}?${search}` : url.pathname, "/"), 302);
}

/** Pages to which a user is never redirected after signing in, such as the login page. */
const passing = /^\/auth\/(login|register|logout|google|recovery-pass|reset-pass)\b/;

/**
 * Returns `target`, the untrusted value of a "redirectTo" parameter, if it is a path of this site to which a user can be
 * redirected after signing in.
 */
export function returnPath(target: string | null | undefined): string | undefined {
	const path = safePath(target, "");
	return path && !passing.test(path) ? path : undefined;
}
