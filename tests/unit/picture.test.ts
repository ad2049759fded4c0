import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type CrewLetter, crewOn, workLettersOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { computedHash } from "~/features/diagrams/pages/picture-address.server";
import { type Period, twelveMonths, yearOf } from "~/features/diagrams/periods";
import { INK, SOFT } from "~/features/diagrams/pictures/calendar-drawing";
import { glyphUnits } from "~/features/diagrams/pictures/glyphs";
import { drawPicture, pictureSize } from "~/features/diagrams/pictures/picture.server";
import { toPng } from "~/features/diagrams/pictures/picture-png.server";
import { SvgDrawing, textWidth } from "~/features/diagrams/pictures/svg-drawing";
import { shortHours } from "~/features/diagrams/shift-text";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { daysOfMonth, weekdayOf } from "~/lib/time/civil-date";
import { seededDiagrams as diagrams, seededDiagram } from "../support/seeded-diagrams";

const months = [...twelveMonths(2026, ""), ...twelveMonths(2027, "")];
const periods = [...months, "2026-1", "2027-2"];

/** Contents of the tested pictures: each period with all crews, and each month also with one crew. */
const subjects: [Period, CrewLetter?][] = [
	...periods.map((period): [Period] => [period]),
	...months.map((period): [Period, CrewLetter] => [period, "B"]),
];

describe.each(diagrams.map((diagram) => [diagram.id, diagram] as const))("pictures of %s", (_, diagram) => {
	test("fit into the computed size, which is not too large", () => {
		for (const [period, crew] of subjects) {
			const { height } = pictureSize(diagram, period, crew);
			const svg = drawPicture(diagram, period, proposeHolidays(yearOf(period)), crew);
			expect(svg).toContain(`viewBox="0 0 320 ${height}"`);
			const boxHeights = new Map(
				Array.from(svg.matchAll(/<g id="([^"]+)"><rect width="[^"]+" height="([^"]+)"/g), (box) => [
					box[1],
					Number(box[2]),
				]),
			);
			const bottoms = Array.from(svg.matchAll(/<use href="#([^"]+)" x="[^"]+" y="([^"]+)"\/>/g))
				.filter((use) => boxHeights.has(use[1]))
				.map((use) => Number(use[2]) + (boxHeights.get(use[1]) ?? 0));
			const lowest = Math.max(...bottoms);
			expect(lowest).toBeLessThanOrEqual(height);
			// Allows 90 pixels without boxes at the bottom: a picture of all crews has no boxes for days on which the
			// plant is closed, so the last week of a month may have none.
			expect(lowest).toBeGreaterThan(height - 90);
		}
	});

	test("hold the whole legend, also with hours that have minutes", () => {
		const quarterPast = (time: string) => time.replace(":00", ":15");
		const hours = Object.fromEntries(
			Object.entries(diagram.hours).map(([letter, [start, end]]) => [
				letter,
				[quarterPast(start), quarterPast(end)] as const,
			]),
		);
		for (const period of ["2027-01", "2027-1"]) {
			const svg = drawPicture({ ...diagram, hours }, period, []);
			const ends = Array.from(
				svg.matchAll(/scale\(([\d.]+)\)">((?:<use [^>]+>)+)/g),
				([, scale, uses = ""]) =>
					Array.from(uses.matchAll(/ x="(-?\d+)"/g), ([, x]) => Number(x) * Number(scale)),
			).flat();
			expect(Math.max(...ends)).toBeLessThan(312);
		}
	});

	test("have the diagram's name, and a legend of all its letters", () => {
		const svg = drawPicture(diagram, "2027-1", []);
		const drawn = (size: number, colour: string) =>
			svg
				.split(`<g fill="${colour}" transform="scale(${size / glyphUnits})">`)
				.at(-1)
				?.split("</g>")[0]
				?.match(/<use /g)?.length;
		const lengthOf = (text: string) => text.replaceAll(" ", "").length;
		const hours = workLettersOf(diagram).map((shift) => shortHours(diagram.hours[shift]));
		expect(drawn(15, INK)).toBe(lengthOf(findDiagramName(diagram.id)?.title ?? ""));
		expect(drawn(12, SOFT)).toBe(lengthOf([...hours, "franco"].join("")));
	});

	test("of a month have a box for each shift that is worked, or for each day of the crew, in rows that do not overlap", () => {
		const boxesIn = (svg: string) => {
			const boxes = new Set(Array.from(svg.matchAll(/<g id="([^"]+)"><rect/g), ([, id]) => id));
			return Array.from(svg.matchAll(/<use href="#([^"]+)" x="[^"]+" y="[^"]+"\/>/g)).filter(([, id]) =>
				boxes.has(id),
			).length;
		};
		const shifts = workLettersOf(diagram);
		const inLegend = shifts.length + 1;
		const days = daysOfMonth("2026-11");
		const worked = days.flatMap((date) => shifts.filter((shift) => crewOn(diagram, shift, date)));
		expect(boxesIn(drawPicture(diagram, "2026-11", []))).toBe(inLegend + worked.length);
		expect(boxesIn(drawPicture(diagram, "2026-11", [], "B"))).toBe(inLegend + days.length);
		const heightOf = (crew?: CrewLetter) => pictureSize(diagram, "2026-11", crew).height;
		expect(heightOf() - heightOf("B")).toBe(6 * (shifts.length * 17 - 34));
	});

	test("underline each holiday", () => {
		for (const [period, crew] of subjects.filter(([period]) => period.length === 7)) {
			const holidays = proposeHolidays(yearOf(period));
			const days = new Set(holidays.map(({ date }) => date).filter((date) => date.startsWith(period)));
			const svg = drawPicture(diagram, period, holidays, crew);
			const paths = Array.from(svg.matchAll(/<path fill="[^"]+" d="([^"]*)"\/>/g), ([, path]) => path);
			expect(paths.join("")).toMatch(
				new RegExp(`^(M[\\d.]+ [\\d.]+h[\\d.]+v[\\d.]+h-[\\d.]+z){${days.size}}$`),
			);
			// The number of the day has the colour of its line.
			const [, colour = "none"] = /<path fill="([^"]+)"/.exec(svg) ?? [];
			expect(svg.includes(`<g fill="${colour}"`)).toBe(days.size > 0);
		}
	});

	test("of half a year have the initial of each Sunday in the darker ink", () => {
		const svg = drawPicture(diagram, "2027-2", []);
		const small = `<g fill="${INK}" transform="scale(${7 / glyphUnits})">`;
		const dark = svg.split(small)[1]?.split("</g>")[0]?.match(/<use /g);
		const days = twelveMonths(2027, "").slice(6).flatMap(daysOfMonth);
		expect(dark).toHaveLength(days.filter((date) => weekdayOf(date) === 7).length);
	});

	test("of a month weigh at most 3 KB compressed", () => {
		// August 2027 has the largest picture: 31 days in six calendar weeks.
		const august = "2027-08";
		for (const crew of [undefined, "A"] as const) {
			const svg = drawPicture(diagram, august, proposeHolidays(2027), crew);
			expect(brotliCompressSync(svg).byteLength).toBeLessThanOrEqual(3 * 1024);
		}
	});

	test("say at the bottom that the anchor date is unconfirmed", () => {
		const confirmed = { ...diagram, anchorConfirmed: true };
		for (const [period, crew] of subjects) {
			const taller = pictureSize(diagram, period, crew).height - pictureSize(confirmed, period, crew).height;
			expect(taller).toBe(18);
			const outlines = (svg: string) => svg.match(/<use /g)?.length ?? 0;
			expect(outlines(drawPicture(diagram, period, [], crew))).toBeGreaterThan(
				outlines(drawPicture(confirmed, period, [], crew)),
			);
			expect(computedHash(diagram, period, [], crew)).not.toBe(computedHash(confirmed, period, [], crew));
		}
	});

	test("have a different address for each period and crew, and a new one when a holiday of the period changes", () => {
		const hashes = subjects.map(([period, crew]) =>
			computedHash(diagram, period, proposeHolidays(yearOf(period)), crew),
		);
		expect(new Set(hashes).size).toBe(subjects.length);
		const november = "2026-11";
		const without = proposeHolidays(2026).filter(({ name }) => name !== "Soberanía Nacional");
		expect(computedHash(diagram, november, without)).not.toBe(
			computedHash(diagram, november, proposeHolidays(2026)),
		);
		const july = "2026-07";
		expect(computedHash(diagram, july, without)).toBe(computedHash(diagram, july, proposeHolidays(2026)));
	});
});

