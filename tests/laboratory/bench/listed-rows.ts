/** Reads the rows of an overtime list, so that the servers that are compared show the same texts. */
import type { ReferenceRow } from "./reference-database";

const ROWS = 25;

const decodings: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/**
 * Reads the rows from the HTML of Relevo's overtime list.
 * @throws Error unless there are 25 rows, whose texts are all read
 */
export function readListedRows(html: string): ReferenceRow[] {
	const rows = listItems(html).map((item) => {
		const part = (pattern: RegExp) => textOf(pattern.exec(item)?.[1] ?? "");
		return {
			id: part(/\/auth\/edit-work-overtime\/([^"?]*)/),
			day: part(/<b>(.*?)<\/b>/s),
			shift: part(/<i [^>]*>(.*?)<\/i>/s),
			hours: part(/<strong>(.*?)<\/strong>/s),
			pay: part(/<small>(.*?)<\/small>/s),
			mark: part(/<em>(.*?)<\/em>/s),
			comment: part(/<span>(.*?)<\/span>/s),
			text: part(/<p>(.*?)<\/p>/s),
			warning: part(/<p class="odd">(.*?)<\/p>/s),
		};
	});
	if (rows.length !== ROWS) throw new Error(`the list shows ${rows.length} readable rows instead of ${ROWS}`);
	const read = rows.flatMap(({ id, ...texts }) => [...Object.values(texts), ...LINKS]).join("");
	if (withoutSpaces(read) !== shownText(html)) throw new Error("the list shows other texts than those read");
	return rows;
}

/** Texts of a row's links. */
const LINKS = ["Editar", "Repetir", "Eliminar"];

/** The text of all rows in a list's HTML, also of closed rows, without spaces. */
export function shownText(html: string): string {
	return withoutSpaces(listItems(html).map(textOf).join(""));
}

function listItems(html: string): string[] {
	return Array.from(html.matchAll(/<li[^>]*>(<details>.*?<\/details>)<\/li>/gs), ([, item = ""]) => item);
}

function textOf(html: string): string {
	return html.replace(/<[^>]*>/g, "").replace(/&([^;]+);/g, (whole, name) => decodings[name] ?? whole);
}

function withoutSpaces(text: string): string {
	// React 18 streams a zero byte where a letter of two bytes does not fit into its buffer.
	return text.replaceAll("\0", "").replace(/\s/g, "");
}
