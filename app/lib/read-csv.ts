/** Reads CSV (RFC 4180) from `csv.ts` and from spreadsheet programs. */

export interface CsvRow {
	line: number;
	cells: string[];
}

/** Maximum number of cells per line, enough for any file of this program; further cells are ignored. */
const MAX_CELLS = 64;
/** Text that begins with the apostrophe that `toCsv` adds. */
const ESCAPED = /^'+[=+\-@＝＋－＠\t\r\n\0]/;
/** Maximum length of a row. Rows that this program writes are shorter; the rest of a longer row is ignored. */
const MAX_ROW_CHARACTERS = 64 * 1024;
/** Number of characters of a row to read before the caller gets the chance to pause. */
const STEP = 100_000;

/**
 * Yields the rows one by one, including blank rows. Inside a long row also yields undefined after every STEP
 * characters, so that the caller can let other requests run. The separator is the most frequent of semicolon, comma and
 * tab in the first line. An unclosed quote extends to the end of the text.
 */
export function* readCsv(text: string): Generator<CsvRow | undefined> {
	const separator = separatorOf(text);
	let position = text.startsWith("\uFEFF") ? 1 : 0;
	let line = 1;
	while (position < text.length) {
		const { end, lineEnds } = yield* endOfRow(text, position, separator);
		const row = text.slice(position, Math.min(end, position + MAX_ROW_CHARACTERS));
		yield { line, cells: cellsOf(row, separator) };
		position = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
		line += lineEnds + 1;
	}
}

/** Finds the end of a row, and counts the line ends in its quoted cells. */
function* endOfRow(
	text: string,
	start: number,
	separator: string,
): Generator<undefined, { end: number; lineEnds: number }> {
	let [cells, lineEnds, pause] = [1, 0, start + STEP];
	let [isCellStart, isQuoted] = [true, false];
	for (let at = start; at < text.length; at++) {
		if (at >= pause) {
			pause = at + STEP;
			yield;
		}
		const sign = text[at];
		const isLineEnd = sign === "\n" || (sign === "\r" && text[at + 1] !== "\n");
		if (isQuoted) {
			if (isLineEnd) lineEnds++;
			if (sign === '"' && text[at + 1] === '"') at++;
			else if (sign === '"') isQuoted = false;
		} else if (sign === '"' && isCellStart && cells <= MAX_CELLS) {
			isQuoted = true;
		} else if (isLineEnd || sign === "\r") {
			return { end: at, lineEnds };
		}
		isCellStart = !isQuoted && sign === separator;
		if (isCellStart) cells++;
	}
	return { end: text.length, lineEnds };
}

function cellsOf(row: string, separator: string): string[] {
	const cells: string[] = [];
	for (let position = 0; position <= row.length && cells.length < MAX_CELLS; ) {
		const cell = readCell(row, position, separator);
		cells.push(cell.text);
		position = cell.end + 1;
	}
	return cells;
}

interface Cell {
	text: string;
	/** Position after the cell. */
	end: number;
}

function readCell(row: string, start: number, separator: string): Cell {
	if (row[start] !== '"') {
		const end = endOfPlain(row, start, separator);
		return { text: unescaped(row.slice(start, end)), end };
	}
	let quote = row.indexOf('"', start + 1);
	while (quote !== -1 && row[quote + 1] === '"') quote = row.indexOf('"', quote + 2);
	const close = quote === -1 ? row.length : quote;
	const content = row.slice(start + 1, close).replaceAll('""', '"');
	const end = endOfPlain(row, close + 1, separator);
	return { text: unescaped(content + row.slice(close + 1, end)), end };
}

function endOfPlain(row: string, start: number, separator: string): number {
	const end = row.indexOf(separator, start);
	return end === -1 ? row.length : end;
}

/** Removes the apostrophe that `toCsv` adds before a formula. */
function unescaped(text: string): string {
	return ESCAPED.test(text) ? text.slice(1) : text;
}

function separatorOf(text: string): string {
	const [first = ""] = text.slice(0, 10_000).split(/[\r\n]/, 1);
	const counts = [";", ",", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
	return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}
