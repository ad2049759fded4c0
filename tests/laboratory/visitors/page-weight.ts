/** Measures a page on its first visit: bytes, scripts, and requests before the first paint. */
import { type HttpResponse, send } from "../../support/server/http-client";

export interface PageWeight {
	path: string;
	status: number;
	/** Bytes of the HTML and its linked stylesheets as transferred with Brotli; `gzip` below: with gzip. */
	brotli: number;
	gzip: number;
	elements: number;
	/** Size of inline and linked scripts, in bytes before compression. */
	scriptBytes: number;
	/** Size of linked scripts with gzip, in bytes. */
	scriptGzip: number;
	/** Linked scripts under /build/, which load React. */
	reactFiles: string[];
	/** Requests for HTML, stylesheets and blocking scripts. */
	requestsBeforePaint: number;
	fonts: number;
}

/** Measures a page with Brotli and with gzip, including linked stylesheets and scripts. */
export async function weighPage(
	origin: string,
	path: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<PageWeight> {
	const plain = await get(origin, path, "identity", headers);
	const html = plain.body.toString();
	const needs = needsOf(html);
	const [brotli, gzip] = await Promise.all([
		bytesOf(origin, [path, ...needs.stylesheets], "br", headers),
		bytesOf(origin, [path, ...needs.stylesheets], "gzip", headers),
	]);
	return {
		path,
		status: plain.status,
		brotli,
		gzip,
		elements: html.match(/<[a-z]/g)?.length ?? 0,
		scriptBytes: needs.inlineScript + (await bytesOf(origin, needs.scriptFiles)),
		scriptGzip: await bytesOf(origin, needs.scriptFiles, "gzip"),
		reactFiles: needs.scriptFiles.filter((file) => file.startsWith("/build/")),
		requestsBeforePaint: 1 + needs.stylesheets.length + needs.blockingScripts,
		fonts: needs.fonts,
	};
}

export interface PageNeeds {
	stylesheets: string[];
	scriptFiles: string[];
	inlineScript: number;
	/** Linked scripts in the head that block the parser. */
	blockingScripts: number;
	fonts: number;
}

/** Files to which a page's HTML links. Relies on React's markup: double-quoted attributes without `>`. */
export function needsOf(html: string): PageNeeds {
	const head = html.slice(0, html.indexOf("</head>"));
	const links = tagsOf(html, "link");
	const scripts = Array.from(html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g));
	const files = scripts.map(([, attributes = ""]) => attribute(attributes, "src"));
	const preloaded = links.filter((link) => attribute(link, "rel") === "modulepreload");
	const inHead = tagsOf(head, "script").filter((script) => attribute(script, "src"));
	return {
		stylesheets: links
			.filter((link) => attribute(link, "rel") === "stylesheet")
			.flatMap((link) => attribute(link, "href") ?? []),
		scriptFiles: Array.from(
			new Set([...files, ...preloaded.map((link) => attribute(link, "href"))].flatMap((file) => file ?? [])),
		),
		inlineScript: scripts.reduce((bytes, [, , text = ""]) => bytes + Buffer.byteLength(text), 0),
		blockingScripts: inHead.filter((script) => !/\s(async|defer)\b|type="module"/.test(script)).length,
		fonts:
			links.filter((link) => attribute(link, "as") === "font").length +
			(html.match(/@font-face/g)?.length ?? 0),
	};
}

/** Requests a page. Unlike `fetch`, returns the body still compressed. */
export function get(
	origin: string,
	path: string,
	encoding = "identity",
	headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
	return send(origin, path, { headers: { ...headers, "accept-encoding": encoding } });
}

async function bytesOf(
	origin: string,
	paths: readonly string[],
	encoding?: string,
	headers?: Readonly<Record<string, string>>,
): Promise<number> {
	const responses = await Promise.all(paths.map((path) => get(origin, path, encoding, headers)));
	return responses.reduce((sum, { body }) => sum + body.byteLength, 0);
}

function tagsOf(html: string, name: string): string[] {
	return Array.from(html.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g")), ([tag]) => tag);
}

function attribute(tag: string, name: string): string | undefined {
	return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
