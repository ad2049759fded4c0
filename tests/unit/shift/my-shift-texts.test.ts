import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { MyShift } from "~/features/shift/my-shift";
import { rotationOf } from "~/features/shift/rotation";
import { TodayCard } from "~/features/shift/today-card";
import seeds from "../../../db/seeds/diagrams.json";

// Crew A of 4turnos_7dias has mornings from 30 November to 6 December 2026, afternoons from 9 to 15 December and
// nights from 18 to 24 December.
const parsed = parseDiagram(seeds.find(({ id }) => id === "4turnos_7dias"));
if (!parsed.success) throw parsed.error;
const diagram = parsed.data;
const rotation = rotationOf(diagram, "A");
const holidays = [2026, 2027].flatMap(proposeHolidays);

function clockAt(today: string, time: string) {
	return { today, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

/** The words of a page, without its marks; no-break spaces are spaces. */
function wordsOf(html: string): string {
	return html
		.replace(/<[^>]+>/g, " ")
		.replace(/[\s\u00a0]+/g, " ")
		.replace(/ ([.,:])/g, "$1")
		.trim();
}

function shiftWords(today: string, time: string, { hasCrew = true } = {}): string {
	const answers = answersAt(rotation, clockAt(today, time), holidays);
	const [crew, source] = hasCrew ? (["A", "crew"] as const) : ([undefined, "position"] as const);
	return wordsOf(
		renderToStaticMarkup(createElement(MyShift, { diagram, label: "4 turnos", crew, source, answers })),
	);
}

const homeWords = (today: string, time: string) =>
	wordsOf(renderToStaticMarkup(createElement(TodayCard, { rotation, clock: clockAt(today, time) })));

describe("Mi turno", () => {
	test("during a shift", () => {
		expect(shiftWords("2026-12-05", "13:59")).toMatch(
			/^Hoy, sábado 5 Turno mañana, 06 a 14 Ahora: turno mañana, hasta las 14, en 1 min\. Hoy relevás a la C y te releva la D\. Mañana, domingo 6 Turno mañana, 06 a 14 Próximo franco lunes 7 /,
		);
	});

	test("at the edges of a shift", () => {
		expect(shiftWords("2026-12-05", "05:59")).toContain("Entrás en 1 min, a tu turno mañana.");
		expect(shiftWords("2026-12-05", "06:00")).toContain("Ahora: turno mañana, hasta las 14, en 8 h.");
		expect(shiftWords("2026-12-05", "14:00")).toContain("Entrás en 16 h, a tu turno mañana.");
	});

	test("on the morning after the last night, before a day off and a free weekend", () => {
		expect(shiftWords("2026-12-25", "05:30")).toMatch(
			/^Hoy, viernes 25 Franco Ahora: turno noche, hasta las 06, en 30 min\. Hoy te releva la \w\. Mañana, sábado 26 Franco Estás de franco hasta el domingo 27 Próximo fin de semana libre sábado 26 Próximo feriado viernes 25, Navidad \(feriado, a confirmar\): trabajás hasta que termina el turno que empezó el día anterior, y después tenés franco/,
		);
	});

	test("far from the next shift, nothing counts down", () => {
		expect(shiftWords("2026-12-06", "14:01")).not.toMatch(/Entrás|Ahora/);
		expect(shiftWords("2026-12-08", "13:59")).not.toMatch(/Entrás|Ahora/);
		expect(shiftWords("2026-12-08", "14:00")).toContain("Entrás en 24 h, a tu turno tarde.");
	});

	test("without an official crew, nobody is named who takes over", () => {
		const words = shiftWords("2026-12-05", "10:00", { hasCrew: false });
		expect(words).not.toContain("releva");
		expect(words).toContain("Guardamos tus turnos, sin la letra de una escuadra.");
		expect(words).toContain("Olvidar mi posición");
	});
});

describe("home", () => {
	test("during last night's shift, at work and off", () => {
		expect(homeWords("2026-12-25", "05:59")).toBe(
			"Ahora: turno noche, hasta las 06 Hoy, viernes 25 Franco Mañana, sábado 26: Franco Estás de franco hasta el domingo 27",
		);
		expect(homeWords("2026-12-05", "07:00")).toBe(
			"Ahora: turno mañana, hasta las 14 Hoy, sábado 5 Turno mañana, 06 a 14 Mañana, domingo 6: Turno mañana, 06 a 14 Próximo franco: lunes 7",
		);
	});

	test("for a stranger the question leads", () => {
		const card = createElement(TodayCard, { clock: clockAt("2026-12-05", "07:00") });
		expect(wordsOf(renderToStaticMarkup(card))).toMatch(/^¿Qué turno tenés hoy\? Contestá/);
	});
});
