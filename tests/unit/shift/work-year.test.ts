import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { WorkYear } from "~/features/shift/year/work-year";
import { diagramOfYear, figuresOf, holidaysOf } from "~/features/shift/year/year-figures";
import seeds from "../../../db/seeds/diagrams.json";

const eight = calendarWith("4turnos_7dias");
const twelve = calendarWith("12horas_insalubre");

function calendarWith(id: string): OwnCalendar {
	const parsed = parseDiagram(seeds.find((seed) => seed.id === id));
	if (!parsed.success) throw parsed.error;
	return calendarOf(rotationOf(parsed.data, "A"));
}

/** The calendar of somebody whose shifts follow `before`, and those of `after` from a date on. */
function changed(before: OwnCalendar["rotations"], since: string, after: OwnCalendar): OwnCalendar {
	return { rotations: [...before, ...after.rotations.map((one) => ({ ...one, since }))], ownDays: [] };
}

/** The words of a year, without its marks; no-break spaces are spaces. */
function wordsOf(calendar: OwnCalendar, year: number): string {
	const shown = { diagram: diagramOfYear(calendar, year), year, today: "2026-11-21" };
	const holidays = holidaysOf(calendar, proposeHolidays(year));
	const page = createElement(WorkYear, { ...shown, figures: figuresOf(calendar, year), holidays });
	return renderToStaticMarkup(page)
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ")
		.replace(/ ,/g, ",");
}

test("after a change of diagram each letter has its row, without hours that held only a part of the year", () => {
	const calendar = changed(twelve.rotations, "2027-07-01", eight);
	const { letters, days } = figuresOf(calendar, 2027);
	const rows = [...wordsOf(calendar, 2027).matchAll(/ (Turno \p{L}+|Francos) (\d+)/gu)];
	expect(rows.map(([, name, count]) => `${name}: ${count}`)).toEqual([
		`Turno mañana: ${letters.M}`,
		`Turno tarde: ${letters.T}`,
		`Turno noche: ${letters.N}`,
		`Turno día: ${letters.D}`,
		`Francos: ${letters.F}`,
	]);
	expect(rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(days);
});

test("in a year of one diagram its shifts have their hours", () => {
	const calendar = changed(twelve.rotations, "2027-07-01", eight);
	expect(wordsOf(calendar, 2026)).toContain("Turno noche, 18 a 06");
	expect(wordsOf(calendar, 2028)).toContain("Turno noche, 22 a 06");
	expect(wordsOf(changed(twelve.rotations, "2027-01-01", eight), 2027)).toContain("Turno noche, 22 a 06");
});

test("says that only holidays with a known shift count", () => {
	const calendar = changed([{ since: "1970-01-01" }], "2027-12-01", eight);
	expect(wordsOf(calendar, 2027)).toContain("De los 2 feriados de 2027 en que sabemos tu turno, trabajás");
	expect(wordsOf(calendar, 2028)).not.toContain("en que sabemos tu turno");
});
