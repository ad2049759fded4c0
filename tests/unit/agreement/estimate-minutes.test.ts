import { expect, test } from "vitest";
import type { HourValue } from "~/features/agreement/agreement";
import type { Estimate } from "~/features/agreement/estimate";
import type { Holiday } from "~/features/holidays/holiday-rule";
import type { OvertimeRules } from "~/features/law/overtime-rules";
import type { PaidExtra } from "~/features/law/paid-parts";
import { withoutZeros } from "~/features/law/premiums";
import type { Agreement } from "~/features/law/rates";
import { workDaysIn } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { type NaiveExtra, naiveCentavos, naivePay } from "../../support/naive-pay";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../../support/naive-shifts";
import { estimateAll, estimateOne } from "../../support/pay";
import { Random } from "../../support/random";
import { seededDiagram } from "../../support/seeded-diagrams";

/**
 * Lists of legal rules. Arguments of `rule`: first day of the rule, hour from which Saturday has 100 %, hours at which
 * the night starts and ends. In the second and third list, rules change within the tested years.
 */
const RULES: readonly OvertimeRules[] = [
	[rule("1974-09-27", 13, 21, 6)],
	[rule("1974-09-27", 13, 21, 6), rule("2026-03-10", 12.5, 20, 7)],
	[rule("2000-01-01", 14, 22, 5.5), rule("2025-07-05", 13, 21, 6), rule("2027-01-03", 0, 23.75, 0)],
];

const law = { weekday: 50, saturday: 100, sunday: 100, holiday: 100, ownShift: 100, night: 0 };
/** The collective agreements that three workers have had, oldest first. The first worker has none. */
const AGREEMENTS: readonly Agreement[][] = [
	[],
	[
		{ since: "2025-02-01", name: "cct-260-75", ...law, dayOff: "100", hasUnionDay: true },
		{ since: "2026-09-07", name: "cct-260-75", ...law, night: 25, dayOff: "franco", hasUnionDay: true },
	],
	[
		{ since: "2024-06-15", name: "propio", ...law, weekday: 60, night: 13, dayOff: "50", hasUnionDay: false },
		{
			since: "2026-05-25",
			name: "propio",
			...law,
			holiday: 150,
			ownShift: 200,
			dayOff: "franco",
			hasUnionDay: true,
		},
		{
			since: "2027-04-01",
			name: "propio",
			...law,
			saturday: 120,
			sunday: 130,
			dayOff: null,
			hasUnionDay: false,
		},
	],
];

/** Three workers' hourly rates. The last worker's rates begin late and change every month. */
const VALUES: readonly HourValue[][] = [
	[{ since: "2020-01-01", centavos: 500_000, divisor: null }],
	[
		{ since: "2024-01-01", centavos: 123_457, divisor: null },
		{ since: "2026-05-25", centavos: 140_000_033, divisor: 200 },
	],
	Array.from({ length: 24 }, (_, month) => ({
		since: `${2025 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-16`,
		centavos: 311_111 + month * 7_001,
		divisor: month % 2 === 0 ? null : 3,
	})),
];

const HOLIDAYS: readonly Holiday[] = [2024, 2025, 2026, 2027, 2028].flatMap((year) =>
	["01-01", "02-16", "05-01", "05-25", "07-09", "10-12", "12-08", "12-25", "09-07"].map((day) => ({
		date: `${year}-${day}`,
		name: day,
		kind: day === "09-07" ? ("gremial" as const) : ("feriado" as const),
		confirmed: true,
		source: "",
	})),
);
const byDate = new Map(HOLIDAYS.map((holiday) => [holiday.date, [holiday]]));

const OWN_DAYS: readonly OwnDay[] = [
	{ id: "1", kind: "vacaciones", firstDay: "2026-05-18", lastDay: "2026-05-31", crew: null, note: "" },
	{ id: "2", kind: "franco", firstDay: "2026-10-10", lastDay: "2026-10-14", crew: null, note: "" },
];

const CALENDARS = ["4turnos_7dias", "12horas_general", "3turnos"].map((id, crew) => {
	const diagram = seededDiagram(id);
	const naive = { ...diagram, offset: diagram.offset };
	const cycle = naiveLetters(naive, naiveCrewPosition(naive, crew));
	const letters = [...cycle].map((letter, day) => {
		const ownDay = OWN_DAYS.find(
			({ firstDay, lastDay }) => firstDay <= (days[day] ?? "") && (days[day] ?? "") <= lastDay,
		);
		return ownDay ? (ownDay.kind === "franco" ? "F" : "-") : letter;
	});
	const rotation = rotationOf(diagram, (["A", "B", "C"] as const)[crew] ?? "A");
	return {
		workDayOn: workDaysIn({ rotations: [{ since: "1900-01-01", ...rotation }], ownDays: OWN_DAYS }),
		isDayOff: letters.map((letter) => letter === "F"),
		shifts: naiveShifts(naive, letters.join("")),
		hasDayShift: "D" in diagram.hours,
	};
});

