import { describe, expect, test } from "vitest";
import { crewsOf } from "~/features/diagrams/cycle";
import { isQuiet, noticeMinute, type ShiftSpan } from "~/features/notices/notice-time";
import { rotationOf, shiftTimeOn } from "~/features/shift/rotation";
import { addDays, dayNumber } from "~/lib/time/civil-date";
import { seededDiagrams } from "../../support/seeded-diagrams";

const DAY = 24 * 60;
const FIRST = "2026-11-26";
const DAYS = 365;

/** Every crew of the eleven diagrams, with its shifts of a year and of the days around it. */
const crews = seededDiagrams.flatMap((diagram) =>
	crewsOf(diagram).map((crew): [name: string, shifts: ShiftSpan[]] => {
		const rotation = rotationOf(diagram, crew);
		const shifts: ShiftSpan[] = [];
		for (let n = -3; n < DAYS + 3; n++) {
			const date = addDays(FIRST, n);
			const time = shiftTimeOn(rotation, date);
			const midnight = dayNumber(date) * DAY;
			if (time) shifts.push({ start: midnight + time.startMinute, end: midnight + time.endMinute });
		}
		return [`${diagram.id} ${crew}`, shifts];
	}),
);

test("the eleven diagrams have 43 crews", () => {
	expect(new Set(crews.map(([name]) => name.split(" ")[0])).size).toBe(11);
	expect(crews).toHaveLength(43);
});

describe.each(crews)("a notice of each shift of %s, on 365 days", (_, shifts) => {
	const first = dayNumber(FIRST) * DAY;
	const asked = shifts.filter(({ start }) => start >= first && start < first + DAYS * DAY);
	const notices = asked.map((shift) => ({ shift, at: noticeMinute(shift, shifts) }));

	test("comes at least 4 hours before the shift, and at most 22", () => {
		expect(notices.length).toBeGreaterThan(100);
		for (const { shift, at } of notices) {
			expect(shift.start - at).toBeGreaterThanOrEqual(4 * 60);
			expect(shift.start - at).toBeLessThanOrEqual(22 * 60);
		}
	});

	test("never comes from 22 to 8, nor in the 8 hours after a night", () => {
		// Said anew here, without the code that decides it: a night is a shift whose end is on another day.
		const nights = shifts.filter(({ start, end }) => Math.floor(start / DAY) !== Math.floor((end - 1) / DAY));
		for (const { at } of notices) {
			const hour = (at % DAY) / 60;
			expect(hour >= 8 && hour < 22).toBe(true);
			expect(nights.filter(({ end }) => at >= end && at < end + 8 * 60)).toEqual([]);
			expect(isQuiet(at, shifts)).toBe(false);
		}
	});

	test("comes exactly 12 hours before, unless that is quiet", () => {
		for (const { shift, at } of notices)
			if (!isQuiet(shift.start - 12 * 60, shifts)) expect(at).toBe(shift.start - 12 * 60);
	});

	test("comes in the order of the shifts", () => {
		const times = notices.map(({ at }) => at);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		expect(new Set(times).size).toBe(times.length);
	});
});

describe("a notice", () => {
	const hours = (start: number, end: number): ShiftSpan => ({ start: start * 60, end: end * 60 });

	test.each([
		["of a morning comes at 18 of the evening before", hours(54, 62), [], 42],
		["of an afternoon comes at 20 of the evening before, not at 2 at night", hours(62, 70), [], 44],
		["of a first night comes at 10 of the same day", hours(70, 78), [], 58],
		["of one from 20 comes at 8, when the night is over", hours(68, 76), [], 56],
		["of one from 10 comes at 20, as the night begins at 22", hours(58, 66), [], 44],
		["of a further night comes 8 hours after the one before, at 14", hours(70, 78), [hours(46, 54)], 62],
		["of a further night of 12 hours comes at 14", hours(66, 78), [hours(42, 54)], 62],
		[
			"of a further night from 0 to 8 comes 8 hours after the one before, at 16",
			hours(72, 80),
			[hours(48, 56)],
			64,
		],
		["of a further shift from 2 to 14 comes 12 hours before, at 14", hours(74, 86), [hours(50, 62)], 62],
		[
			"of an afternoon straight after a night comes the evening before that night ends",
			hours(62, 70),
			[hours(46, 54)],
			44,
		],
		[
			"of an afternoon after a shift until midnight, which is no night, comes in that shift",
			hours(62, 70),
			[hours(40, 48)],
			44,
		],
	])("%s", (_name, shift, before, hour) => {
		expect(noticeMinute(shift, [...before, shift]) / 60).toBe(hour);
	});
});
