/** Compares two shift calendars: letters and common days off. Contains no texts. */
import type { SerializeFrom } from "@remix-run/node";
import { crewsOff, type Diagram, type ShiftLetter } from "~/features/diagrams/cycle";
import type { Month } from "~/features/diagrams/periods";
import { type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { blocksOf, minuteOf, shiftsOn } from "~/features/law/rest";
import { calendarOf, startsAfterNight } from "~/features/shift/own-calendar";
import { letterOn, type Rotation, shiftTimeOn } from "~/features/shift/rotation";
import {
	addDays,
	type CivilDate,
	civilDate,
	consecutiveDays,
	dateOfDayNumber,
	datePartsOf,
	daysOfMonth,
	runsOfDays,
	SATURDAY,
	weekdayOf,
} from "~/lib/time/civil-date";
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";

const LEAP_YEAR_DAYS = 366;
/** Shorter times together are left out: between two shifts everybody is free for a while. */
export const MIN_FREE_HOURS = 12;
/** Number of times together that are listed. */
const MAX_SHOWN = 6;

export type Pair<T> = readonly [first: T, second: T];

export type ComparedMonth = SerializeFrom<typeof compareMonths>[number];

/**
 * Returns the next run of consecutive days on which both crews are off. The run may have begun before today. Undefined
 * if the crews are never off on the same day.
 */
export function nextCommonDaysOff(rotations: Pair<Rotation>, today: CivilDate) {
	// After this number of days the two cycles repeat together, so a longer search would find nothing new.
	const days = rotations.reduce((product, { diagram }) => product * diagram.cycle.length, 1);
	const walk = (from: CivilDate, step: 1 | -1, isWanted: boolean) => {
		let date = from;
		for (let walked = 0; walked < days && isCommonDayOff(rotations, date) !== isWanted; walked++)
			date = addDays(date, step);
		return date;
	};
	const found = walk(today, 1, true);
	if (!isCommonDayOff(rotations, found)) return undefined;
	return { first: addDays(walk(found, -1, false), 1), last: addDays(walk(found, 1, false), -1) };
}

/** Compares two shift calendars month by month. */
export function compareMonths(rotations: Pair<Rotation>, months: readonly Month[], holidaysOn: HolidaysOn) {
	const [one, other] = rotations;
	const isCommon = (date: CivilDate) => isCommonDayOff(rotations, date);
	return months.map((month) => {
		const days = daysOfMonth(month).map((date) => ({
			date,
			letters: [letterOn(one, date), letterOn(other, date)] satisfies Pair<ShiftLetter>,
			isCommon: isCommon(date),
			/** Kind of the day's holiday; of several holidays, the kind that comes first in `holidayKinds`. */
			holiday: strongestKind(holidaysOn(date)),
		}));
		const common = days.filter((day) => day.isCommon).map(({ date }) => date);
		return {
			month,
			days,
			/** Consecutive common days off, and whether a night shift of one of the crews ends on the first morning. */
			commonDaysOff: runsOfDays(common).map((run) => ({
				...run,
				startsAfterNight: rotations.some((rotation) => startsAfterNight(calendarOf(rotation), run.first)),
			})),
			/** Saturdays on which both crews have the Saturday and the Sunday off. */
			commonWeekends: common.filter((date) => weekdayOf(date) === SATURDAY && isCommon(addDays(date, 1))),
		};
	});
}

function isCommonDayOff(rotations: Pair<Rotation>, date: CivilDate): boolean {
	return rotations.every((rotation) => letterOn(rotation, date) === "F");
}

export type CommonHours = ReturnType<typeof commonHours>;

/**
 * Returns the first times from the day `from` on in which neither crew works for at least `MIN_FREE_HOURS`, in minutes
 * since midnight of the day on which they begin, and the Saturdays of the weekends of a year on which one begins.
 */
export function commonHours(rotations: Pair<Rotation>, from: CivilDate) {
	// Ends a cycle after the year, by when each stretch that begins in the year has ended.
	const last = LEAP_YEAR_DAYS + Math.max(...rotations.map(({ diagram }) => diagram.cycle.length));
	// Begins a day earlier: the last shift of that day may end on `from`.
	const days = consecutiveDays(addDays(from, -1), last + 2);
	const shifts = rotations.flatMap((rotation) => shiftsOn(days, (date) => shiftTimeOn(rotation, date)));
	const first = minuteOf(from);
	const times = blocksOf(shifts).flatMap(({ startMinute: end }, index, blocks) => {
		const start = Math.max(first, blocks[index - 1]?.endMinute ?? first);
		if (end - start < MIN_FREE_HOURS * HOUR_MINUTES) return [];
		const date = dateOfDayNumber(Math.floor(start / DAY_MINUTES));
		return [{ date, startMinute: start - minuteOf(date), endMinute: end - minuteOf(date) }];
	});
	const { year, month, day } = datePartsOf(from);
	// After a 29 February it may be no date, but dates compare with it as text.
	const yearLater = civilDate(year + 1, month, day);
	const saturdays = times
		.filter(({ date }) => weekdayOf(date) >= SATURDAY && date < yearLater)
		.map(({ date }) => addDays(date, SATURDAY - weekdayOf(date)))
		.filter((saturday) => saturday >= from);
	return { times: times.slice(0, MAX_SHOWN), weekends: Array.from(new Set(saturdays)) };
}

/** Whether at most one crew of a diagram has a day off on any day. */
export function restsOneCrewADay(diagram: Diagram): boolean {
	return Array.from(diagram.cycle, (_, day) => crewsOff(diagram, addDays(diagram.anchor, day))).every(
		({ length }) => length <= 1,
	);
}
