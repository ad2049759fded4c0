/** The first bytes by which Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** What a formula may begin with, full-width signs and blanks that a spreadsheet skips included (OWASP, CSV Injection; ASVS 1.2.10). */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n\0]/;

/**
 * A CSV (RFC 4180) as the Excel of Argentina opens it: semicolons, CRLF, UTF-8 with its mark. A text that a spreadsheet
 * would run as a formula is defused by an apostrophe.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + toLines(rows);
}

/** The same of more rows than should be in memory at once. */
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
