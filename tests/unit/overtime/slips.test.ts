import { describe, expect, test } from "vitest";
import { movedSlipCheck, slipAddressWithin } from "~/features/overtime/slips/addresses";
import { nothingOpenText, openTexts, summaryLines } from "~/features/overtime/slips/open-texts";
import { ofPeriod, periodOn, periodTitle, sinceName } from "~/features/overtime/slips/periods";
import { slipSchema } from "~/features/overtime/slips/schemas";
import { addUp, type Difference, differenceOf, type Logged, type Slip } from "~/features/overtime/slips/slip";
import { comparedLines, leftOutTexts, loggedText, unsureTexts } from "~/features/overtime/slips/slip-texts";
import { parseFields } from "~/lib/forms/parse-fields";

const H = 60;
const none = { count: 0, minutes: 0 };
const logged = (values: Partial<Logged> = {}): Logged => ({
	minutes50: 0,
	minutes100: 0,
	minutesUnclassified: 0,
	toReview: 0,
	proposedStarts: 0,
	dayOff: none,
	bank: none,
	undecided: none,
	planned: 0,
	...values,
});
const slip = (values: Partial<Slip> = {}): Slip => ({
	start: "2026-10-01",
	end: "2026-10-31",
	minutes50: 0,
	minutes100: 0,
	daysOff: null,
	amount: null,
	settledOn: null,
	...values,
});
const compared = (mine: Partial<Logged>, onSlip: Partial<Slip>) => {
	const [entries, found] = [logged(mine), slip(onSlip)];
	const { start, end } = found;
	return { start, end, slip: found, logged: entries, difference: differenceOf(entries, found) };
};

describe("the comparison of a slip with the logged hours", () => {
	test.each([
		["the same", { minutes50: 11 * H, minutes100: 9 * H }, [11, 9, null], "coincide", "coincide", undefined],
		[
			"less",
			{ minutes50: 11 * H, minutes100: 9 * H },
			[10.5, 5, null],
			"0,5 h menos en el recibo",
			"4 h menos en el recibo",
			undefined,
		],
		[
			"more",
			{ minutes50: 11 * H },
			[12.25, 100, null],
			"1,25 h más en el recibo",
			"100 h más en el recibo",
			undefined,
		],
		["no hours", { minutes50: 8 * H }, [0, 0, null], "8 h menos en el recibo", "coincide", undefined],
		[
			"francos",
			{ dayOff: { count: 2, minutes: 16 * H } },
			[0, 0, 1],
			"coincide",
			"coincide",
			"1 franco menos en el recibo",
		],
		["francos, all", { dayOff: { count: 1, minutes: 8 * H } }, [0, 0, 1], "coincide", "coincide", "coincide"],
		["more francos", {}, [0, 0, 2], "coincide", "coincide", "2 francos más en el recibo"],
		[
			"not the francos",
			{ dayOff: { count: 2, minutes: 960 } },
			[0, 0, null],
			"coincide",
			"coincide",
			undefined,
		],
		[
			"nothing of the bank",
			{ bank: { count: 2, minutes: 960 } },
			[0, 0, null],
			"coincide",
			"coincide",
			undefined,
		],
	] as const)("%s", (_what, mine, [hours50, hours100, daysOff], ...differences) => {
		const lines = comparedLines(
			compared(mine, { minutes50: hours50 * H, minutes100: hours100 * H, daysOff }),
		);
		expect(lines.map(({ difference }) => difference)).toEqual(
			differences.filter((text) => text !== undefined),
		);
	});

	test("names both sources, and what is uncertain or not compared", () => {
		const entries = logged({
			minutes50: 8 * H,
			minutesUnclassified: 4 * H,
			toReview: 1,
			proposedStarts: 2,
			dayOff: { count: 1, minutes: 8 * H },
			bank: { count: 2, minutes: 16 * H },
			undecided: { count: 3, minutes: 20 * H },
			planned: 1,
		});
		expect(comparedLines(compared(entries, { minutes50: 4 * H, daysOff: 1 }))).toEqual([
			{ name: "Al 50 %", logged: "8 h", onSlip: "4 h", difference: "4 h menos en el recibo" },
			{
				name: "Al 100 %",
				logged: "0 h",
				onSlip: "0 h",
				difference: "coincide, sin contar lo que está sin clasificar (4 h)",
			},
			{
				name: "Francos, contando un franco por extra",
				logged: "1 franco",
				onSlip: "1 franco",
				difference: "coincide",
			},
		]);
		expect(loggedText(entries)).toBe("8 h al 50 %, 0 h al 100 %, 4 h sin clasificar");
		expect(loggedText(logged({ minutesUnclassified: 8 * H }))).toBe("8 h sin clasificar");
		expect(unsureTexts(entries)).toEqual([
			"4 h sin clasificar: no se sabe si van al 50 o al 100 %.",
			"1 extra para revisar: falta la hora de entrada.",
			"2 extras con la hora de entrada que propone el diagrama.",
			"3 extras (20 h) sin decir cómo se compensan: contadas como pago.",
		]);
		expect(leftOutTexts(entries)).toEqual([
			"1 extra (8 h), con franco en lugar de pago.",
			"2 extras (16 h), con banco de horas en lugar de pago.",
			"1 extra con fecha posterior a hoy.",
		]);
		expect([unsureTexts(logged()), leftOutTexts(logged())]).toEqual([[], []]);
	});

	test.each([
		[{ minutesUnclassified: 8 * H }, "coincide, sin contar lo que está sin clasificar (8 h)"],
		[{ toReview: 1 }, "coincide, con extras sin confirmar"],
		[{ proposedStarts: 1 }, "coincide, con extras sin confirmar"],
		[{ undecided: { count: 1, minutes: 8 * H } }, "coincide, con extras sin confirmar"],
		[{ dayOff: { count: 1, minutes: 8 * H }, planned: 1 }, "coincide"],
	])("%o with a slip of the same hours: %s", (mine, text) => {
		const lines = comparedLines(compared(mine, {}));
		expect(lines.map(({ difference }) => difference)).toEqual([text, text]);
	});
});

