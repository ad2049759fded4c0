import { describe, expect, test } from "vitest";
import { type CrewLetter, crewsOf, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { blocksOf, daysAround, restOf, shiftsOn, type WorkTime, workOf } from "~/features/overtime/law/rest";
import { restNote } from "~/features/overtime/law/rest-notes";
import { rotationOf, shiftTimeOn } from "~/features/shift/rotation";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { Random } from "../../support/random";
import { seededDiagrams as diagrams } from "../../support/seeded-diagrams";

const H = 60;
const DAY = 24 * H;
const diagramOf = (id: string): Diagram => {
	const found = diagrams.find((diagram) => diagram.id === id);
	if (!found) throw new Error(id);
	return found;
};

const timeOf = (diagram: Diagram, crew: CrewLetter) => (date: CivilDate) =>
	shiftTimeOn(rotationOf(diagram, crew), date);

/** Returns the note about rest times before and after an extra, given crew A's shifts and other extras. */
function noteOf(diagramId: string, extra: WorkTime, ...others: WorkTime[]): string | undefined {
	const works = [extra, ...others].map((one) => workOf(one));
	const shifts = shiftsOn(daysAround([extra.date]), timeOf(diagramOf(diagramId), "A"));
	const [work = workOf(extra)] = works;
	return restNote(work, blocksOf([...shifts, ...works]));
}
const at = (date: CivilDate, start: number, hours: number): WorkTime => ({
	date,
	startMinute: start * H,
	minutes: hours * H,
	isStartProposed: 0,
});

// Crew A of `3turnos` works 6:00 to 14:00 from Monday 1 to Saturday 6 January 2024, and afternoons from the 8th.
describe("the texts of notes", () => {
	test("an extra of 8 hours after the worker's shift extends the shift; the rest counts from its end", () => {
		expect(noteOf("3turnos", at("2024-01-02", 14, 8))).toBe(
			"Junto con tu turno M (06:00 a 14:00) son 16 h seguidas. Después quedan 8 h de descanso, hasta tu turno M del miércoles 3 (06:00 a 14:00).",
		);
	});

	test("an extra that ends when the worker's shift begins is one block with the shift, without a rest of 0 hours", () => {
		expect(noteOf("3turnos", at("2024-01-03", 22, 8))).toBe(
			"Junto con tu turno M del jueves 4 (06:00 a 14:00) son 16 h seguidas. Antes hay 8 h de descanso, desde tu turno M (06:00 a 14:00).",
		);
	});

	test("the rest between the worker's shift and the extra", () => {
		expect(noteOf("3turnos", at("2024-01-06", 16, 4))).toBe(
			"Antes hay 2 h de descanso, desde tu turno M (06:00 a 14:00).",
		);
	});

	test("overlapping work", () => {
		expect(noteOf("3turnos", at("2024-01-06", 12, 4))).toBe("Se superpone con tu turno M (06:00 a 14:00).");
		expect(noteOf("3turnos", at("2024-01-06", 12, 8))).toBe(
			"Se superpone con tu turno M (06:00 a 14:00). En total son 14 h seguidas.",
		);
	});

	test("the next extra, the previous one, and a duplicate", () => {
		const [night, morning] = [at("2024-01-13", 22, 8), at("2024-01-14", 9, 4)];
		expect(noteOf("2turnos", night, morning)).toContain(
			"Después quedan 3 h de descanso, hasta otra extra del domingo 14 (09:00 a 13:00).",
		);
		expect(noteOf("2turnos", morning, night)).toContain(
			"Antes hay 3 h de descanso, desde otra extra del sábado 13 (22:00 a 06:00).",
		);
		expect(noteOf("2turnos", morning, morning)).toContain("Se superpone con otra extra (09:00 a 13:00).");
	});

	test("names three of many overlapping extras", () => {
		const one = at("2024-01-07", 10, 1);
		expect(noteOf("3turnos", one, ...Array<WorkTime>(8).fill(one))).toBe(
			`Se superpone con ${Array(3).fill("otra extra (10:00 a 11:00)").join(", ")} y otras más.`,
		);
		const other = "otra extra (10:00 a 11:00)";
		expect(noteOf("3turnos", one, one, one, one)).toBe(`Se superpone con ${other}, ${other} y ${other}.`);
	});

	test("a note based on a proposed start says so", () => {
		const proposed = { ...at("2024-01-07", 6, 8), isStartProposed: 1 } as const;
		expect(noteOf("3turnos", proposed, at("2024-01-07", 16, 2))).toBe(
			"Después quedan 2 h de descanso, hasta otra extra (16:00 a 18:00). Contado con la hora de tu diagrama: si entraste a otra, ponela.",
		);
		expect(noteOf("3turnos", at("2024-01-07", 16, 2), proposed)).toBe(
			"Antes hay 2 h de descanso, desde otra extra (06:00 a 14:00, según tu diagrama).",
		);
	});

	test("no note with 12 hours of rest on each side", () => {
		expect(noteOf("3turnos", at("2024-01-07", 10, 8))).toBeUndefined();
		expect(noteOf("3turnos", at("2024-01-03", 14, 4))).toBeUndefined();
	});
});

/**
 * Computes the rests before and after the first of `extras` (overtime entries). Each element of `line` is a minute: 1
 * for work, 0 for free time. The run of ones around the entry is its uninterrupted work; the runs of zeros on both
 * sides are the rests.
 */
function naiveRest(diagram: Diagram, crew: "A" | "B" | "C" | "D" | "E", extras: readonly WorkTime[]) {
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
	let [before, after] = [0, 0];
	while (line[from - 1 - before] === 0) before++;
	while (line[to + after] === 0) after++;
	return { block: to - from, overlapsOwn, before, after };
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
				isStartProposed: 0 as const,
			}));
			const works = extras.map((extra) => workOf(extra));
			const blocks = blocksOf([...shiftsOn(daysAround([date]), timeOf(diagram, crew)), ...works]);
			const [work = workOf(extras[0] ?? at(date, 0, 1))] = works;
			const rest = restOf(work, blocks);
			const naive = naiveRest(diagram, crew, extras);
			const told = JSON.stringify({ diagram: diagram.id, crew, extras });
			const short = (minutes: number | undefined) =>
				minutes !== undefined && minutes < 12 * H ? minutes : undefined;
			expect(
				{
					block: rest && rest.block.endMinute - rest.block.startMinute,
					overlapsOwn: rest?.overlaps.some(({ name }) => name.startsWith("tu turno")),
					before: short(rest?.before?.minutes),
					after: short(rest?.after?.minutes),
				},
				told,
			).toEqual({ ...naive, before: short(naive.before), after: short(naive.after) });
		}
	}
	expect(cases).toHaveLength(43);
});
