import { type ComponentProps, createElement } from "react";
import { expect, test } from "vitest";
import { readFilter } from "~/features/extras/list/filter";
import { FOR_DAY_OFF, UNCLASSIFIED } from "~/features/law/premiums";
import { ExtraSheet } from "~/features/pay/sheet/extra-sheet";
import { htmlOf } from "../../support/browser/render-part";
import { NOTHING_INCLUDED } from "../../support/pay";
import { wordsOf } from "../../support/texts/words-of";

type Sheet = ComponentProps<typeof ExtraSheet>;
type Row = Sheet["periods"][number]["extras"][number];

const H = 60;
const extra: Row = {
	date: "2026-11-12",
	shift: "N",
	minutes: 8 * H,
	startMinute: 22 * H,
	isStartProposed: false,
	premiums: { 50: 8 * H },
	minutesNight: 7 * H,
	compensation: null,
	comment: null,
	doubts: [],
};
const november = { start: "2026-11-01", end: "2026-11-30" };
const sums = {
	count: 1,
	minutes: 8 * H,
	premiums: extra.premiums,
	minutesNight: 7 * H,
	withoutStart: 0,
	...NOTHING_INCLUDED,
	doubts: {},
};
const sheet: Sheet = {
	periods: [{ ...november, extras: [extra], sums }],
	sums,
	estimates: undefined,
	matching: 1,
	days: november,
	name: "Ana Paz",
	plantNumber: "123",
	summary: "8 h",
	picture: null,
	today: "2026-12-01",
	read: readFilter(new URLSearchParams()),
	isSharing: false,
};
const nothing = { matching: 0, periods: [], sums: { ...sums, count: 0, minutes: 0, premiums: {} } };
const picture = { year: 2026, months: [{ ...sums, month: 11 }], total: sums };

const htmlFor = (more: Partial<Sheet>) =>
	htmlOf(createElement(ExtraSheet, { ...sheet, ...more }), "/auth/work-overtime?view=sheet");
const wordsFor = async (more: Partial<Sheet>) => wordsOf(await htmlFor(more));

test.each<[string, Partial<Sheet>, RegExp]>([
	[
		"whose it is",
		{},
		/extra Nombre y apellido: Ana Paz Legajo: 123 Del 01\/11\/2026 al 30\/11\/2026 1 extra, 8 h:/,
	],
	["without days", { days: null }, /Legajo: 123 1 extra, 8 h:/],
	[
		"when nothing fits the filter",
		{ ...nothing, read: readFilter(new URLSearchParams("start=2026-11-01")) },
		/al 30\/11\/2026 Otras fechas .*Ver la planilla No hay extras con este filtro\. Firma/,
	],
	["when there is nothing", nothing, /Ver la planilla No hay extras creadas\. Firma/],
	["that it is cut", { matching: 3 }, /La planilla llega hasta 1 extras, y hay 3\. .* Imprimir/],
	["how to have an estimate", {}, /Controlar con el recibo ¿Cuánto te tienen que pagar\? Mi convenio/],
	["how to add the picture of the year", {}, /Agregar el gráfico del año Controlar/],
	["how to drop it", { picture }, /Sacar el gráfico del año Controlar .*Horas extra de 2026 por mes/],
	[
		"how many nights are unknown",
		{ sums: { ...sums, withoutStart: 1 } },
		/Noche: de 21 a 6, sin contar 1 extra sin hora/,
	],
	["that all its extras have ended", {}, /Noche: de 21 a 6\. Firma/],
	[
		"how many of its extras have not ended",
		{ sums: { ...sums, planned: 2 } },
		/a 6\. Incluye 2 extras que todavía no terminaron\. Firma/,
	],
])("the sheet says %s", async (_, more, words) => {
	expect(await wordsFor(more)).toMatch(words);
});

test("a whole sheet says nothing of what is missing, and an empty one has nothing to print", async () => {
	const words = await wordsFor({});
	for (const said of [
		"La planilla llega",
		"sin contar",
		"No hay extras",
		"por mes",
		"Del 01/11/2026 al 30/11/2026:",
	])
		expect(words).not.toContain(said);
	const empty = await wordsFor(nothing);
	for (const said of ["Imprimir", "¿Cuánto te tienen", "Total", "Noche:"]) expect(empty).not.toContain(said);
	expect(await htmlFor({})).toContain("view=sheet&amp;picture=1");
	expect(await htmlFor({ picture })).not.toContain("picture=1");
	expect(await htmlFor({ matching: 3 })).toMatch(/<details class="card fold other-days" open/);
	expect(await htmlFor({})).not.toMatch(/<details class="card fold other-days" open/);
});

