/** Finds the hours in which two crews are free together, for crews that never have a day off in common. Contains no texts. */
import { crewsOff, type Diagram } from "~/features/diagrams/cycle";
import { letterOn, type Rotation, shiftTimeOn } from "~/features/shift/rotation";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";
import { DAY_MINUTES } from "~/lib/units/durations";
import type { Pair } from "./common-days";

/** Shorter times together are left out: between two shifts everybody is free for a while. */
export const MIN_FREE_HOURS = 12;
const MAX_SHOWN = 6;
const YEAR_DAYS = 365;
const SATURDAY = 6;

/** A stretch of time in which neither crew works. */
export interface FreeTime {
	/** The day on which it begins. */
	date: CivilDate;
	/** Minutes since midnight of `date`; `endMinute` is above 1440 if it ends on a later day. */
	startMinute: number;
	endMinute: number;
}

export interface CommonHours {
	/** The first stretches of at least `MIN_FREE_HOURS`. */
	times: FreeTime[];
	/** Saturdays of the weekends of a year on which such a stretch begins. */
	weekends: CivilDate[];
}

/** Returns the common hours from the day `from` on; undefined if the hours of a shift are unknown. */
export function commonHours(rotations: Pair<Rotation>, from: CivilDate): CommonHours | undefined {
	// Begins a day earlier: the last shift of that day may end on `from`.
	const dates = Array.from({ length: YEAR_DAYS + 2 }, (_, index) => index - 1);
	const shifts: { start: number; end: number }[] = [];
	for (const rotation of rotations)
		for (const day of dates) {
			const date = addDays(from, day);
			const time = shiftTimeOn(rotation, date);
			if (!time && letterOn(rotation, date) !== "F") return undefined;
			const midnight = day * DAY_MINUTES;
			if (time) shifts.push({ start: midnight + time.startMinute, end: midnight + time.endMinute });
		}
	shifts.sort((one, other) => one.start - other.start);
	const times: FreeTime[] = [];
	let freeFrom = 0;
	for (const { start, end } of shifts) {
		const day = Math.floor(freeFrom / DAY_MINUTES);
		const midnight = day * DAY_MINUTES;
		if (start - freeFrom >= MIN_FREE_HOURS * 60)
			times.push({
				date: addDays(from, day),
				startMinute: freeFrom - midnight,
				endMinute: start - midnight,
			});
		freeFrom = Math.max(freeFrom, end);
	}
	const saturdays = times
		.filter(({ date }) => weekdayOf(date) >= SATURDAY)
		.map(({ date }) => addDays(date, SATURDAY - weekdayOf(date)));
	return { times: times.slice(0, MAX_SHOWN), weekends: Array.from(new Set(saturdays)) };
}

/** Whether at most one crew of a diagram has a day off on any day. */
export function restsOneCrewADay(diagram: Diagram): boolean {
	return Array.from(diagram.cycle, (_, day) => crewsOff(diagram, addDays(diagram.anchor, day))).every(
		({ length }) => length <= 1,
	);
}
