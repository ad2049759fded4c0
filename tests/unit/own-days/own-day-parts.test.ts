import { type ComponentProps, createElement } from "react";
import { expect, test } from "vitest";
import { ChosenDay, MyDays } from "~/features/own-days/my-days";
import { OwnDayLinks } from "~/features/own-days/own-day-links";
import { OwnDaysOfYear } from "~/features/own-days/own-days-of-year";
import { calendarOf } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { htmlOf } from "../../support/browser/render-part";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

const ownDay = (firstDay: string, lastDay = firstDay, more: Partial<OwnDay> = {}): OwnDay => ({
	id: firstDay,
	kind: "vacaciones",
	firstDay,
	lastDay,
	crew: null,
	note: "",
	...more,
});
const calendar = calendarOf(rotationOf(seededDiagram("4turnos_7dias"), "A"));
const shown = { month: "2026-12", today: "2026-12-05", calendar, holidays: [] };
type Form = NonNullable<ComponentProps<typeof MyDays>["form"]>;
const form: Form = { day: "2026-12-06", idFile: "k", shown: {}, isSaved: false };

test.each([
	["none", [], /^Tus días de diciembre Tocá un día para anotar .* Agregar días Todos los de 2026$/],
	["one", [ownDay("2026-12-05")], /^Tus días de diciembre Vacaciones El 05\/12\/2026 Agregar días/],
	[
		"one from the month before on",
		[ownDay("2026-11-20", "2026-12-01")],
		/^Tus días de diciembre Vacaciones Del/,
	],
	["one into the next month", [ownDay("2026-12-31", "2027-01-05")], /^Tus días de diciembre Vacaciones Del/],
	[
		"those of other months",
		[ownDay("2026-11-30"), ownDay("2027-01-01")],
		/^Tus días de diciembre Tocá un día/,
	],
])("a month lists its own days: %s", async (_, ownDays, words) => {
	const props = { ...shown, calendar: { ...calendar, ownDays } };
	expect(wordsOf(await htmlOf(createElement(MyDays, props)))).toMatch(words);
});

test("leads to the year's own days only where there are calendars", async () => {
	const words = async (month: string) => wordsOf(await htmlOf(createElement(MyDays, { ...shown, month })));
	expect(await words("2020-01")).toMatch(/Todos los de 2020$/);
	expect(await words("2019-12")).toMatch(/Agregar días$/);
});

test("a chosen day has its form instead of the button that opens one", async () => {
	const words = wordsOf(await htmlOf(createElement(MyDays, { ...shown, form })));
	expect(words).toMatch(/Agregar días Cancelar Tus días de diciembre .*\. Todos los de 2026$/);
});

test.each<[string, Partial<Form>, RegExp, RegExp | null]>([
	[
		"to add",
		{},
		/Domingo 6 Turno mañana.* la D\. Agregar extra Agregar días Qué es .* Agregar días Cancelar$/,
		/hoy|Eliminar|ya están/,
	],
	[
		"to add, of whoever may swap",
		{ crews: ["A", "B"] },
		/Parada .* Con qué escuadra cambiás .* Escuadra B Horas/,
		null,
	],
	[
		"to add, of the only crew of a diagram",
		{ crews: ["A"] },
		/Parada .* Horas/,
		/Cambio de turno|escuadra cambiás/,
	],
	["today", { day: "2026-12-05" }, /Sábado 5, hoy Turno mañana/, null],
	[
		"to change",
		{ ownDay: ownDay("2026-12-06") },
		/Editar días .* Guardar Cancelar Eliminar Vacaciones el 06\/12\/2026$/,
		/Agregar días/,
	],
	[
		"already saved",
		{ isSaved: true },
		/Agregar días Esto ya está guardado: si cambiás algo, cambia eso\. Agregar otros/,
		null,
	],
	["too far ahead to add", { day: "2040-01-01" }, /^N Domingo 1 Turno noche, [^.]*\.$/, /Agregar/],
	[
		"too far ahead, but there",
		{ day: "2040-01-01", ownDay: ownDay("2040-01-01") },
		/Editar días/,
		/Agregar extra/,
	],
])("the chosen day: %s", async (_, more, said, unsaid) => {
	const html = await htmlOf(createElement(ChosenDay, { ...shown, form: { ...form, ...more } }));
	expect(wordsOf(html)).toMatch(said);
	if (unsaid) expect(wordsOf(html)).not.toMatch(unsaid);
	expect(/<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? "").toMatch(
		more.ownDay ? /\?edit=20/ : /^(?!.*edit)/,
	);
	if (html.includes("Cancelar")) expect(html).toContain('href="/auth/my-days?month=2026-12"');
});

