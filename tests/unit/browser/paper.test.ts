import { describe, expect, test } from "vitest";
import { findCorners } from "~/browser/paper/find-corners";
import type { Corners, Pixels, Place } from "~/browser/paper/pixels";
import { sharpen } from "~/browser/paper/sharpen";
import { straighten } from "~/browser/paper/straighten";
import { Random } from "../../support/random";

const [WIDTH, HEIGHT] = [800, 600];

type Paint = (x: number, y: number) => number;

/** A grey picture with a little noise. */
function picture(paint: Paint, random = new Random(1), noise = 12): Pixels {
	const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
	for (let at = 0; at < WIDTH * HEIGHT; at++) {
		const grey = paint(at % WIDTH, Math.floor(at / WIDTH)) + random.below(noise * 2 + 1) - noise;
		data.fill(grey, at * 4, at * 4 + 3);
	}
	return { data, width: WIDTH, height: HEIGHT };
}

/** Whether a place is inside four corners that go round clockwise. */
function isInside(corners: Corners, x: number, y: number): boolean {
	return corners.every((from, index) => {
		const to = corners[(index + 1) % 4] ?? from;
		return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
	});
}

/** A sheet with lines of text on a table, whose light falls off to one side. */
function sheetOnTable(
	corners: Corners,
	{ table = 70, paper = 215, falloff = 0.25, random = new Random(1) } = {},
) {
	return picture((x, y) => {
		const light = 1 - (falloff * x) / WIDTH;
		if (!isInside(corners, x, y)) return (table + ((x * 7 + y * 3) % 23)) * light;
		const isText = y % 22 < 6 && (x + y) % 9 < 5 && isInside(inset(corners, 40), x, y);
		return (isText ? 60 : paper) * light;
	}, random);
}

function inset(corners: Corners, px: number): Corners {
	const [a, b, c, d] = corners;
	return [
		{ x: a.x + px, y: a.y + px },
		{ x: b.x - px, y: b.y + px },
		{ x: c.x - px, y: c.y - px },
		{ x: d.x + px, y: d.y - px },
	];
}

const square = (left: number, top: number, right: number, bottom: number): Corners => [
	{ x: left, y: top },
	{ x: right, y: top },
	{ x: right, y: bottom },
	{ x: left, y: bottom },
];

/** Corners in pixels, a hand's tremble away from a rectangle, turned by up to 15 degrees. */
function tableFor(seed: number): { corners: Corners; random: Random } {
	const random = new Random(seed);
	const angle = ((random.below(31) - 15) / 180) * Math.PI;
	const [halfWidth, halfHeight] = [170 + random.below(80), 130 + random.below(60)];
	const middle = { x: 380 + random.below(41), y: 280 + random.below(41) };
	const corner = (across: number, down: number): Place => {
		const [x, y] = [across * halfWidth + random.below(25) - 12, down * halfHeight + random.below(25) - 12];
		return {
			x: middle.x + x * Math.cos(angle) - y * Math.sin(angle),
			y: middle.y + x * Math.sin(angle) + y * Math.cos(angle),
		};
	};
	return { corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], random };
}

describe("the corners of a sheet", () => {
	test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
		"are found on table %i, within 2 hundredths of the picture",
		(seed) => {
			const { corners, random } = tableFor(seed);
			const look = {
				random,
				table: 40 + random.below(60),
				paper: 190 + random.below(50),
				falloff: random.below(30) / 100,
			};
			const found = findCorners(sheetOnTable(corners, look));
			const diagonal = Math.hypot(WIDTH, HEIGHT);
			const misses = corners.map((corner, index) => {
				const place = found?.[index] ?? { x: Infinity, y: Infinity };
				return Math.hypot(place.x * WIDTH - corner.x, place.y * HEIGHT - corner.y) / diagonal;
			});
			expect(Math.max(...misses)).toBeLessThan(0.02);
		},
	);

	test.each<[string, Pixels]>([
		["an empty table", picture(() => 80)],
		["a table in slanting light", picture((x) => 40 + (x / WIDTH) * 180)],
		["a sheet as bright as the table", sheetOnTable(square(200, 120, 600, 480), { table: 190, paper: 215 })],
		["a sheet that fills the picture", picture((x, y) => (y % 22 < 6 && x % 9 < 5 ? 60 : 215))],
		["a sheet cut off at the side", sheetOnTable(square(-50, 120, 500, 480))],
		["a dark sheet on a bright table", sheetOnTable(square(200, 120, 600, 480), { table: 200, paper: 60 })],
		["something small", sheetOnTable(square(350, 270, 430, 330))],
		["stripes", picture((x) => (x % 100 < 50 ? 60 : 210))],
		["a round thing", picture((x, y) => (Math.hypot(x - 400, y - 300) < 220 ? 210 : 60))],
		[
			"a sheet under a hand",
			picture((x, y) => {
				if (Math.hypot(x - 600, y - 480) < 130) return 90;
				return isInside(square(150, 100, 640, 500), x, y) ? 215 : 70;
			}),
		],
		[
			"two sheets",
			picture((x, y) => {
				const isSheet =
					isInside(square(60, 120, 360, 480), x, y) || isInside(square(440, 120, 740, 480), x, y);
				return isSheet ? 215 : 70;
			}),
		],
	])("are not guessed for %s", (_, pixels) => {
		expect(findCorners(pixels)).toBeUndefined();
	});
});

