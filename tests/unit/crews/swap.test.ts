import { describe, expect, test } from "vitest";
import { crewNames, otherCrews } from "~/features/crews/swap/other-crews";
import { nextGoodSwaps, type PlannedDay, type Swap, swapOn } from "~/features/crews/swap/swap";
import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import {
	days,
	type NaiveDiagram,
	naiveCrewPosition,
	naiveLetters,
	naiveShifts,
} from "../../support/naive-shifts";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";

const DAY = 1440;
const firstDay = days.indexOf("2026-01-01");
const lastDay = days.indexOf("2028-12-31");

const ofCrew = (diagram: NaiveDiagram, crew: number) =>
	naiveLetters(diagram, naiveCrewPosition(diagram, crew));

/**
 * Number of days to examine before a day; after the day, one fewer. No diagram has so many consecutive days off, so
 * these days contain the shifts before and after the day.
 */
const WINDOW_DAYS = 9;

/** What the page about swaps should show for a day whose shift letter is replaced, computed minute by minute. */
function naiveDay(diagram: NaiveDiagram, letters: string, day: number, letter: string): string {
	const from = day - WINDOW_DAYS;
	const changed = letters.slice(from, day) + letter + letters.slice(day + 1, day + WINDOW_DAYS);
	const shifts = naiveShifts(diagram, changed);
	/** For each minute: the number of shifts that include the minute. */
	const worked = new Uint8Array((2 * WINDOW_DAYS + 1) * DAY);
	for (const shift of shifts)
		for (let minute = shift.from; minute < shift.to; minute++) worked[minute] = (worked[minute] ?? 0) + 1;
	const freeAfter = (start: number) => {
		let end = start;
		while (worked[end] === 0) end++;
		return end - start;
	};
	const freeBefore = (end: number) => {
		let start = end;
		while (worked[start - 1] === 0) start--;
		return end - start;
	};
	const own = shifts.find((shift) => shift.day === WINDOW_DAYS);
	if (!own) {
		const lastMinute = (WINDOW_DAYS + 1) * DAY - 1;
		return `${letter} ${freeBefore(lastMinute) + freeAfter(lastMinute)}`;
	}
	const twice = worked.slice(own.from, own.to).filter((count) => count > 1).length;
	if (twice > 0) return `${letter} overlaps ${twice}`;
	return `${letter} ${freeBefore(own.from)} ${freeAfter(own.to)}`;
}

/** Replaces the shift letter of `day`. Returns the most minutes of work in any seven days that include `day`. */
function naiveWeek(diagram: NaiveDiagram, letters: string, day: number, letter: string): number {
	const changed = letters.slice(day - 6, day) + letter + letters.slice(day + 1, day + 7);
	const shifts = naiveShifts(diagram, changed);
	const weeks = [0, 1, 2, 3, 4, 5, 6].map((first) =>
		shifts
			.filter((shift) => shift.day >= first && shift.day < first + 7)
			.reduce((sum, { from, to }) => sum + to - from, 0),
	);
	return Math.max(...weeks);
}

function textOf({ letter, rests }: PlannedDay): string {
	const overlap = rests.filter(({ minutes }) => minutes < 0).reduce((sum, { minutes }) => sum - minutes, 0);
	return overlap > 0
		? `${letter} overlaps ${overlap}`
		: [letter, ...rests.map(({ minutes }) => minutes)].join(" ");
}

