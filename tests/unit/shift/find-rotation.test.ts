import { describe, expect, test } from "vitest";
import { type Diagram, isShiftLetter, type ShiftLetter } from "~/features/diagrams/cycle";
import { candidatesFor, questionsFor, type RotationStatement } from "~/features/shift/find-rotation";
import { crewOf, letterOn, lettersOn, type Rotation, rotationOf } from "~/features/shift/rotation";
import { diagramSchema } from "../../../scripts/operator/diagram-schema";
import { days, naiveCrewPosition, naiveLetters } from "../../support/naive-shifts";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";

const sevenDays = seededDiagram("4turnos_7dias");
const hours = { M: ["06:00", "14:00"], T: ["14:00", "22:00"], N: ["22:00", "06:00"], D: ["06:00", "18:00"] };

/**
 * Published cycles (one shift letter per day), each with the number of crews, the offset between crews in days, and
 * the weekdays (1 is Monday) on which the factory is closed.
 */
const imported = (
	[
		["MMTTNNFFFF", 5, 2, []],
		["MMMMMMFFTTTTTTFFNNNNNNFF", 4, 6, []],
		["MMTTNNFF", 4, 2, []],
		["DDNNFFFFFF", 5, 2, []],
		["DNF", 3, 1, []],
		["DDFFDDDFFDDFFFNNFFNNNFFNNFFF", 4, 7, []],
		["MMMMMFFTTTTTFF", 2, 7, [6, 7]],
		["MMMMMFFTTTTTFFNNNNNFF", 3, 7, [6, 7]],
	] as const
).map(([cycle, crews, offset, closedWeekdays]) =>
	diagramSchema.parse({ ...sevenDays, cycle, crews, offset, closedWeekdays, hours }),
);

const firstDay = days.indexOf("2028-02-25");

/**
 * Returns the true answers about a day of a worker with these shift letters: the letter of the day, the day's number
 * among equal letters in a row (from 1), and the first working day after the present or next days off.
 */
function truthOn(
	letters: string,
	day: number,
): Required<Omit<RotationStatement, "returnLetter">> & RotationStatement {
	const letter = letterIn(letters, day);
	let first = day;
	while (letters[first - 1] === letter) first--;
	let back = day + 1;
	while (letters[back] === "F" || letters[back - 1] !== "F") back++;
	const returnLetter = letterIn(letters, back);
	if (returnLetter === "F") throw new Error("a return is to work");
	return { date: dateOf(day), letter, day: day - first + 1, returnDate: dateOf(back), returnLetter };
}

function letterIn(letters: string, day: number): ShiftLetter {
	const letter = letters.charAt(day);
	if (!isShiftLetter(letter)) throw new Error(letter);
	return letter;
}

function dateOf(day: number): string {
	return days[day] ?? "";
}

/** Shift letters of 70 days, which are two cycles of the diagram with the longest cycle. */
function lettersOf(rotation: Rotation, day: number): string {
	return days
		.slice(day, day + 70)
		.map((date) => letterOn(rotation, date))
		.join("");
}

/**
 * Returns eight test cases for each position in the cycle: the shift letters of a worker who is at this position on the
 * first of `days`, with one of eight days on which the worker answers.
 */
function casesOf(diagram: Diagram): { letters: string; day: number }[] {
	return Array.from(diagram.cycle, (_, position) => naiveLetters(diagram, position)).flatMap((letters) =>
		[0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => ({ letters, day: firstDay + ahead })),
	);
}

