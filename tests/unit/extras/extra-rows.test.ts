import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { ExtraRows } from "~/features/extras/list/extra-rows";
import { PeriodCard } from "~/features/extras/list/period-card";
import { htmlOf } from "../../support/browser/render-part";
import { shownCard as card, shownRow as row } from "../../support/extras";
import { evened } from "../../support/texts/evened";
import { seenOf } from "../../support/texts/seen-of";
import { wordsOf } from "../../support/texts/words-of";

const LIST = "/auth/work-overtime";
const period = { name: "Noviembre 2026", rows: 1, line: undefined };
const seen = async (part: Parameters<typeof htmlOf>[0]) => evened(seenOf(await htmlOf(part, LIST)));

describe("the totals' card", () => {
	const estimate = { heading: "", total: "$ 84.000,00", lines: [], notes: [] };
	test.each<[string, Partial<typeof card>, string]>([
		["nothing", {}, "[Mi pago](/auth/my-pay) ▸ 8 h 8 al 50 % Extras: 1"],
		["no value of the hour", { asksValue: true }, "[Mi pago ¿Cuánto es?](/auth/my-pay/settings) ▸"],
		[
			"an estimate",
			{ estimate },
			"[Mi pago: $ 84.000 estimado](/auth/my-pay) ▸ 8 h 8 al 50 % Extras: 1 Estimado, no es un recibo",
		],
		[
			"a least sum",
			{ estimate: { ...estimate, total: "al menos $ 1,50" } },
			"[Mi pago: $ 1,50 al menos](/auth/my-pay) ▸",
		],
		[
			"an estimate without a sum",
			{ estimate: { ...estimate, total: "sin importe" } },
			"[Mi pago sin importe](/auth/my-pay) ▸",
		],
		["night hours", { night: "6 de noche" }, "8 al 50 % 6 de noche Extras"],
		["a note", { notes: ["Descansaste poco."] }, "8 al 50 % 1 nota Extras: 1 Descansaste poco."],
		["a doubt", { doubt: "quiet" }, "8 al 50 % sin confirmar Extras"],
	])("with %s", async (_, more, text) => {
		expect(await seen(createElement(PeriodCard, { ...card, ...more }))).toContain(text);
	});
});

test("the card's amount and bar are what is paid: each part takes its share", async () => {
	const parts = [
		{ text: "6 al 50 %", minutes: 360, paid: "low" },
		{ text: "2 al 100 %", minutes: 120, paid: "high" },
	] as const;
	const estimate = { heading: "", total: "$ 84.000,00", lines: [], notes: [] };
	const html = await htmlOf(createElement(PeriodCard, { ...card, parts: [...parts], estimate }));
	expect(wordsOf(html)).toMatch(/^\$ 84\.000 estimado 8 h 6 al 50 % 2 al 100 % /);
	const whole = Number(/viewBox="0 0 (\d+) 1"/.exec(html)?.[1]);
	const bars = Array.from(html.matchAll(/x="(\d+)" width="(\d+)"/g), ([, x, width]) => [x, width]);
	expect(bars.map((bar) => bar.map((each) => Number(each) / whole))).toEqual([
		[0, 0.75],
		[0.75, 0.25],
	]);
});