describe("both workers' days before and after a swap equal a computation minute by minute", () => {
	test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
		"%s: all pairs of crews",
		(_, diagram) => {
			const wrong: string[] = [];
			for (const [index, crew] of crewsOf(diagram).entries()) {
				for (const [otherIndex, otherCrew] of crewsOf(diagram).entries()) {
					if (crew === otherCrew) continue;
					const [mine, theirs] = [ofCrew(diagram, index), ofCrew(diagram, otherIndex)];
					for (const day of swapDays(diagram, index)) {
						const swap = swapOn(
							calendarOf(rotationOf(diagram, crew)),
							rotationOf(diagram, otherCrew),
							days[day] ?? "",
						);
						const [own, other] = [mine[day] ?? "", theirs[day] ?? ""];
						const said = [swap.me.planned, swap.me.swapped, swap.other.planned, swap.other.swapped].map(
							(each) => `${textOf(each)} of ${each.weekMinutes}`,
						);
						const rightText = (letters: string, letter: string) =>
							`${naiveDay(diagram, letters, day, letter)} of ${naiveWeek(diagram, letters, day, letter)}`;
						const right = [
							rightText(mine, own),
							rightText(mine, other),
							rightText(theirs, other),
							rightText(theirs, own),
						];
						if (said.join() !== right.join())
							wrong.push(`${crew}${otherCrew} ${days[day]}: ${said}, not ${right}`);
						if (swap.kind !== naiveKind(own, other))
							wrong.push(`${crew}${otherCrew} ${days[day]}: ${swap.kind}`);
					}
				}
			}
			expect(wrong.slice(0, 5)).toEqual([]);
		},
	);

	/**
	 * Days to test for a crew: special dates, and three whole cycles at different times. The cycles start 11 days later
	 * for each further crew, so that the crews are tested on different days.
	 */
	function swapDays({ cycle }: Diagram, crew: number): number[] {
		const special = ["2028-02-28", "2028-02-29", "2028-03-01", "2026-12-31", "2027-01-01", "2028-12-31"];
		const cycles = [firstDay, days.indexOf("2027-06-01"), lastDay - 400].flatMap((start) =>
			Array.from(cycle, (_, ahead) => start + crew * 11 + ahead),
		);
		return [...cycles, ...special.map((date) => days.indexOf(date))];
	}

	function naiveKind(mine: string, theirs: string): Swap["kind"] {
		if (mine === theirs) return "nothing";
		if (mine === "F") return "i-cover";
		return theirs === "F" ? "they-cover" : "exchange";
	}
});

describe("the proposed dates are all dates of a cycle on which both workers keep 12 h of rest", () => {
	test.each(diagrams.map((diagram) => [diagram.id, diagram] as const))(
		"%s: all pairs of crews",
		(_, diagram) => {
			const start = days.indexOf("2028-02-20");
			for (const [index, crew] of crewsOf(diagram).entries()) {
				for (const [otherIndex, otherCrew] of crewsOf(diagram).entries()) {
					if (crew === otherCrew) continue;
					const [mine, theirs] = [ofCrew(diagram, index), ofCrew(diagram, otherIndex)];
					const right = Array.from(diagram.cycle, (_, ahead) => start + ahead).filter((day) => {
						const [own, other] = [mine[day] ?? "", theirs[day] ?? ""];
						const both = [naiveDay(diagram, mine, day, other), naiveDay(diagram, theirs, day, own)];
						const rests = both.flatMap((text) => text.split(" ").slice(1).map(Number));
						return own !== other && rests.every((minutes) => minutes >= 720);
					});
					const found = (most: number) =>
						nextGoodSwaps(
							calendarOf(rotationOf(diagram, crew)),
							rotationOf(diagram, otherCrew),
							"2028-02-20",
							most,
						).map(({ date }) => date);
					expect(found(100)).toEqual(right.map((day) => days[day]));
					expect(found(2)).toEqual(right.slice(0, 2).map((day) => days[day]));
				}
			}
		},
	);
});

