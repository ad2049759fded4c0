import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ChooseCrews } from "~/features/crews/comparison/choose-crews";
import type { ComparedMonth } from "~/features/crews/comparison/common-days";
import { Comparison, NoCommonDays } from "~/features/crews/comparison/comparison";
import { CrewLinks } from "~/features/crews/crew-links";
import type { PlannedDay, Swap } from "~/features/crews/swap/swap";
import { GoodSwaps, SwapAnswer } from "~/features/crews/swap/swap-answer";
import { SwapForm } from "~/features/crews/swap/swap-form";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

const diagram = seededDiagram("4turnos_7dias");
const twelve = seededDiagram("12horas_insalubre");

describe("the comparison of two crews", () => {
	const day = (date: string, isCommon: boolean): ComparedMonth["days"][number] => ({
		date,
		isCommon,
		letters: isCommon ? ["F", "F"] : ["M", "F"],
	});
	const month = (name: string, more: Partial<ComparedMonth> = {}): ComparedMonth => ({
		month: name,
		days: [day(`${name}-01`, false)],
		commonDaysOff: [],
		commonWeekends: [],
		...more,
	});
	const common = month("2026-12", {
		days: [day("2026-12-05", true), day("2026-12-06", true), day("2026-12-07", false)],
		commonDaysOff: [{ first: "2026-12-05", last: "2026-12-06", startsAfterNight: false }],
		commonWeekends: ["2026-12-05"],
	});
	const html = (months: ComparedMonth[], more: object = {}) =>
		renderToStaticMarkup(
			createElement(Comparison, { names: ["A", "B"], months, today: "2026-12-10", ...more }),
		);
	const words = (...shown: Parameters<typeof html>) => wordsOf(html(...shown));
	const boxed = "Los francos en común van recuadrados";

	test("without a common day off says so, and nothing of weekends or of a box", () => {
		const said = words([month("2026-12")]);
		expect(said).toMatch(/^De diciembre de 2026 a diciembre de 2026 Ningún franco en común Mes por mes/);
		expect(said).toMatch(/Ningún franco en común\.$/);
		expect(said).not.toContain(boxed);
	});

	test.each<[string, ComparedMonth, string]>([
		["a weekend", common, "2 francos en común, 1 fin de semana entero: sáb 5 a dom 6."],
		[
			"one day",
			{
				...common,
				days: common.days.slice(1),
				commonDaysOff: [{ first: "2026-12-06", last: "2026-12-06", startsAfterNight: false }],
				commonWeekends: [],
			},
			"1 franco en común: dom 6.",
		],
		[
			"after a night",
			{ ...common, commonDaysOff: [{ first: "2026-12-05", last: "2026-12-06", startsAfterNight: true }] },
			"entero: sáb 5 a dom 6*.",
		],
	])("counts and lists the common days off of a month: %s", (_, shown, list) => {
		const said = words([shown]);
		expect(said.slice(-list.length)).toBe(list);
		expect(said).toContain(boxed);
	});

	test("frames the days off in common and colours the shifts, each crew on a line of its own", () => {
		expect(html([common])).toContain('<td class="common">2\nF\nF</td><td>3<b class="M">M</b>F</td>');
	});

	test("counts them all at first, with their whole weekends", () => {
		expect(words([month("2026-11"), common])).toMatch(
			/^De noviembre de 2026 a diciembre de 2026 2 francos en común 1 fin de semana entero\. Mes/,
		);
		const workday = { ...common, commonWeekends: [] };
		expect(words([workday])).toContain("2 francos en común Ningún fin de semana entero. Mes");
	});

	test.each([
		["one day", { first: "2026-12-20", last: "2026-12-20" }, "domingo 20 de diciembre"],
		["several", { first: "2026-12-20", last: "2026-12-21" }, "del domingo 20 al lunes 21 de diciembre"],
		[
			"into another month",
			{ first: "2026-11-30", last: "2026-12-01" },
			"del lunes 30 de noviembre al martes 1 de diciembre",
		],
		[
			"into another year",
			{ first: "2026-12-31", last: "2027-01-01" },
			"del jueves 31 de diciembre al viernes 1 de enero de 2027",
		],
	])("says the next one: %s", (_, next, text) => {
		expect(words([common], { next })).toContain(`Lo próximo: ${text}. Mes`);
	});

	test("says it only while the shown months include today", () => {
		const next = { first: "2026-12-20", last: "2026-12-20" };
		const on = (today: string) =>
			words([month("2026-11"), month("2026-12")], { next, today }).includes("Lo próximo");
		expect(["2026-10-31", "2026-11-01", "2026-12-31", "2027-01-01"].map(on)).toEqual([
			false,
			true,
			true,
			false,
		]);
		expect(words([common])).not.toContain("Lo próximo");
	});

	test("of two that never are off together, says why, and when both are free", () => {
		const none = { times: [], weekends: [] };
		const never = (more: Partial<ComponentProps<typeof NoCommonDays>>) =>
			wordsOf(
				renderToStaticMarkup(
					createElement(NoCommonDays, { names: ["A", "B"], isOneCrewOff: false, hours: none, ...more }),
				),
			);
		expect(never({ isOneCrewOff: true })).toContain(
			"Ningún franco en común En este diagrama descansa una sola escuadra por día. Tampoco",
		);
		expect(words([common], { never: { isOneCrewOff: false, hours: none } })).toBe(never({}));
		expect(never({})).toMatch(
			/^Ningún franco en común La A y la B nunca descansan el mismo día. Tampoco tienen \d+ h seguidas en que estén libres las dos\.$/,
		);
		const free = (endMinute: number, weekends: string[] = []) =>
			never({ hours: { times: [{ date: "2026-11-28", startMinute: 840, endMinute }], weekends } });
		expect(free(1440)).toContain(
			"Sábado 28 de noviembre de 14 a 00 10 h En doce meses no les pasa ningún fin de semana.",
		);
		expect(free(1800)).toContain("de 14 a 06 del domingo 29 16 h");
		expect(free(1440, ["2026-12-05"])).toContain(
			"En doce meses les pasa en 1 fin de semana: el primero, el del sábado 5 de diciembre.",
		);
	});

	test("marks the chosen crews, keeps them, and compares none with itself", () => {
		const html = (first: "A" | undefined, year?: number, second = diagram) =>
			renderToStaticMarkup(
				createElement(ChooseCrews, {
					sides: [
						{ diagram, crew: first },
						{ diagram: second, crew: "B" },
					],
					year,
				}),
			);
		const links = (text: string) =>
			[...text.matchAll(/href="([^"]*)"( aria-current="true")?/g)].map(
				([, href = "", mark]) => href.replaceAll("&amp;", "&") + (mark ? " *" : ""),
			);
		expect(links(html("A"))).toEqual([
			"?crew=A&with=B *",
			"?crew=B",
			"?crew=C&with=B",
			"?crew=D&with=B",
			"?crew=A&with=B *",
			"?crew=A&with=C",
			"?crew=A&with=D",
		]);
		expect(links(html("A", undefined, twelve)).slice(1, 2)).toEqual([`?crew=B&with=${twelve.id}&withCrew=B`]);
		const kept = (text: string) =>
			[...text.matchAll(/type="hidden" name="(\w+)"(?: value="(\w+)")?/g)].map(([, ...pair]) =>
				pair.join("="),
			);
		expect(kept(html(undefined))).toEqual([]);
		expect(kept(html("A", 2027))).toEqual(["crew=A", "year=2027"]);
	});
});

