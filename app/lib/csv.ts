/** Byte order mark, by which Excel recognises a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Matches a text that starts like a formula in a spreadsheet (OWASP, CSV Injection; ASVS 1.2.10). Also matches with
 * apostrophes before the formula, so that a reader can distinguish the apostrophe that `toCsv` adds from the text's
 * own.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n\0]/;

/**
 * Returns a CSV (RFC 4180) that Excel opens with Argentine settings: semicolons, CRLF, UTF-8 with a byte order mark.
 * A text that starts like a formula gets an apostrophe in front, so that no spreadsheet runs the formula.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + toLines(rows);
}

/** Generates the CSV of `toCsv` in pieces, so that the rows need not all be in memory at once. */
export async function* csvTexts(
	header: readonly string[],
	pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
	yield toCsv([header]);
	for await (const rows of pages) yield toLines(rows);
}

function toLines(rows: readonly (readonly string[])[]): string {
	return rows.map((row) => `${row.map(toCell).join(";")}\r\n`).join("");
}

function toCell(text: string): string {
	const harmless = FORMULA.test(text) ? `'${text}` : text;
	return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
