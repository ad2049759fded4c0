/** Part of the page cache, whose first line says what it gains. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { compress, type Encoding, type KeptContent } from "~/gate/response/compression.server";
import { etagOf } from "~/lib/http/etag.server";

export interface Page {
	content: PageContent;
	headers: [name: string, value: string][];
	bytes: number;
	/**
	 * UTC milliseconds from which the page may be outdated; Infinity for a page that is valid all day. At midnight in the
	 * plant's time zone, all pages are dropped.
	 */
	expiresAt: number;
}

const decompress = promisify(gunzip);

/** A page of which only compressed forms are kept: the plain one is ten times as large. */
export class PageContent implements KeptContent {
	readonly etag: string;
	#brotli?: Promise<Buffer>;

	/** @param quality of brotli, which takes five times as long as gzip, so only a second visit uses it */
	constructor(
		private readonly gzip: Buffer,
		private readonly quality: number,
	) {
		this.etag = etagOf(gzip);
	}

	async get(encoding: Encoding | undefined): Promise<Buffer> {
		if (encoding === "gzip") return this.gzip;
		if (!encoding) return decompress(this.gzip);
		this.#brotli ??= decompress(this.gzip).then((plain) => compress(plain, "br", this.quality));
		return this.#brotli;
	}
}

/** Pages by key, limited in number and size. Drops the least recently used page. */
export class PageStore {
	#pages = new Map<string, Page>();
	#bytes = 0;

	constructor(private readonly bounds: { pages: number; bytes: number }) {}

	get(key: string): Page | undefined {
		const page = this.#pages.get(key);
		if (!page) return undefined;
		this.#delete(key, page);
		if (page.expiresAt <= Date.now()) return undefined;
		this.#add(key, page);
		return page;
	}

	/** Adds a page. Replaces a page with the same key, which a simultaneous request may have added. */
	set(key: string, page: Page): void {
		const replaced = this.#pages.get(key);
		if (replaced) this.#delete(key, replaced);
		this.#add(key, page);
		for (const [oldest, other] of this.#pages) {
			if (this.#pages.size <= this.bounds.pages && this.#bytes <= this.bounds.bytes) break;
			this.#delete(oldest, other);
		}
	}

	#add(key: string, page: Page): void {
		this.#pages.set(key, page);
		this.#bytes += page.bytes;
	}

	#delete(key: string, { bytes }: Page): void {
		this.#pages.delete(key);
		this.#bytes -= bytes;
	}
}
