import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import { env, publicOrigin } from "~/lib/env.server";
import type { RequestContext } from "~/lib/http/request-context.server";
import type { RouteFinder, RouteHandle } from "./route-patterns.server";

/** A request as the gate sees it. */
export interface Visit {
	context: RequestContext;
	/** False for a malformed URL and for a URL of another site. */
	isOwnAddress: boolean;
	/** What the route says about itself, in whatever spelling its path was requested. */
	handle: RouteHandle;
}

export function newVisit(request: IncomingMessage, findRoute: RouteFinder): Visit {
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
		...workerFacts(request.headers),
	};
	const handle = findRoute(context.routePath)?.handle ?? {};
	return { context, isOwnAddress: ownUrl !== undefined, handle };
}

const PERSON = /^[\w-]{12}$/;
/** Ten years: no phone keeps a form for longer. */
const MAX_AGE = /^\d{1,12}$/;

/** What the service worker (app/worker) says in a request's headers. */
function workerFacts(headers: IncomingHttpHeaders) {
	const { "relevo-person": person, "relevo-age": age, "relevo-copy": copy } = headers;
	if (typeof person !== "string" || !PERSON.test(person)) return copy === undefined ? {} : { isCopy: true };
	const ageMs = typeof age === "string" && MAX_AGE.test(age) ? Number(age) : 0;
	// The age instead of a time, because a phone's clock may be wrong.
	return { resend: { person, firstSentAt: Date.now() - ageMs } };
}

/**
 * Whether Remix's client made the request. Also reads malformed URLs, because this client expects data instead of a
 * page even if the server refuses the URL.
 */
function hasDataParameter(url = "/"): boolean {
	return new URLSearchParams(/\?.*/.exec(url)?.[0]).has("_data");
}

/** Normalises the spellings of a path that Remix accepts: `/AUTH/Login/` and `/%61uth/login` give `/auth/login`. */
function routePath(pathname: string): string {
	return decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, "");
}

/**
 * Parses a URL of this site; undefined for `//host` and `/\host`. Checks the decoded path too, because Remix
 * resolves `/%5Chost` (remix-run/react-router #15140).
 */
function parseOwnUrl(address: string): URL | undefined {
	const path = address.split("?")[0] ?? "";
	try {
		decodeURIComponent(path);
		return resolveHere(decodeURI(path)) && resolveHere(address);
	} catch {
		return undefined;
	}
}

function resolveHere(address: string): URL | undefined {
	const url = new URL(address, publicOrigin);
	const isHere = address.startsWith("/") && url.origin === publicOrigin && !url.pathname.startsWith("//");
	return isHere ? url : undefined;
}

/**
 * Returns the client address for rate limits: the entry of X-Forwarded-For at position `hops` from the right,
 * because clients can fake the entries further left. Returns the socket's address when `hops` is 0 or this
 * entry is not an IP address. Reduces IPv6 to /64, the network of one customer.
 */
export function clientAddress(request: Pick<IncomingMessage, "headers" | "socket">, hops: number): string {
	const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
	const claimed = hops > 0 ? forwarded.at(-hops)?.trim() : undefined;
	return claimed && isIP(claimed) ? networkOf(claimed) : socketAddress(request.socket);
}

/** The address of a connection's other end, IPv6 reduced to /64. */
export function socketAddress({ remoteAddress = "" }: Pick<Socket, "remoteAddress">): string {
	return networkOf(remoteAddress);
}

function networkOf(address: string): string {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
	if (mapped?.[1]) return mapped[1];
	if (isIP(address) !== 6) return address;
	const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
	const start = head ? head.split(":") : [];
	const end = tail ? tail.split(":") : [];
	const zeros = Array<string>(8 - start.length - end.length).fill("0");
	const groups = [...start, ...zeros, ...end].slice(0, 4);
	return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
