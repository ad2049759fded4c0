import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { blocksOf, minuteOf, shiftsOn, type Work, workOf } from "~/features/law/rest";
import { restWarnings, shortRestsOf, sumWarnings } from "~/features/law/warnings";
import {
	datesOfWeeks,
	hoursIn,
	timelineOf,
	type WorkOfWeeks,
	weekWarnings,
	workedUntil,
} from "~/features/law/week-warnings";
import { calendarOf, dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayKinds } from "~/features/shift/own-day";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { Random } from "../../support/random";
import { seededDiagrams as diagrams, seededDiagram } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

const H = 60;
const DAY = 24 * H;
/** A Friday in the week from Monday 16 to Sunday 22 November. */
const TODAY: CivilDate = "2026-11-20";

const shiftsOf = (calendar: OwnCalendar, isUnconfirmed = false) =>
	shiftsOn(
		datesOfWeeks(TODAY),
		(date) => dayOf(calendar, date).time,
		() => isUnconfirmed,
	);
const extra = (date: CivilDate, start: number, hours: number) =>
	workOf({ date, startMinute: start * H, minutes: hours * H, isStartProposed: false });
const at = (hour: number, date = TODAY) => minuteOf(date) + hour * H;
const ownDay = (kind: (typeof ownDayKinds)[number], firstDay: CivilDate, lastDay = firstDay) => ({
	id: `${kind}-${firstDay}`,
	kind,
	firstDay,
	lastDay,
	crew: kind === "cambio" ? ("C" as const) : null,
	note: "",
});

// Shifts of crew A in November 2026. In `3turnos`, from Monday to Saturday: afternoons from the 2nd to the 7th, nights
// from the 9th to the 14th, mornings from the 16th to the 21st. In `4turnos_7dias`: mornings from the 2nd to the 8th,
// afternoons from the 11th to the 17th, nights from the 20th to the 26th.
const sixDays = calendarOf(rotationOf(seededDiagram("3turnos"), "A"));
const sevenDays = calendarOf(rotationOf(seededDiagram("4turnos_7dias"), "A"));
// Crew C has 60 hours in the two past weeks and in the next, and 54 in the present one.
const twelveHours = calendarOf(rotationOf(seededDiagram("3turnos_12horas"), "C"));

describe("the overtime of the month and the year", () => {
	const LIMITS = {
		month: "Sin autorización, el tope es de 30 por mes (Decreto 484/2000).",
		year: "Sin autorización, el tope es de 200 por año (Decreto 484/2000).",
	};
	test.each([
		["month", 30, 0, undefined],
		["month", 30.25, 0, "Este mes llevás 30,25 horas extra."],
		["month", 24, 8, "Este mes llevás 24 horas extra y, si hacés lo anotado, serían 32."],
		["month", 32, 8, "Este mes llevás 32 horas extra y, si hacés lo anotado, serían 40."],
		["month", 1, 32, "Este mes llevás 1 hora extra y, si hacés lo anotado, serían 33."],
		["month", 0, 32, "Este mes, si hacés lo anotado, serían 32 horas extra."],
		["year", 200, 0, undefined],
		["year", 200, 0.25, "Este año llevás 200 horas extra y, si hacés lo anotado, serían 200,25."],
		["year", 204, 0, "Este año llevás 204 horas extra."],
	] as const)("of the %s: %s h worked and %s h planned", (of, worked, planned, line) => {
		const none = { workedMinutes: 0, plannedMinutes: 0, hasOwnShift: false };
		const sum = { workedMinutes: worked * H, plannedMinutes: planned * H, hasOwnShift: false };
		const lines = sumWarnings({ month: none, year: none, [of]: sum });
		expect(lines).toEqual(line === undefined ? [] : [`${line} ${LIMITS[of]}`]);
	});
});

test("overtime with holidays in the own shift says that these have no limit", () => {
	const sum = { workedMinutes: 201 * H, plannedMinutes: 0, hasOwnShift: true };
	expect(sumWarnings({ month: { ...sum, workedMinutes: 0 }, year: sum })).toEqual([
		"Este año llevás 201 horas extra, contando feriados en tu turno, que no entran en el tope. Sin autorización, el tope es de 200 por año (Decreto 484/2000).",
	]);
});