// Crew A works mornings from 30 November to 6 December, afternoons from 9 to 15, nights from 18 to 24; crew B seven
// days later.
describe("examples for 4turnos_7dias", () => {
	const sevenDays = seededDiagram("4turnos_7dias");
	const swap = (me: "A" | "B" | "C" | "D", other: "A" | "B" | "C" | "D", date: string) =>
		swapOn(calendarOf(rotationOf(sevenDays, me)), rotationOf(sevenDays, other), date);

	test("morning for night: the next morning shift follows the night shift without a rest", () => {
		const { kind, me } = swap("A", "B", "2026-12-02");
		expect(kind).toBe("exchange");
		expect(me.planned).toEqual({
			letter: "M",
			rests: [
				{ minutes: 960, isOnOneDay: false },
				{ minutes: 960, isOnOneDay: false },
			],
			weekMinutes: 56 * 60,
			isFirst: false,
		});
		expect(me.swapped).toEqual({
			letter: "N",
			rests: [
				{ minutes: 1920, isOnOneDay: false },
				{ minutes: 0, isOnOneDay: true },
			],
			weekMinutes: 56 * 60,
			isFirst: false,
		});
	});

	test("on the other crew's day off, they cover my shift and get none in return", () => {
		const { kind, me, other } = swap("A", "B", "2026-12-05");
		expect(kind).toBe("they-cover");
		expect(me.swapped).toEqual({
			letter: "F",
			rests: [{ minutes: 2400, isOnOneDay: false }],
			weekMinutes: 48 * 60,
			isFirst: false,
		});
		expect(other.swapped.letter).toBe("M");
	});

	test("a shift that ends at midnight is not on one day with the next morning's", () => {
		const hours = { T: ["16:00", "00:00"], M: ["06:00", "14:00"] } as const;
		const late = rotationOf(
			{ ...sevenDays, cycle: "TMF", crews: 1, offset: 3, anchor: "2026-12-01", hours },
			"A",
		);
		const { planned } = swapOn(calendarOf(late), late, "2026-12-02").me;
		expect(planned.rests[0]).toEqual({ minutes: 360, isOnOneDay: false });
	});

	test("the last shift of one year and the first of the next count for the rest", () => {
		expect(swap("A", "B", "2026-12-31").me.planned.rests).toHaveLength(2);
		expect(swap("A", "B", "2027-01-01").me.planned.rests).toHaveLength(2);
	});

	test("the rest around a vacation is counted from the last shift before it to the first after it", () => {
		const vacation = {
			id: "1",
			kind: "vacaciones",
			firstDay: "2026-11-01",
			lastDay: "2027-02-28",
			crew: null,
			note: "",
		} as const;
		const me = { ...calendarOf(rotationOf(sevenDays, "A")), ownDays: [vacation] };
		const { absence, me: day } = swapOn(me, rotationOf(sevenDays, "B"), "2026-12-15");
		// The last night shift before the vacation ends on 30 October at 6:00. The first shift after the vacation
		// starts on 3 March at 14:00, 124 days and 8 hours later.
		const free = { minutes: 124 * DAY + 8 * 60, isOnOneDay: false };
		expect(absence).toBe("vacaciones");
		expect(day.planned).toEqual({ letter: "F", rests: [free], weekMinutes: 0, isFirst: false });
	});

	test("the rest around a change of crew is counted, also if it is longer than a cycle", () => {
		const eight = seededDiagram("12horas_general");
		// Crew A goes off duty on 5 January at 6; crew C, of the days from the 9th on, begins on the 13th at 6.
		const rotations = [
			{ since: "1900-01-01", ...rotationOf(eight, "A") },
			{ since: "2024-01-09", ...rotationOf(eight, "C") },
		];
		const { planned } = swapOn({ rotations, ownDays: [] }, rotationOf(eight, "B"), "2024-01-13").me;
		expect(planned.letter).toBe("D");
		expect(planned.rests.map(({ minutes }) => minutes / 60)).toEqual([8 * 24, 12]);
	});

	test("the other crews have letters if these are known, otherwise their distance from the worker's own crew", () => {
		const crewB = rotationOf(sevenDays, "B");
		expect(otherCrews(crewB, "B").map(({ value }) => value)).toEqual(["A", "C", "D"]);
		const own = { ...crewB, start: "2026-11-24" };
		expect(otherCrews(own, undefined).map(({ value, rotation }) => [value, rotation.start])).toEqual([
			["1", "2026-12-01"],
			["2", "2026-12-08"],
			["3", "2026-12-15"],
		]);
		const confirmed = { ...own, diagram: { ...sevenDays, anchorConfirmed: true } };
		expect(otherCrews(confirmed, undefined).map(({ value }) => value)).toEqual(["A", "B", "C", "D"]);
	});

	test("a crew without a letter is named by its shift today, or by its next working day", () => {
		const own = { diagram: sevenDays, start: "2026-11-24" };
		expect(otherCrews(own, undefined).map((other) => crewNames(other, "2026-11-24").text)).toEqual([
			"la escuadra que hoy hace turno noche",
			"la escuadra que hoy hace turno tarde",
			"la escuadra que hoy está de franco y el jueves 26 hace turno tarde",
		]);
		expect(otherCrews(own, undefined).map((other) => crewNames(other, "2026-11-24").choice)).toEqual([
			"Hoy turno noche",
			"Hoy turno tarde",
			"Hoy franco, jueves 26 turno tarde",
		]);
		const [lettered] = otherCrews(rotationOf(sevenDays, "B"), "B");
		expect(lettered && crewNames(lettered, "2026-11-24").text).toBe("la escuadra A");
	});
});
