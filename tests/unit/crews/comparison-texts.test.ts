import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChooseCrews } from "~/features/crews/comparison/choose-crews";
import { compareMonths } from "~/features/crews/comparison/common-days";
import { comparedText, crewNames, isSameCrew } from "~/features/crews/comparison/compared-crews";
import { Comparison } from "~/features/crews/comparison/comparison";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { rotationOf } from "~/features/shift/rotation";
import { seededDiagram, seededDiagrams } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

test("every kind of day that is underlined is named", () => {
	const diagram = seededDiagrams[0] ?? expect.fail();
	const months = compareMonths(
		[rotationOf(diagram, "A"), rotationOf(diagram, "B")],
		["2027-03", "2027-09"],
		(date) => proposeHolidays(2027).filter((holiday) => holiday.date === date),
	);
	const page = renderToStaticMarkup(
		createElement(Comparison, { names: ["A", "B"], months, today: "2027-03-01" }),
	);
	for (const kind of ["feriado", "no laborable", "día gremial"]) expect(page).toContain(`> ${kind} <`);
	expect(page).toContain("Los feriados, los días no laborables y los gremiales van subrayados.");
});

test("two crews are named with their diagrams only where these differ", () => {
	const [one = expect.fail(), other = expect.fail()] = seededDiagrams;
	const words = (second: typeof one) => {
		const sides = [
			{ diagram: one, crew: "A" },
			{ diagram: second, crew: "B" },
		] as const;
		return `${comparedText(sides)}: ${wordsOf(renderToStaticMarkup(createElement(ChooseCrews, { sides })))}`;
	};
	expect(words(one)).toMatch(
		/^12 horas Acería, escuadras A y B: Entre la Escuadra A .*Escuadra [C-E] y la Escuadra B/,
	);
	expect(words(other)).toMatch(
		/^12 horas Acería A y 12 horas General B: Entre 12 horas Acería Escuadra A .* y 12 horas General Escuadra A/,
	);
});

test.each([
	["a crew with itself", "3turnos", "A", "A", true, ["A", "A"]],
	["two crews", "3turnos", "A", "B", false, ["A", "B"]],
	["crews of one letter in two diagrams", "2turnos", "A", "A", false, ["3 turnos A", "2 turnos A"]],
	["two that are not chosen yet", "3turnos", undefined, undefined, false, ["A", "A"]],
] as const)("only a crew with itself is no comparison: %s", (_, id, one, other, isSame, names) => {
	const sides = [
		{ diagram: seededDiagram("3turnos"), crew: one },
		{ diagram: seededDiagram(id), crew: other },
	] as const;
	expect(isSameCrew(sides)).toBe(isSame);
	expect(crewNames(sides)).toEqual(names);
});

test("each month says how many whole weekends the crews have in common, if any", () => {
	const diagram = seededDiagram("4turnos_7dias");
	const months = compareMonths(
		[rotationOf(diagram, "A"), rotationOf(seededDiagram("12horas_insalubre"), "A")],
		["2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06"],
		() => [],
	);
	const page = renderToStaticMarkup(
		createElement(Comparison, { names: ["A", "B"], months, today: "2027-03-01" }),
	);
	const weekends = Array.from(page.matchAll(/en común<\/b>(?:, (\d+) fin)?/g), ([, count]) =>
		Number(count ?? 0),
	);
	expect(weekends).toEqual(months.map(({ commonWeekends }) => commonWeekends.length));
	expect(weekends.filter((count) => count > 0)).not.toEqual([]);
});
