import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { ruleSources } from "~/features/law/overtime-rules";
import type { HolidayAnswer } from "~/features/shift/answers";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { CrewYears, WorkYear } from "~/features/shift/year/work-year";
import { countHolidays, figuresOf, workYearOf } from "~/features/shift/year/year-figures";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

const eight = calendarWith("4turnos_7dias");
const twelve = calendarWith("12horas_insalubre");

function calendarWith(id: string): OwnCalendar {
	return calendarOf(rotationOf(seededDiagram(id), "A"));
}

/** A calendar that follows the rotations in `before` and, from the date `since` on, those in `after`. */
function changed(before: OwnCalendar["rotations"], since: string, after: OwnCalendar): OwnCalendar {
	return { rotations: [...before, ...after.rotations.map((one) => ({ ...one, since }))], ownDays: [] };
}

/** Props of the page about a year. The holidays are computed; `confirmed` marks all of them as confirmed. */
function shownOf(calendar: OwnCalendar, year: number, confirmed = false) {
	const proposed = proposeHolidays(year);
	const holidays = confirmed ? proposed.map((holiday) => ({ ...holiday, confirmed })) : proposed;
	return { ...workYearOf(calendar, year, holidays), today: "2026-11-21" };
}

function yearWords(calendar: OwnCalendar, year: number): string {
	return textOf(createElement(WorkYear, shownOf(calendar, year)));
}

const textOf = (page: ReactElement) => wordsOf(renderToStaticMarkup(page));

