import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { swapOn } from "~/features/crews/swap/swap";
import { GoodSwaps, SwapAnswer } from "~/features/crews/swap/swap-answer";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { calendarOf } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

// Crew A works mornings from 30 November to 6 December 2026, afternoons from 9 to 15 December and nights from 18 to 24
// December, with days off in between. Crew B works the same shifts seven days later.
const diagram = seededDiagram("4turnos_7dias");

const ownDay = (kind: OwnDay["kind"], date: string, crew: CrewLetter | null = null): OwnDay => ({
	id: "1",
	kind,
	firstDay: date,
	lastDay: date,
	crew,
	note: "",
});

const swapOfA = (date: string, ...ownDays: OwnDay[]) =>
	swapOn({ ...calendarOf(rotationOf(diagram, "A")), ownDays }, rotationOf(diagram, "B"), date);

/** Text of the page about a swap of shifts between crew A and crew B. */
function answer(date: string, ...ownDays: OwnDay[]): string {
	const swap = swapOfA(date, ...ownDays);
	return textOf(createElement(SwapAnswer, { diagram, swap, otherName: "la escuadra B" }));
}

/** Text of the list of proposed swaps, without its heading, when the list contains only the swap on `date`. */
function proposal(date: string): string {
	const swaps = [swapOfA(date)];
	const list = { swaps, cycleDays: 28, otherName: "la escuadra B", hrefOf: () => "" };
	return textOf(createElement(GoodSwaps, list)).replace(/^Próximos .* o más /, "");
}

const textOf = (element: React.ReactElement) => wordsOf(renderToStaticMarkup(element));

describe("the text of a swap names each shift as a shift", () => {
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
		["2026-12-02", "Los dos hacen el mismo turno: ese día no hay nada para cambiar."],
		["2026-12-07", "Los dos están de franco: ese día no hay nada para cambiar."],
	])("with a colleague of the same crew, %s: %s", (date, words) => {
		const crewA = rotationOf(diagram, "A");
		const swap = swapOn({ ...calendarOf(crewA), ownDays: [] }, crewA, date);
		expect(textOf(createElement(SwapAnswer, { diagram, swap, otherName: "Juan" }))).toContain(words);
	});

	test.each([
		["2026-12-02", "miércoles 2 de diciembre: hacés el turno noche en vez del turno mañana"],
		["2026-12-05", "sábado 5 de diciembre: te cubren el turno mañana"],
		["2026-12-07", "lunes 7 de diciembre: cubrís el turno mañana en tu franco"],
	])("in the list, %s: %s", (date, words) => {
		expect(proposal(date)).toBe(words);
	});
});

describe("on own days (vacation, leave and the like)", () => {
	test("a vacation is never called a day off", () => {
		const words = answer("2026-12-07", ownDay("vacaciones", "2026-12-07"));
		expect(words).toContain("Tenés anotado: vacaciones. Cubrirías a la escuadra B en el turno mañana");
		expect(words).toContain("Vos Sin este cambio: Vacaciones Descanso:");
		expect(words).not.toContain("diagrama");
	});

	test("a vacation on the other crew's day off leaves nothing to swap", () => {
		expect(answer("2026-12-05", ownDay("vacaciones", "2026-12-05"))).toBe(
			"El sábado 5 de diciembre de 2026 Tenés anotado: vacaciones, y es franco de la escuadra B: ese día no hay nada para cambiar.",
		);
	});

	test("on a day that is already swapped, the shift of that swap counts", () => {
		const words = answer("2026-12-09", ownDay("cambio", "2026-12-09", "C"));
		expect(words).toContain("Vos Sin este cambio: Turno noche, 22 a 06");
	});
});

test("a week of more than 56 h is mentioned only if the swap makes it longer, also in the list of dates", () => {
	// Crew A works four shifts of 12 h from 24 to 27 December 2026, and crew C from the 28th. With the swap, crew A works
	// a fifth shift on the 29th.
	const twelve = seededDiagram("12horas_general");
	const swap = swapOn(calendarOf(rotationOf(twelve, "A")), rotationOf(twelve, "C"), "2026-12-29");
	const words = textOf(createElement(SwapAnswer, { diagram: twelve, swap, otherName: "la escuadra C" }));
	const warning = "En siete días seguidos son 60 h, más de 56 h (Decreto 16.115/33).";
	expect(words).toContain("Vos Sin este cambio: Franco Descanso: 96 h seguidas. Con el cambio: Turno día");
	expect(words).toContain(`${warning} La escuadra C`);
	expect(words.split(warning)).toHaveLength(2);
	const list = { swaps: [swap], cycleDays: 8, otherName: "la escuadra C", hrefOf: () => "" };
	expect(textOf(createElement(GoodSwaps, list))).toContain(
		"cubrís el turno día en tu franco; pasás las 56 h en siete días",
	);
	const covered = swapOn(calendarOf(rotationOf(twelve, "C")), rotationOf(twelve, "A"), "2026-12-29");
	expect(textOf(createElement(GoodSwaps, { ...list, swaps: [covered] }))).toContain(
		"te cubren el turno día; la otra escuadra pasa las 56 h en siete días",
	);
	// In three crews of 12 h everybody has such weeks without a swap too.
	const three = seededDiagram("3turnos_12horas");
	const usual = swapOn(calendarOf(rotationOf(three, "A")), rotationOf(three, "B"), "2026-12-30");
	expect(textOf(createElement(GoodSwaps, { ...list, swaps: [usual] }))).toMatch(/en vez del turno \S+$/);
});

test("the rest of the first known shift comes after it", () => {
	const { start: _none, ...unknown } = rotationOf(diagram, "A");
	const rotations = [
		{ since: "1900-01-01", ...unknown },
		{ since: "2026-12-02", ...rotationOf(diagram, "A") },
	];
	const swap = swapOn({ rotations, ownDays: [] }, rotationOf(diagram, "B"), "2026-12-02");
	const words = textOf(createElement(SwapAnswer, { diagram, swap, otherName: "la escuadra B" }));
	expect(words).toContain("Vos Sin este cambio: Turno mañana, 06 a 14 Descanso: 16 h después.");
});
