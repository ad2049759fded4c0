import { createElement } from "react";
import { expect, test } from "vitest";
import { CalendarLinks, parseCalendarName } from "~/features/calendars/calendar-links";
import { AlarmForm, NewAddress } from "~/features/calendars/feed-forms";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

test.each([
	[
		"make",
		"none",
		"Avisos antes de cada turno ☒ Sin avisos ☐ La noche anterior, a las 20 ☐ Dos horas antes de entrar ☐ Los dos Hacer mi enlace",
	],
	[
		"alarms",
		"both",
		"☐ Sin avisos ☐ La noche anterior, a las 20 ☐ Dos horas antes de entrar ☒ Los dos Guardar los avisos",
	],
] as const)("the form to %s", async (intent, alarms, text) => {
	expect(seenOf(await htmlOf(createElement(AlarmForm, { intent, alarms })))).toContain(text);
});

test("a new address is offered to an iPhone as a calendar, to Android only as text", async () => {
	const seen = async (isAndroid: boolean) =>
		seenOf(await htmlOf(createElement(NewAddress, { address: "https://r.ar/s.ics", isAndroid })));
	expect(await seen(false)).toMatch(
		/«https:\/\/r\.ar\/s\.ics» \[Agregar en este iPhone\]\(webcal:\/\/r\.ar\/s\.ics\)$/,
	);
	expect(await seen(true)).toMatch(/«https:\/\/r\.ar\/s\.ics»$/);
});

test("a crew's links have names that read back", async () => {
	const part = createElement(CalendarLinks, { diagramId: "4turnos_7dias", crew: "C", years: [2026, 2027] });
	expect(seenOf(await htmlOf(part))).toMatch(
		/\[Agregar 2026\]\(\S+\) \[Agregar 2027\]\(\/calendars\/4turnos_7dias-C-2027\.ics\)$/,
	);
	expect(parseCalendarName("4turnos_7dias-C-2027.ics")).toEqual({
		diagramId: "4turnos_7dias",
		crew: "C",
		year: 2027,
	});
	for (const name of ["4turnos_7dias-F-2027.ics", "4turnos_7dias-C-27.ics", "-C-2027.ics", "C.ics"])
		expect(parseCalendarName(name)).toBeUndefined();
});
