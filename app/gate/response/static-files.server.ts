import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { env } from "~/lib/env.server";
import { etagOf } from "~/lib/http/etag.server";
import { requestContext } from "~/lib/http/request-context.server";
import { remembering } from "~/lib/remembering";
import { compress, type Encoding, type KeptContent } from "./compression.server";
import { sendKept } from "./send-response.server";

const types: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".ico": "image/x-icon",
	".js": "text/javascript; charset=utf-8",
	".png": "image/png",
	".svg": "image/svg+xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json; charset=utf-8",
	".webp": "image/webp",
	".woff2": "font/woff2",
};

/**
 * Minimum size of a static file to compress. The minimum is lower than for pages, because a file is compressed only
 * once.
 */
const MIN_COMPRESSED_FILE_BYTES = 200;

/** Content of a file, compressed on first use. */
class FileContent implements KeptContent {
	readonly etag: string;
	readonly #compressed = remembering((encoding: Encoding) => compress(this.plain, encoding, 11));

	constructor(private readonly plain: Buffer) {
		this.etag = etagOf(plain);
	}

	async get(encoding: Encoding | undefined): Promise<Buffer> {
		return encoding ? this.#compressed(encoding) : this.plain;
	}
}

interface StaticFile {
	content: KeptContent;
	compressible: boolean;
	type: string;
	cacheControl: string;
}

/** Serves the files of `folder`, all read at startup, so that no requested path reaches the disk. */
export function staticFiles(folder: string) {
	const files = readFolder(folder);
	placeWorker(files);
	/** Sends the requested file; false when there is none. */
	return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
		const file = files.get(requestContext().url.pathname);
		if (!file || request.method === "POST") return false;
		response.setHeader("Content-Type", file.type);
		response.setHeader("Cache-Control", file.cacheControl);
		if (file.compressible) response.setHeader("Vary", "Accept-Encoding");
		await sendKept(file.content, file.compressible, request, response);
		return true;
	};
}

/**
 * Adds the service worker, the script that registers it, and the worker for photographed papers. The address of the worker never changes, because browsers
 * that have it ask there for updates; the kill switch stands there too.
 */
function placeWorker(files: Map<string, StaticFile>): void {
	const worker = env.SERVICE_WORKER === "on" ? "worker" : "kill-switch";
	const built = readFolder("build/worker");
	const places = [
		["/sw.js", worker, "no-cache"],
		["/register.js", "register", "public, max-age=3600"],
		["/paper.js", "paper-worker", "public, max-age=3600"],
	] as const;
	for (const [address, name, cacheControl] of places) {
		const file = built.get(`/${name}.js`);
		if (file) files.set(address, { ...file, cacheControl });
	}
}

function readFolder(folder: string): Map<string, StaticFile> {
	const files = new Map<string, StaticFile>();
	if (!existsSync(folder)) return files;
	for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const type = types[extname(entry.name)];
		if (!type) continue;
		const content = readFileSync(path);
		const pathname = path.slice(folder.length).replaceAll("\\", "/");
		files.set(pathname, {
			content: new FileContent(content),
			compressible: content.byteLength >= MIN_COMPRESSED_FILE_BYTES && !/png|webp|woff2/.test(type),
			type,
			// The name of a compiled file contains a hash. Any other file may change with the next version.
			cacheControl: pathname.startsWith("/build/")
				? "public, max-age=31536000, immutable"
				: "public, max-age=3600",
		});
	}
	return files;
}
