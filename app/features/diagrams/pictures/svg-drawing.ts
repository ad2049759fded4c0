import { glyphs, glyphUnits } from "./glyphs";

/**
 * Builds an SVG picture of boxes and text. Text is drawn as outlines, without a font; repeated shapes are defined
 * once, so that a month takes less than 3 KB compressed.
 */
export class SvgDrawing {
	#definitions = new Map<string, { id: string; element: string }>();
	#boxes = new Map<string, string>();
	/** SVG of the drawn characters, grouped by colour and size. The key is the start tag of the group: `<g …>`. */
	#texts = new Map<string, string>();
	#cells = "";

	/** Adds text with a font size of `size` pixels on the baseline `y`. The text starts at `x` or is centred on `x`. */
	text(
		text: string,
		x: number,
		y: number,
		size: number,
		colour: string,
		align: "start" | "middle" = "start",
	): void {
		const key = `<g fill="${colour}" transform="scale(${size / glyphUnits})">`;
		this.#texts.set(key, (this.#texts.get(key) ?? "") + this.#characters(text, x, y, size, align));
	}

	box(colour: string, x: number, y: number, width: number, height: number): void {
		const data = `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`;
		this.#boxes.set(colour, (this.#boxes.get(colour) ?? "") + data);
	}

	/** Adds a box with a centred letter or short text, whose font size is `size` pixels. */
	cell(
		[ground, ink]: readonly [ground: string, ink: string],
		letter: string,
		x: number,
		y: number,
		width: number,
		height: number,
		size: number,
	): void {
		const id = this.#define(`${ground}${letter}${width}×${height}`, () => {
			// Capital letters are 0.7 times as high as the font size. So the letter is centred if its baseline is 0.35
			// times the font size below the middle of the box.
			const uses = this.#characters(letter, width / 2, height / 2 + size * 0.35, size, "middle");
			const box = `<rect width="${short(width)}" height="${short(height)}" fill="${ground}"/>`;
			return `<g>${box}<g fill="${ink}" transform="scale(${size / glyphUnits})">${uses}</g></g>`;
		});
		this.#cells += `<use href="#${id}" x="${short(x)}" y="${short(y)}"/>`;
	}

	toSvg(width: number, height: number): string {
		const boxes = Array.from(this.#boxes, ([colour, data]) => `<path fill="${colour}" d="${data}"/>`).join(
			"",
		);
		const texts = Array.from(this.#texts, ([open, uses]) => `${open}${uses}</g>`).join("");
		const definitions = Array.from(this.#definitions.values(), ({ element }) => element).join("");
		const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
		return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${definitions}</defs><rect width="100%" height="100%" fill="#fff"/>${boxes}${this.#cells}${texts}</svg>`;
	}

	#characters(text: string, x: number, y: number, size: number, align: "start" | "middle"): string {
		const scale = size / glyphUnits;
		let at = Math.round(x / scale - (align === "middle" ? widthOf(text) / 2 : 0));
		const baseline = Math.round(y / scale);
		let uses = "";
		for (const character of text) {
			const [width, path] = glyphs[character] ?? [0, ""];
			if (path) {
				const id = this.#define(character, () => `<path d="${path}"/>`);
				uses += `<use href="#${id}" x="${at}" y="${baseline}"/>`;
			}
			at += width;
		}
		return uses;
	}

	/**
	 * Returns the id of an SVG definition, which is created on first use. `content` returns one element without an
	 * id.
	 */
	#define(key: string, content: () => string): string {
		const known = this.#definitions.get(key);
		if (known) return known.id;
		const element = content();
		const id = this.#definitions.size.toString(36).replace(/^\d/, (digit) => `_${digit}`);
		this.#definitions.set(key, { id, element: element.replace(/^<(\w+)/, `<$1 id="${id}"`) });
		return id;
	}
}

/** Returns the width of `text` in pixels if the font size is `size` pixels. */
export function textWidth(text: string, size: number): number {
	return (widthOf(text) * size) / glyphUnits;
}

function widthOf(text: string): number {
	let width = 0;
	for (const character of text) width += glyphs[character]?.[0] ?? 0;
	return width;
}

function short(number: number): number {
	return Math.round(number * 10) / 10;
}