describe("the swap of a shift", () => {
	const planned = (more: Partial<PlannedDay> = {}): PlannedDay => ({
		letter: "M",
		rests: [],
		weekMinutes: 0,
		isFirst: false,
		...more,
	});
	const side = (day: PlannedDay) => ({ planned: planned(), swapped: day });
	const words = (day: PlannedDay) => {
		const swap: Swap = { date: "2026-12-02", kind: "exchange", me: side(day), other: side(planned()) };
		return wordsOf(renderToStaticMarkup(createElement(SwapAnswer, { diagram, swap, otherName: "la B" })));
	};
	const rest = (minutes: number, isOnOneDay = false) => ({ minutes, isOnOneDay });

	test.each<[string, PlannedDay, string]>([
		["none near", planned(), "Sin otro turno cerca."],
		["on a day off", planned({ letter: "F", rests: [rest(2400)] }), "Descanso: 40 h seguidas."],
		["before a shift", planned({ rests: [rest(960)] }), "Descanso: 16 h antes."],
		["on both sides", planned({ rests: [rest(960), rest(900)] }), "Descanso: 16 h antes, 15 h después."],
		[
			"none at all",
			planned({ rests: [rest(0)] }),
			"Descanso: 0 h antes. Dos turnos seguidos, sin descanso en el medio.",
		],
		[
			"less than none",
			planned({ rests: [rest(-120)] }),
			"Descanso: 0 h antes. Dos turnos a la vez: se superponen 2 h.",
		],
		[
			"a short one",
			planned({ rests: [rest(480)] }),
			"Descanso: 8 h antes. Quedan 8 h de descanso, menos de 12 h.",
		],
		[
			"a short one in one day",
			planned({ rests: [rest(480, true)] }),
			"Dos turnos en un mismo día: quedan 8 h de descanso",
		],
		["a single hour", planned({ rests: [rest(60)] }), "Queda 1 h de descanso, menos de 12 h."],
	])("says the rest that it leaves: %s", (_, day, text) => {
		expect(words(day)).toContain(text);
	});

	test("offers no day where there is none", () => {
		const list = (swaps: Swap[]) =>
			wordsOf(
				renderToStaticMarkup(
					createElement(GoodSwaps, { swaps, cycleDays: 28, otherName: "la B", hrefOf: () => "" }),
				),
			);
		expect(list([])).toMatch(/Con la B no hay ninguno en los próximos 28 días\.$/);
		const good: Swap = {
			date: "2026-12-02",
			kind: "they-cover",
			me: side(planned()),
			other: side(planned()),
		};
		expect(list([good])).toMatch(/miércoles 2 de diciembre: te cubren el turno mañana$/);
	});

	test("asks for the own crew only if the address has chosen the diagram; others may be known by their work", () => {
		type Step = ComponentProps<typeof SwapForm>["step"];

		const form = (more: Partial<Step>) => {
			const step: Step = {
				ask: "swap",
				diagram: { ...diagram, hours: {}, closedWeekdays: [] },
				crews: ["A", "B"],
				others: [],
				isFromAddress: false,
				typed: {},
				errors: {},
				...more,
			};
			const html = renderToStaticMarkup(createElement(SwapForm, { step }));
			return [/name="diagram"/.test(html), wordsOf(html)];
		};
		expect(form({})).toEqual([false, "Día Cambiar con Elegí Escuadra A Escuadra B Ver el cambio"]);
		expect(form({ isFromAddress: true })).toEqual([
			true,
			"Tu escuadra Elegí A B Día Cambiar con Elegí Escuadra A Escuadra B Ver el cambio",
		]);
		const others = [{ value: "x", label: "La que hoy hace mañana", isSure: false }];
		expect(form({ others })[1]).toBe("Día Cambiar con Elegí La que hoy hace mañana Ver el cambio");
	});
});

