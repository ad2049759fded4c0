import { inflateSync } from "node:zlib";

/**
 * Returns the text of each page of a PDF that Chromium printed. Such a PDF has one content stream per page, and for
 * each font a table with the character of each glyph.
 */
export function pdfTexts(pdf: Buffer): string[] {
	const objects = new Map<string, string>();
	for (const [, id = "", body = ""] of pdf.toString("latin1").matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
		objects.set(id, body);
	}
	const streamOf = (id: string) => {
		const [, bytes = ""] = /stream\n(.*)\nendstream/s.exec(objects.get(id) ?? "") ?? [];
		return inflateSync(Buffer.from(bytes, "latin1")).toString("latin1");
	};
	return [...objects.values()]
		.filter((body) => /\/Type \/Page\b/.test(body))
		.map((page) => {
			const fonts = new Map(
				Array.from(page.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name = "", id = ""]) => {
					const [, table = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "") ?? [];
					return [name, glyphsOf(streamOf(table))] as const;
				}),
			);
			let glyphs = new Map<string, string>();
			let text = "";
			const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? "");
			for (const [, font, hex = ""] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
				if (font) glyphs = fonts.get(font) ?? glyphs;
				else
					text += (hex.match(/.{4}/g) ?? []).map((glyph) => glyphs.get(glyph.toUpperCase()) ?? "").join("");
			}
			return text;
		});
}

/** Parses a font's ToUnicode table: the character of each glyph, by the glyph's number in four hexadecimal digits. */
function glyphsOf(table: string): Map<string, string> {
	const glyphs = new Map<string, string>();
	const put = (glyph: number, character: number) =>
		glyphs.set(glyph.toString(16).toUpperCase().padStart(4, "0"), String.fromCharCode(character));
	for (const [, lines = ""] of table.matchAll(/beginbfchar\n(.*?)endbfchar/gs)) {
		for (const [, glyph = "", character = ""] of lines.matchAll(/<(\w{4})> <(\w{4})/g))
			put(Number.parseInt(glyph, 16), Number.parseInt(character, 16));
	}
	for (const [, lines = ""] of table.matchAll(/beginbfrange\n(.*?)endbfrange/gs)) {
		for (const [, first = "", last = "", character = ""] of lines.matchAll(
			/<(\w{4})> <(\w{4})> <(\w{4})>/g,
		)) {
			const start = Number.parseInt(first, 16);
			for (let glyph = start; glyph <= Number.parseInt(last, 16); glyph++)
				put(glyph, Number.parseInt(character, 16) + glyph - start);
		}
	}
	return glyphs;
}
