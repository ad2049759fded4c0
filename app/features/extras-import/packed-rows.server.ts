/**
 * The rows of an import preview as one form field. The rows are compressed: a field of 2 MB would block other
 * requests while the page is rendered, and a phone would take long to send the field back.
 */
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createDeflateRaw, inflateRaw } from "node:zlib";
import { MB } from "~/lib/units/bytes";
import { type ReadExtra, toImportCsv } from "./read-extras.server";

/**
 * Maximum size of the unpacked rows in bytes. The rows may be larger than the imported file: a character that takes one
 * byte in Windows-1252 may take three in UTF-8, and each quote is written twice.
 */
const MAX_BYTES = 16 * MB;

const inflate = promisify(inflateRaw);

/** Packs rows into a text that `unpackRows` turns into a CSV text again. */
export async function packRows(rows: readonly ReadExtra[]): Promise<string> {
	const packed = await pipeline(toImportCsv(rows), createDeflateRaw(), buffer);
	return packed.toString("base64");
}

/** Returns the CSV text of packed rows; undefined for any other text, or if the rows are too large. */
export async function unpackRows(packed: string): Promise<string | undefined> {
	try {
		const bytes = await inflate(Buffer.from(packed, "base64"), { maxOutputLength: MAX_BYTES });
		return bytes.toString();
	} catch {
		return undefined;
	}
}