test("after a change of diagram each letter has a row, without hours that applied only a part of the year", () => {
	const calendar = changed(twelve.rotations, "2027-07-01", eight);
	const { letters, days } = figuresOf(calendar, 2027);
	const rows = [...yearWords(calendar, 2027).matchAll(/ (Turno \p{L}+|Francos?) (\d+)/gu)];
	expect(rows.map(([, name, count]) => `${name}: ${count}`)).toEqual([
		`Turno mañana: ${letters.M}`,
		`Turno tarde: ${letters.T}`,
		`Turno noche: ${letters.N}`,
		`Turno día: ${letters.D}`,
		`Francos: ${letters.F}`,
	]);
	expect(rows.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(days);
	expect(
		yearWords(changed(eight.rotations, "2027-07-01", calendarWith("5turnos_7dias")), 2027),
	).not.toContain("Turno día");
});

test("in a year with one diagram, the shifts have their hours", () => {
	const calendar = changed(twelve.rotations, "2027-07-01", eight);
	expect(yearWords(calendar, 2026)).toContain("Turno noche, 18 a 06");
	expect(yearWords(calendar, 2028)).toContain("Turno noche, 22 a 06");
	expect(yearWords(changed(twelve.rotations, "2027-01-01", eight), 2027)).toContain("Turno noche, 22 a 06");
});

test("the busiest week is dated with its year if it begins before the year", () => {
	expect(yearWords(eight, 2026)).toContain("(desde el lunes 29 de diciembre de 2025) 56 h");
	expect(yearWords(eight, 2024)).toContain("(desde el lunes 1 de enero) 56 h");
});

test("names the source of the night hours from the table of rules", () => {
	const sources = ruleSources({ start: "2026-01-01", end: "2026-12-31" });
	expect(yearWords(eight, 2026)).toContain(`Las horas de noche son las legales (${sources}): es información`);
});

test("in the current year, the future holidays come first, and the past ones are folded", () => {
	const lists = (year: number) =>
		renderToStaticMarkup(createElement(WorkYear, shownOf(eight, year)))
			.split("</section>")
			.slice(0, 2);
	for (const list of lists(2026)) {
		const [coming = "", past = ""] = list.split("<details");
		const amount = past.match(/<li>/g)?.length;
		expect(past).toContain(amount === 1 ? "Ya pasó 1<" : `Ya pasaron ${amount}<`);
		expect(past).not.toContain("Navidad");
		expect(coming).not.toMatch(/de (enero|octubre)<\/b>/);
	}
	// A holiday is past only on the day after it.
	const onChristmas = { ...shownOf(eight, 2026), today: "2026-12-25" };
	const [before = ""] = renderToStaticMarkup(createElement(WorkYear, onChristmas)).split("Navidad");
	expect(before.lastIndexOf("</details>")).toBeGreaterThanOrEqual(before.lastIndexOf("<details"));
	expect(lists(2026).join()).toContain("</h3><ul");
	expect([...lists(2025), ...lists(2027)].join()).not.toContain("<details");
});

test("the numbers of holidays are those of the lists; other days stand apart, each with what is worked", () => {
	for (const calendar of [eight, twelve])
		for (const year of [2022, 2026, 2027]) {
			const { all, worked } = countHolidays(shownOf(calendar, year).holidays);
			const html = renderToStaticMarkup(createElement(WorkYear, shownOf(calendar, year)));
			const [works = "", free = "", others = ""] = html.split("<h3>").slice(1);
			const amounts = [works, free].map((list) => list.match(/<li>/g)?.length ?? 0);
			expect(amounts).toEqual([worked, all - worked]);
			expect(others).toContain("Jueves Santo (no laborable)");
			expect(works + free).not.toMatch(/no laborable|día gremial/);
			expect(others).toMatch(/Día del Trabajador Metalúrgico \(día gremial\): (libre|la madrugada|turno)/);
		}
});

test("says that only holidays with a known shift count", () => {
	const calendar = changed([{ since: "1970-01-01" }], "2027-12-01", eight);
	expect(yearWords(calendar, 2027)).toContain("De los 2 feriados de 2027 en que sabemos tu turno");
	const fromChristmas = changed([{ since: "1970-01-01" }], "2027-12-20", eight);
	expect(yearWords(fromChristmas, 2027)).toMatch(
		/De 1 feriado de 2027 en que sabemos tu turno( \(a confirmar\))?, trabajás en (0 y tenés 1 libre|1 y tenés 0 libres)\./,
	);
	expect(yearWords(calendar, 2028)).not.toContain("en que sabemos tu turno");
});

test("says that the number of holidays is uncertain while any holiday is unconfirmed", () => {
	const crewsText = (confirmed: boolean) =>
		textOf(createElement(CrewYears, { years: [{ crew: "A", ...shownOf(eight, 2027, confirmed) }] }));
	expect(crewsText(false)).toMatch(/libres, trabaja en \d+ feriados \(hay 4 a confirmar\)/);
	expect(crewsText(true)).toMatch(/^Escuadra A: \d\d francos, .* libres, trabaja en \d+ feriados$/);
	const yearText = (confirmed: boolean) => textOf(createElement(WorkYear, shownOf(eight, 2027, confirmed)));
	expect(yearText(false)).toMatch(/De los \d+ feriados de 2027 \(hay 4 a confirmar\), trabajás/);
	expect(yearText(true)).toMatch(/De los \d+ feriados de 2027, trabajás/);
	const { holidays, ...year } = shownOf(eight, 2027);
	const sure = holidays.map((holiday) => ({ ...holiday, confirmed: holiday.name !== "Soberanía Nacional" }));
	expect(textOf(createElement(WorkYear, { ...year, holidays: sure }))).toContain(
		"2027 (hay 1 a confirmar), ",
	);
	const single = holidays.filter(({ kind }) => kind === "feriado").slice(0, 1);
	const one = { ...year, holidays: single.map((holiday) => ({ ...holiday, confirmed: false })) };
	expect(textOf(createElement(WorkYear, one))).toContain("De 1 feriado de 2027 (a confirmar), trabajás");
});

describe("the figures and lists of a year", () => {
	const year = shownOf(eight, 2027);
	const day = (date: string, more: Partial<HolidayAnswer> = {}): HolidayAnswer => ({
		date,
		name: "Uno",
		kind: "feriado",
		confirmed: true,
		letter: "F",
		works: false,
		startsAfterNight: false,
		...more,
	});
	const words = (figures: Partial<typeof year.figures>, ...list: HolidayAnswer[]) =>
		textOf(createElement(WorkYear, { ...year, figures: { ...year.figures, ...figures }, holidays: list }));

	test.each([
		["no absence", { absences: 0 }, /Francos \d+ Sábados/],
		["absences", { absences: 3 }, /Francos \d+ Ausencias \(vacaciones, licencia y otras\) 3 Sábados/],
		[
			"weekends without a night before",
			{ freeWeekends: 5, freeWeekendsAfterNight: 0 },
			/Fines de semana libres 5 Horas/,
		],
		[
			"weekends after a night",
			{ freeWeekends: 5, freeWeekendsAfterNight: 2 },
			/libres \(en 2, el sábado a la mañana salís del turno del viernes\) 5 Horas/,
		],
		["no day off", { letters: {} }, /06 a 14 0 .* Francos 0 Sábados/],
	])("say %s", (_, figures, said) => {
		expect(words(figures)).toMatch(said);
	});

	test.each([
		["none", [], "Trabajás Ninguno. Libres Ninguno. 2027 en números"],
		["a free one", [day("2027-01-01")], "Trabajás Ninguno. Libres Viernes 1 de enero Uno (feriado) 2027"],
		[
			"a worked one",
			[day("2027-01-01", { letter: "M", works: true })],
			"Trabajás Viernes 1 de enero Uno (feriado): turno mañana Libres Ninguno.",
		],
		[
			"the end of a night",
			[day("2027-01-01", { works: true })],
			"Uno (feriado): la madrugada, hasta salir del turno Libres",
		],
		[
			"the end of a night and a shift",
			[day("2027-01-01", { letter: "N", works: true, startsAfterNight: true })],
			"Uno (feriado): la madrugada y turno noche Libres",
		],
		[
			"two on one date",
			[day("2027-01-01"), day("2027-01-01", { name: "Dos" })],
			"Viernes 1 de enero Uno (feriado) y Dos (feriado) 2027",
		],
		[
			"two dates",
			[day("2027-01-01"), day("2027-05-01", { name: "Dos" })],
			"Viernes 1 de enero Uno (feriado) Sábado 1 de mayo Dos (feriado) 2027",
		],
		[
			"a day that is none",
			[day("2027-01-01", { kind: "gremial" })],
			"Aparte: no son feriados Viernes 1 de enero Uno (día gremial): libre 2027",
		],
	])("list the holidays: %s", (_, list, said) => {
		expect(words({}, ...list)).toContain(said);
	});

	test("count one free holiday as one, and leave out the list of other days if there are none", () => {
		expect(words({}, day("2027-01-01"))).toContain("trabajás en 0 y tenés 1 libre. ");
		expect(words({}, day("2027-01-01"), day("2027-05-01"))).toContain("y tenés 2 libres. ");
		expect(words({}, day("2027-01-01"))).not.toContain("Aparte");
	});

	test("fold the past ones of this year, and say when none is to come", () => {
		const now = (...list: HolidayAnswer[]) =>
			textOf(createElement(WorkYear, { ...year, year: 2026, holidays: list }));
		const past = ["2026-01-01", "2026-05-01"].map((date) => day(date));
		expect(now(...past.slice(0, 1))).toContain("Libres Ninguno más. Ya pasó 1 Jueves 1 de enero");
		expect(now(...past)).toContain("Libres Ninguno más. Ya pasaron 2 Jueves 1 de enero");
		expect(now(day("2026-12-25"))).toContain("Libres Viernes 25 de diciembre Uno (feriado) 2026");
	});
});
