import { describe, expect, test } from "vitest";
import { type Holiday, proposeHolidays } from "~/features/holidays/holiday-rule";
import { splitExtra } from "~/features/overtime/classify";
import { formatClock, formatHours, parseClock, parseHours } from "~/features/overtime/hours";
import { overtimeRules, ruleOn } from "~/features/overtime/overtime-rules";
import { parsePayPeriod, payPeriodBefore, payPeriodOf } from "~/features/overtime/pay-period";
import { addDays, type CivilDate, weekdayOf } from "~/lib/civil-date";
import { Random } from "../support/random";

const none = () => [];
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

// A week without holidays: Monday 2 to Sunday 8 November 2026.
const [MONDAY, FRIDAY, SATURDAY, SUNDAY] = ["2026-11-02", "2026-11-06", "2026-11-07", "2026-11-08"] as const;

describe("the golden cases", () => {
	test.each([
		["Friday 22–06", FRIDAY, 22, none, 8, 0, 480],
		["Saturday 06–14", SATURDAY, 6, none, 7, 1, 0],
		["Saturday 22–06", SATURDAY, 22, none, 0, 8, 480],
		["Sunday 22–06", SUNDAY, 22, none, 6, 2, 480],
		["eve of a holiday 22–06", MONDAY, 22, only(holiday("2026-11-03")), 2, 6, 480],
	] as const)("%s", (_name, date, start, holidays, hours50, hours100, night) => {
		expect(splitExtra({ date, minutes: 8 * H, startMinute: start * H }, holidays)).toMatchObject({
			minutes50: hours50 * H,
			minutes100: hours100 * H,
			minutesUnclassified: 0,
			minutesNight: night,
		});
	});
});

describe("without a start time the whole day decides", () => {
	const day = (date: CivilDate, holidays: (date: CivilDate) => Holiday[] = none) =>
		splitExtra({ date, minutes: 8 * H, startMinute: null }, holidays);

	test("a common day, a Sunday, a holiday, a day of the union, one that is no working day", () => {
		expect(day(MONDAY)).toMatchObject({ minutes50: 480, minutes100: 0, minutesNight: null });
		expect(day(SUNDAY)).toMatchObject({ minutes50: 0, minutes100: 480, minutesNight: null });
		expect(day(MONDAY, only(holiday(MONDAY)))).toMatchObject({ minutes100: 480 });
		expect(day(MONDAY, only(holiday(MONDAY, { kind: "gremial" })))).toMatchObject({ minutes100: 480 });
		expect(day(MONDAY, only(holiday(MONDAY, { kind: "no_laborable" })))).toMatchObject({ minutes50: 480 });
	});

	test("a Saturday is not classified until the time is given, but on a holiday", () => {
		expect(day(SATURDAY)).toMatchObject({ minutes50: 0, minutes100: 0, minutesUnclassified: 480 });
		expect(day(SATURDAY, only(holiday(SATURDAY)))).toMatchObject({ minutes100: 480, minutesUnclassified: 0 });
	});
});

describe("the reason in words", () => {
	const reason = (date: CivilDate, start: number | null, holidays: (date: CivilDate) => Holiday[] = none) =>
		splitExtra({ date, minutes: 8 * H, startMinute: start === null ? null : start * H }, holidays).reason;

	test.each([
		[SATURDAY, 8, none, "5 h al 50 % y 3 h al 100 % porque es sábado después de las 13"],
		[MONDAY, 6, none, "8 h al 50 %, día común"],
		[SUNDAY, null, none, "8 h al 100 % porque es domingo"],
		[SUNDAY, 22, none, "6 h al 50 % y 2 h al 100 % porque es domingo"],
		[
			MONDAY,
			22,
			only(holiday("2026-11-03")),
			"2 h al 50 % y 6 h al 100 % porque el martes es feriado (Inmaculada Concepción)",
		],
		[
			MONDAY,
			6,
			only(holiday(MONDAY, { confirmed: false })),
			"8 h al 100 % porque es feriado (Inmaculada Concepción, a confirmar)",
		],
		[
			SATURDAY,
			null,
			none,
			"8 h sin clasificar porque es sábado: antes de las 13 va al 50 % y después al 100 %. Poné la hora de entrada",
		],
		[SATURDAY, 22, none, "8 h al 100 % porque es sábado después de las 13 y después es domingo"],
	] as const)("%s from %s", (date, start, holidays, text) => {
		expect(reason(date, start, holidays)).toBe(text);
	});
});