describe("the hours of a week and of three weeks, on Friday at 15:00", () => {
	const RULE =
		"Para comparar: la jornada normal por turnos rotativos, sin extras, es de hasta 56 h por semana (Decreto 16.115/33).";
	const OWN = "según tu diagrama";
	test.each<[string, OwnCalendar, WorkOfWeeks["works"], string[]]>([
		["no extra: 56 hours of shifts are the diagram's", sevenDays, [], []],
		["no extra: 60 hours of shifts are the diagram's", twelveHours, [], []],
		[
			"an extra makes only its own week of 60 hours too much",
			twelveHours,
			[extra("2026-11-11", 12, 1)],
			[
				`En la semana del 09/11/2026 al 15/11/2026 trabajaste 61 h: 60 de turnos, ${OWN}, y 1 de extras. ${RULE}`,
			],
		],
		["56 hours in all", sixDays, [extra("2026-11-11", 10, 8)], []],
		[
			"a past week above 56 hours",
			sixDays,
			[extra("2026-11-11", 10, 8.25)],
			[
				`En la semana del 09/11/2026 al 15/11/2026 trabajaste 56,25 h: 48 de turnos, ${OWN}, y 8,25 de extras. ${RULE}`,
			],
		],
		[
			"two past weeks above 56 hours: the longer one is told",
			sixDays,
			[extra("2026-11-04", 1, 10), extra("2026-11-11", 10, 9)],
			[
				`En la semana del 02/11/2026 al 08/11/2026 trabajaste 58 h: 48 de turnos, ${OWN}, y 10 de extras. ${RULE} Otra de las últimas 3 semanas también pasó de eso.`,
			],
		],
		[
			"one past week above 56 hours, another with just as many",
			sixDays,
			[extra("2026-11-04", 6, 8), extra("2026-11-11", 10, 9)],
			[
				`En la semana del 09/11/2026 al 15/11/2026 trabajaste 57 h: 48 de turnos, ${OWN}, y 9 de extras. ${RULE}`,
			],
		],
		[
			"all past weeks above 56 hours",
			sixDays,
			[extra("2026-10-28", 15, 9), extra("2026-11-04", 1, 10), extra("2026-11-11", 10, 9)],
			[
				`En la semana del 02/11/2026 al 08/11/2026 trabajaste 58 h: 48 de turnos, ${OWN}, y 10 de extras. ${RULE} Otras 2 de las últimas 3 semanas también pasaron de eso.`,
			],
		],
		[
			"the present week, with the shift of tomorrow apart",
			sixDays,
			[extra("2026-11-16", 14, 8), extra("2026-11-18", 14, 8.25)],
			[
				`Esta semana llevás 56,25 h y, si hacés lo anotado y tus turnos, serían 64,25: 48 de turnos, ${OWN}, y 16,25 de extras. ${RULE}`,
			],
		],
		[
			"a planned extra alone makes it too much",
			sixDays,
			[extra("2026-11-21", 14, 16)],
			[
				`Esta semana llevás 40 h y, si hacés lo anotado y tus turnos, serían 64: 48 de turnos, ${OWN}, y 16 de extras. ${RULE}`,
			],
		],
		[
			"the next week",
			sixDays,
			[extra("2026-11-25", 5, 8.5)],
			[
				`La semana que viene, si hacés lo anotado y tus turnos, serían 56,5 h: 48 de turnos, ${OWN}, y 8,5 de extras. ${RULE}`,
			],
		],
		["what overlaps a shift counts once", sixDays, [extra("2026-11-16", 6, 16)], []],
		[
			"an extra of Sunday night is cut at midnight: 2 hours are of the past week, 6 of the present one",
			sevenDays,
			[extra("2026-11-08", 22, 8)],
			[
				`En la semana del 02/11/2026 al 08/11/2026 trabajaste 58 h: 56 de turnos, ${OWN}, y 2 de extras. ${RULE}`,
			],
		],
		[
			"shifts of days on which the person did not work do not count",
			{ ...sevenDays, ownDays: [ownDay("licencia", "2026-11-05")] },
			[extra("2026-11-03", 14, 8)],
			[],
		],
		[
			"a changed shift counts at the other crew's hours: crew C works two afternoons and has a day off",
			{ ...sevenDays, ownDays: [ownDay("cambio", "2026-11-02", "2026-11-04")] },
			[extra("2026-11-03", 6, 16), extra("2026-11-08", 14, 8)],
			[
				`En la semana del 02/11/2026 al 08/11/2026 trabajaste 64 h: 48 de turnos, ${OWN}, y 16 de extras. ${RULE}`,
			],
		],
		[
			"the diagram of the time counts, not the present one",
			{
				rotations: [
					...sixDays.rotations,
					...sevenDays.rotations.map((one) => ({ ...one, since: "2026-11-16" })),
				],
				ownDays: [],
			},
			[extra("2026-11-04", 6, 8), extra("2026-11-06", 6, 4)],
			[
				`En la semana del 02/11/2026 al 08/11/2026 trabajaste 60 h: 48 de turnos, ${OWN}, y 12 de extras. ${RULE}`,
			],
		],
		[
			"three weeks above 144 hours",
			sevenDays,
			[
				extra("2026-11-12", 6, 8),
				extra("2026-11-13", 6, 8),
				extra("2026-11-10", 6, 16),
				extra("2026-11-18", 6, 16),
			],
			[
				`En la semana del 09/11/2026 al 15/11/2026 trabajaste 72 h: 40 de turnos, ${OWN}, y 32 de extras. ${RULE}`,
				`En las tres semanas del 02/11/2026 al 22/11/2026 llevás 160 h y, si hacés lo anotado y tus turnos, serían 178: 130 de turnos, ${OWN}, y 48 de extras. Para comparar: la jornada normal por turnos rotativos, sin extras, es de hasta 144 h en tres semanas (Decreto 16.115/33).`,
			],
		],
		[
			"without a known shift, only extras count",
			{ rotations: [], ownDays: [] },
			[extra("2026-11-10", 6, 16)],
			[],
		],
		[
			"extras alone, on four days",
			{ rotations: [], ownDays: [] },
			[9, 10, 11, 12].map((day) => extra(`2026-11-${day}`, 6, 15)),
			[`En la semana del 09/11/2026 al 15/11/2026 trabajaste 60 h: 60 de extras. ${RULE}`],
		],
	])("%s", (_name, calendar, extras, lines) => {
		const works = [...shiftsOf(calendar), ...extras];
		expect(evened(weekWarnings({ works, unstarted: [] }, TODAY, at(15)))).toEqual(lines);
	});

	test("shifts of a diagram with an unconfirmed anchor date are marked as such", () => {
		const works = [...shiftsOf(sixDays, true), extra("2026-11-11", 10, 8.25)];
		expect(evened(weekWarnings({ works, unstarted: [] }, TODAY, at(15)))).toEqual([
			expect.stringContaining("48 de turnos, según tu diagrama sin confirmar, y 8,25 de extras."),
		]);
	});

	test("one unconfirmed shift in the week is enough for that, one that only touches the week is not", () => {
		const [morning, evening] = [
			{ startMinute: 0, endMinute: 8 * H },
			{ startMinute: 16 * H, endMinute: DAY },
		];
		const dates = ["2026-11-08", "2026-11-10", "2026-11-11", "2026-11-16"];
		const isUnconfirmedBy = (unconfirmed: CivilDate) => {
			const works = shiftsOn(
				dates,
				(date) => ({ letter: "T", ...(date < "2026-11-11" ? evening : morning) }),
				(date) => date === unconfirmed,
			);
			const week = { start: "2026-11-09", end: "2026-11-15" };
			return hoursIn(timelineOf({ works, unstarted: [] }), week).isUnconfirmed;
		};
		expect(dates.map(isUnconfirmedBy)).toEqual([false, true, true, false]);
	});

	test.each([
		["Monday", "2026-11-16", /^Esta semana llevás 18 h y, /],
		["Sunday", "2026-11-22", /^Esta semana llevás 58 h: /],
	] as const)("the present week is told as such on its %s too", (_, today, begin) => {
		const works = [...shiftsOf(sixDays), extra("2026-11-16", 14, 10)];
		expect(evened(weekWarnings({ works, unstarted: [] }, today, at(24, today)))).toEqual([
			expect.stringMatching(begin),
		]);
	});

	test("an extra without a start time counts on its date", () => {
		const unstarted = [{ date: "2026-11-15", minutes: 8.25 * H }];
		expect(evened(weekWarnings({ works: shiftsOf(sixDays), unstarted }, TODAY, at(15)))).toEqual([
			expect.stringContaining("trabajaste 56,25 h: 48 de turnos"),
		]);
	});
});

