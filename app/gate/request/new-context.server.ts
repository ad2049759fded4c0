import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { env, publicOrigin } from "~/lib/env.server";
import type { RequestContext } from "~/lib/http/request-context.server";
import { clientAddress } from "./client-address.server";

/**
 * Creates the context of a new request. `isOwnAddress` is false when the URL is malformed or resolves to another
 * site.
 */
export function newContext(request: IncomingMessage): { context: RequestContext; isOwnAddress: boolean } {
	const ownUrl = parseOwnUrl(request.url ?? "/");
	const url = ownUrl ?? new URL(publicOrigin);
	const isData = hasDataParameter(request.url);
	if (isData) url.searchParams.delete("_data");
	const context = {
		id: randomUUID(),
		clientAddress: clientAddress(request, env.TRUST_PROXY_HOPS),
		url,
		routePath: routePath(url.pathname),
		isData,
	};
	return { context, isOwnAddress: ownUrl !== undefined };
}

/**
 * Whether Remix in the browser made the request. The URL may be malformed, because Remix needs data, not a page, even
 * when the request is refused.
 */
function hasDataParameter(url = "/"): boolean {
	return url.includes("?") && new URLSearchParams(url.slice(url.indexOf("?"))).has("_data");
}

/**
 * Normalises a path, because Remix also accepts other spellings of a route's path: `/AUTH/Login/`, `/%61uth/login`,
 * `/x/../auth/login`.
 */
function routePath(pathname: string): string {
	return decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, "");
}

/**
 * Parses a URL. Undefined when the URL resolves to another site, as `//host` and `/\host` do. The decoded path is
 * checked too, because Remix resolves decoded paths such as `/%5Chost` (remix-run/react-router #15140).
 */
function parseOwnUrl(address: string): URL | undefined {
	const path = address.split("?")[0] ?? "";
	try {
		decodeURIComponent(path);
		const decoded = decodeURI(path);
		if (decoded !== path && !resolveHere(decoded)) return undefined;
		return resolveHere(address);
	} catch {
		return undefined;
	}
}

function resolveHere(address: string): URL | undefined {
	const url = new URL(address, publicOrigin);
	const isHere = address.startsWith("/") && url.origin === publicOrigin && !url.pathname.startsWith("//");
	return isHere ? url : undefined;
}
