import { describe, expect, test } from "vitest";
import { countedDoubtLines } from "~/features/law/doubts";
import { ofPeriod, payPeriodName, periodOn, periodTitle, sinceName } from "~/features/law/pay-period";
import { withoutZeros } from "~/features/law/premiums";
import { payAddressWithin } from "~/features/pay/pay-addresses";
import { nothingOpenText, openNote, openTexts, summaryLines } from "~/features/pay/slips/open-texts";
import { addUp, type Difference, differenceOf, type Logged, type Slip } from "~/features/pay/slips/slip";
import { percentsIn, slipSchemaOn } from "~/features/pay/slips/slip-schemas";
import {
	changedTextOf,
	comparedLines,
	leftOutTexts,
	loggedSentence,
	loggedText,
	toneOf,
	verdictOf,
} from "~/features/pay/slips/slip-texts";
import { parseFields } from "~/lib/forms/parse-fields";
import { NOTHING_INCLUDED } from "../../support/pay";
import { evened } from "../../support/texts/evened";

const H = 60;
const logged = (values: Partial<Logged> = {}): Logged => ({
	premiums: {},
	doubts: {},
	...NOTHING_INCLUDED,
	...values,
});
const slip = (values: Partial<Slip> = {}): Slip => ({
	start: "2026-10-01",
	end: "2026-10-31",
	premiums: {},
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

describe("the answer of a slip in a few words", () => {
	test.each<[string, ReturnType<typeof toneOf>, Partial<Logged>, Partial<Slip>]>([
		["Coincide", "good", {}, {}],
		["Coincide", "good", { dayOff: { count: 2, minutes: 16 * H } }, { daysOff: 2 }],
		["Coincide", "good", { dayOff: { count: 2, minutes: 16 * H } }, {}],
		["Coincide, con extras sin confirmar", "", { doubts: { "to-review": 1 } }, {}],
		["Coinciden las horas", "", { dayOff: { count: 2, minutes: 16 * H } }, { daysOff: 1 }],
		["Coinciden las horas", "", {}, { daysOff: 1 }],
		["Coinciden las horas, con extras sin confirmar", "", { doubts: { "to-review": 1 } }, { daysOff: 1 }],
		[
			"Coinciden las horas, sin contar lo que está sin clasificar (8 h)",
			"",
			{ premiums: { unclassified: 8 * H } },
			{ daysOff: 1 },
		],
		["Falta 1 h", "bad", { premiums: { 50: H } }, {}],
		["Faltan 2 h", "bad", { premiums: { 50: 2 * H } }, {}],
		["1 h de más", "", {}, { premiums: { 100: H } }],
		["No coincide", "bad", { premiums: { 50: H } }, { premiums: { 100: H } }],
		["Ya se arregló", "", { premiums: { 50: H } }, { settledOn: "2026-11-20" }],
	])("%s, in the colour '%s'", (verdict, tone, mine, onSlip) => {
		const slip = compared(mine, onSlip);
		expect([evened(verdictOf(slip)), toneOf(slip)]).toEqual([verdict, tone]);
	});
});

describe("the comparison of a slip with the logged hours", () => {
	const SAME = "coincide";

	test.each<[string, Partial<Logged>, Record<string, number>, number | null, string[]]>([
		["the same", { premiums: { 50: 11 * H, 100: 9 * H } }, { 50: 11, 100: 9 }, null, [SAME, SAME]],
		[
			"less",
			{ premiums: { 50: 11 * H, 100: 9 * H } },
			{ 50: 10.5, 100: 5 },
			null,
			["0,5 h menos en el recibo", "4 h menos en el recibo"],
		],
		[
			"more",
			{ premiums: { 50: 11 * H } },
			{ 50: 12.25, 100: 100 },
			null,
			["1,25 h más en el recibo", "100 h más en el recibo"],
		],
		["no hours", { premiums: { 50: 8 * H } }, {}, null, ["8 h menos en el recibo"]],
		[
			"the premiums of an agreement",
			{ premiums: { 60: 8 * H, 200: H } },
			{ 50: 8, 200: 1 },
			null,
			["8 h más en el recibo", "8 h menos en el recibo", SAME],
		],
		["nothing at all", {}, {}, null, [SAME, SAME]],
		[
			"francos",
			{ dayOff: { count: 2, minutes: 16 * H } },
			{},
			1,
			[SAME, SAME, "1 franco menos en el recibo"],
		],
		["francos, all", { dayOff: { count: 1, minutes: 8 * H } }, {}, 1, [SAME, SAME, SAME]],
		["more francos", {}, {}, 2, [SAME, SAME, "2 francos más en el recibo"]],
		["not the francos", { dayOff: { count: 2, minutes: 960 } }, {}, null, [SAME, SAME]],
		["nothing of the bank", { bank: { count: 2, minutes: 960 } }, {}, null, [SAME, SAME]],
		["nothing that gives a franco", { premiums: { franco: 480 } }, {}, null, [SAME, SAME]],
	])("%s", (_what, mine, hours, daysOff, differences) => {
		const onSlip = Object.entries(hours).map(([percent, count]) => [percent, count * H]);
		const lines = evened(comparedLines(compared(mine, { premiums: Object.fromEntries(onSlip), daysOff })));
		expect(lines.map(({ difference }) => difference)).toEqual(differences);
	});

	test("names both sources, and what is uncertain or not compared", () => {
		const entries = logged({
			premiums: { 50: 8 * H, 100: 2 * H, franco: H, unclassified: 4 * H },
			doubts: { "to-review": 1, "proposed-start": 2, "no-compensation": 3, unclassified: 1 },
			dayOff: { count: 1, minutes: 8 * H },
			bank: { count: 2, minutes: 16 * H },
			planned: 1,
		});
		const lines = comparedLines(compared(entries, { premiums: { 50: 4 * H, 100: 2 * H }, daysOff: 1 }));
		expect(evened(lines)).toEqual([
			{ name: "Al 50 %", logged: "8 h", onSlip: "4 h", difference: "4 h menos en el recibo" },
			{
				name: "Al 100 %",
				logged: "2 h",
				onSlip: "2 h",
				difference: "coincide, sin contar lo que está sin clasificar (4 h)",
			},
			{
				name: "Francos, contando un franco por extra",
				logged: "1 franco",
				onSlip: "1 franco",
				difference: "coincide",
			},
		]);
		expect(evened(loggedText(entries))).toBe(
			"8 h al 50 %, 2 h al 100 %, 1 h con franco compensatorio, 4 h sin clasificar ?",
		);
		expect(evened(loggedText(logged({ premiums: { unclassified: 8 * H } })))).toBe("8 h sin clasificar");
		expect(countedDoubtLines(entries.doubts)).toEqual([
			"Para revisar (1 extra): falta la hora de entrada.",
			"Horas sin clasificar (1 extra): no se sabe a qué recargo van.",
			"Con la hora de entrada del diagrama de turnos (2 extras).",
			"Sin decir cómo se compensa (3 extras): va como pago.",
		]);
		expect(evened(leftOutTexts(entries))).toEqual([
			"1 h en francos, por los que el convenio da franco compensatorio.",
			"1 extra (8 h), con franco en lugar de pago.",
			"2 extras (16 h), con banco de horas en lugar de pago.",
			"1 extra que todavía no terminó.",
		]);
		expect(leftOutTexts(logged({ planned: 2 }))).toEqual(["2 extras que todavía no terminaron."]);
		expect([countedDoubtLines(logged().doubts), leftOutTexts(logged())]).toEqual([[], []]);
	});

	test.each<[Partial<Logged>, string]>([
		[{ premiums: { unclassified: 8 * H } }, "coincide, sin contar lo que está sin clasificar (8 h)"],
		[{ doubts: { "to-review": 1 } }, "coincide, con extras sin confirmar"],
		[{ doubts: { "unconfirmed-holiday": 1 } }, "coincide, con extras sin confirmar"],
		[{ dayOff: { count: 1, minutes: 8 * H }, planned: 1 }, "coincide"],
	])("%o with a slip of the same hours: %s", (mine, text) => {
		const lines = evened(comparedLines(compared(mine, {})));
		expect(lines.map(({ difference }) => difference)).toEqual([text, text]);
	});

	test("what was logged is said in a sentence, also when it is nothing", () => {
		const sentence = (mine: Partial<Logged>) => evened(loggedSentence(logged(mine), true));
		expect(sentence({ premiums: { 50: 8 * H } })).toBe("Hasta ahora: 8 h al 50 %");
		expect(sentence({})).toBe("Hasta ahora: ninguna hora con pago");
		expect(loggedSentence(logged(), false)).toBe("No anotaste ninguna hora con pago");
	});

	test("a settled slip says from what to what its hours changed since, and when", () => {
		const now = logged({ premiums: { 100: 8 * H } });
		expect(evened(changedTextOf({ 50: 8 * H }, now, "2026-11-20"))).toBe(
			"El 20/11/2026 cambiaron tus horas o sus recargos: cuando se arregló eran 8 h al 50 %; ahora son 8 h al 100 %.",
		);
		expect(changedTextOf({ 100: 8 * H }, now, "2026-11-20")).toBeUndefined();
		expect(changedTextOf(undefined, now, "2026-11-20")).toBeUndefined();
		expect(evened(changedTextOf({}, now, undefined))).toMatch(
			/^Después .* eran 0 h; ahora son 8 h al 100 %\.$/,
		);
		expect(evened(changedTextOf({ 50: 8 * H }, logged(), undefined))).toMatch(
			/ eran 8 h .*; ahora son 0 h\.$/,
		);
	});
});

describe("the open differences, accumulated from period to period", () => {
	const [AUGUST, SEPTEMBER, OCTOBER] = ["2026-08-01", "2026-09-01", "2026-10-01"] as const;
	const hours = (at50: number, at100 = 0): Difference => withoutZeros({ 50: at50 * H, 100: at100 * H });

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
		const logged = { doubts: {} };
		const open = openTexts(
			addUp(periods.map(([start, difference]) => ({ slip: { start }, logged, difference }))),
		);
		expect(evened(open)).toEqual({
			less,
			more,
		});
	});

	test.each([
		["", [], []],
		["Faltan: 3 h; 1 h.", ["3 h", "1 h"], []],
		["De más: 2 h.", [], ["2 h"]],
		["Faltan: 3 h. De más: 2 h.", ["3 h"], ["2 h"]],
	])("one line says '%s'", (line, less, more) => {
		expect(openNote({ less, more })).toBe(line);
	});

	test("hours are marked while entries with doubts are in them", () => {
		const [sure, unsure] = [{ doubts: {} }, { doubts: { "unconfirmed-holiday": 1 } }];
		const textsOf = (...differences: [Difference, Pick<Logged, "doubts">][]) =>
			evened(
				openTexts(
					addUp(differences.map(([difference, logged]) => ({ slip: { start: AUGUST }, logged, difference }))),
				),
			).less;
		expect(textsOf([hours(2), unsure], [hours(1), sure])).toEqual(["3 h al 50 % ? desde agosto de 2026"]);
		expect(textsOf([hours(2), sure], [hours(0, 1), unsure])).toEqual([
			"2 h al 50 % desde agosto de 2026",
			"1 h al 100 % ? desde agosto de 2026",
		]);
		expect(textsOf([hours(2), unsure], [hours(-2), sure], [hours(1), sure])).toEqual([
			"1 h al 50 % desde agosto de 2026",
		]);
	});

	test("a text says that nothing is open, and what it does not count", () => {
		const say = (...slips: ReturnType<typeof compared>[]) => evened(nothingOpenText(slips, addUp(slips)));
		const unclassified = compared({ premiums: { unclassified: 8 * H } }, {});
		expect(say()).toBe(
			"Nada: las horas de los recibos que cargaste coinciden con tus extras, o ya se arreglaron.",
		);
		expect(say(compared({ premiums: { 50: H } }, { premiums: { 50: H } }))).toBe(say());
		expect(say(unclassified)).toBe("Ninguna diferencia, sin contar lo que está sin clasificar (8 h).");
		expect(say(compared({ doubts: { "proposed-start": 1 } }, {}))).toBe(
			"Ninguna diferencia, pero hay extras sin confirmar: mirá cada período.",
		);
		const [less, more] = [compared({ premiums: { 50: H } }, {}), compared({}, { premiums: { 50: H } })];
		expect(say(less)).toBeNull();
		expect(say(less, more)).toBe("Nada en total: lo que faltaba en un recibo está en otro.");
		expect(say(compared({ premiums: { 50: H }, doubts: { "proposed-start": 1 } }, {}), more)).toBe(
			"Nada en total, con extras sin confirmar: lo que faltaba en un recibo está en otro.",
		);
		expect(say(less, more, unclassified)).toBe(
			"Nada en total, sin contar lo que está sin clasificar (8 h): lo que faltaba en un recibo está en otro.",
		);
	});
});

