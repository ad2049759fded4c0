/** Part of the page cache, whose first line says what it gains. */
import type { IncomingMessage } from "node:http";
import type { Dependence, RouteHandle } from "~/gate/request/route-patterns.server";
import { mayBePersonal } from "~/lib/http/cookies.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { type Preferences, readPreferences } from "~/lib/http/preferences.server";
import { type RequestContext, requestContext } from "~/lib/http/request-context.server";

export interface PageKey {
	text: string;
	/** Whether the page depends on the visitor's calendar, the cookie `mine`. */
	isOwn: boolean;
	/** Whether the page shows the visitor's shifts, so that it is true only for a while. */
	mustExpire: boolean;
}

/** Returns the key of a page; undefined for a request that bypasses the cache, such as one for a personal page. */
export function pageKeyOf(request: IncomingMessage, { cacheKey }: RouteHandle): PageKey | undefined {
	if (!cacheKey || request.method === "POST" || request.headers.authorization) return undefined;
	const { url, isData } = requestContext();
	if (isData || !plainPath.test(url.pathname)) return undefined;
	if (!Array.from(url.searchParams.keys()).every((name) => knownParameters.has(name))) return undefined;
	if (mayBePersonal(request.headers.cookie)) return undefined;
	const preferences = readPreferences(request.headers.cookie);
	const visitor = { url, preferences, userAgent: request.headers["user-agent"] };
	const parts = cacheKey.map((dependence) => keyParts[dependence](visitor));
	const text = [url.pathname + url.search, preferences.consent, ...parts].join("\n");
	const isOwn = preferences.mine !== undefined && parts.includes(preferences.mine);
	return { text, isOwn, mustExpire: isOwn && cacheKey.includes("shifts") };
}

/** Query parameters of public pages. A request with any other parameter bypasses the cache. */
const knownParameters = new Set(["year", "crew", "with", "withCrew", "inicio", "web", "app"]);

/**
 * A path in its plain spelling, or that of a crew's calendar file. Other spellings, such as `/HOME`, `/home/` and
 * `/%68ome`, bypass the cache.
 */
const plainPath = /^(\/[a-z0-9_-]+)+(-[A-E]-\d{4}\.ics)?$/;

interface Visitor {
	url: RequestContext["url"];
	preferences: Preferences;
	userAgent: string | undefined;
}

/** The part of the key for each thing that a page may depend on. */
const keyParts: Readonly<Record<Dependence, (visitor: Visitor) => string | undefined>> = {
	web: ({ preferences }) => String(preferences.web),
	crew: ({ preferences }) => preferences.crew,
	phone: ({ userAgent }) => phoneKind(userAgent),
	shifts: ({ preferences }) => preferences.mine,
	"own-crew": ownCrew,
};

/**
 * A diagram's pages depend on the crew of a visitor with a calendar of this diagram. Which crew has a cycle start, if
 * any, only the diagram tells, so no two calendars share a page.
 */
function ownCrew({ url, preferences: { mine } }: Visitor): string | undefined {
	const [diagram = ""] = mine?.split(".") ?? [];
	return url.pathname.split("/").includes(diagram) ? mine : undefined;
}
