import { describe, expect, test } from "vitest";
import { type CrewLetter, crewsOf, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { holidayMinutesFrom } from "~/features/extras/list/work-times.server";
import type { HolidayKind } from "~/features/holidays/holiday-rule";
import { mistakesOf } from "~/features/law/mistakes";
import { blocksOf, daysAround, shiftsOn, stretchOf, type WorkTime, workOf } from "~/features/law/rest";
import { rotationOf, shiftTimeOn } from "~/features/shift/rotation";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { Random } from "../../support/random";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const H = 60;
const DAY = 24 * H;

const timeOf = (diagram: Diagram, crew: CrewLetter) => (date: CivilDate) =>
	shiftTimeOn(rotationOf(diagram, crew), date);

/** Returns the texts of an extra's mistakes on a normal day, given crew A's shifts and other extras. */
function mistakesAmong(diagramId: string, extra: WorkTime, ...others: WorkTime[]): string[] {
	return mistakesOn(0, diagramId, extra, ...others);
}
/** The same on a holiday that lasts `holidayMinutes` from midnight of the extra's date. */
function mistakesOn(holidayMinutes: number, diagramId: string, extra: WorkTime, ...others: WorkTime[]) {
	const times = [extra, ...others].map((one, index) => ({
		...one,
		idFile: String(index),
		shift: String(index),
	}));
	const works = new Map(times.map((one) => [one.idFile, workOf(one)]));
	const shifts = shiftsOn(daysAround([extra.date]), timeOf(seededDiagram(diagramId), "A"));
	const around = { times, works, blocks: blocksOf([...shifts, ...works.values()]) };
	const mistakes = mistakesOf({ ...extra, idFile: "0", shift: "0" }, around, holidayMinutes);
	return evened(mistakes.map(({ text }) => text));
}
const at = (date: CivilDate, start: number, hours: number): WorkTime => ({
	date,
	startMinute: start * H,
	minutes: hours * H,
	isStartProposed: false,
});

// Crew A of `3turnos` works 6:00 to 14:00 from Monday 1 to Saturday 6 January 2024, and afternoons from the 8th.
describe("the mistakes of an extra", () => {
	test("are not 16 hours at a stretch, but more", () => {
		expect(mistakesAmong("3turnos", at("2024-01-02", 14, 8))).toEqual([]);
		expect(mistakesAmong("3turnos", at("2024-01-02", 14, 9))).toEqual([
			"Junto con tu turno M (06:00 a 14:00) son 17 h seguidas, más de 16.",
		]);
	});

	test("are not a short rest", () => {
		expect(mistakesAmong("3turnos", at("2024-01-06", 16, 4))).toEqual([]);
	});

	test("are overlapping work", () => {
		expect(mistakesAmong("3turnos", at("2024-01-06", 12, 4))).toEqual([
			"Se superpone con tu turno M (06:00 a 14:00).",
		]);
		expect(mistakesAmong("3turnos", at("2024-01-06", 12, 11))).toEqual([
			"Se superpone con tu turno M (06:00 a 14:00).",
			"En total son 17 h seguidas, más de 16.",
		]);
	});

	test("name a shift of an unconfirmed diagram as such", () => {
		const extra = { ...at("2024-01-06", 12, 4), idFile: "0", shift: "T" };
		const work = workOf(extra);
		const shifts = shiftsOn([extra.date], timeOf(seededDiagram("3turnos"), "A"), () => true);
		const around = { times: [extra], works: new Map([["0", work]]), blocks: blocksOf([...shifts, work]) };
		expect(mistakesOf(extra, around, 0).map(({ text }) => text)).toEqual([
			"Se superpone con tu turno M (06:00 a 14:00, según tu diagrama sin confirmar).",
		]);
	});

	test("are not the own shift on a holiday, but a part of it and what goes on after midnight", () => {
		const [morning, night] = [at("2024-01-06", 6, 8), at("2024-01-15", 22, 8)];
		for (const [extra, onHoliday, otherwise] of [
			[morning, [], ["Se superpone con tu turno M (06:00 a 14:00)."]],
			[
				at("2024-01-06", 8, 6),
				["Se superpone con tu turno M (06:00 a 14:00)."],
				["Se superpone con tu turno M (06:00 a 14:00)."],
			],
			[
				night,
				[
					"Se superpone con tu turno N (22:00 a 06:00). El feriado termina a la medianoche: lo que sigue es tu turno normal.",
				],
				["Se superpone con tu turno N (22:00 a 06:00)."],
			],
			[at("2024-01-16", 0, 6), [], ["Se superpone con tu turno N del lunes 15 (22:00 a 06:00)."]],
			// Beyond the holiday goes on only the extra, or only the shift.
			[at("2024-01-08", 14, 12), [], ["Se superpone con tu turno T (14:00 a 22:00)."]],
			[at("2024-01-15", 22, 2), [], ["Se superpone con tu turno N (22:00 a 06:00)."]],
		] as const) {
			expect(mistakesOn(DAY, "3turnos", extra)).toEqual(onHoliday);
			expect(mistakesAmong("3turnos", extra)).toEqual(otherwise);
		}
		// Another extra is no shift, also when it starts at the same time.
		const one = at("2024-01-07", 10, 1);
		expect(mistakesOn(DAY, "3turnos", one, one)).toEqual(["Se superpone con otra extra (10:00 a 11:00)."]);
		const goesOn = "El feriado termina a la medianoche: lo que sigue es tu turno normal.";
		expect(mistakesOn(DAY, "3turnos", night, at("2024-01-16", 5, 2))[0]).toMatch(goesOn);
		// The rest of the shift of last night, until the end of the holiday and one minute longer.
		expect(mistakesOn(6 * H, "3turnos", at("2024-01-16", 0, 6))).toEqual([]);
		expect(mistakesOn(6 * H - 1, "3turnos", at("2024-01-16", 0, 6))).toHaveLength(1);
	});

	test("name three of many overlapping extras", () => {
		const one = at("2024-01-07", 10, 1);
		const other = "otra extra (10:00 a 11:00)";
		expect(mistakesAmong("3turnos", one, ...Array<WorkTime>(8).fill(one))).toEqual([
			`Se superpone con ${Array(3).fill(other).join(", ")} y otras más.`,
		]);
		expect(mistakesAmong("3turnos", one, one, one, one)).toEqual([
			`Se superpone con ${other}, ${other} y ${other}.`,
		]);
	});

	const [morning, otherMorning, afternoon] = [
		{ idFile: "0", date: "2024-01-07", shift: "M", minutes: 8 * H },
		{ idFile: "1", date: "2024-01-07", shift: "M", minutes: 4 * H },
		{ idFile: "2", date: "2024-01-07", shift: "T", minutes: 8 * H },
	];
	const repeated = "Ya anotaste otra del domingo 7, turno M: 4 h.";

	test.each([
		["only itself", [morning], []],
		["another shift", [morning, afternoon], []],
		["the same shift", [morning, otherMorning], [repeated]],
		["the same shift on another day", [morning, { ...otherMorning, date: "2024-01-08" }], []],
		[
			"more than 16 hours on the day",
			[morning, { ...afternoon, minutes: 8.25 * H }],
			["El 07/01/2024 suma 16,25 horas extra, más de 16: revisá si está bien."],
		],
		[
			"the same shift, and so more than 16 hours on the day",
			[morning, { ...otherMorning, minutes: 8.25 * H }],
			[
				repeated.replace("4", "8,25"),
				"El 07/01/2024 suma 16,25 horas extra, más de 16: revisá si está bien.",
			],
		],
	])("beside %s, of extras without a start time", (_, times, texts) => {
		const around = { times, works: new Map(), blocks: [] };
		expect(evened(mistakesOf(morning, around, 0).map(({ text }) => text))).toEqual(texts);
	});

	test("are told once: a repeated extra does not also overlap, a long stretch is not also a long day", () => {
		const [one, other] = [workOf(at("2024-01-07", 6, 8)), workOf(at("2024-01-07", 8, 4))];
		const works = new Map([
			["0", one],
			["1", other],
		]);
		const around = { times: [morning, otherMorning], works, blocks: blocksOf([one, other]) };
		expect(evened(mistakesOf(morning, around, 0))).toEqual([{ mark: "repetida", text: repeated }]);
		expect(mistakesAmong("3turnos", at("2024-01-07", 0, 10), at("2024-01-07", 10, 7))).toEqual([
			"Junto con otra extra (10:00 a 17:00) son 17 h seguidas, más de 16.",
		]);
	});

	test("say that a start was proposed", () => {
		const proposed = { ...at("2024-01-07", 6, 8), isStartProposed: true };
		expect(mistakesAmong("3turnos", proposed, at("2024-01-07", 13, 2))).toEqual([
			"Se superpone con otra extra (13:00 a 15:00). Contado con la hora de tu diagrama: si entraste a otra, ponela.",
		]);
		expect(mistakesAmong("3turnos", at("2024-01-07", 13, 2), proposed)).toEqual([
			"Se superpone con otra extra (06:00 a 14:00, según tu diagrama).",
		]);
	});
});

test("the own shift may be worked for as long as it is a holiday, also over the midnight between two of them", () => {
	const kinds = new Map<CivilDate, HolidayKind>([
		["2024-02-12", "feriado"],
		["2024-02-13", "gremial"],
		["2024-02-14", "no_laborable"],
	]);
	const minutesFrom = (from: CivilDate) =>
		holidayMinutesFrom(from, (date) => {
			const kind = kinds.get(date);
			return kind ? [{ date, kind, name: "", confirmed: true, source: "" }] : [];
		});
	expect([...kinds.keys()].map(minutesFrom)).toEqual([2 * DAY, DAY, 0]);
});

test("the days around several dates have no day twice", () => {
	const days = daysAround(["2024-01-07", "2024-01-02", "2024-01-02"]);
	expect([days.length, days[0], days.at(-1)]).toEqual([12, "2023-12-30", "2024-01-10"]);
	expect(daysAround(["2024-01-01", "2024-03-01"])).toHaveLength(14);
});

/**
 * Computes the uninterrupted work around the first of `extras` (overtime entries). Each element of `line` is a minute: 1
 * for work, 0 for free time. The run of ones around the entry is its uninterrupted work.
 */
function naiveStretch(diagram: Diagram, crew: "A" | "B" | "C" | "D" | "E", extras: readonly WorkTime[]) {
	const DAYS = 5;
	const first = addDays(extras[0]?.date ?? "", -DAYS);
	const line = new Uint8Array((2 * DAYS + 1) * DAY);
	const own = new Uint8Array(line.length);
	for (let index = 0; index < 2 * DAYS + 1; index++) {
		const letter = shiftOn(diagram, crew, addDays(first, index));
		const [start, end] = letter === "F" ? [] : (diagram.hours[letter] ?? []);
		if (!start || !end) continue;
		const from = Number(start.slice(0, 2)) * H + Number(start.slice(3));
		const to = Number(end.slice(0, 2)) * H + Number(end.slice(3)) + (end > start ? 0 : DAY);
		line.fill(1, index * DAY + from, index * DAY + to);
		own.fill(1, index * DAY + from, index * DAY + to);
	}
	const starts = extras.map(
		({ date, startMinute }) => (dayNumber(date) - dayNumber(first)) * DAY + startMinute,
	);
	for (const [index, { minutes }] of extras.entries()) {
		const from = starts[index] ?? 0;
		line.fill(1, from, from + minutes);
	}
	let [from, to] = [starts[0] ?? 0, (starts[0] ?? 0) + (extras[0]?.minutes ?? 0)];
	const overlapsOwn = own.subarray(from, to).includes(1);
	while (line[from - 1] === 1) from--;
	while (line[to] === 1) to++;
	return { block: to - from, overlapsOwn };
}

test("4,300 extras of all diagrams and crews match a count minute by minute", () => {
	const random = new Random(197);
	const cases = diagrams.flatMap((diagram) => crewsOf(diagram).map((crew) => ({ diagram, crew })));
	for (const { diagram, crew } of cases) {
		for (let round = 0; round < 100; round++) {
			const date = addDays("2026-01-01", random.below(730));
			const extras = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
				date: addDays(date, index === 0 ? 0 : random.below(3) - 1),
				startMinute: random.below(2) === 0 ? random.below(12) * 2 * H : random.below(DAY),
				minutes: (1 + random.below(64)) * 15,
				isStartProposed: false,
			}));
			const works = extras.map((extra) => workOf(extra));
			const blocks = blocksOf([...shiftsOn(daysAround([date]), timeOf(diagram, crew)), ...works]);
			const [work = workOf(extras[0] ?? at(date, 0, 1))] = works;
			const { block, overlaps } = stretchOf(work, blocks);
			expect(
				{
					block: block.endMinute - block.startMinute,
					overlapsOwn: overlaps.some(({ isExtra }) => !isExtra),
				},
				JSON.stringify({ diagram: diagram.id, crew, extras }),
			).toEqual(naiveStretch(diagram, crew, extras));
		}
	}
	expect(cases).toHaveLength(43);
});
