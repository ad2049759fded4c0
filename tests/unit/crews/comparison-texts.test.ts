import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { compareMonths } from "~/features/crews/comparison/common-days";
import { Comparison } from "~/features/crews/comparison/comparison";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { rotationOf } from "~/features/shift/rotation";
import { seededDiagrams } from "../../support/seeded-diagrams";

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