describe("the open differences, accumulated from period to period", () => {
	const [AUGUST, SEPTEMBER, OCTOBER] = ["2026-08-01", "2026-09-01", "2026-10-01"] as const;
	const hours = (minutes50: number, minutes100 = 0): Difference => ({
		minutes50: minutes50 * H,
		minutes100: minutes100 * H,
	});

	test.each([
		["one period", [[AUGUST, hours(3)]], ["3 h al 50 % desde agosto de 2026"], []],
		[
			"it grows",
			[
				[AUGUST, hours(3)],
				[OCTOBER, hours(2)],
			],
			["5 h al 50 % desde agosto de 2026"],
			[],
		],
		[
			"a later slip pays a part",
			[
				[AUGUST, hours(3)],
				[OCTOBER, hours(-2)],
			],
			["1 h al 50 % desde agosto de 2026"],
			[],
		],
		[
			"a later slip pays all",
			[
				[AUGUST, hours(3)],
				[SEPTEMBER, hours(-3)],
			],
			[],
			[],
		],
		[
			"it opens again after that",
			[
				[AUGUST, hours(3)],
				[SEPTEMBER, hours(-3)],
				[OCTOBER, hours(1)],
			],
			["1 h al 50 % desde octubre de 2026"],
			[],
		],
		[
			"a later slip pays more",
			[
				[AUGUST, hours(3)],
				[OCTOBER, hours(-4)],
			],
			[],
			["1 h al 50 % desde octubre de 2026"],
		],
		[
			"too much first, then too little",
			[
				[AUGUST, hours(-2)],
				[SEPTEMBER, hours(5)],
				[OCTOBER, hours(1)],
			],
			["4 h al 50 % desde septiembre de 2026"],
			[],
		],
		[
			"each rate by itself",
			[
				[AUGUST, hours(0, 2)],
				[SEPTEMBER, hours(-1)],
			],
			["2 h al 100 % desde agosto de 2026"],
			["1 h al 50 % desde septiembre de 2026"],
		],
	] as const)("%s", (_what, periods, less, more) => {
		expect(openTexts(addUp(periods.map(([start, difference]) => ({ start, difference }))))).toEqual({
			less,
			more,
		});
	});

	test("a text says that nothing is open, and what it does not count", () => {
		const say = (...slips: ReturnType<typeof compared>[]) => nothingOpenText(slips, addUp(slips));
		const unclassified = compared({ minutesUnclassified: 8 * H }, {});
		expect(say()).toBe(
			"Nada: las horas de los recibos que cargaste coinciden con tus extras, o los cerraste.",
		);
		expect(say(compared({ minutes50: H }, { minutes50: H }))).toBe(say());
		expect(say(unclassified)).toBe("Ninguna diferencia, sin contar lo que está sin clasificar (8 h).");
		expect(say(compared({ proposedStarts: 1 }, {}))).toBe(
			"Ninguna diferencia, pero hay extras sin confirmar: mirá cada período.",
		);
		const [less, more] = [compared({ minutes50: H }, {}), compared({}, { minutes50: H })];
		expect(say(less)).toBeNull();
		expect(say(less, more)).toBe("Nada en total: lo que faltaba en un recibo está en otro.");
		expect(say(less, more, unclassified)).toBe(
			"Nada en total, sin contar lo que está sin clasificar (8 h): lo que faltaba en un recibo está en otro.",
		);
	});
});

