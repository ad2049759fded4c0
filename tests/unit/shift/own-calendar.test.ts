import { describe, expect, test } from "vitest";
import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { countOwnDays } from "~/features/own-days/own-days-of-year";
import { answersAt } from "~/features/shift/answers";
import {
	calendarOf,
	type DatedRotation,
	dayOf,
	diagramsIn,
	endsNextDay,
	isConfirmedOn,
	type OwnCalendar,
} from "~/features/shift/own-calendar";
import { type OwnDay, type OwnDayKind, ownDayFacts, ownDayKinds } from "~/features/shift/own-day";
import { letterOn, rotationOf } from "~/features/shift/rotation";
import { nextStart, runningShift } from "~/features/shift/shift-clock";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../../support/naive-shifts";
import { Random } from "../../support/random";
import { seededDiagrams } from "../../support/seeded-diagrams";

const DAY = 1440;
// Crew A begins its cycle on the first of `days`, as in the calendars that naive-shifts.ts computes.
const diagrams = seededDiagrams.map((diagram) => ({ ...diagram, anchor: days[0] ?? "" }));
const named = diagrams.map((diagram) => [diagram.id, diagram] as const);
const dateOf = (day: number) => days[day] ?? "";

const lettersOf = (diagram: Diagram, crew: number) => naiveLetters(diagram, naiveCrewPosition(diagram, crew));

function ownDay(firstDay: string, lastDay: string, values: Partial<OwnDay> = {}): OwnDay {
	return { id: firstDay, kind: "vacaciones", firstDay, lastDay, crew: null, note: "", ...values };
}

/** Random own days (vacation, leave and swaps), without overlaps. */
function randomOwnDays(random: Random, diagram: Diagram): { from: number; to: number; own: OwnDay }[] {
	const found = [];
	for (let from = random.below(30); from < days.length; from += 1 + random.below(60)) {
		const to = Math.min(from + random.below(25), days.length - 1);
		const kind = random.pick<OwnDayKind>(ownDayKinds);
		const crew = kind === "cambio" ? random.pick(crewsOf(diagram)) : null;
		found.push({ from, to, own: ownDay(dateOf(from), dateOf(to), { kind, crew }) });
		from = to;
	}
	return found;
}

/** The diagram's shift letters, replaced on own days (vacation, leave and swaps). */
function overwritten(letters: string, diagram: Diagram, all: ReturnType<typeof randomOwnDays>): string {
	const really = [...letters];
	for (const { from, to, own } of all) {
		const crew = own.crew ? crewsOf(diagram).indexOf(own.crew) : 0;
		for (let day = from; day <= to; day++)
			really[day] = own.kind === "cambio" ? (lettersOf(diagram, crew)[day] ?? "") : "F";
	}
	return really.join("");
}

describe.each(named)("%s", (_id, diagram) => {
	test("each day of seven years follows the diagram except for own days (vacation, leave, swaps)", () => {
		const random = new Random(12);
		for (const [index, crew] of crewsOf(diagram).entries()) {
			const all = randomOwnDays(random, diagram);
			const calendar = {
				rotations: [{ since: "1900-01-01", ...rotationOf(diagram, crew) }],
				ownDays: all.map(({ own }) => own),
			};
			const letters = lettersOf(diagram, index);
			const found = days.map((date) => dayOf(calendar, date));
			expect(found.map(({ letter }) => letter).join("")).toBe(overwritten(letters, diagram, all));
			const named = found.filter((day) => day.ownDay !== undefined).length;
			expect(named).toBe(all.reduce((sum, { from, to }) => sum + to - from + 1, 0));
		}
	});

	test("the running shift and the next shift are shifts that are actually worked", () => {
		const random = new Random(3);
		const all = randomOwnDays(random, diagram);
		const ownDays = all.map(({ own }) => own);
		const calendar = { ...calendarOf(rotationOf(diagram, "A")), ownDays };
		const shifts = naiveShifts(diagram, overwritten(lettersOf(diagram, 0), diagram, all));
		for (let round = 0; round < 100; round++) {
			const now = random.below((days.length - 400) * DAY) + DAY;
			const clock = { today: dateOf(Math.floor(now / DAY)), minute: now % DAY };
			const running = shifts.findLast(({ from, to }) => from <= now && now < to);
			const next = shifts.find(({ from }) => from > now);
			expect(runningShift(calendar, clock)?.date).toBe(running && dateOf(running.day));
			expect(nextStart(calendar, clock)?.minutesUntil).toBe(next && next.from - now);
		}
	});
});

