import { describe, expect, test } from "vitest";
import { hoursToMinutes } from "~/features/extras/extra-schemas";
import type { Holiday } from "~/features/holidays/holiday-rule";
import {
	nightHours,
	type OvertimeRules,
	overtimeRules,
	ruleOn,
	ruleSources,
} from "~/features/law/overtime-rules";
import { payOf } from "~/features/law/paid-parts";
import { dayOffOn } from "~/features/law/parts-of-day";
import { byPeriod, type PayPeriod, parsePayPeriod, payPeriodOf } from "~/features/law/pay-period";
import { type Agreement, lawRates, percentsBetween } from "~/features/law/rates";
import { ruleReason, storedPay } from "~/features/law/reason";
import { type DatedRotation, workDaysIn } from "~/features/shift/own-calendar";
import type { OwnDay, OwnDayKind } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { clockToMinute, formatClock, formatHours } from "~/lib/time/minutes";
import { lawTerms, paidExtra, splitByLaw } from "../../support/pay";
import { seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const none = (_date: CivilDate): Holiday[] => [];
const H = 60;
const holiday = (date: CivilDate, more: Partial<Holiday> = {}): Holiday => ({
	date,
	name: "Inmaculada Concepción",
	kind: "feriado",
	confirmed: true,
	source: "Ley 27.399",
	...more,
});
const only = (day: Holiday) => (date: CivilDate) => (date === day.date ? [day] : []);

const FOUR_SHIFTS = seededDiagram("4turnos_7dias");
const ALL_MORNINGS = { ...FOUR_SHIFTS, anchor: "2026-11-02", cycle: "M".repeat(28) };

// A week without holidays.
const [MONDAY, TUESDAY, FRIDAY] = ["2026-11-02", "2026-11-03", "2026-11-06"] as const;
const [SATURDAY, SUNDAY, NEXT_MONDAY] = ["2026-11-07", "2026-11-08", "2026-11-09"] as const;

const split = (date: CivilDate, shift: string, start: number | null, holidays = none, hours = 8) =>
	splitByLaw({ date, shift, minutes: hours * H, startMinute: start === null ? null : start * H }, holidays);

describe("examples", () => {
	test.each([
		["Friday 22–06", FRIDAY, 22, none, 8, 0, 480],
		["Saturday 06–14", SATURDAY, 6, none, 7, 1, 0],
		["Saturday 22–06", SATURDAY, 22, none, 0, 8, 480],
		["Sunday 22–06", SUNDAY, 22, none, 6, 2, 480],
		["eve of a holiday 22–06", MONDAY, 22, only(holiday(TUESDAY)), 2, 6, 480],
	] as const)("%s", (_name, date, start, holidays, hours50, hours100, night) => {
		expect(split(date, "N", start, holidays)).toEqual({
			minutes50: hours50 * H,
			minutes100: hours100 * H,
			minutesUnclassified: 0,
			minutesNight: night,
		});
	});
});

describe("without a start time an extra is classified only if every possible start gives the same pay", () => {
	const known50 = { minutes50: 480, minutes100: 0, minutesUnclassified: 0, minutesNight: null };
	const known100 = { ...known50, minutes50: 0, minutes100: 480 };
	const unknown = { ...known50, minutes50: 0, minutesUnclassified: 480 };

	test.each([
		["a common day", MONDAY, none, known50],
		["a holiday", MONDAY, only(holiday(MONDAY)), known100],
		["the eve of a holiday", MONDAY, only(holiday(TUESDAY)), known50],
		["a Friday", FRIDAY, none, known50],
		["a Saturday", SATURDAY, none, unknown],
		["a Saturday that is a holiday", SATURDAY, only(holiday(SATURDAY)), known100],
		["a Sunday", SUNDAY, none, known100],
	] as const)("a day shift on %s", (_name, date, holidays, expected) => {
		for (const shift of ["M", "T", "D"]) expect(split(date, shift, null, holidays)).toEqual(expected);
	});

	test.each([
		["a common day", MONDAY, none, known50],
		["a holiday before a common day", MONDAY, only(holiday(MONDAY)), unknown],
		["the eve of a holiday", MONDAY, only(holiday(TUESDAY)), unknown],
		["a Friday", FRIDAY, none, known50],
		["a Saturday", SATURDAY, none, unknown],
		["a Saturday that is a holiday", SATURDAY, only(holiday(SATURDAY)), known100],
		["a Sunday", SUNDAY, none, unknown],
		["a Sunday before a holiday", SUNDAY, only(holiday(NEXT_MONDAY)), known100],
	] as const)("a night, or a letter without usual hours, on %s", (_name, date, holidays, expected) => {
		for (const shift of ["N", "A", "Ñ"]) expect(split(date, shift, null, holidays)).toEqual(expected);
	});

	test("D is a day shift, but in a diagram without one a crew, which may have worked at night", () => {
		const paidBy = (id: string, shift = "D") => {
			const rotations = [{ since: "1900-01-01", diagram: seededDiagram(id) }];
			const extra = paidExtra({ date: SUNDAY, shift, startMinute: null, minutes: 8 * H });
			return payOf(extra, { ...lawTerms(none), workDayOn: workDaysIn({ rotations, ownDays: [] }) }).premiums;
		};
		expect(paidBy("12horas_general")).toEqual({ 100: 8 * H });
		expect(paidBy("4turnos_7dias")).toEqual({ unclassified: 8 * H });
		expect(paidBy("4turnos_7dias", "M")).toEqual({ 100: 8 * H });
	});

	test("an afternoon too long to end by midnight counts as a night", () => {
		expect(split(SUNDAY, "T", null, none, 10)).toMatchObject({ minutes100: 600 });
		expect(split(SUNDAY, "T", null, none, 11)).toMatchObject({ minutesUnclassified: 660 });
		expect(split(SUNDAY, "M", null, none, 16)).toMatchObject({ minutes100: 960 });
	});

	test("a long extra of Friday may reach Saturday after 13", () => {
		expect(split(FRIDAY, "N", null, none, 13)).toMatchObject({ minutes50: 780 });
		expect(split(FRIDAY, "N", null, none, 14)).toMatchObject({ minutesUnclassified: 840 });
	});
});

describe("a named common day is paid like an ordinary day", () => {
	test.each(["gremial", "no_laborable"] as const)("%s", (kind) => {
		expect(split(MONDAY, "M", null, only(holiday(MONDAY, { kind })))).toMatchObject({ minutes50: 480 });
		expect(split(MONDAY, "M", 6, only(holiday(MONDAY, { kind })))).toMatchObject({ minutes50: 480 });
	});
});

describe("the text of the reason", () => {
	const reason = (
		date: CivilDate,
		start: number | null,
		{
			holidays = none,
			shift = "N",
			hours = 8,
			francoOn,
			isConfirmed = true,
			agreement,
			isUnsaid,
		}: ReasonCase = {},
	) => {
		const startMinute = start === null ? null : start * H;
		const rotations = francoOn ? [rotationWithFrancoOn(francoOn, isConfirmed)] : [];
		const agreements = agreement
			? [{ ...lawRates, name: "propio" as const, since: "2026-01-01", ...agreement }]
			: [];
		const terms = { ...lawTerms(holidays), agreements, workDayOn: workDaysIn({ rotations, ownDays: [] }) };
		const compensation = isUnsaid ? null : "pago";
		return evened(
			ruleReason(paidExtra({ date, shift, minutes: hours * H, startMinute }, { compensation }), terms),
		);
	};
	/** A rotation with one day off on a date, and no shifts that end on that date. */
	const rotationWithFrancoOn = (date: CivilDate, isConfirmed: boolean): DatedRotation => {
		const diagram = { ...FOUR_SHIFTS, anchor: date, cycle: `F${"M".repeat(27)}` };
		return {
			since: "1900-01-01",
			...rotationOf(diagram, "A"),
			isOwnPosition: isConfirmed,
		};
	};
	interface ReasonCase {
		holidays?: typeof none;
		shift?: string;
		hours?: number;
		/** Date of a day off in the worker's calendar, and whether this is certain. */
		francoOn?: CivilDate;
		isConfirmed?: boolean;
		agreement?: Partial<Agreement>;
		/** Whether the worker did not say how the extra is compensated. */
		isUnsaid?: boolean;
	}
	const metal = {
		kind: "gremial",
		name: "Día del Trabajador Metalúrgico",
		source: "CCT 260/75, art. 41",
	} as const;

	test.each<[CivilDate, number | null, ReasonCase, string]>([
		[SATURDAY, 8, {}, "5 h al 50 % y 3 h al 100 % porque es sábado después de las 13"],
		[MONDAY, 6, {}, "8 h al 50 %, día común"],
		[SUNDAY, null, { shift: "M" }, "8 h al 100 % porque es domingo"],
		[SUNDAY, 22, {}, "6 h al 50 % y 2 h al 100 % porque es domingo"],
		[SATURDAY, 22, {}, "8 h al 100 % porque es sábado después de las 13 y después es domingo"],
		[FRIDAY, 22, { hours: 16 }, "15 h al 50 % y 1 h al 100 % porque el sábado pasa de las 13"],
		[
			MONDAY,
			22,
			{ holidays: only(holiday(TUESDAY)) },
			"2 h al 50 % y 6 h al 100 % porque el martes es feriado (Inmaculada Concepción)",
		],
		[
			MONDAY,
			6,
			{ holidays: only(holiday(MONDAY, { confirmed: false })) },
			"8 h al 100 % porque es feriado (Inmaculada Concepción, a confirmar)",
		],
	])("%s from %s: %j", (date, start, more, text) => {
		expect(reason(date, start, more)).toBe(text);
	});

	test.each<[CivilDate, ReasonCase, string]>([
		[SATURDAY, { shift: "M" }, "el sábado va al 50 % hasta las 13 y después al 100 %"],
		[SUNDAY, {}, "el domingo va al 100 %; el lunes va al 50 %"],
		[
			MONDAY,
			{ holidays: only(holiday(TUESDAY)) },
			"el lunes va al 50 %; el martes va al 100 % (Inmaculada Concepción)",
		],
	])("%s without a start time: the text names the hours that depend on it", (date, more, rates) => {
		expect(reason(date, null, more)).toBe(`8 h sin clasificar porque depende de la hora: ${rates}`);
	});

	test("a 'no laborable' day is paid like an ordinary day", () => {
		const bridge = { kind: "no_laborable", name: "Fines turísticos" } as const;
		expect(reason(MONDAY, 6, { holidays: only(holiday(MONDAY, bridge)) })).toBe(
			"8 h al 50 %, no laborable: se paga como día común",
		);
		expect(reason(MONDAY, 22, { holidays: only(holiday(TUESDAY, bridge)) })).toBe(
			"8 h al 50 %, el martes es no laborable: se paga como día común",
		);
		// If a Sunday is also "no laborable" (a day on which employers may close), the reason names only the Sunday.
		expect(reason(SUNDAY, 6, { holidays: only(holiday(SUNDAY, bridge)) })).toBe(
			"8 h al 100 % porque es domingo",
		);
	});

	test("the metalworkers' holiday names its agreement and its pay; another union's pay is unknown", () => {
		expect(reason(MONDAY, 6, { holidays: only(holiday(MONDAY, metal)) })).toBe(
			"8 h al 50 %, día gremial (Día del Trabajador Metalúrgico): si tu convenio es el CCT 260/75, su art. 41 paga lo trabajado y un jornal más",
		);
		const other = { kind: "gremial", name: "Día del Petrolero", source: "CCT 644/12" } as const;
		expect(reason(MONDAY, 6, { holidays: only(holiday(MONDAY, other)) })).toBe(
			"8 h al 50 %, día gremial (Día del Petrolero): fijate si tu convenio lo paga distinto (CCT 644/12)",
		);
	});

	test("on a franco (day off) the text says so, and that 50 % is uncertain because agreements differ", () => {
		const doubt = "En tu franco: los convenios difieren, mirá el tuyo. LCT 204 y 207: descanso compensatorio";
		expect(reason(MONDAY, 6, { francoOn: MONDAY })).toBe(`8 h al 50 % (no es seguro). ${doubt}`);
		expect(reason(SATURDAY, 8, { francoOn: SATURDAY })).toBe(
			`5 h al 50 % (no es seguro) y 3 h al 100 % porque es sábado después de las 13. ${doubt}`,
		);
		expect(reason(SUNDAY, 6, { francoOn: SUNDAY })).toBe(`8 h al 100 % porque es domingo. ${doubt}`);
		// An unconfirmed anchor (the date at which crew A's cycle begins) makes the day off uncertain.
		expect(reason(MONDAY, 6, { francoOn: MONDAY, isConfirmed: false })).toBe(
			`8 h al 50 % (no es seguro). ${doubt.replace("franco", "franco (diagrama sin confirmar por tu planta)")}`,
		);
	});

	test.each([
		["50", "8 h al 50 %. En tu franco: tu convenio lo paga al 50 %"],
		["100", "8 h al 100 %. En tu franco: tu convenio lo paga al 100 %"],
		["franco", "8 h al 50 %. En tu franco: tu convenio da franco compensatorio"],
	] as const)("on a franco the text says what the worker's own agreement gives: %s", (dayOff, text) => {
		expect(reason(MONDAY, 6, { francoOn: MONDAY, agreement: { dayOff } })).toBe(text);
	});

	test("on a franco that gives another one there is no premium, unless the extra is said to be paid", () => {
		const given = { francoOn: MONDAY, agreement: { dayOff: "franco" }, isUnsaid: true } as const;
		expect(reason(MONDAY, 6, given)).toBe(
			"8 h con franco compensatorio. En tu franco: tu convenio da franco compensatorio",
		);
	});

	test("on a franco that pays no more than the day, the text names the day", () => {
		expect(reason(SUNDAY, 6, { francoOn: SUNDAY, agreement: { dayOff: "100" } })).toBe(
			"8 h al 100 % porque es domingo. En tu franco: tu convenio lo paga al 100 %",
		);
	});

	test("an extra that crosses into or out of a franco says which day it is", () => {
		const agreement = { dayOff: "100" } as const;
		expect(reason(MONDAY, 22, { francoOn: TUESDAY, agreement })).toBe(
			"2 h al 50 % y 6 h al 100 %. En tu franco del martes: tu convenio lo paga al 100 %",
		);
		expect(reason(MONDAY, 22, { francoOn: MONDAY, agreement })).toBe(
			"6 h al 50 % y 2 h al 100 %. En tu franco del lunes: tu convenio lo paga al 100 %",
		);
	});

	test.each<[string, CivilDate, number, ReasonCase, string]>([
		[
			"a holiday",
			MONDAY,
			6,
			{ holidays: only(holiday(MONDAY)) },
			" porque es feriado (Inmaculada Concepción)",
		],
		["a Sunday", SUNDAY, 6, {}, " porque es domingo"],
		["a Saturday", SATURDAY, 8, {}, ", por tu convenio"],
		["a night out of a Sunday", SUNDAY, 22, {}, ", por tu convenio"],
		["another day", MONDAY, 6, {}, ", día común, por tu convenio"],
	])(
		"where an agreement pays all days the same, %s is not said to be a common day",
		(_, date, start, more, why) => {
			expect(reason(date, start, { ...more, agreement: { weekday: 100 } })).toBe(`8 h al 100 %${why}`);
		},
	);

	test("names the agreement where it pays otherwise than the law, also on the union's day after the eve", () => {
		expect(reason(MONDAY, 6, { agreement: { weekday: 60 } })).toBe("8 h al 60 %, día común, por tu convenio");
		const union = { holidays: only(holiday(TUESDAY, metal)) };
		const name = "el martes es día gremial (Día del Trabajador Metalúrgico)";
		expect(reason(MONDAY, 22, { ...union, agreement: { name: "cct-260-75", hasUnionDay: true } })).toBe(
			`8 h al 50 %, ${name}: tu convenio, el CCT 260/75, en su art. 41 paga lo trabajado y un jornal más`,
		);
		expect(reason(MONDAY, 22, { ...union, agreement: {} })).toBe(
			`8 h al 50 %, ${name}: según lo que pusiste, tu convenio lo paga como día común`,
		);
	});

	test("says of the own shift on the union's day that its premium is uncertain, and not of the hours after it", () => {
		// The worker's mornings begin on the day after the franco.
		const own = {
			holidays: only(holiday(TUESDAY, metal)),
			francoOn: MONDAY,
			agreement: { hasUnionDay: true },
		};
		const paid =
			"día gremial (Día del Trabajador Metalúrgico): tu convenio paga lo trabajado y un jornal más";
		expect(reason(TUESDAY, 6, own)).toBe(`8 h al 50 % (no es seguro), ${paid}`);
		expect(reason(TUESDAY, 14, own)).toBe(`8 h al 50 %, ${paid}`);
	});

	// The worker's mornings begin on the day after the franco.
	const holidayShift = { holidays: only(holiday(TUESDAY)), francoOn: MONDAY, agreement: { ownShift: 200 } };
	const others = (...kinds: (Partial<Holiday> & Pick<Holiday, "name">)[]) => ({
		holidays: (date: CivilDate) => kinds.map((more) => holiday(date, more)),
	});

	test.each<[string, CivilDate, number | null, ReasonCase, string]>([
		[
			"the own shift",
			TUESDAY,
			6,
			holidayShift,
			"8 h al 200 % porque es feriado (Inmaculada Concepción) en tu turno, por tu convenio",
		],
		[
			"the own shift, at an unknown hour",
			TUESDAY,
			null,
			{ ...holidayShift, shift: "M" },
			"8 h sin clasificar porque depende de la hora: el martes va al 100 % hasta las 6, al 200 % hasta las 14 y después al 100 % (Inmaculada Concepción)",
		],
		[
			"the certain one of two",
			MONDAY,
			6,
			others({ name: "Puente", confirmed: false }, { name: "Patria" }),
			"8 h al 100 % porque es feriado (Patria)",
		],
		[
			"the first of two uncertain ones",
			MONDAY,
			6,
			others({ name: "Puente", confirmed: false }, { name: "Patria", confirmed: false }),
			"8 h al 100 % porque es feriado (Puente, a confirmar)",
		],
		[
			"the stronger one of two",
			MONDAY,
			6,
			others({ name: "Día del Gremio", kind: "gremial" }, { name: "Patria" }),
			"8 h al 100 % porque es feriado (Patria)",
		],
		[
			"the day where it pays more",
			SUNDAY,
			6,
			{ holidays: only(holiday(SUNDAY)), agreement: { sunday: 200 } },
			"8 h al 200 % porque es domingo, por tu convenio",
		],
	])("on a holiday names %s", (_, date, start, more, text) => {
		expect(reason(date, start, more)).toBe(text);
	});

	test("of hours that the worker typed says them, and that the worker did", () => {
		const typed = { premiums: { 100: 480 }, hasOwnSplit: true };
		const extra = paidExtra({ date: SUNDAY, shift: "N", minutes: 480, startMinute: null }, typed);
		expect(evened(storedPay(extra, lawTerms(none)).reason)).toBe("8 h al 100 %: lo pusiste vos");
	});
});

describe("a franco (day off) in the worker's own calendar", () => {
	const diagram = FOUR_SHIFTS;
	// Crew A starts its cycle on Monday 2024-01-01: seven mornings, two days off.
	const [WORKDAY, FRANCO] = ["2024-01-07", "2024-01-08"] as const;
	const own = { since: "1900-01-01", ...rotationOf(diagram, "A") };
	const during = (kind: OwnDayKind, day: CivilDate): OwnDay => ({
		id: "",
		kind,
		firstDay: day,
		lastDay: day,
		crew: kind === "cambio" ? "B" : null,
		note: "",
	});
	const dayOff = (date: CivilDate, ownDays: OwnDay[] = [], more: Partial<DatedRotation> = {}) =>
		dayOffOn(workDaysIn({ rotations: [{ ...own, ...more }], ownDays }), date, null);

	test("follows from the diagram, and is certain only if the plant or the worker has confirmed it", () => {
		expect(dayOff(WORKDAY)).toBeUndefined();
		expect(dayOff(FRANCO)).toEqual({ isConfirmed: false });
		expect(dayOff(FRANCO, [], { isOwnPosition: true })).toEqual({
			isConfirmed: true,
		});
		expect(dayOff(FRANCO, [], { diagram: { ...diagram, anchorConfirmed: true } })).toEqual({
			isConfirmed: true,
		});
		expect(dayOffOn(workDaysIn({ rotations: [], ownDays: [] }), FRANCO, null)).toBeUndefined();
	});

	test("follows from the diagram that applied on the date", () => {
		const rotations = [own, { since: "2024-01-08", ...rotationOf(diagram, "B") }];
		expect(dayOffOn(workDaysIn({ rotations, ownDays: [] }), FRANCO, null)).toBeUndefined();
	});

	test("includes a compensatory franco, but not leave, vacation or another crew's shift", () => {
		expect(dayOff(WORKDAY, [during("franco", WORKDAY)])).toEqual({ isConfirmed: true });
		for (const kind of ["vacaciones", "licencia", "parada", "suspension", "cambio"] as const) {
			expect(dayOff(FRANCO, [during(kind, FRANCO)]), kind).toBeUndefined();
		}
	});
});

describe("the morning after the last night shift", () => {
	// The worker has seven nights from 22 to 6, the last of which ends on the first day off.
	const nights = { ...FOUR_SHIFTS, anchor: "2026-11-02", cycle: `NNNNNNN${"F".repeat(21)}` };
	const rotations = [{ since: "1900-01-01", ...rotationOf(nights, "A") }];
	const FIRST_FRANCO = "2026-11-09";
	const dayOffAt = (startMinute: number | null, date = FIRST_FRANCO, ownDays: OwnDay[] = []) =>
		dayOffOn(workDaysIn({ rotations, ownDays }), date, startMinute);

	test("is no franco for a worker who stays on after the shift", () => {
		expect(dayOffAt(6 * 60)).toBeUndefined();
		expect(dayOffAt(5 * 60 + 30)).toBeUndefined();
	});

	test("is a franco for a worker who comes back later, on the next day, or at an unknown time", () => {
		for (const work of [dayOffAt(6 * 60 + 1), dayOffAt(6 * 60, "2026-11-10"), dayOffAt(null)])
			expect(work).toEqual({ isConfirmed: false });
	});

	test("is a franco for a worker who did not work that night", () => {
		const sick = { id: "", kind: "licencia", crew: null, note: "" } as const;
		const ownDays = [{ ...sick, firstDay: "2026-11-08", lastDay: "2026-11-08" }];
		expect(dayOffAt(6 * 60, FIRST_FRANCO, ownDays)).toEqual({ isConfirmed: false });
	});
});

test.each([true, false])(
	"work on a certain franco that belongs to the shift of the night before is as certain as that shift (%s)",
	(isConfirmed) => {
		const night = { shift: { startMinute: 22 * H, endMinute: 30 * H }, isConfirmed };
		const franco = { dayOff: { isConfirmed: true }, isConfirmed: true };
		const terms = {
			...lawTerms(none),
			workDayOn: (date: CivilDate) => (date === MONDAY ? night : franco),
		};
		const isUnsure = (startMinute: number) => {
			const extra = paidExtra({ date: TUESDAY, shift: "M", startMinute, minutes: 4 * H });
			return payOf(extra, terms).doubts.includes("unconfirmed-diagram");
		};
		expect([isUnsure(6 * H), isUnsure(7 * H)]).toEqual([!isConfirmed, false]);
	},
);

test.each([
	[
		"an unconfirmed diagram",
		rotationOf({ ...FOUR_SHIFTS, anchor: "2026-11-02" }, "A"),
		"unconfirmed-diagram",
	],
	["a diagram without a crew", { diagram: FOUR_SHIFTS }, "unknown-shifts"],
	["no diagram", {}, "unknown-shifts"],
] as const)(
	"after a day of %s, a certain day is unsure as long as a night shift could have lasted",
	(_, rotation, doubt) => {
		const doubtsAt = (kind: OwnDayKind, startMinute: number, rates: Partial<Agreement>, holidays = none) => {
			const own = { id: "", kind, firstDay: TUESDAY, lastDay: TUESDAY, crew: null, note: "" };
			const workDayOn = workDaysIn({
				rotations: [{ since: "1900-01-01", ...rotation }],
				ownDays: [own],
			});
			const agreements = [{ ...lawRates, name: "propio" as const, since: "2026-01-01", ...rates }];
			const extra = paidExtra({ date: TUESDAY, shift: "M", startMinute, minutes: 4 * H });
			return payOf(extra, { ...lawTerms(holidays), agreements, workDayOn }).doubts;
		};
		for (const dayOff of ["100", "franco"] as const) {
			expect(doubtsAt("franco", 6 * H, { dayOff })).toContain(doubt);
			expect(doubtsAt("franco", 6 * H + 15, { dayOff })).not.toContain(doubt);
		}
		expect(doubtsAt("franco", 6 * H, { dayOff: "50" })).toEqual([]);
		const isHoliday = only(holiday(TUESDAY));
		expect(doubtsAt("vacaciones", 5 * H, { ownShift: 200 }, isHoliday)).toEqual([doubt]);
		expect(doubtsAt("vacaciones", 6 * H, { ownShift: 200 }, isHoliday)).toEqual([]);
		expect(doubtsAt("vacaciones", 5 * H, {}, isHoliday)).toEqual([]);
	},
);

test.each([
	["an unconfirmed diagram", ALL_MORNINGS, "A", "unconfirmed-diagram"],
	["a diagram without a crew", { ...ALL_MORNINGS, anchorConfirmed: true }, undefined, "unknown-shifts"],
	["no diagram at all", undefined, undefined, "unknown-shifts"],
] as const)(
	"work on no known franco is unsure by %s, where the agreement pays a franco otherwise",
	(_, diagram, crew, doubt) => {
		const rotation = diagram && crew ? rotationOf(diagram, crew) : { diagram };
		const doubtsOf = (rates: Partial<Agreement>, isOwnPosition = false, holidays = none) => {
			const agreements = [{ ...lawRates, name: "propio" as const, since: "2026-01-01", ...rates }];
			const workDayOn = workDaysIn({
				rotations: [{ since: "1900-01-01", ...rotation, isOwnPosition }],
				ownDays: [],
			});
			const extra = paidExtra({ date: TUESDAY, shift: "T", startMinute: 14 * H, minutes: 4 * H });
			return payOf(extra, { ...lawTerms(holidays), agreements, workDayOn }).doubts;
		};
		for (const dayOff of ["100", "franco"] as const) expect(doubtsOf({ dayOff })).toEqual([doubt]);
		for (const dayOff of ["50", null] as const) expect(doubtsOf({ dayOff })).toEqual([]);
		expect(doubtsOf({ dayOff: "100", weekday: 100 })).toEqual([]);
		const isHoliday = only(holiday(TUESDAY));
		expect(doubtsOf({ ownShift: 200 }, false, isHoliday)).toEqual([doubt]);
		expect(doubtsOf({}, false, isHoliday)).toEqual([]);
		if (crew) expect(doubtsOf({ dayOff: "100" }, true)).toEqual([]);
	},
);

test.each([
	["one of two holidays of the same kind is certain", ["feriado", "feriado"], false],
	["the certain one of two is of a weaker kind", ["feriado", "no_laborable"], true],
] as const)("a date is a holiday for certain if %s", (_, [unsure, sure], isUnsure) => {
	const both = [holiday(TUESDAY, { kind: unsure, confirmed: false }), holiday(TUESDAY, { kind: sure })];
	for (const holidays of [both, both.toReversed()]) {
		const extra = paidExtra({ date: TUESDAY, shift: "M", startMinute: 6 * H, minutes: 4 * H });
		expect(
			payOf(
				extra,
				lawTerms(() => holidays),
			).doubts.includes("unconfirmed-holiday"),
		).toBe(isUnsure);
	}
});

test.each([true, false])(
	"a holiday's morning in the shift of the night before is as certain as that shift (%s)",
	(isConfirmed) => {
		const night = { shift: { startMinute: 22 * H, endMinute: 30 * H }, isConfirmed };
		const workDayOn = (date: CivilDate) => (date === MONDAY ? night : { isConfirmed: !isConfirmed });
		const morning = paidExtra({ date: TUESDAY, shift: "N", startMinute: 0, minutes: 6 * H });
		for (const ownShift of [100, 200]) {
			const agreements = [{ ...lawRates, name: "propio" as const, since: "2026-01-01", ownShift }];
			const terms = { ...lawTerms(only(holiday(TUESDAY))), agreements, workDayOn };
			expect(payOf(morning, terms).doubts).toEqual([
				...(isConfirmed ? [] : ["unconfirmed-diagram"]),
				"own-shift",
			]);
		}
	},
);

describe("the hours that people type", () => {
	test.each([
		["8", 480],
		["4,5", 270],
		["4.5", 270],
		["4,50", 270],
		["7,25", 435],
		["0,25", 15],
		["16", 960],
		["4:30", 270],
		[" 8 ", 480],
	])("%s", (text, minutes) => {
		expect(hoursToMinutes(text)).toBe(minutes);
	});

	test.each([
		"",
		"0",
		"-0",
		"-1",
		"16,25",
		"4,3",
		"4,125",
		"NaN",
		"1e3",
		"0x10",
		"８",
		"4,5,5",
		"4 5",
		"4:20",
		"4:5",
		"4:60",
		"4,5:15",
		":30",
		"Infinity",
		"1e309",
	])("%s is refused", (text) => {
		expect(hoursToMinutes(text)).toBeUndefined();
	});

	test("are formatted as they were typed, and so are times of day", () => {
		expect([480, 270, 435, 320].map(formatHours)).toEqual(["8", "4,5", "7,25", "5:20"]);
		expect(clockToMinute("22:00")).toBe(1320);
		expect(["24:00", "7:00", "22:60", ""].map(clockToMinute)).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
		expect(formatClock(1320 + 480)).toBe("06:00");
	});
});

describe("pay periods", () => {
	test.each([
		["month", "2026-11-21", "2026-11-01", "2026-11-30"],
		["month", "2028-02-10", "2028-02-01", "2028-02-29"],
		["fortnight", "2026-11-15", "2026-11-01", "2026-11-15"],
		["fortnight", "2026-11-16", "2026-11-16", "2026-11-30"],
		["closing-25", "2026-11-25", "2026-10-26", "2026-11-25"],
		["closing-25", "2026-11-26", "2026-11-26", "2026-12-25"],
		["closing-25", "2026-12-31", "2026-12-26", "2027-01-25"],
		["closing-25", "2027-01-01", "2026-12-26", "2027-01-25"],
		["closing-28", "2027-03-01", "2027-03-01", "2027-03-28"],
		["closing-31", "2027-02-28", "2027-02-01", "2027-02-28"],
		["closing-31", "2027-04-30", "2027-04-01", "2027-04-30"],
		["closing-30", "2027-02-28", "2027-01-31", "2027-02-28"],
		["closing-30", "2027-03-31", "2027-03-31", "2027-04-30"],
		["closing-29", "2028-02-29", "2028-01-30", "2028-02-29"],
		["closing-29", "2027-03-01", "2027-03-01", "2027-03-29"],
	] as const)("%s of %s", (setting, date, start, end) => {
		expect(payPeriodOf(date, setting)).toEqual({ start, end });
	});

	test("of every setting cover each day of five years exactly once, and close on the setting's day", () => {
		const closings = Array.from({ length: 31 }, (_, index): PayPeriod => `closing-${index + 1}`);
		for (const setting of ["month", "fortnight", ...closings] as const) {
			let period = payPeriodOf("2023-06-15", setting);
			while (period.end < "2028-06-15") {
				const { start, end } = period;
				const days = Array.from({ length: dayNumber(end) - dayNumber(start) + 1 }, (_, day) =>
					addDays(start, day),
				);
				const strays = days.filter((date) => payPeriodOf(date, setting).start !== start);
				expect(strays, setting).toEqual([]);
				if (setting.startsWith("closing")) {
					const isLastOfMonth = addDays(end, 1).endsWith("-01");
					const [closing, day] = [Number(setting.slice(8)), Number(end.slice(8))];
					expect(isLastOfMonth ? day <= closing : day === closing, `${setting} ${end}`).toBe(true);
				}
				period = payPeriodOf(addDays(end, 1), setting);
				expect(period.start).toBe(addDays(end, 1));
				expect(payPeriodOf(addDays(period.start, -1), setting)).toEqual({ start, end });
			}
		}
	});

	test.each(["month", "fortnight", "closing-1", "closing-20", "closing-31"])("'%s' is a setting", (text) => {
		expect(parsePayPeriod(text)).toBe(text);
	});

	test.each(["", "closing-0", "closing-32", "closing-", "year", "closing-025"])(
		"'%s' is not a valid setting",
		(text) => {
			expect(parsePayPeriod(text)).toBeUndefined();
		},
	);
});

test("entries are grouped by period from the oldest and from the newest on", () => {
	const extras = ["2026-10-01", "2026-10-31", "2026-11-01"].map((date) => ({ date }));
	const starts = (rows: typeof extras) =>
		byPeriod(rows, (date) => payPeriodOf(date, "month")).map((period) => [
			period.start,
			period.extras.length,
		]);
	expect(starts(extras)).toEqual([
		["2026-10-01", 2],
		["2026-11-01", 1],
	]);
	expect(starts(extras.toReversed())).toEqual(starts(extras).toReversed());
});

test("a period's slip can have the premiums of each agreement in force on one of its days", () => {
	const agreements = [
		{ since: "2026-01-01", weekday: 60, dayOff: "50" as const },
		{ since: "2026-10-01", weekday: 70, dayOff: "franco" as const },
		{ since: "2026-10-31", weekday: 80 },
		{ since: "2026-11-01", weekday: 90 },
	].map((each) => ({ ...lawRates, name: "propio" as const, ...each }));
	const percentsIn = (first: CivilDate, last: CivilDate) => percentsBetween(agreements, first, last);
	expect(percentsIn("2025-12-01", "2025-12-31")).toEqual([50, 100]);
	expect(percentsIn("2026-09-15", "2026-09-30")).toEqual([50, 60, 100]);
	expect(percentsIn("2026-10-01", "2026-10-31")).toEqual([70, 80, 100]);
});

describe("the legal rules by date", () => {
	test("are sorted by date; each has a valid first day, valid minutes of the day and a source", () => {
		const dates = overtimeRules.map(({ from }) => from);
		expect(dates).toEqual([...dates].sort());
		expect(dates.filter((date) => addDays(addDays(date, 1), -1) !== date)).toEqual([]);
		for (const { nightStartMinute, nightEndMinute, saturday100Minute } of overtimeRules) {
			// This test fails if the rule gives hours by mistake instead of minutes.
			expect(nightEndMinute).toBeGreaterThanOrEqual(H);
			expect(nightStartMinute).toBeGreaterThan(12 * H);
			expect(saturday100Minute).toBeGreaterThanOrEqual(H);
			expect(Math.max(nightEndMinute, nightStartMinute, saturday100Minute)).toBeLessThan(24 * H);
		}
		expect(overtimeRules.every(({ source }) => source.length > 10)).toBe(true);
		expect(ruleOn("1950-01-01")).toBe(overtimeRules[0]);
	});

	// From Tuesday on, night lasts from 20:00 to 7:00, and Saturdays have 100 % after 12:30.
	const rules: OvertimeRules = [
		overtimeRules[0],
		{
			from: TUESDAY,
			nightStartMinute: 20 * H,
			nightEndMinute: 7 * H,
			saturday100Minute: 12.5 * H,
			source: "una ley nueva",
		},
	];

	test("changes at midnight: each minute follows the rule of its own date", () => {
		const night = (date: CivilDate, start: number, hours: number) =>
			splitByLaw({ date, shift: "N", startMinute: start * H, minutes: hours * H }, none, rules).minutesNight;
		// Night begins at 21:00 by Monday's rule and ends at 7:00 by Tuesday's: nine hours from 22:00.
		expect(night(MONDAY, 22, 9)).toBe(540);
		expect(night(MONDAY, 20, 4)).toBe(180);
		expect(night(TUESDAY, 20, 4)).toBe(240);
		expect(night(MONDAY, 6, 1)).toBe(0);
		expect(night(TUESDAY, 6, 1)).toBe(60);
	});

	test("appears in reasons and labels", () => {
		const saturday = { date: SATURDAY, shift: "M", startMinute: 6 * H, minutes: 8 * H };
		expect(evened(ruleReason(paidExtra(saturday), lawTerms(none, rules)))).toBe(
			"6,5 h al 50 % y 1,5 h al 100 % porque es sábado después de las 12:30",
		);
		expect(nightHours({ start: "1990-01-01", end: "1990-12-31" })).toBe("21 a 6");
		expect(nightHours({ end: addDays(MONDAY, -1) }, rules)).toBe("21 a 6");
		// An extra on Monday may last until Tuesday, when the new rule applies.
		expect(nightHours({ end: MONDAY }, rules)).toBe("21 a 6, desde el 03/11/2026 20 a 7");
		expect(nightHours({ start: TUESDAY }, rules)).toBe("20 a 7");
		expect(nightHours({ start: MONDAY, end: TUESDAY }, rules)).toBe("21 a 6, desde el 03/11/2026 20 a 7");
		// A later rule that changes only Saturdays adds nothing to the text about the night hours.
		const later = {
			...ruleOn(TUESDAY, rules),
			from: "2027-01-01",
			saturday100Minute: 12 * H,
			source: "otra ley",
		};
		expect(nightHours({ start: MONDAY }, [...rules, later])).toBe("21 a 6, desde el 03/11/2026 20 a 7");
		expect(ruleSources({ start: "2026-12-01" }, [...rules, later])).toBe(
			"una ley nueva; desde el 01/01/2027 otra ley",
		);
		const year = { start: "2026-01-01", end: "2026-12-31" } as const;
		expect(ruleSources(year, rules)).toBe(`${rules[0].source}; desde el 03/11/2026 una ley nueva`);
		expect(ruleSources({ start: "2027-01-01" }, rules)).toBe("una ley nueva");
	});
});
