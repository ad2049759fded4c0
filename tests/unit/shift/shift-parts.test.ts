import { type ComponentProps, createElement, type ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { AgendaItem, agendaDay } from "~/features/shift/agenda/agenda";
import { answersAt } from "~/features/shift/answers";
import { MyMonthView } from "~/features/shift/calendar/my-month-view";
import { MyMonths } from "~/features/shift/calendar/my-months";
import { FindStep } from "~/features/shift/find/find-step";
import { TodayQuestion } from "~/features/shift/find/today-question";
import { MyShiftLinks } from "~/features/shift/my-shift";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { OwnCyclePage } from "~/features/shift/own-cycle/own-cycle-page";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { DiagramToday } from "~/features/shift/today/diagram-today";
import { Today, WeekStrip } from "~/features/shift/today/today";
import { htmlNow } from "../../support/browser/render-part";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

const diagram = seededDiagram("4turnos_7dias");
const calendar = calendarOf(rotationOf(diagram, "A"));
const unknown: OwnCalendar = { rotations: [{ since: "1970-01-01" }], ownDays: [] };
const wordsFor = (part: ReactElement) => wordsOf(htmlNow(part));
const ownDay = (kind: OwnDay["kind"], day: string, more: Partial<OwnDay> = {}): OwnDay => ({
	id: day,
	kind,
	firstDay: day,
	lastDay: day,
	crew: kind === "cambio" ? "B" : null,
	note: "",
	...more,
});
const holiday = {
	date: "2026-12-08",
	name: "Virgen",
	kind: "feriado",
	confirmed: true,
	source: "Ley",
} as const;

describe("a step of the search for one's shifts", () => {
	type Step = ComponentProps<typeof FindStep>["step"];
	const about = {
		id: diagram.id,
		label: "4 turnos",
		today: "2026-12-05",
		path: "/find?x=1",
		everyPosition: false,
		isNight: false,
	};
	const week = [{ date: "2026-12-05", letter: "M" } as const, { date: "2026-12-06", letter: "N" } as const];
	const found = { start: "2026-11-30", mine: "x.A", week };
	const diagrams = [{ id: "uno", label: "Uno", crews: 1 }];
	const html = (step: Step) => htmlNow(createElement(FindStep, { step }));
	const asks = "4 turnos · Elegir otro diagrama";

	test.each<[string, Step, string]>([
		[
			"the diagram, at first",
			{ ask: "diagram", diagrams },
			"Primero, elegí tu diagrama. ¿No está? Escribí tu ciclo. Uno",
		],
		[
			"the diagram, once a shift was said",
			{ ask: "diagram", worked: "M", answered: "&shift=M", diagrams },
			"Turno mañana. Ahora, elegí tu diagrama. ¿No está? Escribí tu ciclo. Uno",
		],
		[
			"today's shift",
			{ ask: "letter", ...about, letters: ["M", "F"], hours: {}, isAgain: false, isNight: false },
			`${asks} ¿Qué te toca hoy, sábado 5? M Turno mañana F Franco`,
		],
		[
			"the day of the block",
			{ ask: "day", ...about, letter: "M", days: 2 },
			`${asks} ¿Cuántos días seguidos llevás de turno mañana, contando el que empieza hoy, sábado 5? 1 2`,
		],
		[
			"the return",
			{ ask: "return", ...about, letter: "F", dates: ["2026-12-06"], letters: ["M"] },
			`${asks} ¿Qué día volvés y a qué turno? Volvés el Elegí domingo 6 Al turno Elegí Turno mañana Seguir`,
		],
		[
			"the week",
			{ ask: "week", ...about, found: [{ ...found, crew: "A", isCrewSure: true }] },
			`${asks} ¿Cuál es tu semana? sáb 5 M Turno mañana dom 6 N Turno noche Es esta`,
		],
		[
			"again, when nothing fits",
			{ ask: "again", ...about },
			`${asks} Con esas respuestas no encontramos tu turno en este diagrama. Probá de nuevo, o elegí otro diagrama.`,
		],
		[
			"the agreement",
			{ ask: "confirm", ...about, ...found, crew: "A", isCrewSure: true },
			`${asks} Sos escuadra A: el domingo 6, turno noche. ¿Está bien? sáb 5 M Turno mañana dom 6 N Turno noche Sí, es mi turno No, probar de nuevo`,
		],
		[
			"the agreement of one day",
			{ ask: "confirm", ...about, ...found, week: week.slice(0, 1), crew: "A", isCrewSure: true },
			`${asks} Sos escuadra A:. ¿Está bien? sáb 5 M Turno mañana Sí, es mi turno No, probar de nuevo`,
		],
	])("asks for %s", (_, step, words) => {
		expect(wordsOf(html(step))).toBe(words);
	});

	test("keeps what was answered before", () => {
		expect(html({ ask: "diagram", diagrams })).toContain('href="/my-shift/find?diagram=uno"');
		expect(html({ ask: "diagram", worked: "M", answered: "&shift=M", diagrams })).toContain(
			"diagram=uno&amp;shift=M",
		);
		const back = (everyPosition: boolean) =>
			/name="all" value="1"/.test(
				html({ ask: "return", ...about, everyPosition, letter: "F", dates: [], letters: [] }),
			);
		expect([back(false), back(true)]).toEqual([false, true]);
	});

	test("explains the night while one may still run", () => {
		const step = { ask: "letter", ...about, letters: ["M"], hours: {}, isAgain: false } as const;
		expect(wordsOf(html({ ...step, letters: ["M"], isNight: true }))).toContain(
			"sábado 5? El turno noche cuenta para el día en que empieza.",
		);
		// Who told it on the home page has not read this yet.
		expect(html({ ask: "day", ...about, isNight: true, letter: "N", days: 2 })).toContain(
			'Si entraste anoche, <a href="/my-shift/find?diagram=4turnos_7dias">decí lo que te toca desde hoy a la mañana</a>',
		);
	});
});

test("the question of a visitor names the hours of the shifts, but none of a day off", () => {
	const ask = (more: object) => wordsFor(createElement(TodayQuestion, { today: "2026-12-05", ...more }));
	expect(ask({})).not.toContain("Elegir otro diagrama");
	expect(ask({})).toMatch(/F Franco$/);
	expect(ask({ diagram })).toContain("N Turno noche 22 a 06 F Franco 4 turnos de 7 días ·");
});

describe("a cycle of one's own", () => {
	type Step = ComponentProps<typeof OwnCyclePage>["step"];
	const preview: NonNullable<Step["preview"]> = {
		mine: "x",
		isKept: false,
		days: Array.from({ length: 14 }, (_, index) => ({
			date: `2026-12-${String(index + 7).padStart(2, "0")}`,
			letter: "M" as const,
		})),
		today: "2026-12-08",
		cycleDays: 3,
		freeDays: 1,
		weekMinutes: 2400,
		rests: [],
	};
	const page = (more: Partial<Step>) =>
		htmlNow(
			createElement(OwnCyclePage, {
				step: {
					typed: { cycle: "2M 1F", start: "2026-12-07" },
					shifts: [],
					problems: {},
					...more,
				},
			}),
		);
	const words = (more: Partial<Step>) => wordsOf(page(more));

	test.each<[string, Partial<Step>, RegExp]>([
		["to type it", {}, /^Mi ciclo Si tu diagrama no está en Relevo, escribí .* Ciclo .*Ver cómo queda$/],
		[
			"to see and keep it",
			{ preview },
			/^Mi ciclo Cuatro semanas .* 3 días, 1 franco\. En promedio, 40 h por semana\. Guardar mi ciclo Corregirlo Ciclo/,
		],
		["with several days off", { preview: { ...preview, freeDays: 2 } }, /3 días, 2 francos\./],
		[
			"that is kept",
			{ preview: { ...preview, isKept: true }, kept: "x" },
			/por semana\. Es tu ciclo guardado\. Corregirlo .* Ver cómo queda Borrar mi ciclo$/,
		],
		[
			"that takes the place of another",
			{ preview, replaced: "la escuadra A" },
			/Al guardarlo, deja de valer para vos la escuadra A\. Guardar/,
		],
		[
			"with short rests",
			{ preview: { ...preview, rests: ["Poco descanso."] } },
			/por semana\. Poco descanso\. Guardar/,
		],
	])("offers %s", (_, more, said) => {
		expect(words(more)).toMatch(said);
	});

	test("has one main button: to see it, then to keep it", () => {
		expect(words({})).not.toContain("Corregirlo");
		const main = (more: Partial<Step>) => /class="btn main"[^>]*>([^<]*)/.exec(page(more))?.[1];
		const kept = { preview: { ...preview, isKept: true } };
		expect([main({}), main({ preview }), main(kept)]).toEqual([
			"Ver cómo queda",
			"Guardar mi ciclo",
			undefined,
		]);
	});

	test("shows its weeks, with today marked", () => {
		const html = page({ preview });
		expect(html.match(/<tr>/g)).toHaveLength(3);
		expect(html.match(/aria-current="date">(\d+)/g)).toEqual(['aria-current="date">8']);
		expect(page({ preview })).not.toContain('class="note"');
	});
});

test.each([
	["a shift", undefined, undefined, "dom 6 M Turno mañana"],
	["a public holiday", "feriado", undefined, "dom 6 M Turno mañana feriado"],
	["another day of the calendar", "gremial", undefined, "dom 6 M Turno mañana"],
	["a vacation", undefined, ownDay("vacaciones", "2026-12-06"), "dom 6 V Vacaciones"],
	["a swap", undefined, ownDay("cambio", "2026-12-06"), "dom 6 M Turno mañana Cambio de turno"],
] as const)("a week says each day: %s", (_, kind, own, words) => {
	const days = [
		{ date: "2026-12-05", letter: "F" } as const,
		{ date: "2026-12-06", letter: "M", holiday: kind, ownDay: own } as const,
	];
	const html = htmlNow(createElement(WeekStrip, { days }));
	expect(wordsOf(html)).toBe(`sáb 5 F Franco ${words}`);
	expect(html.includes('class="holiday"')).toBe(kind === "feriado");
	expect(html.match(/class="letter \w+"/g)).toEqual([
		'class="letter F"',
		`class="letter ${own ? "own" : "M"}"`,
	]);
	expect(html.indexOf("aria-current")).toBe(html.lastIndexOf("aria-current"));
	expect(html).toContain('<li aria-current="date">');
	expect(html).not.toContain("<a ");
	expect(htmlNow(createElement(WeekStrip, { days, pathOf: (date) => `/d/${date}` }))).toContain(
		'<a href="/d/2026-12-06">',
	);
});

describe("«Hoy»", () => {
	const at = (today: string, minute: number, shown = calendar) =>
		answersAt(shown, { today, minute }, [holiday]);
	test("of a diagram: each crew's shift, or the chosen crew's with what comes next; doubt only where no crew answers it", () => {
		const shown = (more: Partial<ComponentProps<typeof DiagramToday>>) => {
			const props = {
				diagram,
				today: "2026-12-05",
				isUnsure: true,
				children: "[mes]",
				foot: "[pie]",
				...more,
			};
			return wordsFor(createElement(DiagramToday, props));
		};
		expect(shown({})).toMatch(
			/^Hoy, sábado 5 M 06–14 A .* F franco \w \[mes\] Sin confirmar por tu planta: .* hiciste\. \[pie\]$/,
		);
		expect(shown({ isUnsure: false })).toMatch(/\[mes\] \[pie\]$/);
		const answers = at("2026-12-05", 600);
		expect(shown({ crew: "A", answers })).toMatch(
			/^Hoy, sábado 5 Escuadra A M Turno mañana .* \[mes\] Relevás a .* \[pie\]$/,
		);
		expect(shown({ crew: "A", answers })).not.toContain("Sin confirmar");
		// A diagram in which all crews work every day has none off.
		expect(shown({ diagram: { ...diagram, cycle: "MTND", crews: 4, offset: 1 } })).not.toContain("franco");
	});

	test("marks what has a line of its own only where there is something to say", () => {
		const today = (shown: ReturnType<typeof at>, crew?: "A") =>
			htmlNow(createElement(Today, { diagram, answers: shown, crew }));
		const progress = (html: string) => html.includes("<svg");
		expect(progress(today(at("2026-12-05", 600)))).toBe(true);
		expect(progress(today(at("2026-12-07", 600)))).toBe(false);
		const besideVacation = at("2026-12-08", 600, {
			...calendar,
			ownDays: [ownDay("vacaciones", "2026-12-09")],
		});
		for (const html of [
			today(at("2026-12-05", 600), "A"),
			today(at("2026-12-07", 600)),
			today(besideVacation),
		])
			expect(html).not.toMatch(/<(p|span)[^>]*>\s*<\/\1>/);
	});

	const facts = (
		more: Partial<ReturnType<typeof at>>,
		own: OwnDay[] = [],
		[today, minute]: readonly [string, number] = ["2026-12-05", 840],
	) => {
		const answers = { ...at(today, minute, { ...calendar, ownDays: own }), ...more };
		return wordsFor(createElement(Today, { diagram, answers, crew: "A" }));
	};

	test.each([
		[
			"in one month",
			{ saturday: "2026-12-26", startsAfterNight: false },
			"Fin de semana libre 26 y 27 dic Próximo",
		],
		[
			"in two months",
			{ saturday: "2026-10-31", startsAfterNight: false },
			"Fin de semana libre 31 oct y 1 nov Próximo",
		],
		[
			"after a night",
			{ saturday: "2026-12-26", startsAfterNight: true },
			"Fin de semana libre 26 y 27 dic · al salir Próximo",
		],
	])("says the next free weekend: %s", (_, freeWeekend, words) => {
		expect(facts({ freeWeekend })).toContain(words);
		expect(facts({ freeWeekend: undefined })).not.toContain("Fin de semana");
	});

	test.each([
		["off", {}, [], "Próximo feriado Virgen mar 8 franco"],
		[
			"off by a vacation",
			{},
			[ownDay("vacaciones", "2026-12-08")],
			"Próximo feriado Virgen mar 8 vacaciones",
		],
		[
			"off in a swap",
			{},
			[ownDay("cambio", "2026-12-08", { crew: "A" })],
			"Próximo feriado Virgen mar 8 franco",
		],
		["not confirmed", { confirmed: false }, [], "Próximo feriado Virgen, a confirmar mar 8 franco"],
		["at work", { letter: "M" as const }, [], "Próximo feriado Virgen mar 8 trabajás"],
		["today", { date: "2026-12-05" }, [], "Próximo feriado Virgen hoy franco"],
	])("says of the next holiday what it is for the worker: %s", (_, more, own, words) => {
		const { holiday: next } = at("2026-12-05", 840, { ...calendar, ownDays: own });
		expect(facts({ holiday: next && { ...next, ...more } }).slice(-words.length)).toBe(words);
	});

	test("a day off that begins when the night shift ends is called so, a vacation is not", () => {
		const night = ["2026-12-25", 330] as const;
		expect(facts({}, [], night)).toContain("Franco al salir · hasta el dom 27");
		expect(facts({}, [ownDay("vacaciones", "2026-12-25")], night)).not.toContain("Franco al salir");
		expect(facts({}, [], ["2026-12-25", 600])).not.toMatch(/al salir|Próximo franco/);
		expect(facts({ nextDayOff: undefined })).not.toContain("Próximo franco");
	});
});

describe("the page of one month", () => {
	const viewHtml = (more: Partial<ComponentProps<typeof MyMonthView>>) => {
		const shown = {
			month: "2026-12",
			today: "2026-12-05",
			calendar,
			holidays: [],
			isKnown: true,
			who: "Escuadra A",
			diagrams: [diagram],
			...more,
		};
		return htmlNow(createElement(MyMonthView, { ...shown, monthHref: () => "", dayHref: () => "" }));
	};
	const view = (more: Parameters<typeof viewHtml>[0]) => wordsOf(viewHtml(more));

	test("explains the letters of all its shifts, without hours where they are not the same", () => {
		expect(view({})).toContain("M 06–14 T 14–22 N 22–06 F franco");
		const diagrams = [diagram, seededDiagram("12horas_insalubre")];
		expect(view({ diagrams })).toContain("M 06–14 T 14–22 N noche D 06–18 F franco");
	});

	test("says that the tourist days of its year are not known, as a crew's month does", () => {
		expect(view({})).not.toContain("Faltan los días");
		expect(view({ missing: "Faltan los días" })).toContain("Faltan los días");
	});

	test("says whose it is, or how to say it; its days in words, unless one is chosen", () => {
		expect(view({})).toMatch(/F franco Escuadra A Día por día/);
		expect(view({ chosen: "2026-12-06" })).not.toContain("Día por día");
		expect(viewHtml({ chosen: "2026-12-06" }).match(/ chosen">\d+/g)).toEqual([' chosen">6']);
		expect(view({ diagrams: [], isKnown: false, who: "", calendar: unknown })).toMatch(
			/– .*Para ver tus turnos acá, decinos qué turno tenés hoy\. Día por día .*Turno desconocido/,
		);
	});

	test("calls each day by its shift and by what was noted", () => {
		const html = (own: OwnDay[], shown = calendar) => {
			const props = {
				months: ["2026-12"],
				today: "2026-12-05",
				holidays: [holiday, { ...holiday, date: "2027-01-01", name: "Año Nuevo" }],
				calendar: { ...shown, ownDays: own },
			};
			return htmlNow(createElement(MyMonths, props));
		};
		const labelOn = (text: string, day: number) =>
			new RegExp(`>${day}(?:<[^>]*>[^<]*</span>)?<b[^>]*aria-label="([^"]*)"[^>]*>([^<]*)<`)
				.exec(text)
				?.slice(1)
				.join(" ");
		expect(labelOn(html([]), 6)).toBe("Turno mañana M");
		expect(html([]).match(/class="holiday \w"><a[^>]*>\d+/g)).toEqual([expect.stringMatching(/>8$/)]);
		expect(labelOn(html([], unknown), 6)).toBe("Turno desconocido –");
		expect(labelOn(html([ownDay("vacaciones", "2026-12-06")]), 6)).toBe("Vacaciones V");
		expect(labelOn(html([ownDay("cambio", "2026-12-06")]), 6)).toMatch(
			/^Cambio de turno, (Turno \w+|Franco) \w$/,
		);
		const classOn = (kind: OwnDay["kind"]) =>
			/<td[^>]*class="([^"]*)"[^>]*><a[^>]*>6</.exec(html([ownDay(kind, "2026-12-06")]))?.[1];
		expect(classOn("vacaciones")).toBe("own");
		expect(classOn("cambio")).toMatch(/^\w swapped$/);
		const names = (own: OwnDay[]) => wordsOf(html(own).split("Virgen")[1] ?? "");
		expect(names([])).toBe("(feriado)");
		expect(html([])).not.toMatch(/<ul class="holidays"><\/ul>/);
		expect(names([ownDay("vacaciones", "2026-12-31")])).toBe("(feriado) Vacaciones, el 31/12/2026");
		expect(names([ownDay("vacaciones", "2026-12-30", { lastDay: "2027-01-02" })])).toMatch(
			/^\(feriado\) Vacaciones, del/,
		);
		expect(names([ownDay("vacaciones", "2027-01-01"), ownDay("vacaciones", "2026-11-30")])).toBe("(feriado)");
		expect(names([ownDay("vacaciones", "2026-12-01")])).toBe("(feriado) Vacaciones, el 01/12/2026");
	});

	test("a day in words has its month where the page names none, and its own holiday", () => {
		const item = (more: Partial<ComponentProps<typeof AgendaItem>> = {}, date = "2026-12-08") =>
			wordsFor(createElement(AgendaItem, { day: agendaDay(calendar, date), holidays: [holiday], ...more }));
		expect(item()).toBe("F Martes 8 Franco Virgen (feriado). Ley");
		expect(item({ hasMonth: true })).toMatch(/^F Martes 8 de diciembre Franco/);
		expect(item({ isToday: true })).toMatch(/^F Martes 8, hoy Franco/);
		expect(item({}, "2026-12-07")).not.toContain("Virgen");
		const own = (shown: OwnCalendar) =>
			wordsFor(createElement(AgendaItem, { day: agendaDay(shown, "2026-12-08"), holidays: [] }));
		expect(own(unknown)).toBe("Martes 8 Turno desconocido");
		expect(own({ ...unknown, ownDays: [ownDay("vacaciones", "2026-12-08", { note: "Mar" })] })).toBe(
			"Martes 8 Vacaciones Mar",
		);
		expect(own({ ...calendar, ownDays: [ownDay("vacaciones", "2026-12-08")] })).toBe("V Martes 8 Vacaciones");
		expect(own({ ...calendar, ownDays: [ownDay("cambio", "2026-12-08")] })).toMatch(
			/^M Martes 8 Turno mañana, 06 a 14 \(cambio con la B\)/,
		);
		expect(
			htmlNow(createElement(AgendaItem, { day: agendaDay(unknown, "2026-12-08"), holidays: [] })),
		).not.toContain("<b");
	});
});

test.each([
	["of a crew", {}, /escuadra A Francos en común con otra escuadra No coincide: buscar mi turno$/],
	["of a guest", { source: "cookie" }, /buscar mi turno Olvidar mi turno$/],
	[
		"of no crew",
		{ crew: undefined, source: "position" },
		/4 turnos de 7 días, todas las escuadras No coincide: buscar mi turno Guardamos tus turnos, sin la letra de una escuadra\. Olvidar estos turnos$/,
	],
	[
		"of an own cycle",
		{ diagram: { ...diagram, crews: 0 }, crew: undefined, source: "position" },
		/4 turnos de 7 días: ver, cambiar o borrar Tu ciclo es tuyo, sin escuadras: .* cambiar\.$/,
	],
] as const)("links from the shifts %s", (_, more, words) => {
	const links = (isSignedIn: boolean) =>
		wordsFor(
			createElement(MyShiftLinks, {
				diagram,
				crew: "A",
				source: "crew",
				mine: "x",
				isSignedIn,
				...more,
			}),
		);
	expect(links(true)).toMatch(words);
	expect([links(true), links(false)].map((said) => said.includes("Mis días"))).toEqual([true, false]);
	expect(links(true).includes("¿Puedo cambiar")).toBe(!("diagram" in more));
});