describe("a straightened sheet", () => {
	/** Grey of the middle of each quarter: top left, top right, bottom left, bottom right. */
	const quartersOf = ({ data, width, height }: Pixels) =>
		[0.25, 0.75].flatMap((down) =>
			[0.25, 0.75].map(
				(across) => data[(Math.round(height * down) * width + Math.round(width * across)) * 4],
			),
		);
	const isSame = (one: Pixels, other: Pixels) =>
		one.width === other.width && Buffer.from(one.data).equals(Buffer.from(other.data));
	const corners: Corners = [
		{ x: 0.2, y: 0.1 },
		{ x: 0.7, y: 0.2 },
		{ x: 0.9, y: 0.9 },
		{ x: 0.1, y: 0.8 },
	];
	/** Four greys, one in each quarter between the corners, split where the two diagonals cross. */
	const quarters = picture((x, y) => (y < 300 ? (x < 400 ? 20 : 80) : x < 400 ? 140 : 200), new Random(1), 0);

	test("is what lies between the corners, in its own proportions", () => {
		const { width, height } = straighten(quarters, corners);
		expect(width).toBeCloseTo(Math.hypot(0.8 * 800, 0.1 * 600), -1);
		expect(height).toBeCloseTo(Math.hypot(0.2 * 800, 0.7 * 600), -1);
		expect(quartersOf(straighten(quarters, corners))).toEqual([20, 80, 140, 200]);
	});

	test("turns by quarters, and a picture that is only turned keeps each of its pixels", () => {
		expect(quartersOf(straighten(quarters, corners, 1))).toEqual([140, 20, 200, 80]);
		const whole = square(0, 0, 1, 1);
		expect(isSame(straighten(quarters, whole), quarters)).toBe(true);
		const turned = [1, 1, 1, 1].reduce((each, turns) => straighten(each, whole, turns), quarters);
		expect(isSame(turned, quarters)).toBe(true);
		expect(straighten(quarters, whole, 1)).toMatchObject({ width: HEIGHT, height: WIDTH });
	});

	test("makes lines straight that run towards each other", () => {
		const slanted: Corners = [
			{ x: 0.4, y: 0.2 },
			{ x: 0.6, y: 0.2 },
			{ x: 0.9, y: 0.9 },
			{ x: 0.1, y: 0.9 },
		];
		const px: Corners = [
			{ x: 320, y: 120 },
			{ x: 480, y: 120 },
			{ x: 720, y: 540 },
			{ x: 80, y: 540 },
		];
		const { data, width, height } = straighten(
			picture((x, y) => (isInside(px, x, y) ? 220 : 20), new Random(1), 0),
			slanted,
		);
		const dark = Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0).filter(
			(grey) => grey < 200,
		);
		expect(dark.length / (width * height)).toBeLessThan(0.02);
	});
});

describe("a sharpened page", () => {
	test("has white paper and dark letters wherever the light fell", () => {
		const isLetter = (x: number, y: number) => y % 40 < 8 && x % 20 < 10;
		const page = picture((x, y) => (isLetter(x, y) ? 90 : 200) * (1 - (0.7 * x) / WIDTH), new Random(1), 2);
		const { data } = sharpen(page);
		const meanOf = (from: number, isWanted: (x: number, y: number) => boolean) => {
			const greys: number[] = [];
			for (let y = 0; y < HEIGHT; y++)
				for (let x = from; x < from + 100; x++)
					if (isWanted(x, y)) greys.push(data[(y * WIDTH + x) * 4] ?? 0);
			return greys.reduce((sum, grey) => sum + grey, 0) / greys.length;
		};
		for (const from of [0, 350, 700]) {
			expect(meanOf(from, isLetter)).toBeLessThan(40);
			expect(meanOf(from, (_, y) => y % 40 > 15)).toBeGreaterThan(245);
		}
	});
});
