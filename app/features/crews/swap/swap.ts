/** What changes when two workers swap one day: shifts and rest times, without texts. */
import type { SerializeFrom } from "@remix-run/node";
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { minutesOf, type ShiftTime, shiftTimeOf } from "~/features/diagrams/working-time";
import { CREW_LIMITS, REST_MINUTES } from "~/features/law/rest";
import { findDay } from "~/features/shift/days-off";
import { calendarOf, dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { isAbsence } from "~/features/shift/own-day";
import { letterOn, type Rotation } from "~/features/shift/rotation";
import { addDays, type CivilDate, consecutiveDays, dayNumber } from "~/lib/time/civil-date";
import { DAY_MINUTES, HOUR_MINUTES, WEEK_DAYS } from "~/lib/units/durations";

export type Swap = SerializeFrom<typeof swapOn>;
export type PlannedDay = ReturnType<typeof dayWith>;
export type Rest = PlannedDay["rests"][number];

/**
 * Computes what changes when two workers of one diagram swap their shifts on a date: the day of each by the calendar
 * (`planned`) and after the swap (`swapped`), and the kind of the worker's absence, such as vacation.
 */
export function swapOn(me: OwnCalendar, other: Rotation, date: CivilDate) {
	const { letter: mine = "F", ownDay } = dayOf(me, date);
	const theirs = letterOn(other, date);
	const planOf = (calendar: OwnCalendar, letter: ShiftLetter) =>
		dayWith(other.diagram, calendar, date, letter);
	const they = calendarOf(other);
	return {
		date,
		kind: kindOf(mine, theirs),
		absence: isAbsence(ownDay) ? ownDay?.kind : undefined,
		me: { planned: planOf(me, mine), swapped: planOf(me, theirs) },
		other: { planned: planOf(they, theirs), swapped: planOf(they, mine) },
	};
}

/** Whether a rest is shorter than the minimum between two working days (LCT, employment contract act, art. 197). */
export function isShort({ minutes }: Rest): boolean {
	return minutes < REST_MINUTES;
}

/**
 * Whether seven consecutive days that include the planned day contain more work than the law allows to rotating crews
 * (Decreto 16.115/33).
 */
export function isLongWeek({ weekMinutes }: PlannedDay): boolean {
	return weekMinutes > CREW_LIMITS.weekHours * HOUR_MINUTES;
}

/**
 * Returns the first swaps from `from` on that change the workers' shifts and leave both workers at least 12 hours of
 * rest. Skips days on which `me` is absent. Searches one cycle, because the same shifts repeat in each cycle.
 */
export function nextGoodSwaps(me: OwnCalendar, other: Rotation, from: CivilDate, max: number) {
	const swaps = [];
	for (let ahead = 0; ahead < other.diagram.cycle.length && swaps.length < max; ahead++) {
		const swap = swapOn(me, other, addDays(from, ahead));
		const rests = [...swap.me.swapped.rests, ...swap.other.swapped.rests];
		const isProposed = swap.kind !== "nothing" && swap.absence === undefined;
		if (isProposed && !rests.some(isShort)) swaps.push(swap);
	}
	return swaps;
}

/**
 * Effect of a swap. "exchange": both workers work, in each other's shift. "i-cover" or "they-cover": one works the
 * other's shift on a day off, without a day off in return. "nothing": both have the same letter.
 */
function kindOf(mine: ShiftLetter, theirs: ShiftLetter) {
	if (mine === theirs) return "nothing";
	if (mine === "F") return "i-cover";
	return theirs === "F" ? "they-cover" : "exchange";
}

/**
 * Describes a worker's day if the worker had the shift `letter` on that day instead of the calendar's shift, with the
 * rests before and after the shift; for a day off, the single rest that contains it. `isFirst`: no shift is
 * known before it.
 */
function dayWith(diagram: Diagram, calendar: OwnCalendar, date: CivilDate, letter: ShiftLetter) {
	const shift = shiftTimeOf(diagram, letter);
	const before = neighbourOf(calendar, date, -1);
	const after = neighbourOf(calendar, date, 1);
	const weekMinutes = weekMinutesWith(calendar, date, shift);
	const day = { letter, weekMinutes, isFirst: before === undefined };
	if (!shift) return { ...day, rests: restsBetween([before, after]) };
	return { ...day, rests: [...restsBetween([before, shift]), ...restsBetween([shift, after])] };
}

/** Returns the most minutes of work in any seven days that include `date`, if the worker has `shift` on `date`. */
function weekMinutesWith(calendar: OwnCalendar, date: CivilDate, shift: ShiftTime | undefined): number {
	const minutes = consecutiveDays(addDays(date, 1 - WEEK_DAYS), 2 * WEEK_DAYS - 1).map((each) =>
		minutesOf(each === date ? shift : dayOf(calendar, each).time),
	);
	const weeks = Array.from({ length: WEEK_DAYS }, (_, first) => minutes.slice(first, first + WEEK_DAYS));
	return Math.max(...weeks.map((week) => week.reduce((sum, each) => sum + each, 0)));
}

/** The next shift before (`step` −1) or after a date (`step` 1), in minutes since the date's midnight. */
function neighbourOf(calendar: OwnCalendar, date: CivilDate, step: 1 | -1): ShiftTime | undefined {
	const day = findDay(calendar, date, step, ({ time }) => time !== undefined);
	if (!day?.time) return undefined;
	const midnight = (dayNumber(day.date) - dayNumber(date)) * DAY_MINUTES;
	const { letter, startMinute, endMinute } = day.time;
	return { letter, startMinute: midnight + startMinute, endMinute: midnight + endMinute };
}

/** Minutes between two shifts, negative if they overlap, and whether the earlier ends on the day on which the later starts. */
function restsBetween([earlier, later]: readonly (ShiftTime | undefined)[]) {
	if (!earlier || !later) return [];
	const laterDay = Math.floor(later.startMinute / DAY_MINUTES) * DAY_MINUTES;
	return [{ minutes: later.startMinute - earlier.endMinute, isOnOneDay: earlier.endMinute > laterDay }];
}