test("leaves room to write a name or number that is unknown", async () => {
	const rooms = async (more: Partial<Sheet>) => (await htmlFor(more)).match(/class="blank"/g)?.length ?? 0;
	expect(await rooms({})).toBe(0);
	expect(await rooms({ name: null })).toBe(1);
	expect(await rooms({ name: null, plantNumber: null })).toBe(2);
});

test("other dates keep the rest of the filter, and an unknown shift is asked for anew", async () => {
	const kept = async (query: string) => {
		const html = await htmlFor({ read: readFilter(new URLSearchParams(query)) });
		const hidden = [...html.matchAll(/type="hidden" name="(\w+)"(?: value="(\w*)")?/g)].map(([, ...pair]) =>
			pair.join("="),
		);
		const shifts = [...html.matchAll(/type="radio"[^>]* name="shift"([^>]*) value="(\w*)"/g)];
		return [hidden.join(" "), ...shifts.map(([, isChosen, shift]) => shift + (isChosen ? " ☒" : ""))];
	};
	expect(await kept("")).toEqual(["view=sheet"]);
	expect(await kept("shift=N")).toEqual(["view=sheet shift=N"]);
	expect(await kept("review=1")).toEqual(["view=sheet review=1"]);
	expect(await kept("shift=XY")).toEqual(["view=sheet", "", "XY ☒"]);
});

test("the estimate has its parts if there are several periods", async () => {
	const estimate = { heading: "Estimado: $ 9", total: "$ 9", lines: [], notes: [] };
	const [november = { ...sheet, extras: [], sums, start: "", end: "" }] = sheet.periods;
	const october = { ...november, start: "2026-10-01", end: "2026-10-31" };
	const words = await wordsFor({
		periods: [october, november],
		estimates: { groups: ["$ 4"], total: estimate },
	});
	expect(words).toContain(
		"Por período 01/10/2026 al 31/10/2026 $ 4 01/11/2026 al 30/11/2026 Estimado, no es",
	);
	expect(words).toContain("Del 01/10/2026 al 31/10/2026: 1 extra 8");
});

const rowOf = (html: string, index = 0) =>
	[...(html.split("<tbody>")[1] ?? "").matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)]
		.map(([, text = ""]) => text.replaceAll("\u00A0", " "))
		.slice(index);

test.each<[string, Partial<Row>, string]>([
	["with all that is known", {}, "jue 12/11/2026|22:00|06:00|N|8|8||7|"],
	["without a start", { startMinute: null, minutesNight: null }, "jue 12/11/2026|||N|8|8|||"],
	["with a proposed start", { isStartProposed: true }, "jue 12/11/2026|22:00 *|06:00|N|8|8||7|"],
	[
		"with its compensation",
		{ compensation: "franco" },
		"jue 12/11/2026|22:00|06:00|N|8|8||7|<bdi>Franco</bdi>",
	],
	["with a comment", { comment: "parada" }, "jue 12/11/2026|22:00|06:00|N|8|8||7|<bdi>parada</bdi>"],
	[
		"with both",
		{ compensation: "pago", comment: "parada" },
		"jue 12/11/2026|22:00|06:00|N|8|8||7|<bdi>Pago · parada</bdi>",
	],
])("a row is printed %s", async (_, more, cells) => {
	const html = await htmlFor({ periods: [{ ...november, extras: [{ ...extra, ...more }], sums }] });
	expect(rowOf(html).slice(0, 9).join("|")).toBe(cells);
});

test("each premium of an extra has a column, with its sum", async () => {
	const premiums = { 60: H, [FOR_DAY_OFF]: 2 * H, [UNCLASSIFIED]: 3 * H };
	const html = await htmlFor({ sums: { ...sums, premiums } });
	const heads = [...html.matchAll(/scope="col">(.*?)<\/th>/g)].map(([, text = ""]) =>
		text.replace("\u00A0", " "),
	);
	expect(heads.slice(4, -1).join("|")).toBe("Horas|50 %|60 %|100 %|Con franco|Sin cla\u00ADsificar|Noche");
	expect(wordsOf(html.split('<tr class="sum">')[1] ?? "")).toMatch(/^Total: 1 extra 8 0 1 0 2 3 7 /);
});
