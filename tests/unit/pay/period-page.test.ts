import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { PeriodPage } from "~/features/pay/periods/period-page";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";

type Props<Part extends (props: never) => unknown> = Parameters<Part>[0];

/** What of `words` a page says: each stands for itself. */
const saidOf = (html: string, words: readonly string[]) =>
	words.filter((each) => wordsOf(html).includes(each));

const formWith = (percents: string) => ({
	shown: { percents, end: "2026-10-31" },
	version: "v",
	logged: { 50: "8 h" },
});

describe("the page of a pay period", () => {
	const period: Props<typeof PeriodPage> = {
		start: "2026-10-01",
		end: "2026-10-31",
		title: "Octubre de 2026",
		isRunning: false,
		previous: undefined,
		next: undefined,
		logged: "Anotaste 8 h al 50 %",
		total: "8 h",
		hasEntries: true,
		unsure: [],
		leftOut: [],
		estimate: undefined,
		hasHourValue: true,
		slip: undefined,
		form: formWith("50"),
		openNote: "",
		hasSummary: false,
		balances: [],
		asksToDelete: false,
	};
	const slip: NonNullable<(typeof period)["slip"]> = {
		verdict: "Faltan 3 h",
		tone: "bad",
		lines: [{ name: "Al 50 %", logged: "8 h", onSlip: "5 h", difference: "3 h menos, quizás" }],
		amount: null,
		isOpen: false,
		version: "v",
		settledOn: null,
		changed: undefined,
	};
	const show = (more: Partial<typeof period>) =>
		htmlOf(createElement(PeriodPage, { ...period, ...more }), "/auth/my-pay");
	/** The words of the period's card, up to its form. */
	const cardOf = async (more: Partial<typeof period>) =>
		/Octubre de 2026 (.*?) (?:¿Qué dice tu recibo\?|Corregir)/.exec(wordsOf(await show(more)))?.[1];

	test.each<[string, Partial<typeof period>, string]>([
		["with extras", {}, "8 h Anotaste 8 h al 50 %"],
		["without extras", { hasEntries: false, hasHourValue: false }, "Sin extras"],
		[
			"whose pay needs the hour's value",
			{ hasHourValue: false },
			"8 h Anotaste 8 h al 50 % Poné el valor de tu hora y ves cuánto te tienen que pagar.",
		],
	])("%s says what was logged", async (_, more, card) => {
		expect(await cardOf(more)).toBe(card);
	});

	test.each<[string, Partial<typeof slip>, string]>([
		["as a verdict and each line", {}, "Faltan 3 h Al 50 % Anotaste 8 h, el recibo dice 5 h 3 h menos"],
		[
			"with a reserve in a line of its own",
			{ verdict: "Coincide, sin contar 1 h, sin clasificar" },
			"Coincide sin contar 1 h, sin clasificar Al",
		],
		["with its amount", { amount: "$ 10" }, "3 h menos Importe según el recibo $ 10"],
		["as open, and offers to settle it", { isOpen: true }, "3 h menos Ya se arregló"],
		[
			"as settled on a day, and offers to open it",
			{ settledOn: "2026-11-20" },
			"Faltan 3 h El 20/11/2026. Al",
		],
		["as settled, and offers to open it", { settledOn: "2026-11-20" }, "3 h menos Todavía no se arregló"],
		["as changed since", { changed: "Cambiaron tus horas." }, "Faltan 3 h Cambiaron tus horas. Al"],
	])("says of a slip: %s", async (_, more, card) => {
		expect(await cardOf({ slip: { ...slip, ...more } })).toContain(card);
	});

	test("leaves no empty line where a slip has no reserve, and its hours have not changed", async () => {
		expect(await show({ slip })).not.toMatch(/<p( class="note")?><\/p>/);
	});

	test("marks only a good verdict, and sends what its button says", async () => {
		const signs = async (more: Partial<typeof slip>) =>
			/class="verdict[^>]*>(.*?)<\/p>/
				.exec(await show({ slip: { ...slip, ...more } }))?.[1]
				?.includes("<svg");
		expect([await signs({}), await signs({ tone: "good" })]).toEqual([false, true]);
		const intent = async (more: Partial<typeof slip>) =>
			/name="intent" value="(\w+)"/.exec(await show({ slip: { ...slip, ...more } }))?.[1];
		expect(await intent({})).toBeUndefined();
		expect(await intent({ isOpen: true })).toBe("settle");
		expect(await intent({ isOpen: true, settledOn: "2026-11-20" })).toBe("reopen");
	});

	test.each<[string, Partial<typeof period>, boolean]>([
		["of an ended period with extras", {}, true],
		["of a running period", { isRunning: true }, false],
		["of a period without extras", { hasEntries: false }, false],
		["that is corrected", { slip }, false],
		["that was refused", { slip, refused: { result: { status: "error" } } }, true],
	])("opens the form of the slip by itself: %s", async (_, more, isOpen) => {
		const [, fold = ""] =
			/<details class="fold"([^>]*)><summary>(?:¿Qué dice|Corregir)/.exec(await show(more)) ?? [];
		expect(fold.includes("open")).toBe(isOpen);
	});

	test("the form of a slip that is there corrects it, and its deletion stands below", async () => {
		const words = ["¿Qué dice tu recibo?", "Corregir lo que dice el recibo", "Eliminar el recibo"];
		expect(saidOf(await show({}), words)).toEqual(words.slice(0, 1));
		expect(saidOf(await show({ slip }), words)).toEqual(words.slice(1));
	});

	test("each field of hours says what was logged at it, if that is known", async () => {
		const hinted = async (logged: Record<string, string>) =>
			wordsOf(await show({ form: { ...formWith("50 100"), logged } }));
		expect(await hinted({ 50: "8 h" })).toContain("Horas al 50 % Anotaste 8 h Horas al 100 % Francos");
		expect(await hinted({})).toContain("Horas al 50 % Horas al 100 % Francos");
	});

	test("a refused form keeps its fields, and can be given up only where something else was saved", async () => {
		const form = async (refused?: (typeof period)["refused"]) => {
			const html = await show({ form: formWith("60"), refused });
			return [...html.matchAll(/<label[^>]*>Horas al (\d+)|>(Cancelar)</g)].map(([, ...what]) =>
				what.join(""),
			);
		};
		const result = { status: "error", initialValue: { percents: "70 80" } } as const;
		expect(await form()).toEqual(["60"]);
		expect(await form({ result })).toEqual(["70", "80"]);
		expect(await form({ result, saved: { hours70: "8" } })).toEqual(["70", "80", "Cancelar"]);
		expect(await show({})).toContain('action="/auth/my-pay?period=2026-10-01"');
	});

	test.each<[string, Partial<typeof period>, string]>([
		["nothing", {}, "Qué se compara Se comparan"],
		["doubts", { unsure: ["Una cosa."] }, "Qué puede cambiar Una cosa. Se comparan"],
		[
			"extras left out",
			{ leftOut: ["1 extra."] },
			"Qué se compara No se compara con lo pagado: 1 extra. Se comparan",
		],
	])("says what is uncertain and what is not compared: %s", async (_, more, words) => {
		expect(wordsOf(await show(more))).toContain(words);
	});

	test("leads to the periods beside it, as far as there are any", async () => {
		const beside = { start: "2026-09-01", title: "Septiembre de 2026" };
		const labels = async (more: Partial<typeof period>) =>
			[...(await show(more)).matchAll(/aria-label="((?:Anterior|Siguiente)[^"]*)"/g)].map(
				([, label]) => label,
			);
		expect(await labels({})).toEqual([]);
		expect(await labels({ previous: beside })).toEqual(["Anterior: Septiembre de 2026"]);
		expect(await labels({ next: beside })).toEqual(["Siguiente: Septiembre de 2026"]);
	});

	test("estimates the pay, or says why it cannot; and offers to send what is open", async () => {
		const estimate = { heading: "No se puede estimar", total: "$ 9", lines: [], notes: [] };
		expect(await cardOf({ estimate })).toMatch(
			/^8 h Anotaste 8 h al 50 % No se puede estimar Estimado, no es un recibo/,
		);
		const lines = [{ label: "8 h al 50 %", how: "8 × $ 1", amount: "$ 9" }];
		expect(await cardOf({ estimate: { ...estimate, lines } })).toContain(
			"Estimado $ 9 Estimado: $ 9 8 h al 50 %",
		);
		const sends = "Mandar lo que no coincide 3 h Todos los períodos";
		expect(wordsOf(await show({ hasSummary: true, openNote: "3 h" }))).toContain(sends);
		expect(wordsOf(await show({ openNote: "3 h" }))).not.toContain("Mandar lo que no coincide");
	});
});
