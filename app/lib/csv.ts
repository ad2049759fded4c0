/** Byte order mark, by which Excel recognises a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Matches a text that a spreadsheet could run as a formula (OWASP, CSV Injection; ASVS 1.2.10), also after apostrophes.
 * `toCsv` puts an apostrophe before each matching text, and `readCsv` removes one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n\0]/;

/**
 * CSV (RFC 4180) for Excel with Argentine settings: semicolons, CRLF, UTF-8 with a byte order mark. Adds an
 * apostrophe to a text that starts like a formula, so that the spreadsheet does not run the text.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + toLines(rows);
}

/** Generates the CSV of `toCsv` in pieces, so that the rows need not all be in memory. */
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
