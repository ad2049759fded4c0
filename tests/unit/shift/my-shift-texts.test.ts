import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { FindStep } from "~/features/shift/find/find-step";
import { MyShift } from "~/features/shift/my-shift";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { TodayCard } from "~/features/shift/today-card";
import seeds from "../../../db/seeds/diagrams.json";

// Crew A works mornings from 30 November to 6 December 2026, afternoons from 9 to 15 December and nights from 18 to 24
// December, with days off in between.
const parsed = parseDiagram(seeds.find(({ id }) => id === "4turnos_7dias"));
if (!parsed.success) throw parsed.error;
const diagram = parsed.data;
const rotation = rotationOf(diagram, "A");
const holidays = [2026, 2027].flatMap(proposeHolidays);

function clockAt(today: string, time: string) {
	return { today, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

/** Text of a page without markup; no-break spaces become spaces. */
function wordsOf(html: string): string {
	return html
		.replace(/<[^>]+>/g, " ")
		.replace(/[\s\u00a0]+/g, " ")
		.replace(/ ([.,:])/g, "$1")
		.trim();
}

function ownDay(kind: OwnDay["kind"], day: string): OwnDay {
	return { id: day, kind, firstDay: day, lastDay: day, crew: null, note: "" };
}

function shiftWords(
	today: string,
	time: string,
	{
		hasCrew = true,
		isUnsure = hasCrew,
		ownDays = [],
	}: { hasCrew?: boolean; isUnsure?: boolean; ownDays?: OwnDay[] } = {},
): string {
	const answers = answersAt(
		{ ...rotation, ownDays, isOwnPosition: !hasCrew },
		clockAt(today, time),
		holidays,
	);
	const [crew, source] = hasCrew ? (["A", "crew"] as const) : ([undefined, "position"] as const);
	return wordsOf(
		renderToStaticMarkup(
			createElement(MyShift, { diagram, label: "4 turnos", crew, source, isUnsure, answers }),
		),
	);
}

const homeWords = (today: string, time: string) =>
	wordsOf(renderToStaticMarkup(createElement(TodayCard, { rotation, clock: clockAt(today, time) })));

describe("Mi turno", () => {
	test("during a shift", () => {
		expect(shiftWords("2026-12-05", "13:59")).toMatch(
			/^Hoy, sábado 5 Turno mañana, 06 a 14 Ahora: turno mañana, hasta las 14: falta 1 min\. Hoy relevás a la C y te releva la D\. Sin confirmar por tu planta: comparalo con un turno que ya hiciste\. Coincide No coincide Mañana, domingo 6 Turno mañana, 06 a 14 Próximo franco lunes 7 /,
		);
	});

	test("at the start and end of a shift", () => {
		expect(shiftWords("2026-12-05", "05:59")).toContain("Entrás en 1 min: turno mañana, 06 a 14.");
		expect(shiftWords("2026-12-05", "06:00")).toContain("Ahora: turno mañana, hasta las 14: faltan 8 h.");
		expect(shiftWords("2026-12-05", "14:00")).toContain("Entrás en 16 h: turno mañana, 06 a 14.");
	});

	test("on the morning after the last night, before a day off and a free weekend", () => {
		expect(shiftWords("2026-12-25", "05:30")).toMatch(
			/^Hoy, viernes 25 Franco Ahora: turno noche, hasta las 06: faltan 30 min\. Te releva la D hoy a las 06\. Sin confirmar .*? Mañana, sábado 26 Franco Al salir, franco hasta el domingo 27 Próximo fin de semana libre sábado 26 Próximo feriado viernes 25, Navidad \(feriado\): trabajás hasta que termina el turno que empezó el día anterior, y después tenés franco/,
		);
	});

	test("once that night shift has ended, the day off has begun", () => {
		expect(shiftWords("2026-12-25", "06:00")).toContain("Estás de franco hasta el domingo 27");
		expect(homeWords("2026-12-25", "06:00")).toMatch(/Estás de franco hasta el domingo 27$/);
	});

	test("a vacation after a last night shift begins when the shift ends", () => {
		const ownDays = [ownDay("vacaciones", "2026-12-22")];
		const atWork = shiftWords("2026-12-22", "05:30", { ownDays });
		expect(atWork).toMatch(/^Hoy, martes 22 Al salir, vacaciones Ahora: turno noche, hasta las 06/);
		expect(shiftWords("2026-12-22", "06:00", { ownDays })).toMatch(/^Hoy, martes 22 Estás de vacaciones /);
	});

	test("a day off on whose morning a night shift ends says so, on Mi turno and on the home page", () => {
		expect(shiftWords("2026-12-24", "12:00")).toContain(
			"Próximo franco viernes 25, después de salir del turno Próximo",
		);
		expect(homeWords("2026-12-24", "12:00")).toMatch(
			/Próximo franco: viernes 25, después de salir del turno$/,
		);
	});

	test("for a night shift, each relief has its date", () => {
		const relief = (today: string, time: string) =>
			/(Hoy relev|El \w+ \d+ relev|Relev|Te relev).*?(?= Sin confirmar)/.exec(shiftWords(today, time))?.[0];
		// On 18 and 19 December crew A works nights. Crew B works the afternoon before, and crew C the morning after.
		expect(relief("2026-12-19", "10:00")).toBe(
			"Relevás a la B hoy a las 22. Te releva la C mañana, domingo 20, a las 06.",
		);
		expect(relief("2026-12-17", "10:00")).toBe(
			"Relevás a la B mañana, viernes 18, a las 22. Te releva la C el sábado 19 a las 06.",
		);
		expect(relief("2026-12-19", "23:00")).toBe("Te releva la C mañana, domingo 20, a las 06.");
		expect(relief("2026-12-20", "05:59")).toBe("Te releva la C hoy a las 06.");
	});

	test("once a shift is over, the relief is that of the next shift", () => {
		expect(shiftWords("2026-12-05", "14:00")).toContain("El domingo 6 relevás a la C y te releva la D.");
		expect(shiftWords("2026-12-05", "14:00")).not.toContain("Hoy relevás");
	});

	test("far from the next shift, there is no countdown", () => {
		expect(shiftWords("2026-12-06", "14:01")).not.toMatch(/Entrás|Ahora/);
		expect(shiftWords("2026-12-08", "13:59")).not.toMatch(/Entrás|Ahora/);
		expect(shiftWords("2026-12-08", "14:00")).toContain("Entrás en 24 h: turno tarde, 14 a 22.");
	});

	test("for a position of no crew, nothing is said of the crews around it, whose letters are unknown", () => {
		for (const time of ["05:00", "10:00", "14:00"]) {
			expect(shiftWords("2026-12-05", time)).toMatch(/relev/i);
			expect(shiftWords("2026-12-05", time, { hasCrew: false })).not.toMatch(/relev/i);
		}
	});

	test("a worker who has answered is not asked again whether the shifts are right, and can still look for others", () => {
		const asked = shiftWords("2026-12-05", "13:59");
		expect(asked).toContain("Sin confirmar por tu planta");
		expect(asked).not.toContain("No coincide: buscar mi turno");
		const answered = shiftWords("2026-12-05", "13:59", { isUnsure: false });
		expect(answered).not.toContain("Sin confirmar");
		expect(answered).toContain("No coincide: buscar mi turno");
	});

	test("for a position of no crew, the page says so and offers to delete the position", () => {
		const words = shiftWords("2026-12-05", "10:00", { hasCrew: false });
		expect(words).toContain("Guardamos tus turnos, sin la letra de una escuadra.");
		expect(words).toContain("Olvidar mi posición");
		expect(words).not.toContain("Sin confirmar");
	});
});

describe("the home page", () => {
	test("during last night's shift, at work and off", () => {
		expect(homeWords("2026-12-25", "05:59")).toBe(
			"Hoy, viernes 25 Franco Ahora: turno noche, hasta las 06 Te releva la D hoy a las 06. Mañana, sábado 26: Franco Al salir, franco hasta el domingo 27",
		);
		expect(homeWords("2026-12-05", "07:00")).toBe(
			"Hoy, sábado 5 Turno mañana, 06 a 14 Ahora: turno mañana, hasta las 14 Hoy relevás a la C y te releva la D. Mañana, domingo 6: Turno mañana, 06 a 14 Próximo franco: lunes 7",
		);
	});

	test("a visitor without a calendar sees the question first", () => {
		const card = createElement(TodayCard, { clock: clockAt("2026-12-05", "07:00") });
		expect(wordsOf(renderToStaticMarkup(card))).toMatch(/^¿Qué turno tenés hoy\? Contestá/);
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
	} as const;
	const html = renderToStaticMarkup(createElement(FindStep, { step, isNight: false, diagrams: [] }));
	expect(wordsOf(html)).toContain(
		"No tenemos tu turno en este diagrama: elegilo. Si ya lo habías elegido, puede haber cambiado el diagrama.",
	);
});
