import { afterEach, describe, expect, test } from "vitest";
import { dateField, isDateAccepted } from "~/lib/forms/date-field";
import { remembering } from "~/lib/remembering";
import {
	addDays,
	civilDate,
	dateOfDayNumber,
	dayNumber,
	daysInMonth,
	formatLongDate,
	isSameMonth,
	parseCivilDate,
	runsOfDays,
	weekdayOf,
} from "~/lib/time/civil-date";
import { clockIn } from "~/lib/time/plant-clock.server";

describe("a civil date", () => {
	test.each(["2026-02-28", "2024-02-29", "1900-01-01", "2199-12-31"])("%s is valid", (text) => {
		expect(parseCivilDate(text)).toBe(text);
	});

	test.each([
		"2026-02-30",
		"2025-02-29",
		"2026-13-01",
		"2026-00-10",
		"2026-11-00",
		"2200-01-01",
		"1899-12-31",
		"2026-1-1",
		"0000-01-01",
		"２０２６-01-01",
		" 2026-01-01",
		"2026-01-01T00:00",
	])("%s is invalid", (text) => {
		expect(parseCivilDate(text)).toBeUndefined();
	});

	test("counts days over months, years and leap days", () => {
		expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
		expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
		expect(daysInMonth(2024, 2)).toBe(29);
		expect(daysInMonth(2100, 2)).toBe(28);
		for (let day = dayNumber("2020-01-01"); day <= dayNumber("2032-12-31"); day++) {
			expect(dayNumber(dateOfDayNumber(day))).toBe(day);
		}
	});

	test("has the right weekday", () => {
		expect(weekdayOf("2024-01-01")).toBe(1);
		expect(weekdayOf("2026-11-22")).toBe(7);
		expect(weekdayOf("1969-12-31")).toBe(3);
		expect(formatLongDate(civilDate(2026, 11, 23))).toBe("lunes 23 de noviembre de 2026");
	});
});

test("dates are of one month only in the same year", () => {
	expect(isSameMonth("2026-11-01", "2026-11-30")).toBe(true);
	expect(isSameMonth("2026-11-30", "2026-12-01")).toBe(false);
	expect(isSameMonth("2026-11-01", "2027-11-01")).toBe(false);
});

test("consecutive days are one run, also across the end of a month", () => {
	expect(runsOfDays([])).toEqual([]);
	expect(runsOfDays(["2026-11-29", "2026-11-30", "2026-12-01", "2026-12-03"])).toEqual([
		{ first: "2026-11-29", last: "2026-12-01" },
		{ first: "2026-12-03", last: "2026-12-03" },
	]);
});

describe("today is the plant's day", () => {
	const zone = "America/Argentina/Buenos_Aires";
	const serverZone = process.env.TZ;

	afterEach(() => {
		process.env.TZ = serverZone;
	});

	const clocks: [instant: string, day: string][] = [
		["2026-11-21T00:00:00Z", "2026-11-20"],
		["2026-11-21T02:59:59Z", "2026-11-20"],
		["2026-11-21T03:00:00Z", "2026-11-21"],
		["2026-12-01T02:30:00Z", "2026-11-30"],
		["2027-01-01T01:00:00Z", "2026-12-31"],
		["2027-01-01T06:00:00Z", "2027-01-01"],
	];
	const zones = [
		"UTC",
		"America/Argentina/Buenos_Aires",
		"Asia/Tokyo",
		"Pacific/Kiritimati",
		"America/Los_Angeles",
	];

	test.each(zones.flatMap((server) => clocks.map(([instant, day]) => [server, instant, day] as const)))(
		"a server in %s at %s says %s",
		(server, instant, day) => {
			process.env.TZ = server;
			expect(clockIn(zone)(Date.parse(instant)).today).toBe(day);
		},
	);

	test("today changes at midnight of each zone, however often it is asked for", () => {
		for (const [zone, midnight] of [
			["America/Argentina/Buenos_Aires", "2026-11-22T03:00:00Z"],
			["Asia/Kathmandu", "2026-11-21T18:15:00Z"],
		] as const) {
			const [at, utcAt, after] = [clockIn(zone), clockIn("UTC"), Date.parse(midnight)];
			const utc = new Date(after - 1).toISOString();
			for (let times = 0; times < 2; times++) {
				expect(at(after - 1)).toEqual({ today: "2026-11-21", minute: 1439 });
				expect(utcAt(after - 1).today).toBe(utc.slice(0, 10));
				expect(at(after)).toEqual({ today: "2026-11-22", minute: 0 });
			}
		}
	});
});

test.each([
	["2026-12-31", 1, "2027-12-31", "2028-01-01"],
	["2027-03-01", 1, "2028-03-01", "2028-03-02"],
	["2028-02-29", 1, "2029-02-28", "2029-03-01"],
	["2028-02-28", 1, "2029-02-28", "2029-03-01"],
	["2026-12-31", 2, "2028-12-31", "2029-01-01"],
	["2028-02-29", 2, "2030-02-28", "2030-03-01"],
] as const)("on %s, a date up to %d years ahead is at most %s", (today, years, last, tooLate) => {
	const message = { 1: "La fecha está a más de un año.", 2: "La fecha está a más de dos años." }[years];
	const field = dateField(today, years);
	expect(field.safeParse(` ${last} `).data).toBe(last);
	expect(field.safeParse(tooLate).error?.issues).toMatchObject([{ message }]);
	expect([last, tooLate].map((date) => isDateAccepted(date, today, years))).toEqual([true, false]);
});

test("the first date that a form accepts is the first of 1970, also where nobody knows the day", () => {
	for (const today of ["2026-11-20", undefined]) {
		const field = dateField(today);
		expect(field.safeParse("1970-01-01").success).toBe(true);
		expect(field.safeParse("1969-12-31").error?.issues).toMatchObject([
			{ message: "La fecha es demasiado vieja." },
		]);
		expect(field.safeParse("2199-12-31").success).toBe(today === undefined);
	}
	const accepted = ["1970-01-01", "1969-12-31"].map((date) => isDateAccepted(date, "2026-11-20"));
	expect(accepted).toEqual([true, false]);
});

test("a function that remembers computes once for each of ten years' days, and forgets them all after that", () => {
	const computed: number[] = [];
	const remembered = remembering((key: number) => computed.push(key));
	for (let round = 0; round < 2; round++) for (let key = 0; key < 3_653; key++) remembered(key);
	expect(computed).toHaveLength(3_653);
	remembered(-1);
	remembered(0);
	expect(computed.slice(3_653)).toEqual([-1, 0]);
});
