import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** The contrast of every pair of colours that the stylesheets put on each other, computed from the tokens of both themes. */

const css = readFileSync("app/styles/tokens.css", "utf8");
const themes = { light: tokensOf(css.slice(0, css.indexOf("@media"))), dark: tokensOf(css) };

/** Text and its grounds. Grounds of text must differ from it by 4.5:1. */
const text: Readonly<Record<string, readonly string[]>> = {
	ink: ["paper", "card", "tone", "press", "bad-tint"],
	soft: ["paper", "card", "tone"],
	link: ["paper", "card"],
	bad: ["paper", "card", "bad-tint"],
	good: ["card"],
	"on-steel": ["steel", "band"],
	"dim-steel": ["steel", "band"],
	safety: ["steel", "band"],
	"on-safety": ["safety"],
	"on-tint": ["tint"],
	card: ["ink"],
	paper: ["bad"],
};

/** Letters of shifts are read at arm's length: 7:1. */
const letters: Readonly<Record<string, readonly string[]>> = {
	"on-m": ["m"],
	"on-t": ["t"],
	"on-n": ["n"],
	"on-d": ["d"],
	"on-f": ["f", "f2"],
	"on-own": ["own"],
};

/** Borders of controls, icons and bars: 3:1. */
const marks: Readonly<Record<string, readonly string[]>> = {
	edge: ["paper", "card"],
	warn: ["card", "tone", "bad-tint"],
	h50: ["card"],
	h100: ["card"],
};

describe.each(Object.entries(themes))("the %s theme", (_, colours) => {
	test.each([
		["text", text, 4.5],
		["letters of shifts", letters, 7],
		["borders and icons", marks, 3],
	] as const)("%s", (_kind, pairs, least) => {
		const poor = Object.entries(pairs).flatMap(([front, grounds]) =>
			grounds
				.map((ground) => ({ pair: `${front} on ${ground}`, ratio: contrast(colours, front, ground) }))
				.filter(({ ratio }) => !(ratio >= least)),
		);
		expect(poor).toEqual([]);
	});
});

test("every colour of the tokens is in a pair", () => {
	const paired = new Set(
		[text, letters, marks].flatMap((pairs) =>
			Object.entries(pairs).flatMap(([front, grounds]) => [front, ...grounds]),
		),
	);
	const names = [...themes.light].filter(([, value]) => value.startsWith("#")).map(([name]) => name);
	// `line` only separates what is told apart without it.
	expect(names.filter((name) => !paired.has(name))).toEqual(["line"]);
});

/** The last value of each token. A token that is another one has that one's value. */
function tokensOf(source: string): Map<string, string> {
	return new Map(
		Array.from(source.matchAll(/--([\w-]+): ([^;]+);/g), ([, name = "", value = ""]) => [name, value]),
	);
}

function contrast(colours: Map<string, string>, front: string, ground: string): number {
	const [darker = 0, lighter = 0] = [luminance(colours, front), luminance(colours, ground)].sort(
		(a, b) => a - b,
	);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colours: Map<string, string>, name: string): number {
	const value = colours.get(name) ?? "";
	const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
	if (other) return luminance(colours, other);
	const digits = value.length === 4 ? value.replace(/[\da-f]/g, "$&$&") : value;
	const [red = Number.NaN, green = 0, blue = 0] = [1, 3, 5]
		.map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
