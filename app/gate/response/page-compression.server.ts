import { constants, crc32, deflateRawSync } from "node:zlib";

/**
 * The beginning of a page up to the end of the stylesheet, compressed once for all pages with the same beginning.
 */
interface KnownStart {
	plain: Buffer;
	deflated: Buffer;
	checksum: number;
}

/**
 * Mark at which the common beginning of pages ends: only after the inline stylesheet do pages differ, for example
 * in their title.
 */
const STYLE_END = "</style>";
/**
 * Maximum number of cached beginnings. There are two so far: one for public pages, one for the pages of an account.
 */
const MAX_STARTS = 4;
/**
 * Maximum size of a body that is compressed synchronously. A larger body would block other requests for too long.
 */
const MAX_SYNC_BYTES = 128 * 1024;
const LEVEL = 6;
/**
 * The gzip header (RFC 1952): magic number, method "deflate", no flags, no time, no extra flags, unknown operating
 * system.
 */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

const starts: KnownStart[] = [];

/**
 * Compresses a page with gzip in a quarter of the usual time: the stylesheet, more than half of a page, is
 * compressed only once. The compressed parts can be joined to one deflate stream, because the first part ends with
 * a flush. Beginnings are kept for the life of the process, so the body must be an HTML page: other bodies that contain
 * STYLE_END begin with personal data.
 * @returns undefined for a body that is large or has no stylesheet
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