test("the text for the paymaster has the differences by period with their sources, without accusing anybody", () => {
	const slips = [
		compared({ minutes50: 11 * H }, { start: "2026-08-01", end: "2026-08-31", minutes50: 8 * H }),
		compared(
			{ minutes50: 4 * H, minutes100: 2 * H, minutesUnclassified: H },
			{ start: "2026-10-01", minutes50: 4 * H, daysOff: 2 },
		),
		compared({ minutesUnclassified: 8 * H }, { start: "2026-11-01", end: "2026-11-30" }),
	];
	expect(summaryLines(slips, addUp(slips), "2026-11-22")).toEqual([
		"Horas extra: diferencias entre mi registro y los recibos, al 22/11/2026",
		"",
		"Recibo de agosto de 2026",
		"Al 50 %: 11 h según mi registro, 8 h según el recibo: 3 h menos en el recibo.",
		"",
		"Recibo de octubre de 2026",
		"Al 100 %: 2 h según mi registro, 0 h según el recibo: 2 h menos en el recibo.",
		"1 h sin clasificar: no se sabe si van al 50 o al 100 %.",
		"",
		"Recibo de noviembre de 2026",
		"Coincide, sin contar lo que está sin clasificar (8 h).",
		"8 h sin clasificar: no se sabe si van al 50 o al 100 %.",
		"",
		"En total, según mi registro quedan abiertas: 3 h al 50 % desde agosto de 2026; 2 h al 100 % desde octubre de 2026.",
		"En total, sin clasificar según mi registro: 9 h.",
		"No se cuentan las extras compensadas con franco o banco de horas como horas a pagar.",
	]);
});

test("a message has at most twelve periods, and says that older ones are in the total", () => {
	const slips = Array.from({ length: 13 }, (_, index) =>
		compared({ minutes50: H }, { start: `20${10 + index}-01-01`, end: `20${10 + index}-01-31` }),
	);
	const lines = summaryLines(slips, addUp(slips), "2026-11-22");
	expect(lines.filter((line) => line.startsWith("Recibo"))).toHaveLength(12);
	expect(lines).toContain("1 período anterior está sumado en el total.");
	expect(lines.at(-2)).toBe("En total, según mi registro quedan abiertas: 13 h al 50 % desde enero de 2010.");
	expect(encodeURIComponent(lines.join("\n")).length).toBeLessThan(4_000);
});

