import { describe, expect, test } from "vitest";
import { hourCentavosOf, presets } from "~/features/agreement/agreement";
import { type EstimateTerms, estimateTotal } from "~/features/agreement/estimate";
import { estimateLine, showEstimate } from "~/features/agreement/estimate-text";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { doubtLines } from "~/features/law/doubts";
import { type PaidExtra, payOf } from "~/features/law/paid-parts";
import { payPeriodOf } from "~/features/law/pay-period";
import { type Agreement, lawRates } from "~/features/law/rates";
import { type DatedRotation, workDaysIn } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { formatPesos } from "~/lib/pesos";
import { formatShortDate } from "~/lib/time/civil-date";
import { earnedInOrder, estimateAll, estimateOne } from "../../support/pay";
import { seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const diagram = seededDiagram("4turnos_7dias");

// A week without holidays.
const [MONDAY, TUESDAY, FRIDAY] = ["2026-11-02", "2026-11-03", "2026-11-06"] as const;
const [SATURDAY, SUNDAY] = ["2026-11-07", "2026-11-08"] as const;
const HOLIDAY = "2026-12-08";
const EVE = "2026-12-07";
const UNION_DAY = "2026-09-07";

const holidays: readonly Holiday[] = [
	{ date: HOLIDAY, name: "Inmaculada Concepción", kind: "feriado", confirmed: true, source: "Ley 27.399" },
	{
		date: UNION_DAY,
		name: "Día del Trabajador Metalúrgico",
		kind: "gremial",
		confirmed: true,
		source: "CCT 260/75",
	},
];

/** A rotation without a diagram, in which no day is known to be a day off. */
const unknown: DatedRotation = { since: "1900-01-01" };
/** A rotation with two days off (francos) from a date on, then 26 morning shifts from 6:00 to 14:00. */
const withFrancoOn = (date: string): DatedRotation => {
	const rotation = rotationOf({ ...diagram, anchor: date, cycle: `FF${"M".repeat(26)}` }, "A");
	return {
		since: "1900-01-01",
		...rotation,
		isOwnPosition: true,
	};
};

/** A rotation with night shifts from 22:00 to 6:00, the last of which ends on a date with a day off. */
const withNightsUntil = (date: string): DatedRotation => ({
	since: "1900-01-01",
	...rotationOf({ ...diagram, anchor: date, cycle: `F${"N".repeat(27)}` }, "A"),
	isOwnPosition: true,
});

const agreement = (more: Partial<Agreement> = {}): Agreement => ({
	...lawRates,
	name: "propio",
	since: "2026-01-01",
	...more,
});
const terms = (more: Partial<EstimateTerms> = {}): EstimateTerms => ({
	// The hourly rate is 1,000 pesos.
	hourValues: [{ since: "2026-01-01", centavos: 100_000, divisor: null }],
	agreements: [],
	workDayOn: workDaysIn({ rotations: [unknown], ownDays: [] }),
	holidaysOn: (date) => holidays.filter((holiday) => holiday.date === date),
	...more,
});
const extra = (date: string, start: number | null, hours = 8, more: Partial<PaidExtra> = {}): PaidExtra => ({
	date,
	shift: "N",
	minutes: hours * 60,
	startMinute: start === null ? null : start * 60,
	compensation: "pago",
	isStartProposed: false,
	hasOwnSplit: false,
	needsReview: false,
	premiums: { unclassified: hours * 60 },
	...more,
});
/** The estimate as text: amounts such as "8 h al 50 %: $ 12.000,00", and hours left out such as "8 h no-start". */
const worth = (paid: PaidExtra, by: EstimateTerms = terms()) => {
	const estimate = estimateOne(paid, by);
	const left = [...estimate.leftOut].map(([why, minutes]) => `${minutes / 60} h ${why}`);
	const lines = showEstimate(estimate).lines.map(({ label, amount }) => `${label}: ${amount}`);
	return evened([...lines, ...left].join(" + "));
};
/** In 2027 the eve of the union's day is a Monday, so that its premium is known without a start. */
const unionDayOf2027 = terms({
	agreements: [agreement({ hasUnionDay: true })],
	holidaysOn: (date) =>
		holidays
			.filter(({ kind }) => kind === "gremial" && date === "2027-09-07")
			.map((each) => ({ ...each, date })),
});
const onFranco = (date: string, dayOff: Agreement["dayOff"]) =>
	terms({
		agreements: [agreement({ dayOff })],
		workDayOn: workDaysIn({ rotations: [withFrancoOn(date)], ownDays: [] }),
	});
const nightOnFranco = {
	...onFranco(MONDAY, "franco"),
	agreements: [agreement({ dayOff: "franco", night: 25 })],
};
/** The hourly rate doubles on a date. */
const risingAt = (since: string) =>
	terms({
		hourValues: [
			{ since: "2026-01-01", centavos: 100_000, divisor: null },
			{ since, centavos: 40_000_000, divisor: 200 },
		],
	});
const night = (percent: number) => terms({ agreements: [agreement({ night: percent })] });

describe("examples, at 1,000 pesos an hour", () => {
	test.each<[string, PaidExtra, EstimateTerms, string]>([
		["Friday 22–06", extra(FRIDAY, 22), terms(), "8 h al 50 %: $ 12.000,00"],
		["Saturday 06–14", extra(SATURDAY, 6), terms(), "7 h al 50 %: $ 10.500,00 + 1 h al 100 %: $ 2.000,00"],
		["Saturday 22–06", extra(SATURDAY, 22), terms(), "8 h al 100 %: $ 16.000,00"],
		["Sunday 22–06", extra(SUNDAY, 22), terms(), "6 h al 50 %: $ 9.000,00 + 2 h al 100 %: $ 4.000,00"],
		[
			"eve of a holiday 22–06",
			extra(EVE, 22),
			terms(),
			"2 h al 50 %: $ 3.000,00 + 6 h al 100 %: $ 12.000,00",
		],
		["holiday 06–14", extra(HOLIDAY, 6), terms(), "8 h al 100 %: $ 16.000,00"],
		[
			"holiday 06–14, of which 06–14 is the own shift, paid triple by the agreement",
			extra(HOLIDAY, 6),
			terms({
				agreements: [agreement({ ownShift: 200 })],
				workDayOn: workDaysIn({ rotations: [withFrancoOn("2026-11-01")], ownDays: [] }),
			}),
			"8 h al 200 %, feriado en tu turno: $ 24.000,00",
		],
		[
			"holiday 12–16, of which 12–14 is the own shift",
			extra(HOLIDAY, 12, 4),
			terms({ workDayOn: workDaysIn({ rotations: [withFrancoOn("2026-11-01")], ownDays: [] }) }),
			"2 h al 100 %: $ 4.000,00 + 2 h al 100 %, feriado en tu turno: $ 4.000,00",
		],
		[
			"holiday without a start time: not only the own shift is possible",
			extra(HOLIDAY, null, 8, { shift: "M" }),
			terms({ workDayOn: workDaysIn({ rotations: [withFrancoOn("2026-11-01")], ownDays: [] }) }),
			"8 h al 100 %: $ 16.000,00",
		],
		[
			"holiday franco that gives a franco, noted as paid: the holiday counts",
			extra(HOLIDAY, 6),
			onFranco(HOLIDAY, "franco"),
			"8 h al 100 %: $ 16.000,00",
		],
		[
			"holiday franco, paid better as a franco",
			extra(HOLIDAY, 6),
			{ ...onFranco(HOLIDAY, "100"), agreements: [agreement({ holiday: 60, dayOff: "100" })] },
			"8 h al 100 %: $ 16.000,00",
		],
		[
			"common day, weekday rate of 60 %",
			extra(MONDAY, 6),
			terms({ agreements: [agreement({ weekday: 60 })] }),
			"8 h al 60 %: $ 12.800,00",
		],
		[
			"Monday franco, agreement not known",
			extra(MONDAY, 6),
			onFranco(MONDAY, null),
			"8 h al 50 %: $ 12.000,00",
		],
		["Monday franco at 50 %", extra(MONDAY, 6), onFranco(MONDAY, "50"), "8 h al 50 %: $ 12.000,00"],
		["Monday franco at 100 %", extra(MONDAY, 6), onFranco(MONDAY, "100"), "8 h al 100 %: $ 16.000,00"],
		[
			"Monday franco with franco compensatorio",
			extra(MONDAY, 6, 8, { compensation: null }),
			onFranco(MONDAY, "franco"),
			"8 h agreed-day-off",
		],
		["the same, noted as paid", extra(MONDAY, 6), onFranco(MONDAY, "franco"), "8 h al 50 %: $ 12.000,00"],
		[
			"a night that the agreement gives as a franco has no surcharge",
			extra(MONDAY, 22, 8, { compensation: null }),
			nightOnFranco,
			"8 h agreed-day-off",
		],
		[
			"the same, noted as paid",
			extra(MONDAY, 22),
			nightOnFranco,
			"8 h al 50 %: $ 12.000,00 + 8 h de noche, 25 % más: $ 2.000,00",
		],
		[
			"the same, with the worker's own split",
			extra(MONDAY, 22, 8, { compensation: null, hasOwnSplit: true, premiums: { 100: 480 } }),
			nightOnFranco,
			"8 h al 100 %: $ 16.000,00 + 8 h de noche, 25 % más: $ 2.000,00",
		],
		[
			"the last franco, without a start time: it may have lasted into a working day",
			extra(TUESDAY, null, 8, { compensation: null }),
			onFranco(MONDAY, "franco"),
			"8 h no-start",
		],
		[
			"a holiday franco after a night, without a start time: it may have been that night's, which is paid",
			extra(HOLIDAY, null, 8, { shift: "M", compensation: null }),
			{
				...onFranco(HOLIDAY, "franco"),
				workDayOn: workDaysIn({ rotations: [withNightsUntil(HOLIDAY)], ownDays: [] }),
			},
			"8 h no-start",
		],
		[
			"Sunday franco at 50 %: the Sunday counts",
			extra(SUNDAY, 6),
			onFranco(SUNDAY, "50"),
			"8 h al 100 %: $ 16.000,00",
		],
		[
			"Friday 22–06, night 25 %",
			extra(FRIDAY, 22),
			night(25),
			"8 h al 50 %: $ 12.000,00 + 8 h de noche, 25 % más: $ 2.000,00",
		],
		[
			"the same, without saying how it is compensated",
			extra(FRIDAY, 22, 8, { compensation: null }),
			night(25),
			"8 h al 50 %: $ 12.000,00 + 8 h de noche, 25 % más: $ 2.000,00",
		],
		[
			"Friday 18–23, night 13 %",
			extra(FRIDAY, 18, 5),
			night(13),
			"5 h al 50 %: $ 7.500,00 + 2 h de noche, 13 % más: $ 260,00",
		],
		[
			"Saturday 06–14, night 25 %",
			extra(SATURDAY, 6),
			night(25),
			"7 h al 50 %: $ 10.500,00 + 1 h al 100 %: $ 2.000,00",
		],
		["union day without an agreement", extra(UNION_DAY, 6), terms(), "8 h al 50 %: $ 12.000,00"],
		["franco in place of money", extra(MONDAY, 6, 8, { compensation: "franco" }), terms(), "8 h franco"],
		["banco de horas", extra(MONDAY, 6, 8, { compensation: "banco" }), terms(), "8 h banco"],
		["Saturday without a start time", extra(SATURDAY, null), terms(), "8 h no-start"],
		["Tuesday without a start time", extra(TUESDAY, null), terms(), "8 h al 50 %: $ 12.000,00"],
		["before the first value", extra("2025-12-31", 22), terms(), "6 h al 100 %: $ 12.000,00 + 2 h no-value"],
		[
			"the worker's own split",
			extra(MONDAY, 6, 8, { hasOwnSplit: true, premiums: { 50: 180, 100: 240, unclassified: 60 } }),
			terms(),
			"3 h al 50 %: $ 4.500,00 + 4 h al 100 %: $ 8.000,00 + 1 h unclassified",
		],
		[
			"Monday 22–06, the value changes at midnight",
			extra(MONDAY, 22),
			risingAt(TUESDAY),
			"2 h al 50 %: $ 3.000,00 + 6 h al 50 %: $ 18.000,00",
		],
		[
			"the same, the value falls: the lower one comes first",
			extra(MONDAY, 22),
			terms({
				hourValues: [
					{ since: "2026-01-01", centavos: 200_000, divisor: null },
					{ since: TUESDAY, centavos: 100_000, divisor: null },
				],
			}),
			"6 h al 50 %: $ 9.000,00 + 2 h al 50 %: $ 6.000,00",
		],
		[
			"Monday without a start time, the value changes at midnight",
			extra(MONDAY, null),
			risingAt(TUESDAY),
			"8 h no-start",
		],
		[
			"the same with the worker's own split",
			extra(MONDAY, null, 8, { hasOwnSplit: true, premiums: { 100: 480 } }),
			risingAt(TUESDAY),
			"8 h al 100 %: $ 16.000,00",
		],
		[
			"Monday 22–06, the agreement changes at midnight",
			extra(MONDAY, 22),
			terms({ agreements: [agreement(), agreement({ since: TUESDAY, weekday: 75, night: 10 })] }),
			"2 h al 50 %: $ 3.000,00 + 6 h al 75 %: $ 10.500,00 + 6 h de noche, 10 % más: $ 600,00",
		],
	])("%s", (_name, paid, by, expected) => {
		// Adds 1 January 2026 to the holidays, for the extra that lasts from 31 December 2025 until that day.
		const newYear = {
			...by,
			holidaysOn: (date: string) => (date === "2026-01-01" ? NEW_YEAR : by.holidaysOn(date)),
		};
		expect(worth(paid, newYear)).toBe(expected);
	});
});

const NEW_YEAR: Holiday[] = [
	{ date: "2026-01-01", name: "Año Nuevo", kind: "feriado", confirmed: true, source: "Ley 27.399" },
];

describe("the union's holiday (CCT 260/75 art. 41)", () => {
	const metal = terms({
		agreements: [{ ...presets["cct-260-75"].rates, name: "cct-260-75", since: "2026-01-01" }],
	});

	test("adds one normal day to the total, however many extras start on it", () => {
		const total = estimateAll([extra(UNION_DAY, 6, 4), extra(UNION_DAY, 14, 2)], metal);
		expect(total.lines.map(({ kind, minutes, centavos }) => [kind, minutes, centavos])).toEqual([
			["extra", 360, 900_000],
			["union-day", 480, 800_000],
		]);
		expect(total.centavos).toBe(1_700_000);
	});

	test("adds the day also if the extra began on the eve", () => {
		const total = estimateAll([extra("2026-09-06", 22)], metal);
		expect(total.lines.map(({ kind, minutes }) => [kind, minutes])).toContainEqual(["union-day", 480]);
		expect(estimateAll([extra("2026-09-06", 14)], metal).lines).toHaveLength(1);
	});

	test("adds nothing without such an agreement, or if no extra of the day is paid in money", () => {
		expect(estimateAll([extra(UNION_DAY, 6)], terms()).centavos).toBe(1_200_000);
		expect(estimateAll([extra(UNION_DAY, 6, 8, { compensation: "banco" })], metal).centavos).toBe(0);
		const given = {
			...onFranco(UNION_DAY, "franco"),
			agreements: [agreement({ hasUnionDay: true, dayOff: "franco" })],
		};
		expect(estimateAll([extra(UNION_DAY, 6, 8, { compensation: null })], given).centavos).toBe(0);
	});

	test("adds nothing to an extra after which another one has it, on the eve or the same day, and says so", () => {
		const shownAfter = (...before: PaidExtra[]) => {
			const earned = earnedInOrder([...before, extra(UNION_DAY, 6)], metal);
			return evened(showEstimate(estimateTotal(earned.slice(before.length))));
		};
		expect(shownAfter()).toMatchObject({
			total: "$ 20.000,00",
			notes: [expect.stringMatching(/^En el día/)],
		});
		expect(shownAfter(extra("2026-09-06", 14)).total).toBe("$ 20.000,00");
		for (const before of [extra("2026-09-06", 22), extra(UNION_DAY, 2, 4)])
			expect(shownAfter(before)).toMatchObject({
				total: "$ 12.000,00",
				notes: [
					expect.stringMatching(/^En el día/),
					`El jornal por el día del gremio ya se cuenta con otra extra del ${formatShortDate(before.date)}.`,
				],
			});
	});
});

describe("whole centavos", () => {
	test("the hour's value from a monthly pay, and each line, are rounded half up", () => {
		expect(hourCentavosOf({ centavos: 100_000_001, divisor: 200 })).toBe(500_000);
		expect(hourCentavosOf({ centavos: 100_000_100, divisor: 200 })).toBe(500_001);
		// At a rate of 1 centavo and 150 %, a quarter of an hour is worth 0.375 centavos, and an hour 1.5 centavos.
		const by = (centavos: number) =>
			terms({ hourValues: [{ since: "2026-01-01", centavos, divisor: null }] });
		expect(estimateOne(extra(MONDAY, 6, 0.25), by(1)).centavos).toBe(0);
		expect(estimateOne(extra(MONDAY, 6, 1), by(1)).centavos).toBe(2);
	});

	test("a line is what a calculator says: hours × value × factor, rounded once; the lines add up to the total", () => {
		const by = terms({ hourValues: [{ since: "2026-01-01", centavos: 500_055, divisor: null }] });
		const two = estimateAll([extra(MONDAY, 6, 1), extra(TUESDAY, 7, 1)], by);
		expect(evened(showEstimate(two).lines)).toEqual([
			{ label: "2 h al 50 %", how: "$ 5.000,55 × 1,5", amount: "$ 15.001,65" },
		]);
		const total = estimateAll([extra(MONDAY, 6, 0.25), extra(SATURDAY, 6, 7.25)], by);
		expect(total.lines.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(total.centavos);
	});
});

test("an extra belongs to the pay period of its first day, even if the period closes on the 31st in a February", () => {
	const lastNight = extra("2027-02-28", 22);
	const by = terms({ hourValues: [{ since: "2026-01-01", centavos: 100_000, divisor: null }] });
	expect(payPeriodOf(lastNight.date, "closing-31")).toEqual({ start: "2027-02-01", end: "2027-02-28" });
	// `lastNight` has two hours on Sunday, 28 February, at 100 %, and six hours on Monday, 1 March, at 50 %.
	expect(worth(lastNight, by)).toBe("6 h al 50 %: $ 9.000,00 + 2 h al 100 %: $ 4.000,00");
});

describe("the texts of an estimate", () => {
	const notes = (paid: PaidExtra, by: EstimateTerms = terms()) =>
		evened([...showEstimate(estimateOne(paid, by)).notes, ...doubtLines(payOf(paid, by).doubts)]);
	const novemberValue = { since: "2026-11-01", centavos: 100_000, divisor: null };

	test.each<[string, PaidExtra, EstimateTerms, string[]]>([
		["is sure of a plain extra", extra(MONDAY, 6), terms(), []],
		[
			"no compensation",
			extra(MONDAY, 6, 8, { compensation: null }),
			terms(),
			["Sin decir cómo se compensa: va como pago."],
		],
		[
			"a proposed start",
			extra(MONDAY, 6, 8, { isStartProposed: true }),
			terms(),
			["Con la hora de entrada del diagrama de turnos."],
		],
		[
			"a franco without an agreement",
			extra(MONDAY, 6),
			onFranco(MONDAY, null),
			["En un franco: los convenios difieren."],
		],
		[
			"a franco that gives a franco, paid",
			extra(MONDAY, 6),
			onFranco(MONDAY, "franco"),
			["En un franco: el convenio da franco compensatorio, y está anotada como pago."],
		],
		[
			"a franco that gives a franco, without saying how it is compensated",
			extra(MONDAY, 6, 8, { compensation: null }),
			onFranco(MONDAY, "franco"),
			["8 h no se cuentan: por trabajar en tu franco, tu convenio da franco compensatorio."],
		],
		[
			"the same, until the working day after it",
			extra(TUESDAY, 22, 8, { compensation: null }),
			onFranco(MONDAY, "franco"),
			[
				"2 h no se cuentan: por trabajar en tu franco, tu convenio da franco compensatorio.",
				"Sin decir cómo se compensa: va como pago.",
			],
		],
		[
			"the same at night and without a start, where no surcharge can be missing",
			extra(MONDAY, null, 8, { compensation: null }),
			nightOnFranco,
			["8 h no se cuentan: por trabajar en tu franco, tu convenio da franco compensatorio."],
		],
		[
			"the worker's own split, which nothing else decides",
			extra(MONDAY, 6, 8, { hasOwnSplit: true, premiums: { 50: 480 }, isStartProposed: true }),
			onFranco(MONDAY, null),
			["Recargos según el trabajador."],
		],
		[
			"hours of which the premium is unknown",
			extra(SATURDAY, null),
			terms(),
			[
				"8 h no se cuentan: sin la hora de entrada no sabemos a qué recargo o valor van.",
				"Horas sin clasificar: no se sabe a qué recargo van.",
			],
		],
		[
			"the union's day with a wage in addition",
			extra(UNION_DAY, 6),
			terms({ agreements: [agreement({ hasUnionDay: true })] }),
			["En el día del gremio: el convenio suma un jornal, contado de 8 h."],
		],
		[
			"night without a start",
			extra(TUESDAY, null),
			night(25),
			["Sin hora de entrada: falta sumar la noche."],
		],
		["night with a start", extra(TUESDAY, 22), night(25), []],
		[
			"the eve of the union's day, a night without a start",
			extra("2026-09-06", null),
			terms(),
			[
				"8 h no se cuentan: sin la hora de entrada no sabemos a qué recargo o valor van.",
				"Horas sin clasificar: no se sabe a qué recargo van.",
			],
		],
		[
			"the same on a weekday, which may earn the wage of that day",
			extra("2027-09-06", null),
			unionDayOf2027,
			["Sin hora de entrada: falta el jornal del día del gremio, si llegó a ese día."],
		],
		[
			"a morning of that eve, which ends before that day",
			extra("2027-09-06", null, 8, { shift: "M" }),
			unionDayOf2027,
			[],
		],
		[
			"the worker's own split, of a part of which the premium is unknown",
			extra(MONDAY, 6, 8, { hasOwnSplit: true, premiums: { 50: 240, unclassified: 240 } }),
			terms(),
			[
				"4 h no se cuentan: las dejaste sin clasificar.",
				"Horas sin clasificar: no se sabe a qué recargo van.",
				"Recargos según el trabajador.",
			],
		],
		[
			"the union's day without an agreement",
			extra(UNION_DAY, 6),
			terms(),
			["En el día del gremio, sin convenio elegido."],
		],
		[
			"the own shift of the union's day, for which no agreement names a premium",
			extra(UNION_DAY, 6),
			terms({
				agreements: [agreement()],
				workDayOn: workDaysIn({ rotations: [withFrancoOn("2026-09-01")], ownDays: [] }),
			}),
			["En el día del gremio durante el turno propio: no se sabe a qué recargo va."],
		],
		[
			"hours of the union's day after the own shift",
			extra(UNION_DAY, 14),
			terms({
				agreements: [agreement()],
				workDayOn: workDaysIn({ rotations: [withFrancoOn("2026-09-01")], ownDays: [] }),
			}),
			[],
		],
		[
			"franco in place of money",
			extra(MONDAY, 6, 8, { compensation: "franco" }),
			terms(),
			["8 h no se cuentan: se compensan con franco, no con plata."],
		],
		[
			"one hour with a franco in place of money",
			extra(MONDAY, 6, 1, { compensation: "franco" }),
			terms(),
			["1 h no se cuenta: se compensa con franco, no con plata."],
		],
		[
			"a night without a start, of which the premium is known and the value is not",
			extra(MONDAY, null),
			risingAt(TUESDAY),
			["8 h no se cuentan: sin la hora de entrada no sabemos a qué recargo o valor van."],
		],
	])("%s", (_name, paid, by, expected) => {
		expect(notes(paid, by)).toEqual(expected);
	});

	test("names an unconfirmed diagram and an unconfirmed holiday", () => {
		const rotation = { ...withFrancoOn(MONDAY), isOwnPosition: false };
		const by = onFranco(MONDAY, "100");
		expect(
			notes(extra(MONDAY, 6), { ...by, workDayOn: workDaysIn({ rotations: [rotation], ownDays: [] }) }),
		).toEqual(["Según un diagrama sin confirmar por la planta."]);
		const proposed = holidays.map((holiday) => ({ ...holiday, confirmed: false }));
		const holidaysOn = (date: string) => proposed.filter((holiday) => holiday.date === date);
		expect(notes(extra(HOLIDAY, 6), terms({ holidaysOn }))).toEqual(["En un feriado a confirmar."]);
	});

	test("says that an extra is a minimum where it may reach the union's day", () => {
		expect(evened(showEstimate(estimateOne(extra("2027-09-06", null), unionDayOf2027)).total)).toBe(
			"al menos $ 12.000,00",
		);
	});

	test("says of an extra and of a total that it is a minimum where the night is unknown", () => {
		const unstarted = extra(TUESDAY, null);
		const totals = [
			showEstimate(estimateOne(unstarted, night(25))),
			showEstimate(estimateAll([unstarted, extra(TUESDAY, 6)], night(25))),
			showEstimate(estimateOne(unstarted, terms())),
		];
		expect(totals.map(({ total }) => evened(total))).toEqual([
			"al menos $ 12.000,00",
			"al menos $ 24.000,00",
			"$ 12.000,00",
		]);
	});

	test("of several extras contains the number of uncertain extras", () => {
		const unsaid = { compensation: null };
		const total = estimateAll([extra(MONDAY, 6, 8, unsaid), extra(TUESDAY, 6, 8, unsaid)], terms());
		expect(evened(showEstimate(total))).toEqual({
			total: "$ 24.000,00",
			heading: "Estimado, no es un recibo: $ 24.000,00",
			lines: [{ label: "16 h al 50 %", how: "$ 1.000,00 × 1,5", amount: "$ 24.000,00" }],
			notes: ["Sin decir cómo se compensa (2 extras): va como pago."],
		});
	});

	test("of several extras adds up what is left out", () => {
		const given = [MONDAY, TUESDAY].map((date) => extra(date, 6, 8, { compensation: "franco" }));
		expect(evened(showEstimate(estimateAll(given, terms())).notes)).toEqual([
			"16 h no se cuentan: se compensan con franco, no con plata.",
		]);
	});

	test.each<[string, PaidExtra, EstimateTerms]>([
		["no-value", extra("2026-10-31", 6), terms({ hourValues: [novemberValue] })],
		["no-start", extra(SATURDAY, null), terms()],
		["unclassified", extra(MONDAY, 6, 8, { hasOwnSplit: true }), terms()],
	])("without a known amount is not zero: %s", (_why, unknown, by) => {
		const heading = (extras: PaidExtra[]) => evened(showEstimate(estimateAll(extras, by)).heading);
		expect(heading([unknown])).toBe("Sin estimar");
		expect(heading([extra(MONDAY, 6), unknown])).toBe("Estimado, no es un recibo: al menos $ 12.000,00");
		expect(heading([extra(MONDAY, 6)])).toBe("Estimado, no es un recibo: $ 12.000,00");
	});

	test("of extras that are all compensated with days off is zero pesos", () => {
		const given = extra(MONDAY, 6, 8, { compensation: "franco" });
		expect(showEstimate(estimateOne(given, terms())).total).toBe(formatPesos(0));
	});

	test("in one line says that it is not a pay slip, and of hours without money only why they have none", () => {
		const lineOf = (more: Partial<PaidExtra>) =>
			evened(estimateLine(showEstimate(estimateOne(extra(MONDAY, 6, 8, more), terms()))));
		expect(lineOf({})).toBe("Estimado, no es un recibo: $ 12.000,00 (8 h al 50 %, $ 1.000,00 × 1,5).");
		expect(lineOf({ compensation: "franco" })).toBe(
			"8 h no se cuentan: se compensan con franco, no con plata.",
		);
	});
});
