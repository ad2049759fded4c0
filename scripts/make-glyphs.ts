/**
 * Writes app/features/diagrams/pictures/glyphs.ts: the outlines of letters for the pictures of diagrams, so that
 * drawing a picture needs no font. Run this script only to change the typeface or the set of letters.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype, { type Path } from "opentype.js";

const CHARACTERS = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÑabcdefghijklmnopqrstuvwxyzáéíóúñ·–:().,/";
/**
 * Number of units per em (font size) in the letter outlines. The points of an outline are rounded to whole units, which
 * moves them by less than a pixel.
 */
const UNITS = 100;

const require = createRequire(import.meta.url);
const file = readFileSync(
	require.resolve("@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff"),
);
const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
const scale = UNITS / font.unitsPerEm;

const entries = Array.from(CHARACTERS, (character) => {
	const glyph = font.charToGlyph(character);
	const width = Math.round((glyph.advanceWidth ?? 0) * scale);
	return `\t${JSON.stringify(character)}: [${width}, ${JSON.stringify(compactPath(glyph.getPath(0, 0, UNITS)))}],`;
});

writeFileSync(
	"app/features/diagrams/pictures/glyphs.ts",
	`// Made by scripts/make-glyphs.ts from Chakra Petch SemiBold.
// Copyright 2018 The Chakra Petch Project Authors (https://github.com/m4rc1e/Chakra-Petch.git), SIL Open Font License 1.1.

/** Units per em in the outlines. */
export const glyphUnits = ${UNITS};

/** Advance width and outline (SVG path data, baseline at y = 0) of each character, in glyph units. */
export const glyphs: Readonly<Record<string, readonly [width: number, path: string]>> = {
${entries.join("\n")}
};
`,
);

/** SVG path data with relative integer coordinates, which take about half the bytes of absolute coordinates. */
function compactPath(path: Path): string {
	let [x, y, startX, startY] = [0, 0, 0, 0];
	let data = "";
	const emit = (letter: string, points: [number, number][]) => {
		const end = points.at(-1) ?? [x, y];
		// Rounding can leave a segment of a path with length zero, which draws nothing.
		if (letter !== "m" && end[0] === x && end[1] === y) return;
		data += letter + points.map(([px, py]) => `${px - x} ${py - y}`).join(" ");
		[x, y] = end;
	};
	const line = (to: [number, number]) => {
		if (to[0] !== x && to[1] !== y) return emit("l", [to]);
		if (to[0] !== x) data += `h${to[0] - x}`;
		else if (to[1] !== y) data += `v${to[1] - y}`;
		[x, y] = to;
	};
	for (const command of path.commands) {
		if (command.type === "Z") {
			data += "z";
			[x, y] = [startX, startY];
			continue;
		}
		const to: [number, number] = [Math.round(command.x), Math.round(command.y)];
		if (command.type === "M") {
			emit("m", [to]);
			[startX, startY] = to;
		} else if (command.type === "L") line(to);
		else if (command.type === "Q") emit("q", [[Math.round(command.x1), Math.round(command.y1)], to]);
		else
			emit("c", [
				[Math.round(command.x1), Math.round(command.y1)],
				[Math.round(command.x2), Math.round(command.y2)],
				to,
			]);
	}
	return data.replaceAll(" -", "-");
}
