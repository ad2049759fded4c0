import { describe, expect, test } from "vitest";
import { parseDiagram } from "~/features/diagrams/diagram-schema.server";
import { proposeHolidays } from "~/features/holidays/holiday-rule";
import { answersAt } from "~/features/shift/answers";
import { type Rotation, rotationOf } from "~/features/shift/rotation";
import { nextStart, runningShift } from "~/features/shift/shift-clock";
import seeds from "../../../db/seeds/diagrams.json";
import {
	days,
	type NaiveDiagram,
	type NaiveShift,
	naiveCrewPosition,
	naiveLetters,
	naiveShifts,
} from "../../support/naive-shifts";

const DAY = 1440;
const diagrams = seeds.map((seed) => {
	const parsed = parseDiagram(seed);
	if (!parsed.success) throw parsed.error;
	return parsed.data;
});
const named = diagrams.map((diagram) => [diagram.id, diagram] as const);

const firstDay = days.indexOf("2026-01-01");
const lastDay = days.indexOf("2028-12-31");
const specialDays = ["02-28", "02-29", "03-01", "12-31", "01-01"];
const holidays = [2029, 2026, 2027, 2028].flatMap(proposeHolidays);
const namesOfFeriados = new Map(
	holidays.filter(({ kind }) => kind === "feriado").map(({ date, name }) => [date, name] as const),
);

/** The calendar of somebody who is on the cycle day `position` on 1 January 2024. */
function rotationAt(diagram: Rotation["diagram"], position: number): Rotation {
	return { diagram, start: days[(diagram.cycle.length - position) % diagram.cycle.length] ?? "" };
}

/**
 * The days of 2026 to 2028 that are compared for one position: each `stride`-th day, beginning on another day for
 * each position, and the special days. A stride that 7 does not divide meets every weekday.
 */
function sampledDays(position: number, stride: number): number[] {
	return days
		.map((_, day) => day)
		.slice(firstDay, lastDay + 1)
		.filter((day) => (day + position) % stride === 0 || specialDays.includes((days[day] ?? "").slice(5)));
}

/** Midnight, the minute before it, and the minutes before, at and after each change of shift. */
function clocksOf({ hours }: NaiveDiagram): number[] {
	const changes = Object.values(hours).flatMap((times) => times ?? []);
	const minutes = changes.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
	const around = minutes.flatMap((minute) => [minute - 1, minute, minute + 1]);
	return [...new Set([0, ...around, DAY - 1])].sort((one, other) => one - other);
}

test("the calendar of the naive answers is right", () => {
	expect(days).toHaveLength(7 * 365 + 2);
	expect([days[0], days[59], days[1520], days.at(-1)]).toEqual([
		"2024-01-01",
		"2024-02-29",
		"2028-02-29",
		"2030-12-31",
	]);
});

describe("the shift that runs and the next start are those of a list of all shifts", () => {
	test.each(named)("%s: every position, around each change of shift", (_, diagram) => {
		const clocks = clocksOf(diagram);
		const wrong: string[] = [];
		for (const position of diagram.cycle.split("").keys()) {
			const rotation = rotationAt(diagram, position);
			const shifts = naiveShifts(diagram, naiveLetters(diagram, position));
			let first = 0;
			for (const day of sampledDays(position, 8)) {
				for (const minute of clocks) {
					const now = day * DAY + minute;
					while ((shifts[first]?.to ?? Infinity) <= now) first++;
					const coming = shifts.slice(first, first + 2);
					const clock = { today: days[day] ?? "", minute };
					const [running, next] = [runningShift(rotation, clock), nextStart(rotation, clock)];
					const said = [
						running && `${running.date} ${running.letter} ${running.endsAt} ${running.minutesLeft}`,
						next && `${next.date} ${next.letter} ${next.minutesUntil}`,
					].join("; ");
					const right = [runningText(coming, now), nextText(coming, now)].join("; ");
					if (said !== right) wrong.push(`${position} ${clock.today} ${minute}: ${said}, not ${right}`);
				}
			}
		}
		expect(wrong.slice(0, 5)).toEqual([]);
	});

	function runningText(shifts: NaiveShift[], now: number): string | undefined {
		const running = shifts.find(({ from, to }) => from <= now && now < to);
		if (!running) return undefined;
		const hour = String((running.to % DAY) / 60).padStart(2, "0");
		return `${days[running.day]} ${running.letter} ${hour}:00 ${running.to - now}`;
	}

	function nextText(shifts: NaiveShift[], now: number): string | undefined {
		const next = shifts.find(({ from }) => from > now);
		return next && `${days[next.day]} ${next.letter} ${next.from - now}`;
	}
});