test("the text for the paymaster has the differences by period with their sources, without accusing anybody", () => {
	const slips = [
		compared(
			{ premiums: { 50: 11 * H } },
			{ start: "2026-08-01", end: "2026-08-31", premiums: { 50: 8 * H } },
		),
		compared(
			{ premiums: { 50: 4 * H, 100: 2 * H, unclassified: H }, doubts: { unclassified: 1 } },
			{ start: "2026-10-01", premiums: { 50: 4 * H }, daysOff: 2 },
		),
		compared(
			{ premiums: { unclassified: 8 * H }, doubts: { unclassified: 1 } },
			{ start: "2026-11-01", end: "2026-11-30" },
		),
	];
	expect(evened(summaryLines(slips, addUp(slips), "2026-11-22"))).toEqual([
		"Horas extra: diferencias entre mi registro y los recibos, al 22/11/2026",
		"",
		"Recibo de agosto de 2026",
		"Al 50 %: 11 h según mi registro, 8 h según el recibo: 3 h menos en el recibo.",
		"",
		"Recibo de octubre de 2026",
		"Al 100 %: 2 h según mi registro, 0 h según el recibo: 2 h menos en el recibo.",
		"Horas sin clasificar (1 extra): no se sabe a qué recargo van.",
		"",
		"Recibo de noviembre de 2026",
		"Coincide, sin contar lo que está sin clasificar (8 h).",
		"Contado hasta ahora: el período o alguna extra todavía no terminó.",
		"Horas sin clasificar (1 extra): no se sabe a qué recargo van.",
		"",
		"En total, según mi registro faltan: 3 h al 50 % desde agosto de 2026; 2 h al 100 % ? desde octubre de 2026.",
		"En total, sin clasificar según mi registro: 9 h.",
		"No se cuentan las extras compensadas con franco o banco de horas como horas a pagar.",
	]);
});