describe("the rest between two blocks of work, on Friday at 15:00", () => {
	const RULE = "Entre un trabajo y el otro la ley pide 12 h de descanso (LCT art. 197).";
	test.each<[string, Work[], string[]]>([
		["12 hours", [extra("2026-11-17", 14, 4)], []],
		[
			"an extra after a shift: the rest counts from its end to the next shift",
			[extra("2026-11-17", 14, 8)],
			[
				`Descansaste 8 h entre tu extra del 17/11/2026 (14:00 a 22:00) y tu turno M del 18/11/2026 (06:00 a 14:00). ${RULE}`,
			],
		],
		[
			"several: the shortest is named",
			[extra("2026-11-17", 14, 8), extra("2026-11-18", 14, 4.5)],
			[
				`Desde el 26/10/2026 descansaste menos de 12 h 2 veces. La menor: 8 h entre tu extra del 17/11/2026 (14:00 a 22:00) y tu turno M del 18/11/2026 (06:00 a 14:00). ${RULE}`,
			],
		],
		[
			"a shift that an extra has joined with the shift before: the rest after all three",
			[extra("2026-11-16", 14, 16), extra("2026-11-17", 19, 1)],
			[
				`Desde el 26/10/2026 descansaste menos de 12 h 2 veces. La menor: 5 h entre tu turno M del 17/11/2026 (06:00 a 14:00) y tu extra del 17/11/2026 (19:00 a 20:00). ${RULE}`,
			],
		],
		[
			"a planned extra",
			[extra("2026-11-21", 16, 4)],
			[
				`Si hacés lo anotado, descansás 2 h entre tu turno M del 21/11/2026 (06:00 a 14:00) y tu extra del 21/11/2026 (16:00 a 20:00). ${RULE}`,
			],
		],
		["work before the weeks in question", [extra("2026-10-25", 1, 2), extra("2026-10-25", 10, 2)], []],
		[
			"work that begins with the first of the days in question",
			[extra("2026-10-25", 20, 2), extra("2026-10-26", 0, 2)],
			[
				`Desde el 26/10/2026 descansaste menos de 12 h 2 veces. La menor: 2 h entre tu extra del 25/10/2026 (20:00 a 22:00) y tu extra del 26/10/2026 (00:00 a 02:00). ${RULE}`,
			],
		],
	])("%s", (_name, extras, lines) => {
		const rests = shortRestsOf(blocksOf([...shiftsOf(sixDays), ...extras]));
		expect(evened(restWarnings(rests, "2026-10-26", at(15)))).toEqual(lines);
	});

	test("a rest is told once, as past, in the minute in which the work after it ends", () => {
		const work = extra("2026-11-21", 16, 4);
		const rests = shortRestsOf(blocksOf([...shiftsOf(sixDays), work]));
		expect(evened(restWarnings(rests, "2026-10-26", work.endMinute))).toEqual([
			expect.stringMatching(/^Descansaste 2 h /),
		]);
	});

	test("uncertain times are marked as such", () => {
		const proposed = workOf({ date: "2026-11-17", startMinute: 15 * H, minutes: 60, isStartProposed: true });
		const rests = shortRestsOf(blocksOf([...shiftsOf(sixDays, true), proposed]));
		expect(evened(restWarnings(rests, "2026-10-26", at(15)))).toEqual([
			`Descansaste 1 h entre tu turno M del 17/11/2026 (06:00 a 14:00, según tu diagrama sin confirmar) y tu extra del 17/11/2026 (15:00 a 16:00, según tu diagrama). ${RULE}`,
		]);
	});
});

