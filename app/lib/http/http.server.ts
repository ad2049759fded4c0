import { json, redirect } from "@remix-run/node";
import { publicOrigin } from "~/lib/env.server";
import { requestContext } from "./request-context.server";

/** Thrown where something does not exist or belongs to another user. */
export function notFound(): Response {
	return new Response(null, { status: 404 });
}

/** Thrown when a request cannot be read; `message` tells the visitor in Spanish what to do. */
export function badRequest(message: string): Response {
	return json({ message }, { status: 400 });
}

/** Thrown when rows could not be read because of a fault of the server. The page shows `message` in a dialog too. */
export function dataNotRead(message: string): Response {
	return json({ message, asDialog: true }, { status: 500 });
}

/** A permanent redirect to a moved page, with the query. */
export function movedTo(path: string): Response {
	return redirect(path + requestContext().url.search, 301);
}

/**
 * Returns `target` if it is a path of this site, else `fallback`. Refuses other origins in every spelling that browsers
 * read as one: `//host`, backslashes, control characters.
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
 * Call at the start of a loader with a filter form: a GET form without script also sends its blank fields.
 * @throws Response redirect to the address without blank fields, if there are any
 */
export function redirectWithoutBlanks(): void {
	const { url } = requestContext();
	const given = Array.from(url.searchParams);
	const filled = given.filter(([, value]) => value.trim() !== "");
	if (filled.length === given.length) return;
	const search = new URLSearchParams(filled).toString();
	throw redirect(safePath(search ? `${url.pathname}?${search}` : url.pathname, "/"), 302);
}

/** Pages that make no sense as a target after signing in. */
const passing = /^\/auth\/(login|register|logout|google|recovery-pass|reset-pass)\b/;

/** Returns an untrusted `redirectTo` if it is a path of this site that makes sense after signing in. */
export function returnPath(target: string | null | undefined): string | undefined {
	const path = safePath(target, "");
	return path && !passing.test(path) ? path : undefined;
}
