import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import { payPeriodOf } from "~/features/law/pay-period";
import { MAX_SUMMARY_CHARACTERS, summaryText } from "~/features/pay/sheet/sheet.server";
import { formatSums, marksOf, periodsOf, type SheetExtra, sumRows } from "~/features/pay/sheet/sheet-rows";
import { SheetTable } from "~/features/pay/sheet/sheet-table";
import { addDays } from "~/lib/time/civil-date";
import { NOTHING_INCLUDED } from "../../support/pay";
import { evened } from "../../support/texts/evened";

const H = 60;

function row(date: string, values: Partial<SheetExtra> = {}): SheetExtra {
	return {
		date,
		shift: "N",
		minutes: 8 * H,
		startMinute: 22 * H,
		isStartProposed: false,
		premiums: { 50: 8 * H },
		doubts: [],
		minutesNight: 8 * H,
		compensation: null,
		comment: null,
		...values,
	};
}

/** After all entries, but for those of a test about it. */
const NOW = { today: "2027-01-01", minute: 6 * H };

const PROPOSED = { isStartProposed: true, doubts: ["proposed-start"] } as const;
const TO_REVIEW = { doubts: ["to-review"] } as const;

const daily = (start: string, count: number) =>
	Array.from({ length: count }, (_, index) => row(addDays(start, index)));

function summaryOf(extras: SheetExtra[], who = "", filter: ExtrasFilter = {}) {
	const days = { start: extras[0]?.date ?? "", end: extras.at(-1)?.date ?? "" };
	const periods = periodsOf(extras, (date) => payPeriodOf(date, "month"), days, NOW);
	return evened(summaryText({ days, filter, who, periods, sums: sumRows(extras, NOW) }));
}

describe("the periods of the sheet", () => {
	test("are the pay periods, limited to the days of the sheet, each with its own sums", () => {
		const days = { start: "2026-10-10", end: "2026-12-01" };
		const extras = ["2026-10-25", "2026-10-26", "2026-11-25", "2026-11-30"].map((date) => row(date));
		const periods = periodsOf(extras, (date) => payPeriodOf(date, "closing-25"), days, NOW);
		expect(periods.map(({ start, end, sums }) => [start, end, sums.count, sums.minutes])).toEqual([
			["2026-10-10", "2026-10-25", 1, 8 * H],
			["2026-10-26", "2026-11-25", 2, 16 * H],
			["2026-11-26", "2026-12-01", 1, 8 * H],
		]);
	});

	test("add up the rows exactly, and contain the number of entries with unknown night hours", () => {
		const unknown = { startMinute: null, minutesNight: null, premiums: { unclassified: 8 * H } };
		expect(sumRows([row("2026-10-25"), row("2026-10-26", unknown)], NOW)).toEqual({
			count: 2,
			minutes: 16 * H,
			premiums: { 50: 8 * H, unclassified: 8 * H },
			minutesNight: 8 * H,
			withoutStart: 1,
			...NOTHING_INCLUDED,
			doubts: {},
		});
	});
});

test.each([
	["2026-12-31", {}, 0],
	["2026-12-31", { minutes: 8 * H + 15 }, 1],
	["2027-01-01", { startMinute: 5 * H, minutes: H }, 0],
	["2027-01-01", { startMinute: 5 * H, minutes: H + 15 }, 1],
	["2027-01-01", { startMinute: null }, 0],
	["2027-01-02", { startMinute: null }, 1],
])("at 6:00 on 1 January, of an entry of %s with %o, %i have not ended", (date, values, planned) => {
	expect(sumRows([row(date, values)], NOW).planned).toBe(planned);
});

test("sums without hours have no colon", () => {
	expect(evened(formatSums(sumRows([], NOW)))).toBe("0 extras, 0 h");
	expect(evened(formatSums(sumRows([row("2026-10-25")], NOW)))).toBe(
		"1 extra, 8 h: 8 h al 50 %, 8 h de noche",
	);
});

test("each mark of the sheet is explained once, and only when it is used", () => {
	expect(marksOf(sumRows([row("2026-10-25")], NOW).doubts)).toEqual([]);
	const marked = [
		row("2026-10-25", PROPOSED),
		row("2026-10-26", { isStartProposed: true, doubts: ["own-split", "proposed-start"] }),
		row("2026-10-27", TO_REVIEW),
	];
	expect(marksOf(sumRows(marked, NOW).doubts)).toEqual([
		{ sign: "?", explanation: "Para revisar (1 extra): falta la hora de entrada." },
		{ sign: "**", explanation: "Recargos según el trabajador (1 extra)." },
		{ sign: "*", explanation: "Con la hora de entrada del diagrama de turnos (2 extras)." },
	]);
});