describe("compared with a count minute by minute", () => {
	const dates = datesOfWeeks(TODAY);
	const first = minuteOf(dates[0] ?? TODAY);
	const FREE = 0;
	const EXTRA = 1;
	const SHIFT = 2;

	/**
	 * Returns for each minute from `first` on: FREE, EXTRA or SHIFT. Leaves out work that ends after `until`. Computes
	 * the shifts from the diagram's hours instead of by `dayOf`.
	 */
	function minutesOf(
		{ rotations, ownDays }: OwnCalendar,
		extras: readonly Work[],
		until: number,
	): Uint8Array {
		const line = new Uint8Array((dates.length + 2) * DAY);
		const fill = (start: number, end: number, value: number) => {
			if (end <= until) line.fill(value, start - first, end - first);
		};
		for (const { startMinute, endMinute } of extras) fill(startMinute, endMinute, EXTRA);
		for (const date of dates) {
			const { diagram, start } = rotations[0] ?? {};
			const own = ownDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
			if (!diagram || !start || (own && own.kind !== "cambio")) continue;
			const since = own ? rotationOf(diagram, "C").start : start;
			const day = (minuteOf(date) - minuteOf(since)) / DAY;
			const { length } = diagram.cycle;
			const letter = diagram.cycle[((day % length) + length) % length];
			const [from = "", to = ""] = Object.entries(diagram.hours).find(([name]) => name === letter)?.[1] ?? [];
			if (!from) continue;
			const [begin = 0, end = 0] = [from, to].map(
				(text) => Number(text.slice(0, 2)) * H + Number(text.slice(3)),
			);
			fill(minuteOf(date) + begin, minuteOf(date) + end + (end > begin ? 0 : DAY), SHIFT);
		}
		return line;
	}

	function countOf(line: Uint8Array, value: number): number {
		let count = 0;
		for (const minute of line) if (minute === value) count++;
		return count;
	}

	/**
	 * Finds rests of less than 12 hours between two blocks of uninterrupted work, of which at least one contains an
	 * overtime entry.
	 */
	function shortRuns(line: Uint8Array, extras: readonly Work[]): string[] {
		const runs: { from: number; to: number; isWork: boolean }[] = [];
		for (let minute = 0; minute < line.length; minute++) {
			const isWork = line[minute] !== FREE;
			const last = runs.at(-1);
			if (last?.isWork === isWork) last.to = minute + 1;
			else runs.push({ from: minute, to: minute + 1, isWork });
		}
		const hasExtra = ({ from, to }: { from: number; to: number }) =>
			extras.some((work) => work.startMinute - first < to && work.endMinute - first > from);
		return runs.flatMap((run, index) => {
			const [before, after] = [runs[index - 1], runs[index + 1]];
			if (run.isWork || !before || !after || run.to - run.from >= 12 * H) return [];
			return hasExtra(before) || hasExtra(after) ? [`${run.from} to ${run.to}`] : [];
		});
	}

	test("300 calendars with own days and extras have the same hours and the same short rests", () => {
		const random = new Random(16_115);
		let rests = 0;
		for (let round = 0; round < 300; round++) {
			const diagram = random.pick(diagrams);
			const crew = random.pick(crewsOf(diagram));
			const ownDays = Array.from({ length: random.below(4) }, (_, index) => {
				const from = addDays(dates[0] ?? TODAY, index * 9 + random.below(6));
				const kind = random.pick(
					ownDayKinds.filter((each) => each !== "cambio" || crewsOf(diagram).length > 2),
				);
				return ownDay(kind, from, addDays(from, random.below(3)));
			});
			const calendar = { ...calendarOf(rotationOf(diagram, crew)), ownDays };
			const extras = Array.from({ length: random.below(9) }, () =>
				workOf({
					date: random.pick(dates),
					startMinute: random.below(2) === 0 ? random.below(12) * 2 * H : random.below(DAY),
					minutes: (1 + random.below(64)) * 15,
					isStartProposed: false,
				}),
			);
			const unstarted = Array.from({ length: random.below(3) }, () => ({
				date: random.pick(dates),
				minutes: (1 + random.below(64)) * 15,
			}));
			const now = at(random.below(24));
			const work = { works: [...shiftsOf(calendar), ...extras], unstarted };
			const told = JSON.stringify({ diagram: diagram.id, crew, ownDays, extras, unstarted, now });
			for (const [counted, until] of [
				[work, Number.POSITIVE_INFINITY],
				[workedUntil(work, TODAY, now), now],
			] as const) {
				const line = minutesOf(calendar, extras, until);
				for (const days of [7, 21]) {
					const start = addDays("2026-10-26", 7 * random.below(days === 7 ? 5 : 2));
					const end = addDays(start, days - 1);
					const part = line.subarray(minuteOf(start) - first, minuteOf(start) - first + days * DAY);
					const withoutStart = unstarted.filter(
						({ date }) =>
							date >= start && date <= end && (until === Number.POSITIVE_INFINITY || date <= TODAY),
					);
					expect(hoursIn(timelineOf(counted), { start, end }), told).toEqual({
						shiftMinutes: countOf(part, SHIFT),
						extraMinutes: countOf(part, EXTRA) + withoutStart.reduce((sum, { minutes }) => sum + minutes, 0),
						isUnconfirmed: false,
					});
				}
			}
			const short = shortRestsOf(blocksOf(work.works)).map(
				({ minutes, after }) => `${after.startMinute - minutes - first} to ${after.startMinute - first}`,
			);
			expect(short, told).toEqual(shortRuns(minutesOf(calendar, extras, Number.POSITIVE_INFINITY), extras));
			rests += short.length;
		}
		expect(rests).toBeGreaterThan(300);
	});
});
