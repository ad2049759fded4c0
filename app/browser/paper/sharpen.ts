import { brightness, type Pixels } from "./pixels";

/** Part of the longest side around a pixel that tells how bright the paper is there. */
const AROUND = 1 / 10;
/** A pixel of this part of the paper's brightness becomes black, and of WHITE of it white. */
const BLACK = 0.45;
const WHITE = 0.93;
/** Letters and pictures count for the paper's brightness as if they were at most this much darker than around them. */
const DARKEST = 0.9;

/** A photographed page in grey, as if evenly lit: each pixel against the paper around it. */
export function sharpen(picture: Pixels): Pixels {
	const { width, height } = picture;
	const light = Float32Array.from(brightness(picture));
	const around = meansAround(light, width, height);
	const paper = meansAround(
		light.map((value, at) => Math.max(value, (around[at] ?? 0) * DARKEST)),
		width,
		height,
	);
	const data = new Uint8ClampedArray(width * height * 4);
	for (let at = 0; at < light.length; at++) {
		const part = (light[at] ?? 0) / Math.max(1, paper[at] ?? 0);
		data.fill(((part - BLACK) / (WHITE - BLACK)) * 255, at * 4, at * 4 + 3);
		data[at * 4 + 3] = 255;
	}
	return { data, width, height };
}

/** The mean of the square around each pixel, as far as it lies in the picture. */
function meansAround(values: Float32Array, width: number, height: number): Float32Array {
	const radius = Math.max(4, Math.round(Math.max(width, height) * AROUND));
	// Sums of all values above and left of a place, so that the sum of any rectangle is four readings.
	const sums = new Float64Array((width + 1) * (height + 1));
	for (let y = 0; y < height; y++) {
		let row = 0;
		for (let x = 0; x < width; x++) {
			row += values[y * width + x] ?? 0;
			sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
		}
	}
	const sumTo = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
	const means = new Float32Array(values.length);
	for (let y = 0; y < height; y++) {
		const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
		for (let x = 0; x < width; x++) {
			const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
			const sum = sumTo(right, bottom) - sumTo(left, bottom) - sumTo(right, top) + sumTo(left, top);
			means[y * width + x] = sum / ((right - left) * (bottom - top));
		}
	}
	return means;
}
