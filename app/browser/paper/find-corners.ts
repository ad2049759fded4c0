import { brightness, type Corners, type Pixels, type Place } from "./pixels";

/** Longest side of the small copy in which the sheet is looked for. */
const SMALL_PX = 240;
/** How much of the variance of all pixels the sheet and the table must explain, and how far apart they must be. */
const MIN_EXPLAINED = 0.7;
const MIN_CONTRAST = 45;
/** Part of the picture that a sheet takes at least. */
const MIN_AREA = 0.12;
/** A second bright thing of this part of the largest one makes it doubtful which is the sheet. */
const MAX_SECOND = 0.2;
/** Distance in pixels of the small copy at which both sides of an edge are looked at, and samples on each edge. */
const EDGE_PX = 4;
const SAMPLES = 40;
/** Part of the samples that must be sheet inside the edge and table outside. */
const MIN_CLEAR = 0.85;

/**
 * Finds the corners of a bright sheet on a darker table, by the threshold between the two and the outermost places of the
 * sheet on both diagonals.
 * @returns undefined unless everything speaks for one whole sheet: a wrong proposal costs more than none
 */
export function findCorners(picture: Pixels): Corners | undefined {
	const small = shrink(picture);
	const light = brightness(small);
	const threshold = splitOf(light);
	if (threshold === undefined) return undefined;
	const sheet = largestPart(light, threshold, small);
	if (!sheet) return undefined;
	const { width, height } = small;
	const corners = outermost(sheet, width);
	// Nearer to the side of the picture, nobody can see whether the sheet's edge is followed by table.
	const isAtSide = ({ x, y }: Place) => Math.min(x, y, width - 1 - x, height - 1 - y) < EDGE_PX;
	if (corners.some(isAtSide) || !hasClearEdges(corners, light, threshold, width)) return undefined;
	const part = ({ x, y }: Place): Place => ({ x: (x + 0.5) / width, y: (y + 0.5) / height });
	const [a, b, c, d] = corners;
	return [part(a), part(b), part(c), part(d)];
}

/** The means of squares of the picture, at most SMALL_PX wide and high. */
function shrink({ data, width, height }: Pixels): Pixels {
	const step = Math.max(1, Math.ceil(Math.max(width, height) / SMALL_PX));
	const small = { width: Math.floor(width / step), height: Math.floor(height / step) };
	const target = new Uint8ClampedArray(small.width * small.height * 4);
	for (let y = 0; y < small.height; y++)
		for (let x = 0; x < small.width; x++)
			for (let channel = 0; channel < 3; channel++) {
				let sum = 0;
				for (let down = 0; down < step; down++)
					for (let along = 0; along < step; along++)
						sum += data[((y * step + down) * width + x * step + along) * 4 + channel] ?? 0;
				target[(y * small.width + x) * 4 + channel] = sum / (step * step);
			}
	return { ...small, data: target };
}

/** The threshold that divides the pixels best (Otsu); undefined if they are not of two clearly different kinds. */
function splitOf(light: Uint8Array): number | undefined {
	const counts = new Array<number>(256).fill(0);
	for (const value of light) counts[value] = (counts[value] ?? 0) + 1;
	const all = light.length;
	const sum = counts.reduce((total, count, value) => total + count * value, 0);
	const squares = counts.reduce((total, count, value) => total + count * value * value, 0);
	let best = { between: 0, threshold: 0, contrast: 0 };
	let [below, sumBelow] = [0, 0];
	for (let value = 0; value < 255; value++) {
		below += counts[value] ?? 0;
		sumBelow += (counts[value] ?? 0) * value;
		if (below === 0 || below === all) continue;
		const contrast = (sum - sumBelow) / (all - below) - sumBelow / below;
		const between = (below / all) * (1 - below / all) * contrast ** 2;
		if (between > best.between) best = { between, threshold: value, contrast };
	}
	const variance = squares / all - (sum / all) ** 2;
	const isClear = best.contrast >= MIN_CONTRAST && best.between >= MIN_EXPLAINED * variance;
	return isClear ? best.threshold : undefined;
}

/** The pixels of the largest connected bright part, if it can be a sheet and no other comes near its size. */
function largestPart(light: Uint8Array, threshold: number, { width, height }: Pixels): number[] | undefined {
	const isSeen = new Uint8Array(light.length);
	const parts: number[][] = [];
	for (let start = 0; start < light.length; start++) {
		if (isSeen[start] || (light[start] ?? 0) <= threshold) continue;
		isSeen[start] = 1;
		const part = [start];
		for (let at = 0; at < part.length; at++) {
			const place = part[at] ?? 0;
			const x = place % width;
			const around = [x > 0 ? place - 1 : -1, x < width - 1 ? place + 1 : -1, place - width, place + width];
			for (const next of around) {
				if (next < 0 || next >= light.length || isSeen[next] || (light[next] ?? 0) <= threshold) continue;
				isSeen[next] = 1;
				part.push(next);
			}
		}
		parts.push(part);
	}
	const [first, second] = parts.sort((one, other) => other.length - one.length);
	const area = (first?.length ?? 0) / (width * height);
	const isAlone = (second?.length ?? 0) < (first?.length ?? 0) * MAX_SECOND;
	return area >= MIN_AREA && isAlone ? first : undefined;
}

/** The pixels with the least and the most x + y and x − y. */
function outermost(sheet: readonly number[], width: number): Corners {
	const places = sheet.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
	const most = (score: (place: Place) => number) =>
		places.reduce((best, place) => (score(place) > score(best) ? place : best));
	return [
		most(({ x, y }) => -x - y),
		most(({ x, y }) => x - y),
		most(({ x, y }) => x + y),
		most(({ x, y }) => y - x),
	];
}

/** Whether the four lines between the corners are the sheet's edges: sheet on their inner side, table on the outer. */
function hasClearEdges(corners: Corners, light: Uint8Array, threshold: number, width: number) {
	const isBright = (x: number, y: number) => (light[Math.round(y) * width + Math.round(x)] ?? 0) > threshold;
	return corners.every((from, index) => {
		const to = corners[(index + 1) % 4] ?? from;
		const length = Math.hypot(to.x - from.x, to.y - from.y);
		if (length < 20) return false;
		// Towards the inside, as the corners go round clockwise.
		const inward = { x: (-(to.y - from.y) / length) * EDGE_PX, y: ((to.x - from.x) / length) * EDGE_PX };
		let [inside, outside] = [0, 0];
		for (let sample = 0; sample < SAMPLES; sample++) {
			const part = 0.06 + (0.88 * sample) / (SAMPLES - 1);
			const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
			if (isBright(x + inward.x, y + inward.y)) inside += 1;
			if (!isBright(x - inward.x, y - inward.y)) outside += 1;
		}
		return inside >= SAMPLES * MIN_CLEAR && outside >= SAMPLES * MIN_CLEAR;
	});
}
