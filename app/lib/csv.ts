/** CSV (RFC 4180): written for Excel with Argentine settings, and read from spreadsheet programs too. */

/** Byte order mark, by which Excel recognises a file as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Matches a text that a spreadsheet could run as a formula (OWASP, CSV Injection; ASVS 1.2.10), also after apostrophes.
 * `toCsv` puts an apostrophe before each matching text, and `readCsv` removes one.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n\0]/;

/**
 * Semicolons, CRLF, UTF-8 with a byte order mark. Adds an apostrophe to a text that starts like a formula, so that the
 * spreadsheet does not run the text.
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

/** Maximum number of cells per line, enough for any file of this program; further cells are ignored. */
const MAX_CELLS = 64;
/** Maximum length of a row. Rows that this program writes are shorter; the rest of a longer row is ignored. */
const MAX_ROW_CHARACTERS = 64 * 1024;
/** Number of characters of a row to read before the caller gets the chance to pause. */
const STEP = 100_000;

/**
 * Yields the rows one by one, including blank rows. Inside a long row also yields undefined after every STEP
 * characters, so that the caller can let other requests run. The separator is the most frequent of semicolon, comma and
 * tab in the first line. An unclosed quote extends to the end of the text.
 */
export function* readCsv(text: string) {
	const separator = separatorOf(text);
	let at = text.startsWith("\uFEFF") ? 1 : 0;
	for (let line = 1; at < text.length; at++) {
		const cells = [""];
		const end = at + MAX_ROW_CHARACTERS;
		let [pause, lineEnds] = [at + STEP, 0];
		let [isCellStart, isQuoted] = [true, false];
		for (; at < text.length; at++) {
			if (at >= pause) {
				pause = at + STEP;
				yield;
			}
			const sign = text[at] ?? "";
			const isLineEnd = sign === "\n" || (sign === "\r" && text[at + 1] !== "\n");
			const isDoubled = isQuoted && sign === '"' && text[at + 1] === '"';
			const isQuote = sign === '"' && !isDoubled && (isQuoted || isCellStart);
			if (!isQuoted && (isLineEnd || sign === "\r")) break;
			if (isLineEnd) lineEnds++;
			if (isDoubled) at++;
			if (isQuote) isQuoted = !isQuoted;
			isCellStart = !isQuoted && sign === separator;
			// One cell more than is read, to know that no more follow.
			if (isCellStart && cells.length <= MAX_CELLS) cells.push("");
			else if (!isQuote && at < end) cells[cells.length - 1] += sign;
		}
		yield { line, cells: cells.slice(0, MAX_CELLS).map(unescaped) };
		if (text[at] === "\r" && text[at + 1] === "\n") at++;
		line += lineEnds + 1;
	}
}

/** Removes the apostrophe that `toCsv` adds before a formula. */
function unescaped(text: string): string {
	return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function separatorOf(text: string): string {
	const [first = ""] = text.slice(0, 10_000).split(/[\r\n]/, 1);
	const counts = [";", ",", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
	return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}
