import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { BalancesSection, MovementsPage } from "~/features/pay/balances/balances-section";
import { HomeRows } from "~/features/pay/home-rows";
import { PeriodsPage, SummaryPage } from "~/features/pay/periods/periods-page";
import { FIRST_YEAR } from "~/features/pay/picture/year-bars";
import { YearPage } from "~/features/pay/picture/year-page";
import { YearPicture } from "~/features/pay/picture/year-picture";
import { answersAt } from "~/features/shift/answers";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { htmlOf } from "../../support/browser/render-part";
import { NOTHING_INCLUDED } from "../../support/pay";
import { seededDiagram } from "../../support/seeded-diagrams";
import { wordsOf } from "../../support/texts/words-of";

type Props<Part extends (props: never) => unknown> = Parameters<Part>[0];

/** What of `words` a page says: each stands for itself. */
const saidOf = (html: string, words: readonly string[]) =>
	words.filter((each) => wordsOf(html).includes(each));

describe("the page of all pay periods", () => {
	const open = { less: [], more: [], nothing: null };
	const page: Props<typeof PeriodsPage> = {
		today: "2026-11-20",
		asked: {},
		isFirstPage: true,
		next: undefined,
		entries: [
			{ start: "2026-11-01", title: "Noviembre", isRunning: true, logged: "8 h", verdict: undefined },
			{ start: "2026-10-01", title: "Octubre", isRunning: false, logged: "9 h", verdict: "Coincide" },
		],
		hasSlips: true,
		open,
		summary: null,
	};
	const show = async (more: Partial<typeof page>) =>
		htmlOf(createElement(PeriodsPage, { ...page, ...more }), "/auth/my-pay?view=periods");

	test.each<[string, Partial<typeof page>, string]>([
		[
			"without slips",
			{ hasSlips: false, open: { ...open, nothing: "Nada." } },
			"Todavía no cargaste ningún recibo.",
		],
		["with nothing open", { open: { ...open, nothing: "Nada: coincide." } }, "Nada: coincide. Noviembre"],
		["with hours missing", { open: { ...open, less: ["3 h", "1 h"] } }, "Faltan: 3 h; 1 h. Noviembre"],
		["with hours too many", { open: { ...open, more: ["2 h"] } }, "períodos De más: 2 h. Noviembre"],
		[
			"with all of it to send",
			{ summary: ["Una."] },
			"Si un recibo posterior lo compensa, se descuenta solo.",
		],
		[
			"each with what it says",
			{},
			"períodos Noviembre, hasta ahora 8 h Sin recibo Octubre 9 h Coincide Otro",
		],
	])("%s", async (_, more, words) => {
		const html = await show(more);
		expect(wordsOf(html)).toContain(words);
		expect(html).not.toContain('<p class="lead"></p>');
	});

	test("leads to its other pages, as far as there are any", async () => {
		const words = ["Ver desde el principio", "Ver más antiguos"];
		expect(saidOf(await show({}), words)).toEqual([]);
		expect(saidOf(await show({ isFirstPage: false }), words)).toEqual(words.slice(0, 1));
		expect(saidOf(await show({ next: "2026-01-31" }), words)).toEqual(words.slice(1));
	});

	test("opens the question for another period by itself only to say what was wrong with it", async () => {
		const said = async (asked: (typeof page)["asked"]) => {
			const [, fold = "", text = ""] = /<details([^>]*)>(.*)<\/details>/.exec(await show({ asked })) ?? [];
			return [
				fold.includes("open"),
				/aria-invalid/.test(text),
				/role="alert"/.test(text),
				/aria-describedby="period-error"/.test(text),
			];
		};
		expect(await said({})).toEqual([false, false, false, false]);
		expect(await said({ error: "No es una fecha." })).toEqual([true, true, true, true]);
	});

	test("the differences to send, or why there are none, as the page of all periods says", async () => {
		const words = async (more: Partial<typeof page>) =>
			wordsOf(await htmlOf(createElement(SummaryPage, { ...page, ...more })));
		const nothing = "Ninguna diferencia, pero hay extras sin confirmar: mirá cada período.";
		expect(await words({ open: { ...open, nothing } })).toBe(
			`Mi pago Diferencias con los recibos ${nothing}`,
		);
		expect(await words({ summary: ["Una.", "Dos."] })).toMatch(/Imprimir .*Una\. Dos\.$/);
	});
});

