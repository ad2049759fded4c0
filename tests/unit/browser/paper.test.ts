import { describe, expect, test, vi } from "vitest";
import { askWorker } from "~/browser/paper/ask-worker";
import { findCorners } from "~/browser/paper/find-corners";
import { type PaperJob, type PaperResult, workOn } from "~/browser/paper/make-paper";
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

	/** Something bright on a dark table, in pixels of the small copy that is looked at: 200 wide and 150 high. */
	const inSmall = (greyAt: (x: number, y: number) => number | undefined) =>
		picture((x, y) => greyAt(Math.floor(x / 4), Math.floor(y / 4)) ?? 70, new Random(1), 0);
	type Sheet = readonly [left: number, top: number, right: number, bottom: number, grey?: number];
	const sheets = (...all: Sheet[]) =>
		inSmall((x, y) => {
			const found = all.find(
				([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom,
			);
			return found && (found[4] ?? 215);
		});
	/** A sheet whose upper side is so long, and the lower one longer. */
	const trapezium = (length: number) =>
		inSmall((x, y) => {
			const more = (y - 20) * 0.3;
			return y >= 20 && y < 120 && x >= 90 - more && x <= 90 + length + more ? 215 : undefined;
		});
	const large: Sheet = [20, 20, 120, 120];

	test.each<[string, Pixels, boolean]>([
		["four pixels from the left side", sheets([4, 20, 100, 130]), true],
		["three pixels from the left side", sheets([3, 20, 100, 130]), false],
		["four pixels from the top", sheets([20, 4, 100, 130]), true],
		["three pixels from the top", sheets([20, 3, 100, 130]), false],
		["four pixels from the right side", sheets([100, 20, 196, 130]), true],
		["three pixels from the right side", sheets([100, 20, 197, 130]), false],
		["four pixels from the bottom", sheets([20, 20, 120, 146]), true],
		["three pixels from the bottom", sheets([20, 20, 120, 147]), false],
		["of 12 hundredths of the picture", sheets([20, 20, 80, 80]), true],
		["of less", sheets([20, 20, 79, 81]), false],
		["of nearly all of it", sheets([4, 4, 196, 146]), true],
		["45 steps brighter than the table", sheets([20, 20, 120, 120, 115]), true],
		["44 steps brighter", sheets([20, 20, 120, 120, 114]), false],
		["beside another of a fifth of it", sheets(large, [140, 20, 160, 120]), false],
		["beside another of less", sheets(large, [140, 20, 160, 119]), true],
		// On both sides of the picture, which are no neighbours.
		["between two of an eighth of it", sheets(large, [0, 20, 12, 120], [188, 20, 200, 120]), true],
		["above something that reaches the corner", sheets(large, [0, 140, 10, 150]), true],
		["whose shortest side is of 20 pixels", trapezium(20), true],
		["whose shortest side is of 19 pixels", trapezium(19), false],
	])("are found of a sheet %s: %#", (_, pixels, isFound) => {
		expect(findCorners(pixels) !== undefined).toBe(isFound);
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

	test("shows the pixels on a line, where all corners were dragged onto one", () => {
		const line: Corners = [
			{ x: 0.2, y: 0.2 },
			{ x: 0.8, y: 0.2 },
			{ x: 0.8, y: 0.2 },
			{ x: 0.2, y: 0.2 },
		];
		const { data, width, height } = straighten(quarters, line);
		expect([width, height, data[0], data[4 * 479]]).toEqual([480, 1, 20, 80]);
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

describe("a job", () => {
	const sheet = sheetOnTable(square(200, 120, 600, 480));
	const whole = square(0, 0, 1, 1);

	test.each<[string, PaperJob["steps"], PaperResult]>([
		["without steps looks for corners", undefined, { corners: findCorners(sheet) }],
		["turns the whole photo", { turns: 1, isSharp: false }, { made: straighten(sheet, whole, 1) }],
		[
			"cuts a part and makes it sharp",
			{ turns: 0, isSharp: true, corners: square(0.2, 0.2, 0.8, 0.8) },
			{ made: sharpen(straighten(sheet, square(0.2, 0.2, 0.8, 0.8))) },
		],
	])("%s", (_, steps, result) => {
		// As one text, because Vitest takes seconds to compare a million numbers.
		const seen = ({ corners, made }: PaperResult) => [
			corners,
			made?.width,
			made && Buffer.from(made.data).toString("latin1"),
		];
		expect(seen(workOn({ picture: sheet, steps }))).toEqual(seen(result));
	});

	test.each<[string, (worker: { onmessage?(event: object): void; onerror?(): void }) => void, object]>([
		["done by the worker", (worker) => worker.onmessage?.({ data: { corners: whole } }), { corners: whole }],
		["that the worker fails to do", (worker) => worker.onerror?.(), workOn({ picture: sheet })],
		["of which nothing is heard", () => vi.advanceTimersByTime(15_000), workOn({ picture: sheet })],
	])("%s, is done", async (_, answer, result) => {
		vi.useFakeTimers();
		const terminate = vi.fn();
		vi.stubGlobal(
			"Worker",
			class {
				onmessage?: (event: object) => void;
				onerror?: () => void;
				terminate = terminate;
				postMessage = () => queueMicrotask(() => answer(this));
			},
		);
		expect(await askWorker({ picture: sheet })).toEqual(result);
		expect([terminate.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
		vi.useRealTimers();
		vi.unstubAllGlobals();
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