describe("the summary to send", () => {
	test("contains the days, the worker, one line for each extra and the total", () => {
		const extras = [
			row("2026-11-14", { premiums: { 50: 5 * H, 100: 3 * H }, compensation: "pago", ...PROPOSED }),
			row("2026-11-15", {
				...{ startMinute: null, minutesNight: null, premiums: { unclassified: 8 * H } },
				...{ ...TO_REVIEW, comment: "no se manda" },
			}),
		];
		expect(summaryOf(extras, "Ramona Fernández, legajo 20.417")).toBe(
			[
				"Horas extra del 14/11/2026 al 15/11/2026",
				"Ramona Fernández, legajo 20.417",
				"sáb 14/11/2026, N, 22:00 a 06:00 *: 8 h (5 al 50 %, 3 al 100 %), Pago",
				"dom 15/11/2026, N: 8 h (8 sin clasificar) ?",
				"Total: 2 extras, 16 h: 5 h al 50 %, 3 h al 100 %, 8 h sin clasificar, 8 h de noche, sin contar 1 extra sin hora de entrada (*, ?)",
				"? Para revisar (1 extra): falta la hora de entrada.",
				"* Con la hora de entrada del diagrama de turnos (1 extra).",
			].join("\n"),
		);
	});

	test("of two pay periods has the totals of each too", () => {
		const lines = summaryOf([row("2026-10-25"), row("2026-11-14")]).split("\n");
		expect(lines.slice(3)).toEqual([
			"Del 25/10/2026 al 31/10/2026: 1 extra, 8 h: 8 h al 50 %, 8 h de noche",
			"Del 01/11/2026 al 14/11/2026: 1 extra, 8 h: 8 h al 50 %, 8 h de noche",
			"Total: 2 extras, 16 h: 16 h al 50 %, 16 h de noche",
		]);
	});

	test("says which extras the filter leaves out, with the same words as the sheet", () => {
		const headOf = (filter: ExtrasFilter) => summaryOf([row("2026-11-14")], "", filter).split("\n")[0];
		const dates = "Horas extra del 14/11/2026 al 14/11/2026";
		expect(headOf({ start: "2026-11-14" })).toBe(dates);
		expect(headOf({ shift: "N" })).toBe(`${dates}, turno N`);
		expect(headOf({ review: "1" })).toBe(`${dates}, solo las que no tienen hora de entrada`);
		expect(headOf({ shift: "N", review: "1" })).toBe(
			`${dates}, turno N, solo las que no tienen hora de entrada`,
		);
	});

	test("has one line for each extra of a month with one extra a day, however long the lines are", () => {
		const longest = {
			...{ minutes: 975, startMinute: 1319, premiums: { 50: 325, 100: 325, unclassified: 325 } },
			...{ isStartProposed: true, hasOwnSplit: true, needsReview: true, compensation: "banco" as const },
			doubts: ["to-review", "own-split", "proposed-start"] as const,
		};
		const extras = daily("2026-10-01", 31).map((extra) => ({ ...extra, ...longest }));
		expect(summaryOf(extras, "Ñ".repeat(120)).match(/^[a-záé]{3} \d\d\/10\/2026, N/gm)).toHaveLength(31);
	});

	test("of a longer time has the totals of each period, and of many years only the total", () => {
		const year = summaryOf(daily("2026-01-01", 365));
		expect(year.split("\n")).toHaveLength(14);
		expect(year).toContain("Del 01/02/2026 al 28/02/2026: 28 extras, 224 h: 224 h al 50 %, 224 h de noche");
		const monthly = Array.from({ length: 1000 }, (_, index) =>
			row(addDays("1975-01-01", index * 15), { compensation: index === 0 ? "banco" : null }),
		);
		expect(summaryOf(monthly).split("\n")).toEqual([
			"Horas extra del 01/01/1975 al 11/01/2016",
			"Total: 1000 extras, 8000 h: 8000 h al 50 %, 8000 h de noche",
			"Incluye 1 extra (8 h), con banco de horas en lugar de pago.",
		]);
		for (const text of [year, summaryOf(monthly)])
			expect(text.length).toBeLessThanOrEqual(MAX_SUMMARY_CHARACTERS);
	});

	test("explains the marks even if it contains only sums, which then carry the marks", () => {
		const marked = (extras: SheetExtra[]) => [
			...extras,
			row("2026-12-30", { isStartProposed: true, doubts: ["own-split", "proposed-start"] }),
			row("2026-12-31", TO_REVIEW),
		];
		const explanations = [
			"? Para revisar (1 extra): falta la hora de entrada.",
			"** Recargos según el trabajador (1 extra).",
			"* Con la hora de entrada del diagrama de turnos (1 extra).",
		];
		const year = summaryOf(marked(daily("2026-01-01", 350))).split("\n");
		expect(year).toHaveLength(1 + 12 + 1 + 3);
		expect(year[11]).toMatch(/^Del 01\/11\/2026 .* de noche$/);
		expect(year[12]).toMatch(/^Del 01\/12\/2026 .* de noche \(\*, \*\*, \?\)$/);
		expect(year.slice(-3)).toEqual(explanations);
		const monthly = Array.from({ length: 1000 }, (_, index) => row(addDays("1975-01-01", index * 15)));
		expect(summaryOf(marked(monthly)).split("\n")).toEqual([
			"Horas extra del 01/01/1975 al 31/12/2026",
			"Total: 1002 extras, 8016 h: 8016 h al 50 %, 8016 h de noche (*, **, ?)",
			...explanations,
		]);
	});
});

test("a sign stays on the line of its value, and a value without doubts has none", () => {
	const cells = (values: Partial<SheetExtra>) => {
		const extras = [row("2026-10-25", values)];
		const day = { start: "2026-10-25", end: "2026-10-25", sums: sumRows([], NOW), extras };
		const html = renderToStaticMarkup(createElement(SheetTable, { periods: [day], sums: sumRows([], NOW) }));
		return Array.from(html.matchAll(/data-name="(?:Entrada|50\u00A0%)">([^<]*)</g), ([, text]) => text);
	};
	expect(cells({})).toEqual(["22:00", "8", "0"]);
	expect(cells({ ...PROPOSED })).toEqual(["22:00\u00A0*", "8", "0"]);
	expect(cells({ ...TO_REVIEW })).toEqual(["22:00", "8\u00A0?", "0"]);
});
