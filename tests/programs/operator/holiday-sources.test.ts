import { expect, test } from "vitest";
import { TOURIST_DAY } from "~/features/holidays/holiday-rule";
import seeds from "../../../db/seeds/holidays-2024-2027.json";
import { databaseBefore } from "../../support/server/migrate";

/**
 * Legal sources of the holidays of each year, as older versions of the program stored them. They do not name the norm
 * of each single holiday.
 */
const OLD = {
	2024: "Ley 27.399; días no laborables y puentes oficiales de 2024",
	2025: "Ley 27.399; calendario oficial 2025",
	2026: "Ley 27.399; calendario oficial 2026",
	2027: "Ley 27.399, por regla",
} as const;

test("the shipped holidays name the norm of the tourist days and of each moved day", () => {
	const sourcesOf = (wanted: (holiday: (typeof seeds)[number]) => boolean) =>
		new Set(seeds.filter(wanted).map(({ date, source }) => `${date.slice(0, 4)} ${source}`));
	expect(sourcesOf(({ name }) => name === TOURIST_DAY)).toEqual(
		new Set([
			"2024 Ley 27.399; Decreto 106/2023",
			"2025 Ley 27.399; Decreto 1027/2024",
			"2026 Ley 27.399; Resolución 164/2025",
		]),
	);
	expect(sourcesOf(({ date }) => date === "2025-10-10")).toEqual(
		new Set(["2025 Ley 27.399; Decreto 614/2025; Resolución 139/2025"]),
	);
	expect(sourcesOf(({ date }) => date === "2027-11-20")).toEqual(
		new Set(["2027 Ley 27.399, por regla; Decreto 614/2025"]),
	);
});

test("an older database gets the same sources, and keeps its operator's changes", () => {
	const { sqlite, update } = databaseBefore("holiday-sources");
	const insert = sqlite.prepare("INSERT INTO feriados VALUES (?, ?, ?, ?, ?)");
	const removed = "2026-07-09";
	const changed = "2027-11-20";
	for (const { date, name, kind, confirmed, source } of seeds) {
		if (date === removed) continue;
		const year = Number(date.slice(0, 4));
		const before = year === 2024 || year === 2025 || year === 2026 || year === 2027 ? OLD[year] : source;
		const old = kind === "gremial" ? source : before;
		insert.run(date, name, kind, Number(confirmed), date === changed ? "Resolución 1/2027" : old);
	}
	insert.run("2026-08-10", "Día de la planta", "gremial", 1, "Acta acuerdo");
	update();

	const expected = [
		...seeds
			.filter(({ date }) => date !== removed)
			.map((holiday) => ({
				...holiday,
				confirmed: Number(holiday.confirmed),
				source: holiday.date === changed ? "Resolución 1/2027" : holiday.source,
			})),
		{ date: "2026-08-10", name: "Día de la planta", kind: "gremial", confirmed: 1, source: "Acta acuerdo" },
	];
	const rows = sqlite.prepare("SELECT * FROM feriados").all();
	expect(rows).toHaveLength(expected.length);
	expect(rows).toEqual(expect.arrayContaining(expected));
});
