import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import type { CrewLetter, ShiftLetter } from "~/features/diagrams/cycle";
import { CrewQuestion } from "~/features/diagrams/diagram-notes";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { FindStep } from "~/features/shift/find/find-step";
import { TodayQuestion } from "~/features/shift/find/today-question";
import { MyShiftLinks } from "~/features/shift/my-shift";
import { dayText, shortDay } from "~/features/shift/now-text";
import { calendarOf } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { Today, TodayTile } from "~/features/shift/today/today";
import { TodayFacts } from "~/features/shift/today/today-facts";
import { tileOf } from "~/features/shift/today/today-tile";
import { htmlNow } from "../../support/browser/render-part";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

// Crew A works mornings from 30 November to 6 December 2026, afternoons from 9 to 15 December and nights from 18 to 24
// December, with days off in between.
const diagram = seededDiagram("4turnos_7dias");
const rotation = rotationOf(diagram, "A");
const holidays = [2026, 2027].flatMap(proposeHolidays);

function clockAt(today: string, time: string) {
	return { today, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

function ownDay(kind: OwnDay["kind"], day: string): OwnDay {
	return { id: day, kind, firstDay: day, lastDay: day, crew: null, note: "" };
}

interface Shown {
	crew?: CrewLetter | null;
	ownDays?: OwnDay[];
}

/** Words of "Hoy" of crew A; with `crew` null, of the same shifts without a crew's letter. */
function todayWords(today: string, time: string, { crew = "A", ownDays = [] }: Shown = {}): string {
	const answers = answersAt(
		{ ...calendarOf({ ...rotation, isOwnPosition: !crew }), ownDays },
		clockAt(today, time),
		holidays,
	);
	return wordsOf(htmlNow(createElement(Today, { diagram, answers, crew: crew ?? undefined })));
}

const tileWords = (today: string, time: string, shown: Shown = {}) =>
	/^(.*?) (lun|mar|mié|jue|vie|sáb|dom) \d+ [A-Z] /.exec(todayWords(today, time, shown))?.[1];

/** Words of the tile of crew A on the page of its diagram, which counts no minutes. */
function crewWords(today: string, time: string): string {
	const answers = answersAt(calendarOf(rotation), clockAt(today, time), holidays);
	return wordsOf(htmlNow(createElement(TodayTile, { diagram, answers, crew: "A", isOwn: false })));
}

describe("the tile", () => {
	test("during a shift", () => {
		expect(tileWords("2026-12-05", "13:59")).toBe(
			"Hoy, sábado 5 Escuadra A M Turno mañana 06 a 14 Te queda 1 min",
		);
		expect(tileWords("2026-12-05", "13:00")).toMatch(/ Te queda 1 h$/);
		expect(tileWords("2026-12-05", "06:40")).toMatch(/ Te quedan 7 h 20$/);
		expect(tileWords("2026-12-05", "06:00")).toMatch(/ Te quedan 8 h$/);
		expect(crewWords("2026-12-05", "06:00")).toMatch(/ Turno mañana 06 a 14 Hasta las 14$/);
	});

	test("before and after a shift", () => {
		expect(tileWords("2026-12-05", "05:59")).toMatch(/ Turno mañana 06 a 14 Entrás en 1 min$/);
		expect(tileWords("2026-12-05", "14:00")).toMatch(
			/ Turno mañana 06 a 14 Terminó a las 14 Entrás en 16 h$/,
		);
		expect(tileWords("2026-12-06", "14:00")).toMatch(/ Terminó a las 14 El lunes 7, franco$/);
		expect(crewWords("2026-12-05", "05:59")).toMatch(/ Turno mañana 06 a 14 Entra a las 06$/);
		expect(crewWords("2026-12-05", "14:00")).toMatch(/ Terminó a las 14$/);
	});

	test("one o'clock is singular", () => {
		const late: typeof diagram = { ...diagram, hours: { T: ["17:00", "01:00"], N: ["01:00", "09:00"] } };
		const left = (today: string, time: string) =>
			tileOf(late, answersAt(calendarOf(rotationOf(late, "A")), clockAt(today, time), holidays), false).left;
		expect(left("2026-12-12", "18:00")).toBe("Hasta la 01");
		expect(left("2026-12-20", "00:30")).toBe("Entra a la 01");
	});

	test("shows last night's shift until it ends, and what the day brings then", () => {
		expect(tileWords("2026-12-25", "05:30")).toBe(
			"Noche del jueves 24 Escuadra A N Turno noche 22 a 06 Te quedan 30 min Al salir, franco",
		);
		expect(tileWords("2026-12-20", "05:30")).toMatch(
			/^Noche del sábado 19 .* Te quedan 30 min Volvés a las 22$/,
		);
		expect(crewWords("2026-12-20", "05:30")).toMatch(/ Hasta las 06 Vuelve a las 22$/);
		expect(tileWords("2026-12-25", "06:00")).toBe(
			"Hoy, viernes 25, feriado Escuadra A F Franco hasta el dom 27 Volvés el lunes 28, 06 a 14",
		);
	});

	test("a vacation after a last night shift begins when the shift ends", () => {
		const ownDays = [ownDay("vacaciones", "2026-12-22")];
		expect(tileWords("2026-12-22", "05:30", { ownDays })).toMatch(/ Te quedan 30 min Al salir, vacaciones$/);
		expect(tileWords("2026-12-22", "06:00", { ownDays })).toBe(
			"Hoy, martes 22 Escuadra A V Vacaciones solo hoy Volvés el miércoles 23, 22 a 06",
		);
	});

	test("counts hours to a shift that begins within a day, and none before", () => {
		expect(tileWords("2026-12-08", "13:59")).toMatch(/ Volvés el miércoles 9, 14 a 22$/);
		expect(tileWords("2026-12-08", "14:00")).toMatch(/ Volvés el miércoles 9, 14 a 22 en 24 h$/);
		expect(crewWords("2026-12-08", "14:00")).toMatch(/ solo hoy Vuelve el miércoles 9, 14 a 22$/);
		const nextAfterMorning = (cycle: string) => {
			const quick = { ...diagram, cycle, crews: 1, offset: 3, anchor: "2026-12-05" };
			const answers = answersAt(calendarOf(rotationOf(quick, "A")), clockAt("2026-12-05", "14:00"), holidays);
			return tileOf(quick, answers, true).next;
		};
		expect([nextAfterMorning("MTF"), nextAfterMorning("MNF")]).toEqual(["Entrás en 24\u00a0h", undefined]);
	});

	test("of a day off beside a vacation does not say until when it lasts", () => {
		const ownDays = [ownDay("vacaciones", "2026-12-09")];
		expect(tileWords("2026-12-08", "12:00", { ownDays })).toBe(
			"Hoy, martes 8, feriado Escuadra A F Franco Volvés el jueves 10, 14 a 22",
		);
		for (const other of ["2026-12-11", "2026-12-04"])
			expect(tileWords("2026-12-08", "12:00", { ownDays: [ownDay("vacaciones", other)] })).toContain(
				" F Franco solo hoy ",
			);
	});

	test("has the colour of the shift or of the day off, and one of its own for what was noted, whose note it has", () => {
		const noted = { ...ownDay("vacaciones", "2026-12-05"), note: "Mar" };
		const html = (today: string, ownDays: OwnDay[] = [], isOwn = true) => {
			const answers = answersAt({ ...calendarOf(rotation), ownDays }, clockAt(today, "07:00"), holidays);
			return htmlNow(createElement(TodayTile, { diagram, answers, isOwn }));
		};
		const shown = [html("2026-12-05"), html("2026-12-08"), html("2026-12-05", [noted])];
		expect(shown.map((tile) => /class="tile (\w+)"/.exec(tile)?.[1])).toEqual(["M", "F", "own"]);
		expect(shown[0]).toMatch(/<span>Escuadra A<\/span>.*<p class="hours">06 a 14<\/p>.*<svg/);
		expect(html("2026-12-05", [], false)).not.toContain("<svg");
		expect(shown.map((tile) => tile.includes('<p class="lines">Mar</p>'))).toEqual([false, false, true]);
	});

	test("a swap names the crew whose shift it is", () => {
		const ownDays = [{ ...ownDay("cambio", "2026-12-05"), crew: "B" as const }];
		expect(tileWords("2026-12-05", "01:00", { ownDays })).toMatch(/^Hoy, sábado 5 Cambio con la B /);
	});

	test("last night's shift has the swap and the note of last night, not those of today", () => {
		const swap = { crew: "C" as const, note: "Con Pérez" };
		const lastNight = [{ ...ownDay("cambio", "2026-12-04"), ...swap }];
		expect(tileWords("2026-12-05", "05:30", { ownDays: lastNight })).toBe(
			"Noche del viernes 4 Cambio con la C N Turno noche 22 a 06 Te quedan 30 min Volvés a las 06 Con Pérez",
		);
		const today = [{ ...ownDay("cambio", "2026-12-22"), ...swap }];
		expect(tileWords("2026-12-22", "05:30", { ownDays: today })).toMatch(
			/^Noche del lunes 21 Escuadra A .* 30 min (?!.*Pérez)/,
		);
	});

	test("last night's shift has the crew and the hours of before a change of today", () => {
		const other = { ...diagram, hours: { ...diagram.hours, N: ["18:00", "06:00"] as const } };
		const rotations = [
			{ since: "1900-01-01", ...rotation },
			{ since: "2026-12-22", ...rotationOf(other, "B") },
		];
		const answers = answersAt({ rotations, ownDays: [] }, clockAt("2026-12-22", "05:30"), holidays);
		const tile = createElement(TodayTile, { diagram: other, answers, crew: "B" });
		expect(wordsOf(htmlNow(tile))).toMatch(/^Noche del lunes 21 Escuadra A N Turno noche 22 a 06 /);
	});

	test("a day off in a longer swap lasts until the other crew works again", () => {
		const swap = { ...ownDay("cambio", "2026-11-30"), lastDay: "2026-12-31", crew: "B" as const };
		expect(tileWords("2026-12-04", "07:00", { ownDays: [swap] })).toBe(
			"Hoy, viernes 4 Cambio con la B F Franco hasta el dom 6 Volvés el lunes 7, 06 a 14",
		);
	});
});

describe("the facts", () => {
	test("the next day off, free weekend and holiday, with what is worked", () => {
		expect(todayWords("2026-12-05", "07:00")).toMatch(
			/ Relevás a C te releva D Próximo franco lun 7 · en 2 días Fin de semana libre 26 y 27 dic Próximo feriado Inmaculada Concepción.* mar 8 franco$/,
		);
	});

	test("the next day is named and counted, since at night “mañana” says neither which day nor which part of it", () => {
		expect(todayWords("2026-12-06", "03:00")).toContain("Próximo franco lun 7 · en 1 día Fin");
	});

	test("a day off on whose morning a night shift ends says so", () => {
		expect(todayWords("2026-12-24", "12:00")).toContain("Próximo franco vie 25 · al salir Fin");
		expect(todayWords("2026-12-25", "05:30")).toContain("Franco al salir · hasta el dom 27 Fin");
		expect(todayWords("2026-12-24", "12:00")).toMatch(/Próximo feriado Navidad vie 25 franco al salir$/);
		const ownDays = [ownDay("vacaciones", "2026-12-25")];
		expect(todayWords("2026-12-24", "12:00", { ownDays })).toMatch(/ vie 25 vacaciones al salir$/);
	});

	test("a day off of another kind has its name", () => {
		const ownDays = [ownDay("licencia", "2026-12-06")];
		expect(todayWords("2026-12-05", "07:00", { ownDays })).toContain(
			"Próximo día sin trabajar dom 6 · licencia",
		);
	});

	test("once a shift is over, the relief is that of the next shift, with its day", () => {
		expect(todayWords("2026-12-05", "13:59")).toContain(" Relevás a C te releva D ");
		expect(todayWords("2026-12-05", "14:00")).toContain(" El dom 6 relevás a C te releva D ");
	});

	test("the relief is the crew before or after the shift, if only one of them is at work", () => {
		const answers = answersAt(calendarOf(rotation), clockAt("2026-12-05", "07:00"), holidays);
		const said = (crews: object) =>
			wordsOf(
				htmlNow(
					createElement(TodayFacts, { answers: { ...answers, relief: { date: "2026-12-05", ...crews } } }),
				),
			);
		expect(said({ relievedBy: "D" })).toMatch(/^Te releva D Próximo franco/);
		expect(said({ relieves: "C" })).toMatch(/^Relevás a C Próximo franco/);
		expect(said({})).toMatch(/^Próximo franco/);
	});

	test("for a position of no crew, nothing is said of the crews around it, whose letters are unknown", () => {
		for (const time of ["05:00", "10:00", "14:00"]) {
			expect(todayWords("2026-12-05", time)).toMatch(/relev/i);
			expect(todayWords("2026-12-05", time, { crew: null })).not.toMatch(/relev|escuadra/i);
		}
	});
});

test.each([
	["2026-12-05", "sáb 5", "sábado 5"],
	["2026-12-11", "vie 11", "viernes 11"],
	["2026-12-12", "sáb 12 dic", "sábado 12 de diciembre"],
])("%s is called without its month only within a week of 5 December", (date, short, long) => {
	expect([shortDay(date, "2026-12-05"), dayText(date, "2026-12-05")]).toEqual([short, long]);
});

describe("the rest of Mi turno", () => {
	const linksHtml = (crew: CrewLetter | undefined, source: "crew" | "position" | "cookie") =>
		htmlNow(createElement(MyShiftLinks, { diagram, crew, source, mine: "x", isSignedIn: true }));
	const linkWords = (...args: Parameters<typeof linksHtml>) => wordsOf(linksHtml(...args));

	test("leads to the diagram with the crew, or without one", () => {
		const address = `href="/diagrams/${diagram.id}`;
		expect(linksHtml("A", "crew")).toContain(`${address}?crew=A"`);
		expect(linksHtml(undefined, "position")).toContain(`${address}"`);
	});

	test("always offers to look for other shifts", () => {
		expect(linkWords("A", "crew")).toContain("No coincide: buscar mi turno");
		expect(linkWords("A", "crew")).not.toMatch(/Olvidar|sin la letra/);
	});

	test("for a position of no crew, says so and offers to delete the position", () => {
		expect(linkWords(undefined, "position")).toMatch(
			/Guardamos tus turnos, sin la letra de una escuadra\. Olvidar estos turnos$/,
		);
	});
});

describe("the question whether a crew's shifts are right", () => {
	const asked = (isOwn: boolean, isUnsure: boolean) =>
		wordsOf(htmlNow(createElement(CrewQuestion, { diagram, crew: "A", isOwn, isUnsure })));

	test("is asked until it is answered, and offers another crew to be one's own", () => {
		expect(asked(true, true)).toBe(
			"Sin confirmar por tu planta: comparalo con un turno que ya hiciste. Coincide No coincide",
		);
		expect(asked(true, false)).toBe("");
		expect(asked(false, true)).toMatch(/^Es mi escuadra No coincide Sin confirmar .*$/);
		expect(asked(false, false)).toBe("Es mi escuadra");
	});
});

describe("a visitor without a calendar sees the question first", () => {
	const question = (props: Partial<ComponentProps<typeof TodayQuestion>>) =>
		htmlNow(createElement(TodayQuestion, { today: "2026-12-05", ...props }));

	test("with one tap an answer", () => {
		const html = question({});
		expect(wordsOf(html)).toMatch(/^¿Qué turno tenés hoy\? Contestá/);
		expect(html).toContain('href="/my-shift/find?date=2026-12-05&amp;shift=M"');
	});

	test("with the shifts of a known diagram and their hours", () => {
		const html = question({ diagram });
		expect(wordsOf(html)).toMatch(
			/M Turno mañana 06 a 14 T .* F Franco 4 turnos de 7 días · Elegir otro diagrama$/,
		);
		expect(html).toContain('href="/my-shift/find?diagram=4turnos_7dias&amp;date=2026-12-05&amp;shift=N"');
	});
});

test("a user who deleted a position is not told that the diagram changed", () => {
	const step = {
		ask: "letter",
		id: diagram.id,
		label: "4 turnos",
		path: "/my-shift/find",
		today: "2026-12-05",
		everyPosition: false,
		letters: Array.of<ShiftLetter>("M", "F"),
		hours: diagram.hours,
		isAgain: true,
		isNight: false,
	} as const;
	const html = htmlNow(createElement(FindStep, { step }));
	expect(wordsOf(html)).toContain(
		"No tenemos tu turno en este diagrama: elegilo. Si ya lo habías elegido, puede haber cambiado el diagrama.",
	);
});

test.each([
	["A", true, "Sos escuadra A:", "tu turno guardamos"],
	["A", false, "Encontramos tu turno: .* Acá es la escuadra A, pero tu planta todavía no confirmó", "Sos "],
	[null, false, "Encontramos tu turno: .* Ninguna escuadra de Relevo tiene estos turnos", "Acá es"],
] as const)(
	"what was found names the crew %s as one's own only if it is sure (%s)",
	(crew, isCrewSure, said, unsaid) => {
		const step = {
			ask: "confirm",
			id: diagram.id,
			label: "4 turnos",
			path: "/my-shift/find",
			today: "2026-12-05",
			everyPosition: false,
			isNight: false,
			crew,
			isCrewSure,
			start: "2026-11-30",
			mine: "x",
			week: ["2026-12-05", "2026-12-06"].map((date) => ({ date, letter: "M" as const })),
		} as const;
		const html = htmlNow(createElement(FindStep, { step }));
		expect(wordsOf(html)).toMatch(new RegExp(said));
		expect(wordsOf(html)).not.toContain(unsaid);
	},
);
