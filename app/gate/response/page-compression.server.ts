import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import type { PageParts } from "~/lib/http/html-response.server";

/**
 * Compresses in a thread of its own, so that another core does the work. With only one core, compresses at once: the
 * change of threads would cost a fifth of the pages that the server can send.
 */
const deflate = availableParallelism() > 1 ? promisify(deflateRaw) : deflateRawSync;
const LEVEL = 6;
/** gzip header (RFC 1952): magic number, "deflate", no flags, no time, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Compressed starts of pages. There are two starts: one of public pages, one of the pages of an account. */
const compressedStarts = new WeakMap<Buffer, { deflated: Buffer; checksum: number }>();

/**
 * Compresses an HTML page with gzip in half of the usual time: the start with the stylesheet, half of a page, is
 * compressed only once and kept. The kept part ends with a flush, so that the rest of the page can follow in the same
 * deflate stream.
 */
export async function gzipPage({ start, rest }: PageParts): Promise<Buffer> {
	const { deflated, checksum } = compressedStarts.get(start) ?? compressStart(start);
	const trailer = Buffer.alloc(8);
	trailer.writeUInt32LE(crc32(rest, checksum), 0);
	trailer.writeUInt32LE(start.byteLength + rest.byteLength, 4);
	return Buffer.concat([HEADER, deflated, await deflate(rest, { level: LEVEL }), trailer]);
}

function compressStart(start: Buffer) {
	const deflated = deflateRawSync(start, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
	const compressed = { deflated, checksum: crc32(start) };
	compressedStarts.set(start, compressed);
	return compressed;
}