describe("the pay periods of the ledger", () => {
	const october = { start: "2026-10-01", end: "2026-10-31" };

	test.each([
		["of the setting", "2026-10-15", "month", [], "2026-10-01", "2026-10-31"],
		["that close on a day", "2026-10-26", "closing-25", [], "2026-10-26", "2026-11-25"],
		[
			"of a slip, whatever the setting is now",
			"2026-10-31",
			"closing-25",
			[october],
			"2026-10-01",
			"2026-10-31",
		],
		[
			"beside a slip are as short as what is left: after it",
			"2026-11-10",
			"closing-25",
			[october],
			"2026-11-01",
			"2026-11-25",
		],
		["before it", "2026-09-28", "closing-25", [october], "2026-09-26", "2026-09-30"],
		["of a fortnight", "2026-10-16", "fortnight", [], "2026-10-16", "2026-10-31"],
	] as const)("%s", (_what, date, setting, taken, start, end) => {
		expect(periodOn(date, setting, taken)).toEqual({ start, end });
	});

	test("are named in everyday words", () => {
		const closing = { start: "2026-09-26", end: "2026-10-25" };
		expect([october, closing].map(ofPeriod)).toEqual(["de octubre de 2026", "del 26/09/2026 al 25/10/2026"]);
		expect([october, closing].map(periodTitle)).toEqual(["Octubre de 2026", "Del 26/09/2026 al 25/10/2026"]);
		expect(["2026-10-01", "2026-09-26"].map(sinceName)).toEqual(["octubre de 2026", "el 26/09/2026"]);
	});
});

describe("the form", () => {
	const read = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		const submission = parseFields(form, slipSchema);
		return submission.status === "success" ? submission.value : submission.error;
	};

	test("parses hours, days off and pesos", () => {
		expect(read({ hours50: "12,25", hours100: " 4.5 ", daysOff: "2", amount: "$ 45.000,50" })).toEqual({
			hours50: 735,
			hours100: 270,
			daysOff: 2,
			amount: 4_500_050,
		});
		expect(read({ hours50: "", hours100: "0", daysOff: "", amount: "" })).toEqual({ hours100: 0 });
	});

	test.each(["-1", "1e309", "0x10", "NaN", "８", "ocho", "1000", "1,234", "<b>"])(
		"'%s' is not a valid number of hours",
		(hours50) => {
			expect(read({ hours50, hours100: "1" })).toEqual({
				hours50: ["Escribí las horas del recibo como 12 o 7,5; si no figuran, 0."],
			});
		},
	);

	test("explains errors in the other fields, and in an empty form", () => {
		expect(read({ hours50: "1", daysOff: "1,5", amount: "mucho" })).toEqual({
			daysOff: ["Escribí cuántos francos son, de 0 a 99."],
			amount: ["Escribí el importe como 45000 o 45.000,50."],
		});
		expect(read({ amount: "1" })).toEqual({
			hours50: ["Escribí las horas del recibo, al 50 o al 100 %; si no figuran, 0."],
		});
	});
});

describe("links from the sheet to the slip", () => {
	const TODAY = "2026-11-22";

	test.each([
		[{ start: "2026-10-01", end: "2026-10-31" }, "/auth/work-overtime/slips/2026-10-01"],
		[{ end: "2026-10-31" }, "/auth/work-overtime/slips/2026-10-31"],
		[{ start: "2027-01-01" }, "/auth/work-overtime/slips/2026-11-22"],
		[{}, "/auth/work-overtime/slips"],
	])("of %o: %s", (range, address) => {
		expect(slipAddressWithin(range, TODAY)).toBe(address);
	});

	test("an old address with hours redirects to the form with these hours; any other address stays", () => {
		const moved = (query: string, range = {}) => movedSlipCheck(range, new URLSearchParams(query), TODAY);
		expect(moved("hours50=10&hours100=4,5", { start: "2026-10-01" })).toBe(
			"/auth/work-overtime/slips/2026-10-01?hours50=10&hours100=4%2C5",
		);
		expect(moved("hours100=x")).toBe("/auth/work-overtime/slips/2026-11-22?hours100=x");
		expect(moved("view=sheet")).toBeUndefined();
	});
});