test("the text for the paymaster says what the slips have in excess", () => {
	const slips = [compared({}, { premiums: { 100: H } })];
	expect(evened(summaryLines(slips, addUp(slips), "2026-11-22")).slice(2)).toEqual([
		"Recibo de octubre de 2026",
		"Al 100 %: 0 h según mi registro, 1 h según el recibo: 1 h más en el recibo.",
		"",
		"En total, los recibos tienen de más: 1 h al 100 % desde octubre de 2026.",
		"No se cuentan las extras compensadas con franco o banco de horas como horas a pagar.",
	]);
});

test.each([
	[13, "1 período anterior está sumado en el total."],
	[14, "2 períodos anteriores están sumados en el total."],
])(
	"a message of %d periods has the last twelve, and says that older ones are in the total",
	(count, text) => {
		const slips = Array.from({ length: count }, (_, index) =>
			compared({ premiums: { 50: H } }, { start: `20${10 + index}-01-01`, end: `20${10 + index}-01-31` }),
		);
		const lines = evened(summaryLines(slips, addUp(slips), "2026-11-22"));
		expect(lines.filter((line) => line.startsWith("Recibo"))).toHaveLength(12);
		expect(lines).toContain(text);
		expect(lines.at(-2)).toBe(`En total, según mi registro faltan: ${count} h al 50 % desde enero de 2010.`);
		expect(encodeURIComponent(lines.join("\n")).length).toBeLessThan(4_000);
	},
);

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
		[
			"a slip of months later or before changes nothing",
			"2026-11-10",
			"month",
			[october, { start: "2027-02-01", end: "2027-02-28" }, { start: "2026-01-01", end: "2026-01-31" }],
			"2026-11-01",
			"2026-11-30",
		],
		[
			"that slips touch on their first and last day",
			"2026-10-15",
			"month",
			[
				{ start: "2026-09-02", end: "2026-10-01" },
				{ start: "2026-10-31", end: "2026-11-30" },
			],
			"2026-10-02",
			"2026-10-30",
		],
		[
			"begin with the first day that a form accepts",
			"1970-01-05",
			"closing-20",
			[],
			"1970-01-01",
			"1970-01-20",
		],
		["before that day", "1969-12-25", "closing-20", [], "1969-12-21", "1970-01-20"],
		[
			"on the first day of a slip",
			"2026-10-21",
			"month",
			[{ start: "2026-10-21", end: "2026-11-20" }],
			"2026-10-21",
			"2026-11-20",
		],
		["of a fortnight", "2026-10-16", "fortnight", [], "2026-10-16", "2026-10-31"],
	] as const)("%s", (_what, date, setting, taken, start, end) => {
		expect(periodOn(date, setting, taken)).toEqual({ start, end });
	});

	test("are named in everyday words", () => {
		const closing = { start: "2026-09-26", end: "2026-10-25" };
		expect([october, closing].map(ofPeriod)).toEqual(["de octubre de 2026", "del 26/09/2026 al 25/10/2026"]);
		expect([october, closing].map(periodTitle)).toEqual(["Octubre de 2026", "Del 26/09/2026 al 25/10/2026"]);
		const halves = [
			{ start: "2026-10-01", end: "2026-10-15" },
			{ start: "2026-10-16", end: "2026-10-31" },
		];
		expect([october, closing, ...halves].map(payPeriodName)).toEqual([
			"octubre 2026",
			"26/09/2026 al 25/10/2026",
			"1 al 15 de octubre 2026",
			"16 al 31 de octubre 2026",
		]);
		expect(["2026-10-01", "2026-09-26"].map(sinceName)).toEqual(["octubre de 2026", "el 26/09/2026"]);
	});
});