describe("any extra, of any start, length and date", () => {
	const random = new Random(2026);
	const holidaysOf = new Map<number, Holiday[]>();
	const holidaysOn = (date: CivilDate) => {
		const year = Number(date.slice(0, 4));
		const known = holidaysOf.get(year) ?? proposeHolidays(year);
		holidaysOf.set(year, known);
		return known.filter((each) => each.date === date);
	};

	test("its pieces add up to the whole, and its night is no longer than itself", () => {
		for (let round = 0; round < 5000; round++) {
			const extra = {
				date: addDays("2020-01-01", random.below(4000)),
				minutes: (1 + random.below(64)) * 15,
				startMinute: random.below(5) === 0 ? null : random.below(24 * 60),
			};
			const split = splitExtra(extra, holidaysOn);
			const { minutes50, minutes100, minutesUnclassified } = split;
			expect(Math.min(minutes50, minutes100, minutesUnclassified), JSON.stringify(extra)).toBe(0);
			expect(minutes50 + minutes100 + minutesUnclassified, JSON.stringify(extra)).toBe(extra.minutes);
			if (extra.startMinute === null) expect(split.minutesNight).toBeNull();
			else expect(split.minutesNight).toBeLessThanOrEqual(extra.minutes);
			expect(split.minutesUnclassified > 0).toBe(
				extra.startMinute === null && weekdayOf(extra.date) === 6 && split.minutes100 === 0,
			);
		}
	});

	test("each minute by itself is paid as the whole says", () => {
		for (let round = 0; round < 60; round++) {
			const date = addDays("2026-01-01", random.below(700));
			const startMinute = random.below(24 * 60);
			const minutes = (1 + random.below(64)) * 15;
			const whole = splitExtra({ date, minutes, startMinute }, holidaysOn);
			const sums = { minutes50: 0, minutes100: 0, minutesNight: 0 };
			for (let minute = 0; minute < minutes; minute++) {
				const at = startMinute + minute;
				const one = splitExtra(
					{ date: addDays(date, Math.floor(at / 1440)), minutes: 1, startMinute: at % 1440 },
					holidaysOn,
				);
				sums.minutes50 += one.minutes50;
				sums.minutes100 += one.minutes100;
				sums.minutesNight += one.minutesNight ?? 0;
			}
			expect(whole, `${date} ${startMinute} ${minutes}`).toMatchObject(sums);
		}
	});
});

describe("hours as people write them", () => {
	test.each([
		["8", 480],
		["4,5", 270],
		["4.5", 270],
		["4,50", 270],
		["7,25", 435],
		["0,25", 15],
		["16", 960],
		[" 8 ", 480],
	])("%s", (text, minutes) => {
		expect(parseHours(text)).toBe(minutes);
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
		"Infinity",
		"1e309",
	])("%s is none", (text) => {
		expect(parseHours(text)).toBeUndefined();
	});

	test("are written back as they came, and clocks too", () => {
		expect([480, 270, 435, 320].map(formatHours)).toEqual(["8", "4,5", "7,25", "5:20"]);
		expect(parseClock("22:00")).toBe(1320);
		expect(["24:00", "7:00", "22:60", ""].map(parseClock)).toEqual([
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
	] as const)("%s of %s", (setting, date, start, end) => {
		expect(payPeriodOf(date, setting)).toEqual({ start, end });
	});

	test("follow each other without a gap", () => {
		for (const setting of ["month", "fortnight", "closing-1", "closing-25", "closing-28"] as const) {
			let date: CivilDate = "2030-12-31";
			for (let count = 0; count < 60; count++) {
				const before = payPeriodBefore(date, setting);
				expect(addDays(before.end, 1)).toBe(payPeriodOf(date, setting).start);
				date = before.end;
			}
		}
	});

	test.each(["", "closing-0", "closing-29", "closing-", "year", "closing-025"])(
		"'%s' is no setting",
		(text) => {
			expect(parsePayPeriod(text)).toBeUndefined();
		},
	);
});

test("the rules are in order, and each names its source", () => {
	const dates = overtimeRules.map(({ from }) => from);
	expect(dates).toEqual([...dates].sort());
	expect(overtimeRules.every(({ source }) => source.length > 10)).toBe(true);
	expect(ruleOn("1950-01-01")).toBe(overtimeRules[0]);
});