describe("what was earned and taken", () => {
	const balance: Props<typeof BalancesSection>["balances"][number] = {
		kind: "franco",
		earned: "2 francos",
		taken: "1 franco",
		left: "1 franco",
		isUsed: true,
		notes: [],
	};

	test("is shown of what is used, with its notes", async () => {
		const words = async (...balances: (typeof balance)[]) =>
			wordsOf(await htmlOf(createElement(BalancesSection, { balances })));
		expect(await words({ ...balance, isUsed: false })).toBe("");
		expect(await words(balance, { ...balance, kind: "banco", isUsed: false })).toMatch(
			/^Lo que tenés a favor Francos compensatorios Ganado: 2 francos\. Tomado: 1 franco\. 1 franco Anotar que tomé Ver las fechas Cómo se cuentan Cada extra/,
		);
		expect(await words({ ...balance, notes: ["Ojo."] })).toContain(
			"Cómo se cuentan Francos compensatorios: Ojo. Cada",
		);
	});

	test("by date: each list with its planned days and its other pages", async () => {
		const movement = { date: "2026-10-05", text: "5/10", href: "/x", amount: "+1 franco", isPlanned: false };
		type Page = Props<typeof MovementsPage>;
		const words = async (movements: (typeof movement)[], isFirstPage = true, next?: string) => {
			const balances: Page["balances"] = [{ kind: "franco", movements, next }];
			return wordsOf(await htmlOf(createElement(MovementsPage, { balances, isFirstPage }))).split(
				"compensatorios ",
			)[1];
		};
		expect(await words([])).toBe("No anotaste nada.");
		expect(await words([], false)).toBe("No anotaste nada antes de esa fecha. Ver desde el principio");
		expect(await words([movement, { ...movement, isPlanned: true }])).toBe(
			"5/10 +1 franco 5/10 Todavía no cuenta +1 franco",
		);
		expect(await words([movement], true, "2026-01-01")).toBe("5/10 +1 franco Ver más antiguos");
	});
});

test("the year of extras has its picture if there are any, and leads to the years that can have some", async () => {
	const sums = {
		count: 1,
		minutes: 0,
		minutesNight: 0,
		withoutStart: 0,
		...NOTHING_INCLUDED,
		premiums: {},
		doubts: {},
	};
	const page = async (year: number, minutes: number, doubts = {}) => {
		const months = [0, minutes].map((each, index) => ({ ...sums, month: index + 1, minutes: each, doubts }));
		const total = { ...sums, minutes, doubts };
		return wordsOf(await htmlOf(createElement(YearPage, { year, lastYear: 2027, months, total })));
	};
	expect(await page(2026, 0)).toBe(
		"Mis Extras Tu año de extras: 2026 No hay extras en 2026. Año 2025 Año 2027",
	);
	expect(await page(2026, 60)).toMatch(/Planilla de 2026, con este gráfico Año 2025 Año 2027$/);
	expect(await page(2026, 60)).not.toMatch(/Puede cambiar|sin hora/);
	expect(await page(2026, 60, { "to-review": 1 })).toContain("? Puede cambiar: ");
	expect(await page(2027, 0)).toMatch(/No hay extras en 2027\. Año 2026$/);
	expect(await page(FIRST_YEAR, 0)).toMatch(
		new RegExp(`No hay extras en ${FIRST_YEAR}\\. Año ${FIRST_YEAR + 1}$`),
	);
});

test("each kind of hours has a pattern of its own, in the year's bars as in their legend", async () => {
	const premiums = { 50: 60, 60: 60, 100: 60, franco: 60, unclassified: 60 };
	const month = {
		month: 1,
		count: 1,
		minutes: 300,
		minutesNight: 60,
		premiums,
		withoutStart: 0,
		...NOTHING_INCLUDED,
		doubts: {},
	};
	const html = await htmlOf(createElement(YearPicture, { year: 2026, months: [month], total: month }));
	const [bars = "", legend = ""] = html.split("<thead>");
	const fills = (part: string) =>
		[...part.matchAll(/<rect [^>]*class="(hours[^"]*)"(?: fill="(.*?)")?/g)].map(
			([, name, fill]) => fill ?? name,
		);
	const kinds = ["hours rate50", "url(#hatch-60)", "url(#hatch-100)", "url(#hatch-franco)", "url(#dots)"];
	expect(fills(legend)).toEqual([...kinds, "hours night"]);
	expect(fills(bars)).toEqual(fills(legend));
	const patterns = [...bars.matchAll(/<pattern id="(.*?)"/g)].map(([, id]) => `url(#${id})`);
	expect(patterns.sort()).toEqual(kinds.slice(1).sort());
	expect(html).not.toContain('<p class="hint');
});

test.each([
	["on a day off", "2026-12-08", 12, undefined],
	["on a working day", "2026-12-09", 12, ""],
	["on a day off, while last night's shift runs", "2026-12-25", 5, ""],
	["on that day off, once it has ended", "2026-12-25", 7, undefined],
	["after midnight, before the next evening's shift", "2026-12-10", 2, "&date=2026-12-09"],
	["during that shift", "2026-12-10", 14, ""],
	["after midnight, before the first shift after days off", "2026-12-09", 2, ""],
	["in the morning after a night, before the next night", "2026-12-19", 7, ""],
	["after a shift until midnight, before the next such shift", "2026-12-10", 2, "&date=2026-12-09", "00:00"],
])("the home page offers an extra after the shift: %s", async (_, today, hour, date, end = "22:00") => {
	const diagram = seededDiagram("4turnos_7dias");
	const hours = { ...diagram.hours, T: ["14:00", end] as const };
	const calendar = calendarOf(rotationOf({ ...diagram, hours }, "A"));
	const answers = answersAt(calendar, { today, minute: hour * 60 }, []);
	const html = await htmlOf(createElement(HomeRows, { ...answers, openPay: "Nada." }));
	const isOffered = date !== undefined;
	expect(wordsOf(html)).toMatch(isOffered ? /^Me quedé después del turno/ : /^¿Me pagaron bien\? Nada\./);
	if (isOffered) expect(html).toContain(`shift=after${date.replace("&", "&amp;")}"`);
});
