import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createDeflateRaw, inflateRaw } from "node:zlib";
import { pagesOfExtras } from "~/features/extras/list/extras-list.server";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { compensationNames } from "~/features/law/compensation";
import { formatShortDate, weekdayName } from "~/lib/time/civil-date";
import { formatClock, inHours } from "~/lib/time/minutes";
import { MB } from "~/lib/units/bytes";
import { type Comparable, newExtras } from "./add-entries.server";
import { type ReadExtra, type RefusedRow, toImportCsv } from "./read-extras.server";

/** Maximum number of new rows that the preview shows. The preview only counts further rows. */
const SHOWN_NEW = 5;
const SHOWN_REFUSED = 20;
const SHOWN_CHARACTERS = 60;

/** Returns what the import of a file would change. */
export async function previewOf(
	userId: string,
	{ extras, refused }: { extras: readonly ReadExtra[]; refused: readonly RefusedRow[] },
) {
	const { added, hasRoom } = await findNewExtras(userId, extras);
	return {
		addedCount: added.length,
		/** Number of valid rows that add no entry: the user has it already, or an earlier row has the same key. */
		knownCount: extras.length - added.length,
		refusedCount: refused.length,
		first: added.slice(0, SHOWN_NEW).map((extra) => ({ line: extra.line, text: describe(extra) })),
		refused: refused.slice(0, SHOWN_REFUSED),
		rows: hasRoom ? await packRows(added) : "",
		hasRoom,
		most: MAX_EXTRAS,
	};
}

/** Describes an entry in one line: "viernes 20/11/2026, turno N, 8 h, de 22:00 a 06:00, Pago, parada". */
function describe({ date, shift, minutes, startMinute, compensation, comment }: ReadExtra): string {
	const parts = [
		`${weekdayName(date)} ${formatShortDate(date)}`,
		`turno ${shift}`,
		inHours(minutes),
		startMinute !== undefined && `de ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}`,
		compensation && compensationNames[compensation],
		comment && Array.from(comment.replace(/\s+/g, " ")).slice(0, SHOWN_CHARACTERS).join(""),
	];
	return parts.filter(Boolean).join(", ");
}

/**
 * Finds the rows of an imported file that the user does not have yet, in the order of the file.
 * @returns the rows, and whether the user has at most MAX_EXTRAS entries after the rows are added
 */
export async function findNewExtras<Row extends Comparable>(userId: string, rows: readonly Row[]) {
	const present: Comparable[] = [];
	for await (const extras of pagesOfExtras(userId, {})) present.push(...extras);
	const added = await newExtras(present, rows);
	return { added, hasRoom: present.length + added.length <= MAX_EXTRAS };
}

/**
 * Maximum size of the unpacked rows in bytes. The rows may be larger than the imported file: a character that takes one
 * byte in Windows-1252 may take three in UTF-8, and each quote is written twice.
 */
const MAX_BYTES = 16 * MB;

const inflate = promisify(inflateRaw);

/**
 * Compresses rows into the text of one form field, which `unpackRows` turns into a CSV text again: a field of 2 MB would
 * block other requests while the page is rendered, and a phone would take long to send it back.
 */
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