test("a refused form of days that are stored already does not say so, and is sent where it was, without undoing an edit", async () => {
	const saved = { ...form, isSaved: true, ownDay: ownDay("2026-12-05") };
	const html = await htmlOf(
		createElement(ChosenDay, { ...shown, form: saved, refused: {} }),
		"/days?day=hoy",
	);
	expect(wordsOf(html)).not.toContain("ya están guardados");
	expect(/<form[^>]* action="([^"]*)"/.exec(html)?.[1]).toBe("/?day=hoy");
});

test.each([
	["its days", {}, "Vacaciones El 05/12/2026"],
	["hours of the bank", { kind: "banco", bankMinutes: 480 }, "Banco de horas El 05/12/2026, 8 h"],
	["the other crew of a swap", { kind: "cambio", crew: "C" }, "Cambio de turno con la C El 05/12/2026"],
	["a note", { note: "Mar" }, "Vacaciones El 05/12/2026 Mar"],
] as const)("a row says %s", async (_, more, words) => {
	const html = await htmlOf(
		createElement(OwnDayLinks, { ownDays: [ownDay("2026-12-05", "2026-12-05", more)] }),
	);
	expect(wordsOf(html)).toBe(words);
	expect(html.includes('<small class="lines"><bdi>Mar</bdi></small>')).toBe("note" in more);
});

test.each([
	["none", [], "Tus días de 2026 No anotaste ningún día de 2026. Agregar días"],
	[
		"others' years",
		[ownDay("2025-12-31"), ownDay("2027-01-01")],
		"Tus días de 2026 No anotaste ningún día de 2026. Agregar días",
	],
	[
		"the days within the year",
		[ownDay("2025-12-30", "2026-01-02")],
		"Vacaciones Del 30/12/2025 al 02/01/2026 Cuántos días de cada cosa Vacaciones 2 días",
	],
	[
		"up to its last day",
		[ownDay("2026-12-31", "2027-01-02")],
		"Vacaciones Del 31/12/2026 al 02/01/2027 Cuántos días de cada cosa Vacaciones 1 día Son",
	],
	[
		"each kind",
		[ownDay("2026-01-01"), ownDay("2026-12-31", "2026-12-31", { kind: "licencia" })],
		"Vacaciones 1 día Licencia 1 día Son",
	],
	["only its own", [ownDay("2025-05-01"), ownDay("2026-01-01")], "2026 Vacaciones El 01/01/2026 Cuántos"],
	[
		"nor the next year's",
		[ownDay("2026-01-01"), ownDay("2027-05-01")],
		"2026 Vacaciones El 01/01/2026 Cuántos",
	],
])("a year counts its own days: %s", async (_, ownDays, words) => {
	const today = "2026-11-21";
	expect(wordsOf(await htmlOf(createElement(OwnDaysOfYear, { year: 2026, today, ownDays })))).toContain(
		words,
	);
});

test.each([
	["2026-11-21", "/auth/my-days"],
	["2025-11-21", "/auth/my-days?month=2026-01"],
])("from 2026, seen on %s, days are added at %s", async (today, address) => {
	const html = await htmlOf(createElement(OwnDaysOfYear, { year: 2026, today, ownDays: [] }));
	expect(html).toContain(`href="${address}"`);
});