describe("a text in a picture", () => {
	/** The distance, in pixels, from the left edge of what is drawn to the first character. */
	function startOf(draw: (drawing: SvgDrawing) => void): number {
		const drawing = new SvgDrawing();
		draw(drawing);
		const [, scale, x] =
			/scale\(([\d.]+)\)"><use href="#\w+" x="(-?\d+)"/.exec(drawing.toSvg(320, 100)) ?? [];
		return Number(x) * Number(scale);
	}
	const half = textWidth("20", 12) / 2;

	test("begins where it is put, as the name of a month, or has its middle there, as the number of a day", () => {
		expect(startOf((drawing) => drawing.text("20", 100, 50, 12, "#000"))).toBeCloseTo(100, 1);
		expect(startOf((drawing) => drawing.text("20", 100, 50, 12, "#000", "middle"))).toBeCloseTo(
			100 - half,
			1,
		);
	});

	test("is in the middle of its box, as the letter of a shift", () => {
		const start = startOf((drawing) => drawing.cell(["#fff", "#000"], "20", 60, 0, 40, 30, 12));
		expect(start).toBeCloseTo(20 - half, 1);
	});
});

test("a legend takes a second line only where its shifts do not fit into one", () => {
	const heightOf = (cycle: string, past: string) => {
		const [six, two, ten] = [`06:${past}`, `14:${past}`, `22:${past}`];
		const hours = { M: [six, two], T: [two, ten], N: [ten, six] } as const;
		return pictureSize({ ...seededDiagram("3turnos"), cycle, hours }, "2027-01", "A").height;
	};
	expect(heightOf("MTNF", "00")).toBe(heightOf("MF", "00"));
	expect(heightOf("MTNF", "15")).toBeGreaterThan(heightOf("MF", "15"));
});

test("a picture that was asked for is drawn as PNG once for all who ask for it", async () => {
	const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
	const first = toPng("one", svg);
	expect(toPng("one", svg)).toBe(first);
	expect(toPng("other", svg)).not.toBe(first);
	expect((await first).subarray(1, 4).toString()).toBe("PNG");
});
