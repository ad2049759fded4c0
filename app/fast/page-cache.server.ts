/** Nine tenths of a public page, since November 2026: a page is rendered once for all visitors who get the same. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PagePlace } from "~/gate/gate.server";
import type { RouteHandle } from "~/gate/request/route-patterns.server";
import type { Encoding } from "~/gate/response/compression.server";
import { copyHeaders, sendKept } from "~/gate/response/send-response.server";
import { dataVersion } from "~/lib/database/db.server";
import { cookieName } from "~/lib/http/cookies.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { MB } from "~/lib/units/bytes";
import { takeText } from "./html-response.server";
import { gzipPage } from "./page-compression.server";
import { type PageKey, pageKeyOf } from "./page-key.server";
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
 * page depends, such as `mine` (a crew or a cycle start).
 */
export class PageCache {
	#shared = new PageStore(SHARED_BOUNDS);
	#own = new PageStore(OWN_BOUNDS);
	#state = "";
	#checkedAt = 0;

	/** The place of a request's page; undefined for a request that bypasses the cache, such as one for a personal page. */
	placeOf(request: IncomingMessage, handle: RouteHandle): PagePlace | undefined {
		const key = this.#keyOf(request, handle);
		return (
			key && {
				send: (response) => this.#send(key, request, response),
				keepAndSend: async (result, response) => {
					if (!mayKeep(key, result)) return false;
					await this.#keepAndSend(key, result, request, response);
					return true;
				},
			}
		);
	}

	#keyOf(request: IncomingMessage, handle: RouteHandle): PageKey | undefined {
		const key = pageKeyOf(request, handle);
		if (!key) return undefined;
		this.#dropWhenStale();
		// The key contains the day and the database version, so that a change of the data makes old pages
		// unreachable.
		return { ...key, text: `${this.#state}\n${key.text}` };
	}

	async #send(key: PageKey, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
		const page = this.#storeOf(key).get(key.text);
		if (!page) return false;
		await sendPage(page, request, response);
		return true;
	}

	/** Caches a rendered page and sends it with gzip. */
	async #keepAndSend(
		key: PageKey,
		result: Response,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const quality = key.isOwn ? OWN_QUALITY : SHARED_QUALITY;
		const { headers } = result;
		const gzip = await gzipPage(takeText(result) ?? (await result.text()));
		const page: Page = {
			content: new PageContent(gzip, quality),
			headers: Array.from(headers).filter(([name]) => name !== "expires"),
			// Twice, for the form with brotli.
			bytes: 2 * gzip.byteLength,
			expiresAt: expiryOf(headers),
		};
		this.#storeOf(key).set(key.text, page);
		await sendPage(page, request, response, "gzip");
	}

	#storeOf({ isOwn }: PageKey): PageStore {
		return isOwn ? this.#own : this.#shared;
	}

	/**
	 * Empties the cache when the day changes, or when another process or the thread of an import has written to the
	 * database. Looks once a millisecond: asking SQLite takes a fifteenth of sending a page.
	 */
	#dropWhenStale(): void {
		const now = Date.now();
		if (now === this.#checkedAt) return;
		this.#checkedAt = now;
		const state = `${plantToday()} ${dataVersion()}`;
		if (state === this.#state) return;
		this.#shared = new PageStore(SHARED_BOUNDS);
		this.#own = new PageStore(OWN_BOUNDS);
		this.#state = state;
	}
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
