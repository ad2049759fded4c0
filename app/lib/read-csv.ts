/** Reads CSV files (RFC 4180) as `csv.ts` and spreadsheet programs write them. */

export interface CsvRow {
	/** Number of the line on which the row starts, from 1. */
	line: number;
	cells: string[];
}

/** Maximum number of cells per line, more than any file of this program has. Further cells are ignored. */
const MAX_CELLS = 64;
/** The start of a text to which `toCsv` adds an apostrophe. */
const ESCAPED = /^'+[=+\-@＝＋－＠\t\r\n\0]/;
const LINE_END = /\r\n|\r|\n/g;

/**
 * Yields the rows of a CSV text one by one, blank rows too, so that the caller can pause after any row. The
 * separator is the most frequent one in the first line: semicolon, comma or tab. A quoted cell without a closing
 * quote extends to the end of the text.
 */
export function* readCsv(text: string): Generator<CsvRow> {
	const separator = separatorOf(text);
	let position = text.startsWith("\uFEFF") ? 1 : 0;
	let line = 1;
	while (position < text.length) {
		const start = position;
		const cells: string[] = [];
		let cell: Cell;
		do {
			cell = readCell(text, position, separator);
			cells.push(cell.text);
			position = cell.end + 1;
		} while (text[cell.end] === separator && cells.length < MAX_CELLS);
		const end = text[cell.end] === separator ? endOfLine(text, position) : cell.end;
		position = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
		yield { line, cells };
		line += text.slice(start, position).match(LINE_END)?.length ?? 0;
	}
}

interface Cell {
	text: string;
	/** Position of the character after the cell: a separator, the end of the line, or the end of the text. */
	end: number;
}

function readCell(text: string, start: number, separator: string): Cell {
	if (text[start] !== '"') {
		const end = endOfPlain(text, start, separator);
		return { text: unescaped(text.slice(start, end)), end };
	}
	let quote = text.indexOf('"', start + 1);
	while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
	const close = quote === -1 ? text.length : quote;
	const content = text.slice(start + 1, close).replaceAll('""', '"');
	const end = endOfPlain(text, close + 1, separator);
	return { text: unescaped(content + text.slice(close + 1, end)), end };
}

function endOfPlain(text: string, start: number, separator: string): number {
	let end = start;
	while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
	return Math.min(end, text.length);
}

function endOfLine(text: string, start: number): number {
	const length = text.slice(start).search(/[\r\n]/);
	return length === -1 ? text.length : start + length;
}

/** Removes the apostrophe that `toCsv` puts before a text that starts like a formula. */
function unescaped(text: string): string {
	return ESCAPED.test(text) ? text.slice(1) : text;
}

function separatorOf(text: string): string {
	const [first = ""] = text.slice(0, 10_000).split(/[\r\n]/, 1);
	const counts = [";", ",", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
	return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}