describe("true answers to the questions find the worker's own calendar", () => {
	test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
		"%s: every position of the cycle",
		(_, diagram) => {
			for (const { letters, day } of casesOf(diagram)) {
				const truth = truthOn(letters, day);
				const { date, letter, returnDate, returnLetter } = truth;
				const question = questionsFor(diagram, date, letter);
				const answer = {
					none: {},
					"day-of-block": { day: truth.day },
					return: { returnDate, returnLetter },
				}[question];
				const found = candidatesFor(diagram, { date, letter, ...answer });
				expect(found.map((rotation) => lettersOf(rotation, day))).toEqual([letters.slice(day, day + 70)]);
			}
		},
	);

	test.each(diagrams.map((diagram) => [diagram.id, { ...diagram, anchorConfirmed: true }] as const))(
		"%s with a confirmed anchor date: a crew is found by its letter and return; every other position by all answers",
		(_, diagram) => {
			const crews = Array.from({ length: diagram.crews }, (_, crew) =>
				naiveLetters(diagram, naiveCrewPosition(diagram, crew)),
			);
			for (const letters of crews) {
				const { date, letter, returnDate, returnLetter } = truthOn(letters, firstDay);
				const said = letter === "F" ? { date, letter, returnDate, returnLetter } : { date, letter };
				const found = candidatesFor(diagram, said);
				expect(found.map(crewOf)).toEqual(["ABCDE".charAt(crews.indexOf(letters))]);
				expect(lettersOf(found[0] ?? rotationOf(diagram, "A"), firstDay)).toBe(
					letters.slice(firstDay, firstDay + 70),
				);
				if (letter !== "F") expect(questionsFor(diagram, date, letter)).toBe("none");
			}
			for (const { letters, day } of casesOf(diagram)) {
				const found = candidatesFor(diagram, truthOn(letters, day));
				expect(found.map((rotation) => lettersOf(rotation, day))).toEqual([letters.slice(day, day + 70)]);
			}
		},
	);

	test.each(imported.map((diagram) => [diagram.cycle, diagram] as const))(
		"%s, imported: if several calendars remain, the next seven days of each differ",
		(_, diagram) => {
			for (const { letters, day } of casesOf(diagram)) {
				const truth = truthOn(letters, day);
				const { date, letter, returnDate, returnLetter } = truth;
				const answer = {
					none: {},
					"day-of-block": { day: truth.day },
					return: { returnDate, returnLetter },
				}[questionsFor({ ...diagram, anchorConfirmed: false }, date, letter)];
				const found = candidatesFor({ ...diagram, anchorConfirmed: false }, { date, letter, ...answer });
				const weeks = found.map((rotation) =>
					lettersOn(rotation, date, 7)
						.map((each) => each.letter)
						.join(""),
				);
				expect(new Set(weeks).size).toBe(weeks.length);
				expect(weeks).toContain(letters.slice(day, day + 7));
			}
		},
	);
});

describe("the second question", () => {
	test("is the day of the block for a block of several days, and the return for days off", () => {
		expect(questionsFor(sevenDays, "2026-12-05", "N")).toBe("day-of-block");
		expect(questionsFor(sevenDays, "2026-12-05", "F")).toBe("return");
	});

	test("is none if only one position has the letter", () => {
		const short = seededDiagram("12horas_insalubre");
		expect(questionsFor(short, "2026-12-05", "D")).toBe("none");
		expect(candidatesFor(short, { date: "2026-12-05", letter: "D" })).toHaveLength(1);
	});

	test("is none if no position has the letter", () => {
		expect(questionsFor(sevenDays, "2026-12-05", "D")).toBe("none");
		expect(candidatesFor(sevenDays, { date: "2026-12-05", letter: "D" })).toEqual([]);
	});
});

describe("the answers of a worker", () => {
	test("the third morning on 5 December gives a cycle that began on the 3rd", () => {
		expect(candidatesFor(sevenDays, { date: "2026-12-05", letter: "M", day: 3 })).toEqual([
			{ diagram: sevenDays, start: "2026-12-03" },
		]);
	});

	test("a day off before mornings from 8 December on is the second of three", () => {
		const found = candidatesFor(sevenDays, {
			date: "2026-12-06",
			letter: "F",
			returnDate: "2026-12-08",
			returnLetter: "M",
		});
		expect(found.map(({ start }) => start)).toEqual(["2026-11-10"]);
	});

	test.each([
		["an eighth morning", { letter: "M", day: 8 }],
		["a return in the past", { letter: "F", returnDate: "2026-12-04" }],
		["a return today", { letter: "F", returnDate: "2026-12-05" }],
		["a return after more days off than the cycle has", { letter: "F", returnDate: "2026-12-09" }],
		["a return to a shift that the cycle does not have", { letter: "F", returnLetter: "D" }],
	] as const)("%s is impossible", (_, statement) => {
		expect(candidatesFor(sevenDays, { date: "2026-12-05", ...statement })).toEqual([]);
	});

	test("with a confirmed anchor date, a position of no crew is found if the answers exclude every crew", () => {
		const confirmed = { ...sevenDays, anchorConfirmed: true };
		// On 5 December only crew A has the morning shift, on the sixth of its seven mornings in a row. The answer
		// "second morning" excludes crew A.
		expect(candidatesFor(confirmed, { date: "2026-12-05", letter: "M" }).map(crewOf)).toEqual(["A"]);
		const found = candidatesFor(confirmed, { date: "2026-12-05", letter: "M", day: 2 });
		expect(found.map(({ start }) => start)).toEqual(["2026-12-04"]);
		expect(found.map(crewOf)).toEqual([undefined]);
	});

	test("a cycle of equal parts gives each calendar once", () => {
		const twice = diagramSchema.parse({ ...sevenDays, cycle: "DNFDNF", crews: 3, offset: 2, hours });
		expect(candidatesFor(twice, { date: "2026-12-05", letter: "D" })).toHaveLength(1);
	});
});
