import { describe, expect, test } from "vitest";
import { easterSunday, type Holiday, proposeHolidays, strongestKind } from "~/features/holidays/holiday-rule";
import { weekdayOf } from "~/lib/time/civil-date";
import seeds from "../../db/seeds/holidays-2024-2027.json";
import { holidaysSchema } from "../../scripts/operator/holiday-schema";

const seeded = holidaysSchema.parse(seeds);

describe("the rule of Ley 27.399", () => {
	test.each([
		[2024, "2024-03-31"],
		[2025, "2025-04-20"],
		[2026, "2026-04-05"],
		[2027, "2027-03-28"],
		[2038, "2038-04-25"],
	])("Easter of %s is on %s", (year, date) => {
		expect(easterSunday(year)).toBe(date);
	});

	test("gives the holidays of 2025 to 2027 on their official dates", () => {
		const textOf = ({ date, name, kind }: Holiday) => `${date} ${name} (${kind})`;
		const official = new Set(seeded.map(textOf));
		const proposed = [2025, 2026, 2027].flatMap(proposeHolidays).map(textOf);
		// A government resolution moved this holiday to Friday.
		const moved = "2025-10-12 Diversidad Cultural (feriado)";
		expect(proposed.filter((holiday) => !official.has(holiday))).toEqual([moved]);
	});

	test("proposes holidays in order for every year with calendars, and doubts only the movable ones", () => {
		for (let year = 2020; year <= 2040; year++) {
			const proposed = proposeHolidays(year);
			expect(proposed).toHaveLength(18);
			const doubted = proposed.filter(({ confirmed }) => !confirmed).map(({ name }) => name);
			expect(doubted).toEqual([
				"Paso a la Inmortalidad de Güemes",
				"Paso a la Inmortalidad de San Martín",
				"Diversidad Cultural",
				"Soberanía Nacional",
			]);
			const unions = proposed.filter(({ source }) => source === "CCT 260/75, art. 41");
			expect(unions.map(({ date, kind }) => `${date} ${kind}`)).toEqual([`${year}-09-07 gremial`]);
			expect(proposed.map(({ date }) => date)).toEqual(proposed.map(({ date }) => date).toSorted());
			const sovereignty = proposed.find(({ name }) => name === "Soberanía Nacional")?.date ?? "";
			expect([1, 6, 7]).toContain(weekdayOf(sovereignty));
		}
	});
});

describe("the shipped table", () => {
	test("has the number of holidays of each year, each date and name once", () => {
		const count = (year: number) => seeded.filter(({ date }) => date.startsWith(String(year))).length;
		expect([2024, 2025, 2026, 2027].map(count)).toEqual([21, 21, 21, 18]);
		expect(new Set(seeded.map(({ date, name }) => date + name)).size).toBe(seeded.length);
	});

	test.each([
		["2024-04-01", "feriado"],
		["2024-06-21", "feriado"],
		["2024-10-11", "feriado"],
		["2025-05-02", "no_laborable"],
		["2025-08-15", "no_laborable"],
		["2025-11-21", "no_laborable"],
		["2026-03-23", "no_laborable"],
		["2026-07-10", "no_laborable"],
		["2026-12-07", "no_laborable"],
		["2025-10-10", "feriado"],
		["2026-09-07", "gremial"],
		["2025-11-24", "feriado"],
	])("%s is %s", (date, kind) => {
		expect(seeded.find((holiday) => holiday.date === date)?.kind).toBe(kind);
	});

	test("only 2027-11-20 is unconfirmed", () => {
		expect(seeded.filter(({ confirmed }) => !confirmed).map(({ date }) => date)).toEqual(["2027-11-20"]);
	});

	test("the kind of a day is its strongest: 2026-04-02 is a holiday", () => {
		expect(strongestKind(seeded.filter(({ date }) => date === "2026-04-02"))).toBe("feriado");
		expect(strongestKind([])).toBeUndefined();
	});
});
