/** Nine tenths of a public page, since November 2026: a page is rendered once for all visitors who get the same. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Wing } from "~/gate/gate.server";
import type { Dependence, RouteHandle } from "~/gate/request/route-patterns.server";
import type { Encoding } from "~/gate/response/compression.server";
import { copyHeaders, forBrowser, sendKept } from "~/gate/response/send-response.server";
import { dataVersion } from "~/lib/database/db.server";
import { cookieName, mayBePersonal } from "~/lib/http/cookies.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { type Preferences, readPreferences } from "~/lib/http/preferences.server";
import { type RequestContext, requestContext } from "~/lib/http/request-context.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { MB } from "~/lib/units/bytes";
import { takeText } from "./html-response.server";
import { gzipPage } from "./page-compression.server";
import { type Page, PageContent, PageStore } from "./page-store.server";

/**
 * Cache-Control of a page that this server may cache. A proxy must not, and a browser must ask again each time,
 * because a visitor with a session gets another page.
 */
const SHARED_PAGE = "private, no-cache";

const SHARED_BOUNDS = { pages: 400, bytes: 12 * MB };
/**
 * Pages that depend on the visitor's calendar, the cookie `mine` (a crew or a cycle start), have a separate cache, so
 * that requests with invented cookies do not displace other pages.
 */
const OWN_BOUNDS = { pages: 200, bytes: 4 * MB };
/**
 * Brotli quality: high for pages that are valid all day, low for pages with the visitor's shifts, which may change
 * within a minute.
 */
const [SHARED_QUALITY, OWN_QUALITY] = [9, 5];

/**
 * Cache of public pages for visitors without a session. Visitors share a page unless they differ in a cookie on which the
 * page depends, such as `mine` (a crew or a cycle start). A request that bypasses the cache, such as one for a personal
 * page, has no place in it.
 */
export function pageCache(): Wing["placeOf"] {
	let [shared, own] = [new PageStore(SHARED_BOUNDS), new PageStore(OWN_BOUNDS)];
	let state = "";
	let checkedAt = 0;

	/**
	 * Empties the cache when the day changes, or when another process or the thread of an import has written to the
	 * database. Looks once a millisecond: asking SQLite takes a fifteenth of sending a page.
	 */
	const dropWhenStale = () => {
		const now = Date.now();
		if (now === checkedAt) return;
		checkedAt = now;
		const found = `${plantToday()} ${dataVersion()}`;
		if (found === state) return;
		[shared, own] = [new PageStore(SHARED_BOUNDS), new PageStore(OWN_BOUNDS)];
		state = found;
	};

	return (request, handle) => {
		const key = pageKeyOf(request, handle);
		if (!key) return undefined;
		dropWhenStale();
		// A page of the old data that is rendered now goes to the old store, which nobody reads any more.
		const [store, quality] = key.isOwn ? [own, OWN_QUALITY] : [shared, SHARED_QUALITY];
		return {
			async send(response) {
				const page = store.get(key.text);
				if (page) await sendPage(page, request, response);
				return page !== undefined;
			},
			async keepAndSend(result, response) {
				if (!mayKeep(key, result)) return false;
				const { headers } = result;
				const gzip = await gzipPage(takeText(result) ?? (await result.text()));
				const expiresAt = expiryOf(headers);
				const page: Page = {
					content: new PageContent(gzip, quality),
					headers: Array.from(forBrowser(headers)),
					// Twice, for the form with brotli.
					bytes: 2 * gzip.byteLength,
					expiresAt,
				};
				store.set(key.text, page);
				await sendPage(page, request, response, "gzip");
				return true;
			},
		};
	};
}

/**
 * Whether a response may be cached: it has the Cache-Control SHARED_PAGE, and sets no cookies except `crew` and
 * `web`, whose values depend only on the URL. A page with the visitor's shifts must also have an Expires header.
 */
function mayKeep({ mustExpire }: PageKey, { status, headers }: Response): boolean {
	if (status !== 200 || headers.get("Cache-Control") !== SHARED_PAGE) return false;
	if (mustExpire && expiryOf(headers) === Infinity) return false;
	const urlCookies = [`${cookieName("crew")}=`, `${cookieName("web")}=`];
	return headers.getSetCookie().every((cookie) => urlCookies.some((start) => cookie.startsWith(start)));
}

/** UTC milliseconds from which a page may be outdated; Infinity without an Expires header. */
function expiryOf(headers: Headers): number {
	return Date.parse(headers.get("Expires") ?? "") || Infinity;
}

/** Sends a page, in the encoding `preferred` if the client accepts it. */
function sendPage(
	{ headers, content }: Page,
	request: IncomingMessage,
	response: ServerResponse,
	preferred?: Encoding,
): Promise<void> {
	response.statusCode = 200;
	copyHeaders(headers, response);
	response.appendHeader("Vary", "Accept-Encoding");
	return sendKept(content, true, request, response, preferred);
}

interface PageKey {
	text: string;
	/** Whether the page depends on the visitor's calendar, the cookie `mine`. */
	isOwn: boolean;
	/** Whether the page shows the visitor's shifts, so that it is true only for a while. */
	mustExpire: boolean;
}

/** Returns the key of a page; undefined for a request that bypasses the cache, such as one for a personal page. */
function pageKeyOf(request: IncomingMessage, { cacheKey }: RouteHandle): PageKey | undefined {
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
