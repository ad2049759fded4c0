import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PageParts } from "~/lib/http/html-response.server";

/**
 * Maximum size in bytes of a page that is compressed synchronously. A larger page would block other requests too long.
 */
const MAX_SYNC_BYTES = 128 * 1024;
const LEVEL = 6;
/** gzip header (RFC 1952): magic number, "deflate", no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Compressed starts of pages. There are two starts: one of public pages, one of the pages of an account. */
const compressedStarts = new WeakMap<Buffer, { deflated: Buffer; checksum: number }>();

/**
 * Compresses an HTML page with gzip in a quarter of the usual time: the start with the stylesheet, half of a page, is
 * compressed only once and kept. The kept part ends with a flush, so that the rest of the page can follow in the same
 * deflate stream.
 * @returns undefined for a large page
 */
export function gzipPage({ start, rest }: PageParts): Buffer | undefined {
	const bytes = start.byteLength + rest.byteLength;
	if (bytes > MAX_SYNC_BYTES) return undefined;
	const { deflated, checksum } = compressedStarts.get(start) ?? compressStart(start);
	const trailer = Buffer.alloc(8);
	trailer.writeUInt32LE(crc32(rest, checksum), 0);
	trailer.writeUInt32LE(bytes, 4);
	return Buffer.concat([HEADER, deflated, deflateRawSync(rest, { level: LEVEL }), trailer]);
}

function compressStart(start: Buffer) {
	const deflated = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
	const compressed = { deflated, checksum: crc32(start) };
	compressedStarts.set(start, compressed);
	return compressed;
}
