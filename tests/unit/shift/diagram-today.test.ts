import { createElement } from "react";
import { expect, test } from "vitest";
import { DiagramToday } from "~/features/shift/today/diagram-today";
import { htmlOf } from "../../support/browser/render-part";
import { seededDiagram } from "../../support/seeded-diagrams";

test("a diagram that closes on Sundays says that nobody works its shifts today", async () => {
	const diagram = seededDiagram("2turnos");
	const saturday = { diagram, today: "2026-11-28", isUnsure: false, children: null, foot: "el pie" } as const;
	expect(await htmlOf(createElement(DiagramToday, saturday))).not.toContain("nadie");
	const sunday = await htmlOf(createElement(DiagramToday, { ...saturday, today: "2026-11-29" }));
	expect(sunday.match(/<strong>nadie<\/strong>/g)).toHaveLength(2);
});
