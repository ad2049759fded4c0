/** The first bytes by which Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A CSV (RFC 4180) as the Excel of Argentina opens it: semicolons, CRLF, UTF-8 with its mark. A text that a spreadsheet
 * would run as a formula is defused by an apostrophe (OWASP, CSV Injection).
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
	return BYTE_ORDER_MARK + rows.map((row) => `${row.map(toCell).join(";")}\r\n`).join("");
}

function toCell(text: string): string {
	const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
