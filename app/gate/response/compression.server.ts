import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this many bytes compression saves no packet. */
export const MIN_COMPRESSED_BYTES = 860;

/** The encoding that the client accepts and that we like best. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
	const accepted = (acceptEncoding ?? "")
		.split(",")
		.map((part) => part.trim().toLowerCase())
		.filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
		.map((part) => part.split(";")[0]);
	if (accepted.includes("br")) return "br";
	return accepted.includes("gzip") ? "gzip" : undefined;
}

/** `quality` is for brotli: 5 is right for an answer that somebody waits for, 11 for one that is kept. */
export function compress(content: Uint8Array, encoding: Encoding, quality: number): Promise<Buffer> {
	if (encoding === "gzip") return compressGzip(content, { level: 6 });
	return compressBrotli(content, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: quality,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
			// 64 KB: the default window of 4 MB costs more time to set up than a page takes to compress.
			[constants.BROTLI_PARAM_LGWIN]: 16,
		},
	});
}

/** Content that is sent often: each of its compressed forms is made once, when it is first asked for. */
export class CompressedContent {
	#forms = new Map<Encoding, Promise<Buffer>>();

	constructor(
		private readonly content: Buffer,
		private readonly quality: number,
	) {}

	async get(encoding: Encoding): Promise<Buffer> {
		const known = this.#forms.get(encoding);
		if (known) return known;
		const made = compress(this.content, encoding, this.quality);
		this.#forms.set(encoding, made);
		return made;
	}

	get plain(): Buffer {
		return this.content;
	}
}
