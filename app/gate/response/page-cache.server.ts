import type { IncomingMessage, ServerResponse } from "node:http";
import { dataVersion } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { cookieName, mayBePersonal } from "~/lib/http/cookies.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { readPreferences } from "~/lib/http/preferences.server";
import { requestContext } from "~/lib/http/request-context.server";
import { todayIn } from "~/lib/time/civil-date";
import { CompressedContent, chooseEncoding, MIN_COMPRESSED_BYTES } from "./compression.server";
import { copyHeaders, etagOf, isKnown, sendBody } from "./send-response.server";

/**
 * Cache-Control by which a page says that it is the same for every visitor without a session. Only this server may
 * keep it: at the same address, a visitor with a session gets another page.
 */
const SHARED_PAGE = "private, no-cache";

const MAX_PAGES = 400;
const MAX_CACHE_BYTES = 24 * 1024 * 1024;
/** The query parameters that public pages use. A request with any other parameter bypasses the cache. */
const knownParameters = new Set(["year", "crew", "with", "withCrew", "inicio", "web"]);

/**
 * A path in its plain spelling, such as `/home` or `/calendars/3turnos-A-2027.ics`. Other spellings that Remix accepts, such as `/HOME`, `/home/` and
 * `/%68ome`, bypass the cache.
 */
const plainPath = /^(\/[a-z0-9_-]+)+$|^\/calendars\/[a-z0-9_]+-[A-E]-\d{4}\.ics$/;
/** Paths of personal pages. These pages are never cached, even if their Cache-Control header allows it. */
const privatePath = /^\/(auth|feeds|images)(\/|$)/;

interface Page {
	content: CompressedContent;
	etag: string;
	headers: [name: string, value: string][];
	bytes: number;
}

/**
 * Cache of rendered public pages, for visitors without a session. A full cache drops the least recently used page.
 */
export class PageCache {
	#pages = new Map<string, Page>();
	#bytes = 0;
	#state = "";

	/** The cache key of a request, or undefined when the response may be personal. */
	keyOf(request: IncomingMessage): string | undefined {
		if (request.method === "POST" || request.headers.authorization) return undefined;
		const { url, isData } = requestContext();
		if (isData || !plainPath.test(url.pathname) || privatePath.test(url.pathname)) return undefined;
		const parameters = Array.from(url.searchParams.keys());
		if (parameters.length > knownParameters.size || !parameters.every((name) => knownParameters.has(name)))
			return undefined;
		if (mayBePersonal(request.headers.cookie)) return undefined;
		const { consent, web, crew, mine } = readPreferences(request.headers.cookie);
		// A visitor's own shifts depend on the minute.
		if (url.pathname === "/my-shift" || (url.pathname === "/home" && mine)) return undefined;
		// The other pages under Mi turno show the visitor's own calendar, where it is known.
		if (mine && url.pathname.startsWith("/my-shift/")) return undefined;
		this.#dropWhenStale();
		// The key contains the day and the database version. A page rendered from old data is therefore never served
		// after a change of the data.
		const key = [this.#state, url.pathname + url.search, consent];
		if (url.pathname === "/home") key.push(String(web), crew, phoneKind(request.headers["user-agent"]));
		return key.join("\n");
	}

	/**
	 * Whether a response may be cached: its Cache-Control is SHARED_PAGE, and it sets no cookies except `crew` and
	 * `web`, whose values follow from the URL alone.
	 */
	mayKeep({ status, headers }: Response): boolean {
		if (status !== 200 || headers.get("Cache-Control") !== SHARED_PAGE) return false;
		const urlCookies = [`${cookieName("crew")}=`, `${cookieName("web")}=`];
		return headers.getSetCookie().every((cookie) => urlCookies.some((start) => cookie.startsWith(start)));
	}

	/** Sends the cached page with the given key. Returns false when the page is not cached. */
	async send(key: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
		const page = this.#pages.get(key);
		if (!page) return false;
		this.#pages.delete(key);
		this.#pages.set(key, page);
		await sendPage(page, request, response);
		return true;
	}

	/** Caches a rendered page and sends it. */
	async keepAndSend(
		key: string,
		headers: Headers,
		body: string,
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> {
		const content = Buffer.from(body);
		const page: Page = {
			content: new CompressedContent(content, 9),
			etag: etagOf(content),
			headers: Array.from(headers),
			// Size of the page, plus an estimate for the compressed copies of the page.
			bytes: Math.ceil(content.byteLength * 1.5),
		};
		// When two simultaneous requests have rendered the same page, the second copy replaces the first copy in the
		// cache.
		this.#bytes += page.bytes - (this.#pages.get(key)?.bytes ?? 0);
		this.#pages.set(key, page);
		for (const [oldest, { bytes }] of this.#pages) {
			if (this.#pages.size <= MAX_PAGES && this.#bytes <= MAX_CACHE_BYTES) break;
			this.#pages.delete(oldest);
			this.#bytes -= bytes;
		}
		await sendPage(page, request, response);
	}

	/** Empties the cache when the day changes or an operator's command has written to the database. */
	#dropWhenStale(): void {
		const state = `${todayIn(env.TZ_APP)} ${dataVersion()}`;
		if (state === this.#state) return;
		this.#pages.clear();
		this.#bytes = 0;
		this.#state = state;
	}
}

async function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): Promise<void> {
	response.statusCode = 200;
	copyHeaders(page.headers, response);
	response.setHeader("ETag", page.etag);
	response.appendHeader("Vary", "Accept-Encoding");
	if (isKnown(page.etag, request)) {
		response.statusCode = 304;
		response.end();
		return;
	}
	const plain = page.content.plain;
	const isSmall = plain.byteLength < MIN_COMPRESSED_BYTES;
	const encoding = isSmall ? undefined : chooseEncoding(request.headers["accept-encoding"]);
	const body = encoding ? await page.content.get(encoding) : plain;
	if (encoding) response.setHeader("Content-Encoding", encoding);
	await sendBody(body, request, response);
}