describe("the form", () => {
	const read = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		const submission = parseFields(form, slipSchemaOn("50 100"));
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

	test("has the premiums that its hidden field names in whole percent", () => {
		expect(percentsIn("50 x 1000 -5  60 100 050 60")).toEqual([50, 60, 100]);
		expect(percentsIn(Array.from({ length: 61 }, (_, n) => n).join(" "))).toHaveLength(60);
	});

	test("explains errors in the other fields, and in an empty form", () => {
		const daysOff = ["Escribí cuántos francos son, de 0 a 99."];
		expect(read({ hours50: "1", daysOff: "100" })).toEqual({ daysOff });
		expect(read({ hours50: "1", daysOff: "1,5", amount: "mucho" })).toEqual({
			daysOff,
			amount: ["Escribí el importe como 45000 o 45.000,50."],
		});
		expect(read({ amount: "1" })).toEqual({
			hours50: ["Escribí las horas del recibo; si no figuran, 0."],
		});
		expect(read({ amount: "mucho" })).toEqual({
			hours50: ["Escribí las horas del recibo; si no figuran, 0."],
			amount: ["Escribí el importe como 45000 o 45.000,50."],
		});
	});
});

describe("links from the sheet to the slip", () => {
	const TODAY = "2026-11-22";

	test.each([
		[{ start: "2026-10-01", end: "2026-10-31" }, "/auth/my-pay?period=2026-10-01"],
		[{ end: "2026-10-31" }, "/auth/my-pay?period=2026-10-31"],
		[{ start: "2027-01-01" }, "/auth/my-pay?period=2026-11-22"],
		[{ start: "1969-12-31", end: "2026-10-31" }, "/auth/my-pay?period=1970-01-01"],
		[{}, "/auth/my-pay"],
	])("of %o: %s", (range, address) => {
		expect(payAddressWithin(range, TODAY)).toBe(address);
	});
});