describe("a change of crew and diagram", () => {
	const [one, other] = [diagrams[0], diagrams[1]];
	if (!one || !other) throw new Error("no diagrams");
	const history: DatedRotation[] = [
		{ since: "1900-01-01", ...rotationOf(one, "A") },
		{ since: "2025-03-10", ...rotationOf(one, "C") },
		{ since: "2026-11-22", ...rotationOf(other, "B") },
	];

	test("applies from its day on, and leaves earlier days unchanged", () => {
		const [second, third] = [days.indexOf("2025-03-10"), days.indexOf("2026-11-22")];
		const expected = [
			lettersOf(one, 0).slice(0, second),
			lettersOf(one, 2).slice(second, third),
			lettersOf(other, 1).slice(third),
		].join("");
		const found = days.map((date) => dayOf({ rotations: history, ownDays: [] }, date).letter);
		expect(found.join("")).toBe(expected);
	});

	test("a day of a time without a crew has no letter, unless it is a day of absence", () => {
		const unknown: DatedRotation[] = [{ since: "1900-01-01", diagram: one }];
		const ownDays = [
			ownDay("2026-11-23", "2026-11-23"),
			ownDay("2026-11-24", "2026-11-24", { kind: "cambio", crew: "B" }),
		];
		const letterOf = (date: string) => dayOf({ rotations: unknown, ownDays }, date).letter;
		expect([letterOf("2026-11-22"), letterOf("2026-11-23"), letterOf("2026-11-24")]).toEqual([
			undefined,
			"F",
			undefined,
		]);
	});

	test.each([
		["2026-11-01", "2026-11-29", [one.id]],
		["2026-11-01", "2026-11-30", [one.id, other.id]],
		["2026-11-30", "2026-12-31", [other.id]],
	])("the diagrams from %s to %s are those of its days, each once", (first, last, ids) => {
		const rotations = [
			{ since: "1900-01-01", ...rotationOf(one, "A") },
			{ since: "2026-11-15", ...rotationOf(one, "B") },
			{ since: "2026-11-30", ...rotationOf(other, "B") },
		];
		expect(diagramsIn({ rotations, ownDays: [] }, first, last).map(({ id }) => id)).toEqual(ids);
	});

	test("is certain once the worker has found the own shifts, but not in a swap with another crew", () => {
		const unconfirmed = { ...rotationOf({ ...one, anchorConfirmed: false }, "A"), isOwnPosition: true };
		const ownDays = [ownDay("2026-11-23", "2026-11-23", { kind: "cambio", crew: "B" })];
		const sure = (calendar: OwnCalendar) =>
			["2026-11-22", "2026-11-23"].map((date) => isConfirmedOn(calendar, date));
		expect(sure({ ...calendarOf(unconfirmed), ownDays })).toEqual([true, false]);
		expect(sure({ ...calendarOf(rotationOf({ ...one, anchorConfirmed: true }, "A")), ownDays })).toEqual([
			true,
			true,
		]);
	});

	test("is certain on a day of absence, whatever the diagram, and a shift until midnight ends on its day", () => {
		const unconfirmed = calendarOf(rotationOf({ ...one, anchorConfirmed: false }, "A"));
		const ownDays = [ownDay("2026-11-23", "2026-11-23")];
		expect(isConfirmedOn({ ...unconfirmed, ownDays }, "2026-11-23")).toBe(true);
		expect(isConfirmedOn({ ...unconfirmed, ownDays }, "2026-11-24")).toBe(false);
		const until = (endMinute: number) =>
			endsNextDay({ date: "2026-11-23", time: { letter: "T", startMinute: 960, endMinute } });
		expect([until(DAY), until(DAY + 1)]).toEqual([false, true]);
	});

	test("a crew that the diagram does not have changes nothing", () => {
		const few = diagrams.find(({ crews }) => crews < 5) ?? one;
		const rotation = { ...rotationOf({ ...few, anchorConfirmed: false }, "A"), isOwnPosition: true };
		const ownDays = [ownDay("2026-01-01", "2026-12-31", { kind: "cambio", crew: "E" })];
		const calendar = { ...calendarOf(rotation), ownDays };
		for (const date of days.slice(days.indexOf("2026-01-01"), days.indexOf("2026-02-28"))) {
			expect(dayOf(calendar, date)).toEqual(dayOf(calendarOf(rotation), date));
			expect(dayOf(calendar, date).letter).toBe(letterOn(rotation, date));
			expect(isConfirmedOn(calendar, date)).toBe(true);
		}
	});
});

