/** A worker's actual shifts: the cycle that applies on each day, and own days (vacation, leave, swaps and the like). */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { type ShiftTime, shiftTimeOf } from "~/features/diagrams/working-time";
import type { WorkDayOn } from "~/features/law/parts-of-day";
import { remembering } from "~/lib/remembering";
import type { CivilDate } from "~/lib/time/civil-date";
import { isAbsence, type OwnDay, ownDayOn } from "./own-day";
import { letterOn, type Rotation, rotationHeldOn } from "./rotation";

/** A calendar (diagram and cycle start) that applies from a date on. */
export interface DatedRotation {
	since: CivilDate;
	/** The diagram; undefined if the worker has chosen none for these dates. */
	diagram?: Diagram;
	rotation?: Rotation;
}

export interface OwnCalendar {
	/** Rotations, oldest first; the first rotation also applies to earlier days. */
	rotations: readonly DatedRotation[];
	ownDays: readonly OwnDay[];
}

export interface CalendarDay {
	date: CivilDate;
	/** Letter of the shift that starts on the date, or F for a day off; undefined if unknown. */
	letter?: ShiftLetter;
	time?: ShiftTime;
	ownDay?: OwnDay;
}

/** Makes the calendar of a worker who has always had the same rotation, without own days. */
export function calendarOf(rotation: Rotation): OwnCalendar {
	return { rotations: [{ since: rotation.start, rotation }], ownDays: [] };
}

/** The worker's actual shift on a date. */
export function dayOf({ rotations, ownDays }: OwnCalendar, date: CivilDate): CalendarDay {
	const rotation = rotationOn(rotations, date);
	const ownDay = ownDayOn(ownDays, date);
	if (!rotation) return { date, letter: ownDay && ownDay.kind !== "cambio" ? "F" : undefined, ownDay };
	const own = { ...rotation, ownDays };
	const letter = letterOn(own, date);
	return {
		date,
		letter,
		time: shiftTimeOf(rotationHeldOn(own, date).diagram, letter),
		ownDay,
	};
}

/** The rotation that applies on a date, if known. */
export function rotationOn(rotations: readonly DatedRotation[], date: CivilDate): Rotation | undefined {
	return entryOn(rotations, date)?.rotation;
}

/** The diagram that applies on a date, even if the user has chosen no crew of it; undefined without a diagram. */
export function diagramOn(rotations: readonly DatedRotation[], date: CivilDate): Diagram | undefined {
	return entryOn(rotations, date)?.diagram;
}

/** Returns the entry of `rotations` that applies on a date; undefined only for an empty list. */
export function entryOn(rotations: readonly DatedRotation[], date: CivilDate): DatedRotation | undefined {
	// Not all browsers in which pages hydrate know `findLast`.
	return rotations.reduce((found, entry) => (entry.since <= date ? entry : found), rotations[0]);
}

/** @param calendar must contain the own days (vacation, leave and the like) on the dates that are asked for */
export function workDaysIn(calendar: OwnCalendar): WorkDayOn {
	return remembering((date) => {
		const { letter, time, ownDay } = dayOf(calendar, date);
		const isConfirmed = isConfirmedOn(calendar, date);
		const isOff = letter === "F" && !isAbsence(ownDay);
		return {
			shift: time,
			dayOff: isOff ? { isConfirmed: isConfirmed || ownDay?.kind === "franco" } : undefined,
			isConfirmed,
		};
	});
}

/**
 * Whether the worker's shifts on a date are certain: an operator has confirmed the diagram's anchor date (first day of
 * crew A's cycle), or the worker found the start of their own cycle by their shifts.
 */
export function isConfirmedOn({ rotations }: Pick<OwnCalendar, "rotations">, date: CivilDate): boolean {
	const { diagram, rotation } = entryOn(rotations, date) ?? {};
	return rotation?.isOwnPosition === true || diagram?.anchorConfirmed === true;
}
