import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { swapOn } from "~/features/shift/swap/swap";
import { GoodSwaps, SwapAnswer } from "~/features/shift/swap/swap-answer";
import seeds from "../../../db/seeds/diagrams.json";

// Crew A of 4turnos_7dias has mornings from 30 November to 6 December 2026, afternoons from 9 to 15 December and
// nights from 18 to 24 December; crew B seven days later.
const parsed = parseDiagram(seeds.find(({ id }) => id === "4turnos_7dias"));
if (!parsed.success) throw parsed.error;
const diagram = parsed.data;

const ownDay = (kind: OwnDay["kind"], date: string, crew: CrewLetter | null = null): OwnDay => ({
	id: "1",
	kind,
	firstDay: date,
	lastDay: date,
	crew,
	note: "",
});

const swapOfA = (date: string, ...ownDays: OwnDay[]) =>
	swapOn({ ...rotationOf(diagram, "A"), ownDays }, rotationOf(diagram, "B"), date);

/** The words of the answer to crew A, who asks about crew B. */
function answer(date: string, ...ownDays: OwnDay[]): string {
	const swap = swapOfA(date, ...ownDays);
	return wordsOf(createElement(SwapAnswer, { diagram, swap, otherName: "la escuadra B" }));
}

/** The words of the list with one date. */
function proposal(date: string): string {
	const swaps = [swapOfA(date)];
	const list = { swaps, cycleDays: 28, otherName: "la escuadra B", hrefOf: () => "" };
	return wordsOf(createElement(GoodSwaps, list)).replace(/^Próximos .* o más /, "");
}

function wordsOf(element: React.ReactElement): string {
	return renderToStaticMarkup(element)
		.replace(/<[^>]+>/g, " ")
		.replace(/[\s\u00a0]+/g, " ")
		.replace(/ ([.,:])/g, "$1")
		.trim();
}

describe("the answer names each shift as a shift", () => {
	test.each([
		["2026-12-02", "Harías el turno noche y la escuadra B, el turno mañana."],
		[
			"2026-12-05",
			"Es franco de la escuadra B. Te cubriría en el turno mañana, y ese día no le devolvés nada.",
		],
		[
			"2026-12-07",
			"Es tu franco. Cubrirías a la escuadra B en el turno mañana, y ese día no te devuelve nada.",
		],
	])("%s: %s", (date, words) => {
		expect(answer(date)).toContain(words);
	});

	test.each([
		["2026-12-02", "miércoles 2 de diciembre: hacés el turno noche en vez del turno mañana"],
		["2026-12-05", "sábado 5 de diciembre: te cubren el turno mañana"],
		["2026-12-07", "lunes 7 de diciembre: cubrís el turno mañana en tu franco"],
	])("in the list, %s: %s", (date, words) => {
		expect(proposal(date)).toBe(words);
	});
});

describe("on own days", () => {
	test("a vacation is never called a day off", () => {
		const words = answer("2026-12-07", ownDay("vacaciones", "2026-12-07"));
		expect(words).toContain("Tenés anotado: vacaciones. Cubrirías a la escuadra B en el turno mañana");
		expect(words).toContain("Vos Sin este cambio: Vacaciones Descanso:");
		expect(words).not.toContain("diagrama");
	});

	test("a vacation on the day off of the other crew leaves nothing to swap", () => {
		expect(answer("2026-12-05", ownDay("vacaciones", "2026-12-05"))).toBe(
			"El sábado 5 de diciembre Tenés anotado: vacaciones, y es franco de la escuadra B: ese día no hay nada para cambiar.",
		);
	});

	test("a day already swapped has the shift of that swap", () => {
		const words = answer("2026-12-09", ownDay("cambio", "2026-12-09", "C"));
		expect(words).toContain("Vos Sin este cambio: Turno noche, 22 a 06");
	});
});
