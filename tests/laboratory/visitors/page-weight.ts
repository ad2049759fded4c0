/** What a page costs a phone that has nothing of it yet: bytes, scripts, and requests before it can paint. */
import { type HttpResponse, send } from "../../support/server/http-client";

export interface PageWeight {
	path: string;
	status: number;
	/** HTML and all CSS as they travel, in bytes. */
	brotli: number;
	gzip: number;
	/** Script in the page or named by it, in bytes before compression. */
	scriptBytes: number;
	/** The files of script, compressed by gzip as they travel. */
	scriptGzip: number;
	/** Addresses of the compiler's files among them. A public page names none, a form only ours. */
	reactFiles: string[];
	/** The document itself, stylesheets, and scripts that block. */
	requestsBeforePaint: number;
	fonts: number;
}

/** Asks for a page as a browser would, in both encodings, and for whatever it needs. */
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
	/** Bytes of script inside the page. */
	inlineScript: number;
	/** Scripts by address in the head that the parser waits for. */
	blockingScripts: number;
	fonts: number;
}

/** What the text of a page asks for. The markup is React's: attributes in double quotes, no `>` inside of them. */
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

/** A GET whose body is not unpacked, which `fetch` would do. */
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
	const answers = await Promise.all(paths.map((path) => get(origin, path, encoding, headers)));
	return answers.reduce((sum, { body }) => sum + body.byteLength, 0);
}

function tagsOf(html: string, name: string): string[] {
	return Array.from(html.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g")), ([tag]) => tag);
}

function attribute(tag: string, name: string): string | undefined {
	return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