describe("the values of «Mi turno» during and around a vacation", () => {
	const diagram = diagrams.find(({ id }) => id === "4turnos_7dias") ?? diagrams[0];
	if (!diagram) throw new Error("no diagram");
	const letters = lettersOf(diagram, 0);
	const from = days.indexOf("2026-11-23");
	const to = from + 20;
	const ownDays = [ownDay(dateOf(from), dateOf(to))];
	const calendar = { ...calendarOf(rotationOf(diagram, "A")), ownDays };
	const answersOn = (date: string) => answersAt(calendar, { today: date, minute: 600 }, []);

	test("say that the worker is on vacation, and name the day of the return to work", () => {
		let back = to + 1;
		while (letters[back] === "F") back++;
		for (const date of [dateOf(from), dateOf(from + 9), dateOf(to)]) {
			const { today, now, daysOff, returnToWork } = answersOn(date);
			expect(today).toMatchObject({ letter: "F", ownDay: { kind: "vacaciones" } });
			expect(now).toBeUndefined();
			expect(daysOff?.last).toBe(dateOf(back - 1));
			expect(returnToWork).toEqual({ date: dateOf(back), letter: letters[back], ownDay: undefined });
		}
	});

	test("name the vacation as the next day without work, on a shift before it", () => {
		// Finds a crew that works on the day before the vacation and would work on the vacation's first day.
		const crew = crewsOf(diagram).find((_crew, index) => {
			const around = lettersOf(diagram, index).slice(from - 1, from + 1);
			return !around.includes("F");
		});
		const own = { ...calendarOf(rotationOf(diagram, crew ?? "A")), ownDays };
		const { nextDayOff } = answersAt(own, { today: dateOf(from - 1), minute: 0 }, []);
		expect(nextDayOff?.date).toBe(dateOf(from));
		expect(nextDayOff?.ownDay?.kind).toBe("vacaciones");
	});
});

test("days are counted within the year, first and last day included", () => {
	const ownDays = [
		ownDay("2025-12-30", "2026-01-02"),
		ownDay("2026-02-01", "2026-02-01", { kind: "licencia" }),
		ownDay("2026-12-31", "2027-01-20"),
	];
	expect(countOwnDays(ownDays, "2026-01-01", "2026-12-31")).toEqual([
		{ kind: "vacaciones", days: 3 },
		{ kind: "licencia", days: 1 },
	]);
	expect(countOwnDays([], "2026-01-01", "2026-12-31")).toEqual([]);
});

test("the letter of an own day in a calendar is that of no other kind, and of no shift", () => {
	const tags = ownDayKinds.flatMap((kind) => ownDayFacts[kind].tag ?? []);
	expect(new Set(tags).size).toBe(tags.length);
	expect(tags.filter((tag) => "MTND".includes(tag))).toEqual([]);
});