test.each([
	[
		undefined,
		undefined,
		"Los feriados y el año de cada escuadra",
		["/statistics", "/compare", "?diagram=4turnos_7dias"],
	],
	[
		undefined,
		2028,
		"Los feriados y el año de cada escuadra",
		["/statistics?year=2028", "/compare?year=2028", "?diagram=4turnos_7dias"],
	],
	[
		"A",
		2028,
		"Los feriados y el año de la escuadra A",
		["/statistics?year=2028&crew=A", "/compare?year=2028&crew=A", "?diagram=4turnos_7dias&crew=A"],
	],
	[
		"A",
		undefined,
		"Los feriados y el año de la escuadra A",
		["/statistics?crew=A", "/compare?crew=A", "?diagram=4turnos_7dias&crew=A"],
	],
] as const)("below a diagram, pages about the crew %s and the year %s", (crew, year, title, ends) => {
	const html = renderToStaticMarkup(createElement(CrewLinks, { diagram, crew, year }));
	expect(wordsOf(html).startsWith(title)).toBe(true);
	const hrefs = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href = ""]) =>
		href.replaceAll("&amp;", "&"),
	);
	expect(hrefs.map((href, index) => href.endsWith(ends[index] ?? ""))).toEqual([true, true, true]);
});

test("a diagram of one crew leads to no swap", () => {
	const links = (crews: number) =>
		wordsOf(renderToStaticMarkup(createElement(CrewLinks, { diagram: { ...diagram, crews } })));
	expect(links(2)).toContain("¿Puedo cambiar un turno");
	expect(links(1)).not.toContain("cambiar");
});