describe("the answers of a day are those of the written out calendar", () => {
	test.each(named)("%s: every position, over three years", (_, diagram) => {
		const wrong: string[] = [];
		for (const position of diagram.cycle.split("").keys()) {
			const rotation = rotationAt(diagram, position);
			const letters = naiveLetters(diagram, position);
			const worked = daysTouched(naiveShifts(diagram, letters));
			for (const day of sampledDays(position, 8)) {
				const today = days[day] ?? "";
				const answers = answersAt(rotation, { today, minute: (day * 37) % DAY }, holidays);
				const { nextDayOff, daysOff, freeWeekend, holiday } = answers;
				const said = [
					answers.today.date + answers.today.letter,
					answers.tomorrow.date + answers.tomorrow.letter,
					`next ${nextDayOff}`,
					daysOff && `${daysOff.first} to ${daysOff.last}`,
					freeWeekend && `${freeWeekend.saturday} ${freeWeekend.startsAfterNight}`,
					holiday && `${holiday.date} ${holiday.name} ${holiday.works}`,
					answers.week.map((each) => `${each.date}${each.letter}${each.holiday ?? ""}`).join(),
				].join("; ");
				const right = [
					`${today}${letters[day]}`,
					`${days[day + 1]}${letters[day + 1]}`,
					`next ${days[letters.indexOf("F", day + 1)]}`,
					daysOffText(letters, day),
					freeWeekendText(letters, worked, day),
					holidayText(worked, day),
					weekText(letters, day),
				].join("; ");
				if (said !== right) wrong.push(`${position} ${today}: ${said}, not ${right}`);
			}
		}
		expect(wrong.slice(0, 5)).toEqual([]);
	});

	function daysOffText(letters: string, day: number): string | undefined {
		if (letters[day] !== "F") return undefined;
		let [first, last] = [day, day];
		while (letters[first - 1] === "F") first--;
		while (letters[last + 1] === "F") last++;
		return `${days[first]} to ${days[last]}`;
	}

	function freeWeekendText(letters: string, worked: Set<number>, day: number): string | undefined {
		for (let each = day; each < days.length; each++)
			if (each % 7 === 5 && letters[each] === "F" && letters[each + 1] === "F")
				return `${days[each]} ${worked.has(each)}`;
		return undefined;
	}

	function holidayText(worked: Set<number>, day: number): string | undefined {
		for (let each = day; each < days.length; each++) {
			const name = namesOfFeriados.get(days[each] ?? "");
			if (name) return `${days[each]} ${name} ${worked.has(each)}`;
		}
		return undefined;
	}

	function weekText(letters: string, day: number): string {
		return [0, 1, 2, 3, 4, 5, 6]
			.map((ahead) => {
				const kinds = holidays.filter(({ date }) => date === days[day + ahead]).map(({ kind }) => kind);
				const kind = ["feriado", "gremial", "no_laborable"].find((each) => kinds.some((one) => one === each));
				return `${days[day + ahead]}${letters[day + ahead]}${kind ?? ""}`;
			})
			.join();
	}

	/** The days on which a first or a last minute of any shift falls. */
	function daysTouched(shifts: NaiveShift[]): Set<number> {
		return new Set(shifts.flatMap(({ from, to }) => [Math.floor(from / DAY), Math.floor((to - 1) / DAY)]));
	}
});

describe("who relieves whom is who ends and who starts at the same minute", () => {
	test.each(named)("%s: every crew, over three years", (_, diagram) => {
		const crews = Array.from({ length: diagram.crews }, (_, crew) => ({
			crew: "ABCDE".charAt(crew),
			shifts: naiveShifts(diagram, naiveLetters(diagram, naiveCrewPosition(diagram, crew))),
		}));
		const endsAt = new Map(crews.flatMap(({ crew, shifts }) => shifts.map(({ to }) => [to, crew] as const)));
		const startsAt = new Map(
			crews.flatMap(({ crew, shifts }) => shifts.map(({ from }) => [from, crew] as const)),
		);
		const wrong: string[] = [];
		for (const [crew, { shifts }] of crews.entries()) {
			const rotation = rotationAt(diagram, naiveCrewPosition(diagram, crew));
			for (const day of sampledDays(crew, 5)) {
				const { relief } = answersAt(rotation, { today: days[day] ?? "", minute: 600 }, []);
				const said = relief && `${relief.date} ${relief.letter} ${relief.relieves} ${relief.relievedBy}`;
				const mine = shifts.find((shift) => shift.day >= day);
				const right =
					mine && `${days[mine.day]} ${mine.letter} ${endsAt.get(mine.from)} ${startsAt.get(mine.to)}`;
				if (said !== right) wrong.push(`${crew} ${days[day]}: ${said}, not ${right}`);
			}
		}
		expect(wrong.slice(0, 5)).toEqual([]);
	});
});

