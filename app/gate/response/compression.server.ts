import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Minimum size of a response to compress. For a smaller response compression saves no network packet. */
export const MIN_COMPRESSED_BYTES = 860;

/** The best content encoding that the client accepts; undefined if the client accepts neither brotli nor gzip. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
	return (["br", "gzip"] as const).find((encoding) => accepts(encoding, acceptEncoding));
}

export function accepts(encoding: Encoding, acceptEncoding = ""): boolean {
	return acceptEncoding
		.split(",")
		.map((part) => part.trim().toLowerCase())
		.filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
		.some((part) => part.split(";")[0] === encoding);
}

/** Compresses content. Brotli `quality`: 5 while a client waits, 11 for content compressed once and sent often. */
export function compress(content: Uint8Array, encoding: Encoding, quality: number): Promise<Buffer> {
	if (encoding === "gzip") return compressGzip(content, { level: 6 });
	return compressBrotli(content, {
		params: {
			[constants.BROTLI_PARAM_QUALITY]: quality,
			[constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
			// A window of 64 KB (2^16 bytes): setting up the default window of 4 MB takes longer than compressing a
			// page.
			[constants.BROTLI_PARAM_LGWIN]: 16,
		},
	});
}

/** Content that is sent often. */
export interface KeptContent {
	readonly etag: string;
	/** The content in an encoding; plain without one. */
	get(encoding: Encoding | undefined): Promise<Buffer>;
}
