import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import {
	barsOf,
	heightAt,
	hourKinds,
	type MonthHours,
	parseYear,
	picture,
	topHours,
} from "~/features/pay/picture/year-bars";
import { YearPicture } from "~/features/pay/picture/year-picture";
import { NOTHING_INCLUDED } from "../../support/pay";

const H = 60;
const month = (number: number, values: Partial<MonthHours> = {}): MonthHours => ({
	...{
		month: number,
		count: 1,
		premiums: {},
		minutesNight: 0,
		withoutStart: 0,
		...NOTHING_INCLUDED,
		doubts: {},
	},
	minutes: Object.values(values.premiums ?? {}).reduce((sum, minutes) => sum + minutes, 0),
	...values,
});

describe("the bars of a month", () => {
	test("are stacked, as high as their hours, with the night bar beside them", () => {
		const bars = barsOf(
			month(3, { premiums: { 50: 5 * H, 100: 3 * H, unclassified: 2 * H }, minutesNight: 4 * H }),
			10,
		);
		expect(bars.map(({ kind }) => kind)).toEqual(["50", "100", "unclassified", "night"]);
		const [rate50, rate100, unclassified, night] = bars;
		expect(rate50?.y).toBe(heightAt(5, 10));
		expect(rate100?.y).toBe(heightAt(8, 10));
		expect(unclassified?.y).toBe(picture.top);
		expect((rate50?.y ?? 0) + (rate50?.height ?? 0)).toBe(picture.bottom);
		expect((night?.y ?? 0) + (night?.height ?? 0)).toBe(picture.bottom);
		expect(night?.x).toBe((rate50?.x ?? 0) + (rate50?.width ?? 0));
	});

	test("are omitted for zero hours, and stay within the chart for any number of hours", () => {
		expect(barsOf(month(1), 10)).toEqual([]);
		for (const number of Array.from({ length: 12 }, (_, index) => index + 1)) {
			const full = month(number, { premiums: { 50: 744 * H }, minutesNight: 744 * H });
			for (const { x, y, width } of barsOf(full, topHours([full]))) {
				expect(x).toBeGreaterThan(picture.left);
				expect(x + width).toBeLessThan(picture.width);
				expect(y).toBeGreaterThanOrEqual(picture.top);
			}
		}
	});
});

test("each kind of hours of a year has its name, and 50 and 100 stand there in any case", () => {
	const names = (premiums: MonthHours["premiums"]) =>
		hourKinds(month(1, { premiums })).map(({ name }) => name);
	expect(names({})).toEqual(["50\u00A0%", "100\u00A0%", "Noche"]);
	expect(names({ 150: H, franco: H, unclassified: H })).toEqual([
		...["50\u00A0%", "100\u00A0%", "150\u00A0%", "Con franco", "Sin cla\u00ADsificar", "Noche"],
	]);
});

test.each([
	[0, 10],
	[10 * H, 10],
	[10 * H + 15, 20],
	[163 * H, 170],
])("a maximum of %i minutes in a month gives a scale up to %i hours", (minutes100, hours) => {
	expect(topHours([month(1), month(2, { premiums: { 100: minutes100 } })])).toBe(hours);
});

test.each([
	[null, 2026],
	["1970", 1970],
	["2027", 2027],
	["2028", undefined],
	["1969", undefined],
	["26", undefined],
	["2026.0", undefined],
	["٢٠٢٦", undefined],
])("the year %j in an address is parsed as %j", (text, year) => {
	expect(parseYear(text, 2026)).toBe(year);
});

test("the figures of a year say how many extras their night hours leave out, and how many have not ended", () => {
	const pictureOf = (withoutStart: number, planned = 0) => {
		const total = month(1, { premiums: { 50: 8 * H }, withoutStart, planned });
		return renderToStaticMarkup(createElement(YearPicture, { year: 2026, months: [total], total }));
	};
	expect(pictureOf(0)).not.toMatch(/sin contar|Incluye/);
	expect(pictureOf(0, 1)).toContain("Incluye 1 extra que todavía no terminó.");
	expect(pictureOf(2)).toContain("Noche, sin contar 2 extras sin hora de entrada.");
});
