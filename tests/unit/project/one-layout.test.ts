import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CssNode, generate, parse, walk } from "css-tree";
import { expect, test } from "vitest";

/**
 * From 768 to 1280 px a page only moves and sizes what it shows. So axe runs all its rules at 320 and 1280 px, and at
 * 768 px only those about places (accessibility.ts).
 */

const MOVES = /^(align|flex|gap|grid|inset|justify|margin|padding|place|(max-|min-)?(height|width)$)/;

/** Widths in px at which the media query's value changes. */
function boundaries(query: CssNode): number[] {
	const text = generate(query);
	const widths = text.matchAll(/width\s*:\s*([\d.]+)(px|em)|width\s*[<>]/g);
	return Array.from(widths, ([, value, unit]) => Number(value) * (unit === "em" ? 16 : 1));
}

/** Declarations under a media query with a boundary between both widths, but for those that only move and size. */
function showingOrColouring(stylesheet: string): string[] {
	const found: string[] = [];
	walk(parse(stylesheet), (node) => {
		if (node.type !== "Atrule" || node.name !== "media" || !node.prelude || !node.block) return;
		// A boundary without a number, in a syntax that this test does not know, counts too.
		if (boundaries(node.prelude).every((width) => width <= 768 || width > 1280)) return;
		walk(node.block, (inner) => {
			if (inner.type !== "Declaration") return;
			const value = generate(inner.value);
			const isLayout = inner.property === "display" && /^(block|flex|grid)$/.test(value);
			if (!isLayout && !MOVES.test(inner.property)) found.push(`${inner.property}: ${value}`);
		});
	});
	return found;
}

test("no stylesheet shows, hides or colours anything at a width between 768 and 1280 px", () => {
	const names = readdirSync("app/styles", { recursive: true, encoding: "utf8" });
	const sheets = names.filter((name) => name.endsWith(".css"));
	expect(sheets.length).toBeGreaterThan(20);
	const found = sheets.flatMap((name) => showingOrColouring(readFileSync(join("app/styles", name), "utf8")));
	expect(found).toEqual([]);
	expect(showingOrColouring("@media (min-width: 60em) { a { color: red; margin: 0 } }")).toEqual([
		"color: red",
	]);
	expect(showingOrColouring("@media (width > 60em) { a { display: none } }")).toEqual(["display: none"]);
});
