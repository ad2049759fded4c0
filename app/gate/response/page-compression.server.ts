import { constants, crc32, deflateRawSync } from "node:zlib";

/** The start of a page, compressed once for all pages that begin with it. */
interface KnownStart {
	plain: Buffer;
	deflated: Buffer;
	checksum: number;
}

/** The start of a page ends where its inline stylesheet ends: the title and all that differs come later. */
const STYLE_END = "</style>";
/** There is one start for public pages and one for those of the account. */
const MAX_STARTS = 4;
/** A larger body would block the other requests for too long. */
const MAX_SYNC_BYTES = 128 * 1024;
const LEVEL = 6;
/** Magic number, method "deflate", no flags, no time, no extra flags, operating system unknown (RFC 1952). */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

const starts: KnownStart[] = [];

/**
 * Compresses a page with gzip, at a quarter of the cost of gzip as such: more than half of a page is its stylesheet, which
 * is compressed only once. The compressed parts make one deflate stream, since the first ends with a flush.
 * @returns undefined for a body that has no stylesheet or is large
 */
export function gzipPage(body: Buffer): Buffer | undefined {
	if (body.byteLength > MAX_SYNC_BYTES) return undefined;
	const start =
		starts.find(({ plain }) => body.subarray(0, plain.byteLength).equals(plain)) ?? learnStart(body);
	if (!start) return undefined;
	const rest = body.subarray(start.plain.byteLength);
	const trailer = Buffer.alloc(8);
	trailer.writeUInt32LE(crc32(rest, start.checksum), 0);
	trailer.writeUInt32LE(body.byteLength, 4);
	return Buffer.concat([HEADER, start.deflated, deflateRawSync(rest, { level: LEVEL }), trailer]);
}

function learnStart(body: Buffer): KnownStart | undefined {
	const end = body.indexOf(STYLE_END);
	if (end < 0 || starts.length === MAX_STARTS) return undefined;
	const plain = Buffer.from(body.subarray(0, end + STYLE_END.length));
	const deflated = deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
	const start = { plain, deflated, checksum: crc32(plain) };
	starts.push(start);
	return start;
}