describe("the rows", () => {
	const rows = (more: Partial<ComponentProps<typeof ExtraRows>> = {}) => ({
		periods: [period],
		rows: [row],
		address: LIST,
		hasMore: false,
		openRow: undefined,
		...more,
	});
	const shown = (more?: Parameters<typeof rows>[0]) => seen(createElement(ExtraRows, rows(more)));
	const EDIT = "/auth/edit-work-overtime/k";

	test("lead to their pages, and back to the list only if it is filtered", async () => {
		expect(await shown()).toContain(
			`[Editar](${EDIT}) [Repetir](${LIST}/add-work-overtime?repeat=k) [Eliminar](${EDIT}?intent=delete)`,
		);
		const back = `redirectTo=${encodeURIComponent(`${LIST}?shift=N`)}`;
		expect(await shown({ address: `${LIST}?shift=N` })).toContain(
			`[Editar](${EDIT}?${back}) [Repetir](${LIST}/add-work-overtime?repeat=k&${back}) [Eliminar](${EDIT}?intent=delete&${back})`,
		);
	});

	const opened =
		"Extra realizada el 16/11/2026 Turno de la extra N, de 22:00 a 06:00 Cantidad de Horas: 8 hs.";
	test.each<[string, Partial<typeof row>, string]>([
		["as it is", {}, `▸ lun 16 N 8 h al 50 % ${opened} · Pago [Editar]`],
		[
			"with a comment",
			{ comment: "horno" },
			`8 h al 50 % horno ${opened} · Pago Comentarios: horno [Editar]`,
		],
		[
			"with a doubt and a comment",
			{ doubt: "quiet", comment: "horno" },
			"al 50 % sin confirmar · horno Extra",
		],
		["to be reviewed, without the comment", { mark: "revisar", comment: "horno" }, "al 50 % revisar Extra"],
		[
			"with a mistake",
			{ mark: "doble", doubt: "quiet", mistakes: "Está dos veces." },
			"al 50 % doble · sin confirmar Extra realizada el 16/11/2026 Turno de la extra N, de 22:00 a 06:00 Cantidad de Horas: 8 hs. · Pago Está dos veces. [Editar]",
		],
	])("%s", async (_, more, text) => {
		expect(await shown({ rows: [{ ...row, ...more }] })).toContain(text);
	});

	test("are open if just saved, below the lines of their periods, of which an empty one is left out", async () => {
		const line = { address: "/o", sums: "8 h · 8 al 50 %", doubt: undefined, total: undefined };
		const two = [row, { ...row, idFile: "l", date: "2026-10-30" }, { ...row, date: "2026-09-30" }];
		const text = await shown({
			openRow: "l",
			rows: two,
			periods: [
				period,
				{ name: "Vacío", rows: 0, line },
				{ name: "Octubre 2026", rows: 1, line: { ...line, doubt: "quiet", total: "$ 1" } },
				{ name: "Setiembre 2026", rows: 1, line },
			],
		});
		expect(text).toMatch(
			/^▸ lun 16 .*\[Octubre 2026 \$ 1 8 h · 8 al 50 % · sin confirmar\]\(\/o\) ▾ vie 30 .*\[Setiembre 2026 8 h · 8 al 50 %\]\(\/o\) ▸ mié 30/,
		);
		expect(text).not.toContain("Vacío");
	});

	test("and totals have a sign of their doubts that matter, not of the usual", async () => {
		const line = { address: "/o", sums: "8 h", total: undefined };
		for (const [doubt, count] of [
			["loud", 3],
			["quiet", 0],
			[undefined, 0],
		] as const) {
			const html =
				(await htmlOf(createElement(PeriodCard, { ...card, doubt }))) +
				(await htmlOf(
					createElement(
						ExtraRows,
						rows({ rows: [{ ...row, doubt }], periods: [{ ...period, line: { ...line, doubt } }] }),
					),
				));
			expect(html.split('class="loud"')).toHaveLength(count + 1);
		}
	});

	test("emphasize a mark, not a comment", async () => {
		const emphasis = async (more: Partial<typeof row>) => {
			const html = await htmlOf(createElement(ExtraRows, rows({ rows: [{ ...row, ...more }] })));
			return [/<em>(.*)<\/em>/.exec(html)?.[1], html.includes('class="clash"')];
		};
		expect(await emphasis({ mark: "revisar", comment: "horno" })).toEqual(["revisar", true]);
		expect(await emphasis({ comment: "horno" })).toEqual([undefined, false]);
	});

	test("and totals have no empty element where there is nothing to say", async () => {
		const line = { address: "/o", sums: "8 h", doubt: undefined, total: undefined };
		const html =
			(await htmlOf(createElement(PeriodCard, card))) +
			(await htmlOf(createElement(ExtraRows, rows({ periods: [{ ...period, line }] }))));
		expect(html).not.toMatch(/<(b|em|p|span)\b[^>]*><\/\1>/);
	});
});
