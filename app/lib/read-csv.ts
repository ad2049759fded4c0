/** Reads CSV (RFC 4180) of `csv.ts` and spreadsheet programs. */

export interface CsvRow {
	line: number;
	cells: string[];
}

/** Per line; further cells are ignored. */
const MAX_CELLS = 64;
/** Text to which `toCsv` adds an apostrophe. */
const ESCAPED = /^'+[=+\-@＝＋－＠\t\r\n\0]/;
const LINE_END = /\r\n|\r|\n/g;

/**
 * Yields the rows one by one, also blank ones, so that the caller can pause. The separator is the most frequent of
 * semicolon, comma and tab in the first line. An unclosed quote extends to the end.
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
	/** Position after the cell. */
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

/** Removes the apostrophe that `toCsv` adds before a formula. */
function unescaped(text: string): string {
	return ESCAPED.test(text) ? text.slice(1) : text;
}

function separatorOf(text: string): string {
	const [first = ""] = text.slice(0, 10_000).split(/[\r\n]/, 1);
	const counts = [";", ",", "\t"].map((separator) => ({ separator, count: first.split(separator).length }));
	return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}
