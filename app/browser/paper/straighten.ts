import type { Corners, Pixels, Place } from "./pixels";

/** Longest side of the straightened sheet: what the server stores. */
const MAX_SIDE_PX = 1600;

/**
 * The part of a picture between four corners as a rectangle, without the perspective.
 * @param turns quarters by which the result is turned clockwise
 */
export function straighten(picture: Pixels, corners: Corners, turns = 0): Pixels {
	const inPixels = ({ x, y }: Place) => ({ x: x * picture.width, y: y * picture.height });
	const [first, second, third, fourth] = turnedCorners(corners, turns);
	const [a, b, c, d] = [inPixels(first), inPixels(second), inPixels(third), inPixels(fourth)];
	const across = Math.max(distance(a, b), distance(d, c));
	const down = Math.max(distance(a, d), distance(b, c));
	const scale = Math.min(1, MAX_SIDE_PX / Math.max(across, down));
	const width = Math.max(1, Math.round(across * scale));
	const height = Math.max(1, Math.round(down * scale));
	const data = new Uint8ClampedArray(width * height * 4);
	const placeOf = mapping(a, b, c, d);
	for (let row = 0; row < height; row++)
		for (let column = 0; column < width; column++) {
			const { x, y } = placeOf((column + 0.5) / width, (row + 0.5) / height);
			sample(picture, x - 0.5, y - 0.5, data, (row * width + column) * 4);
		}
	return { data, width, height };
}

/** The corners of the turned sheet: after a turn clockwise, the one at the bottom left is at the top left. */
function turnedCorners([a, b, c, d]: Corners, turns: number): Corners {
	return turns % 4 === 0 ? [a, b, c, d] : turnedCorners([d, a, b, c], turns - 1);
}

function distance(one: Place, other: Place): number {
	return Math.hypot(one.x - other.x, one.y - other.y);
}

/** The projective mapping of the unit square to four corners (Heckbert 1989). */
function mapping(a: Place, b: Place, c: Place, d: Place): (across: number, down: number) => Place {
	const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
	const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
	const determinant = dx1 * dy2 - dx2 * dy1 || 1;
	const g = (dx3 * dy2 - dx2 * dy3) / determinant;
	const h = (dx1 * dy3 - dx3 * dy1) / determinant;
	return (u, v) => {
		const depth = g * u + h * v + 1;
		return {
			x: ((b.x - a.x + g * b.x) * u + (d.x - a.x + h * d.x) * v + a.x) / depth,
			y: ((b.y - a.y + g * b.y) * u + (d.y - a.y + h * d.y) * v + a.y) / depth,
		};
	};
}

/** Writes the mean of the four pixels around a place, by their nearness. */
function sample(
	{ data, width, height }: Pixels,
	x: number,
	y: number,
	target: Uint8ClampedArray,
	at: number,
): void {
	const [left, top] = [clamp(Math.floor(x), width - 1), clamp(Math.floor(y), height - 1)];
	const [right, bottom] = [clamp(left + 1, width - 1), clamp(top + 1, height - 1)];
	const [along, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
	for (let channel = 0; channel < 3; channel++) {
		const of = (column: number, row: number) => data[(row * width + column) * 4 + channel] ?? 0;
		const upper = of(left, top) * (1 - along) + of(right, top) * along;
		const lower = of(left, bottom) * (1 - along) + of(right, bottom) * along;
		target[at + channel] = upper * (1 - down) + lower * down;
	}
	target[at + 3] = 255;
}

function clamp(value: number, most: number): number {
	return Math.min(most, Math.max(0, value));
}