test("50,000 extras by 3 rules, 3 agreements, 3 values and 3 calendars match a count minute by minute, to the centavo", () => {
	const random = new Random(1570);
	const sets = RULES.flatMap((rules) =>
		AGREEMENTS.flatMap((agreements) =>
			VALUES.flatMap((hourValues) =>
				CALENDARS.map(({ workDayOn, ...calendar }) => ({
					terms: {
						rules,
						agreements,
						hourValues,
						workDayOn,
						holidaysOn: (date: string) => byDate.get(date) ?? [],
					},
					count: naivePay({ rules, agreements, values: hourValues, holidays: HOLIDAYS, ...calendar }),
				})),
			),
		),
	);
	expect(sets).toHaveLength(81);
	const wrong: string[] = [];
	const seen = { lines: new Set<string>(), leftOut: new Set<string>() };
	for (const { terms, count } of sets) {
		const extras: PaidExtra[] = [];
		const totals = { lines: new Map<string, number>(), unionDays: new Set<number>() };
		for (let round = 0; round < 618; round++) {
			const naive = anyExtra(random);
			const extra = toExtra(naive);
			const pay = count(naive);
			const wages = pay.unionDays.flatMap((day) => wageOn(days[day] ?? "", terms.hourValues));
			const expected = [...pay.lines, ...wages].map(
				([key, minutes]) => `${key}: ${minutes} ${naiveCentavos(key, minutes)}`,
			);
			const estimate = estimateOne(extra, terms);
			if (textOf(estimate) !== [...expected, ...leftOutOf(pay.leftOut)].sort().join("; "))
				wrong.push(
					`${JSON.stringify(extra)}: ${textOf(estimate)} is not ${expected}; ${leftOutOf(pay.leftOut)}`,
				);
			for (const { kind } of estimate.lines) seen.lines.add(kind);
			for (const why of estimate.leftOut.keys()) seen.leftOut.add(why);
			extras.push(extra);
			for (const [key, minutes] of pay.lines) totals.lines.set(key, (totals.lines.get(key) ?? 0) + minutes);
			for (const day of pay.unionDays) totals.unionDays.add(day);
		}
		let centavos = 0;
		for (const [key, minutes] of totals.lines) centavos += naiveCentavos(key, minutes);
		for (const day of totals.unionDays)
			for (const [key, minutes] of wageOn(days[day] ?? "", terms.hourValues))
				centavos += naiveCentavos(key, minutes);
		const total = estimateAll(extras, terms);
		if (total.centavos !== centavos) wrong.push(`total ${total.centavos}, not ${centavos}`);
		if (total.lines.reduce((sum, { centavos }) => sum + centavos, 0) !== total.centavos) wrong.push("lines");
		for (const { kind } of total.lines) seen.lines.add(kind);
	}
	expect(wrong.slice(0, 3)).toEqual([]);
	expect([...seen.lines].sort()).toEqual(["extra", "night", "own-shift", "union-day"]);
	expect([...seen.leftOut].sort()).toEqual([
		"agreed-day-off",
		"banco",
		"franco",
		"no-start",
		"no-value",
		"unclassified",
	]);
});

/** The line of the wage that an extra on the union holiday earns in addition; none without a value of the hour. */
function wageOn(date: string, hourValues: readonly HourValue[]): [key: string, minutes: number][] {
	const value = hourValues.filter(({ since }) => since <= date).pop();
	if (!value) return [];
	return [[`union-day 100 ${Math.round(value.centavos / (value.divisor ?? 1))}`, 480]];
}

function rule(from: string, saturday: number, nightStart: number, nightEnd: number) {
	return {
		from,
		saturday100Minute: saturday * 60,
		nightStartMinute: nightStart * 60,
		nightEndMinute: nightEnd * 60,
		source: "",
	};
}

/** A random extra (overtime entry) from 2024 to 2027. About half of them are near a holiday or a change of rules. */
function anyExtra(random: Random): NaiveExtra {
	const special = [
		"2026-05-24",
		"2026-09-06",
		"2026-09-07",
		"2026-12-24",
		"2026-03-09",
		"2027-01-02",
		"2026-10-12",
	];
	const day =
		random.below(2) === 0 ? random.below(1461) : days.indexOf(random.pick(special)) + random.below(3) - 1;
	const minutes = (1 + random.below(64)) * 15;
	const startMinute = random.below(10) === 0 ? null : random.below(96) * 15;
	const compensation = random.pick(["pago", "pago", "pago", null, null, null, "franco", "banco"] as const);
	const shift = random.pick(["M", "T", "N", "D"]);
	const minutes50 = random.below(minutes / 15 + 1) * 15;
	const minutes100 = random.below((minutes - minutes50) / 15 + 1) * 15;
	const own = random.below(10) === 0 ? { minutes50, minutes100 } : undefined;
	return { day, minutes, startMinute, compensation, shift, own };
}

function toExtra({ day, own, ...extra }: NaiveExtra): PaidExtra {
	const { minutes50 = 0, minutes100 = 0 } = own ?? {};
	const premiums = withoutZeros({
		50: minutes50,
		100: minutes100,
		unclassified: extra.minutes - minutes50 - minutes100,
	});
	const kept = { premiums, hasOwnSplit: own !== undefined, isStartProposed: false, needsReview: false };
	return { date: days[day] ?? "", ...extra, ...kept };
}

function textOf({ lines, leftOut }: Estimate): string {
	const texts = lines.map(
		({ kind, percent, hourCentavos, minutes, centavos }) =>
			`${kind} ${percent} ${hourCentavos}: ${minutes} ${centavos}`,
	);
	return [...texts, ...leftOutOf(leftOut)].sort().join("; ");
}

function leftOutOf(leftOut: ReadonlyMap<string, number>): string[] {
	return [...leftOut].map(([why, minutes]) => `${why} ${minutes}`);
}