// Crew A of 4turnos_7dias begins its cycle of 28 days on Monday 1 January 2024, and again on Monday 30 November 2026:
// mornings from 30 November to 6 December, afternoons from 9 to 15 December, nights from 18 to 24 December.
describe("in words, for crew A of 4turnos_7dias", () => {
	const sevenDays = diagrams.find(({ id }) => id === "4turnos_7dias");
	if (!sevenDays) throw new Error("4turnos_7dias");
	const crewA = rotationOf(sevenDays, "A");
	const at = (today: string, time: string, rotation = crewA) => {
		const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
		return answersAt(rotation, { today, minute }, holidays);
	};

	test("a morning shift: it runs until 14, and tomorrow's is the next start", () => {
		expect(at("2026-12-05", "13:59")).toMatchObject({
			today: { letter: "M" },
			now: { date: "2026-12-05", letter: "M", endsAt: "14:00", minutesLeft: 1 },
			nextStart: { date: "2026-12-06", letter: "M", minutesUntil: 961 },
			nextDayOff: "2026-12-07",
			relief: { date: "2026-12-05", letter: "M", relieves: "C", relievedBy: "D" },
		});
		expect(at("2026-12-05", "14:00").now).toBeUndefined();
	});

	test("the shift runs from the minute of its start", () => {
		expect(at("2026-12-05", "05:59")).toMatchObject({ now: undefined, nextStart: { minutesUntil: 1 } });
		expect(at("2026-12-05", "06:00")).toMatchObject({
			now: { minutesLeft: 480 },
			nextStart: { date: "2026-12-06" },
		});
	});

	test("the last night of the block still runs on the morning of the first day off", () => {
		expect(at("2026-12-25", "05:00")).toMatchObject({
			today: { letter: "F" },
			now: { date: "2026-12-24", letter: "N", endsAt: "06:00", minutesLeft: 60 },
			daysOff: { first: "2026-12-25", last: "2026-12-27" },
			freeWeekend: { saturday: "2026-12-26", startsAfterNight: false },
		});
	});

	test("a holiday counts as worked when only the end of a night falls on it", () => {
		expect(at("2026-12-24", "12:00").holiday).toMatchObject({
			date: "2026-12-25",
			name: "Navidad",
			letter: "F",
			startsAfterNight: true,
			works: true,
		});
		expect(at("2026-12-24", "12:00", { ...crewA, start: "2026-11-29" }).holiday).toMatchObject({
			letter: "F",
			startsAfterNight: false,
			works: false,
		});
	});

	test("a weekend off after Friday's night is shown, with the night", () => {
		expect(at("2026-12-21", "12:00", { ...crewA, start: "2026-12-01" }).freeWeekend).toEqual({
			saturday: "2026-12-26",
			startsAfterNight: true,
		});
	});

	test("a day that is no public holiday is never the next holiday, but the week shows its kind", () => {
		const { holiday, week } = at("2026-09-07", "12:00");
		expect(holiday?.date).toBe("2026-10-12");
		expect(week[0]).toMatchObject({ date: "2026-09-07", holiday: "gremial" });
	});

	test("without an official crew nobody is named who relieves whom", () => {
		expect(at("2026-11-21", "12:00", { ...crewA, start: "2026-11-17" }).relief).toBeUndefined();
	});
});

test("a cycle whose days off never fall on a whole weekend has no free weekend", () => {
	const sixDays = diagrams.find(({ id }) => id === "3turnos");
	if (!sixDays) throw new Error("3turnos");
	expect(
		answersAt(rotationOf(sixDays, "A"), { today: "2026-11-21", minute: 0 }, []).freeWeekend,
	).toBeUndefined();
});

describe("imported cycles", () => {
	const [any] = diagrams;
	if (!any) throw new Error("no diagram");

	test("with one shift and one day off, the next of each is a whole cycle away", () => {
		const diagram = { ...any, cycle: "NF", crews: 2, offset: 1 };
		const rotation = { diagram, start: "2028-02-28" };
		expect(answersAt(rotation, { today: "2028-02-28", minute: 1080 }, []).nextStart).toEqual({
			date: "2028-03-01",
			letter: "N",
			minutesUntil: 2880,
		});
		expect(answersAt(rotation, { today: "2028-02-29", minute: 0 }, [])).toMatchObject({
			nextDayOff: "2028-03-02",
			daysOff: { first: "2028-02-29", last: "2028-02-29" },
		});
	});

	test("without days off, there is no next one", () => {
		const rotation = { diagram: { ...any, cycle: "D", crews: 1, offset: 1 }, start: "2028-02-28" };
		expect(answersAt(rotation, { today: "2028-02-29", minute: 0 }, [])).toMatchObject({
			nextDayOff: undefined,
			daysOff: undefined,
			freeWeekend: undefined,
		});
	});

	test("where a night ends after the next morning shift has begun, the morning shift runs", () => {
		const hours = { N: ["22:00", "07:00"], M: ["06:00", "14:00"] } as const;
		const rotation = { diagram: { ...any, cycle: "NM", crews: 2, offset: 1, hours }, start: "2028-02-28" };
		expect(runningShift(rotation, { today: "2028-02-29", minute: 359 })?.letter).toBe("N");
		expect(runningShift(rotation, { today: "2028-02-29", minute: 360 })?.letter).toBe("M");
	});
});
