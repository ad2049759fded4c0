/**
 * A worker's actual shifts: the shift calendar that applied on each day, combined with the worker's own days
 * (vacation, leave, shift swaps and the like).
 */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import type { CivilDate } from "~/lib/time/civil-date";
import { type OwnDay, ownDayOn } from "./own-day";
import { letterOn, type Rotation, type ShiftTime, shiftTimeOn } from "./rotation";

/** A shift calendar that applies from a date on. */
export interface DatedRotation {
	since: CivilDate;
	/** The shift diagram; undefined if the worker had chosen none. */
	diagram?: Diagram;
	/** The worker's shifts; undefined without a diagram or without a crew. */
	rotation?: Rotation;
}

export interface OwnCalendar {
	/** Oldest first. The first one also applies to all earlier days. */
	rotations: readonly DatedRotation[];
	ownDays: readonly OwnDay[];
}

export interface CalendarDay {
	date: CivilDate;
	/** The letter of the shift that starts on the date, or F for a day without work; undefined if unknown. */
	letter?: ShiftLetter;
	/** The letter by the shift diagram, without regard to an own day (vacation, leave and the like). */
	cycleLetter?: ShiftLetter;
	/** The time of the shift; undefined on a day without work. */
	time?: ShiftTime;
	ownDay?: OwnDay;
}

/** Makes the calendar of a worker who always follows one rotation. */
export function calendarOf(rotation: Rotation): OwnCalendar {
	return { rotations: [{ since: rotation.start, rotation }], ownDays: [] };
}

/** The worker's actual shift on a date. */
export function dayOf({ rotations, ownDays }: OwnCalendar, date: CivilDate): CalendarDay {
	const rotation = rotationOn(rotations, date);
	const ownDay = ownDayOn(ownDays, date);
	if (!rotation) return { date, letter: ownDay && ownDay.kind !== "cambio" ? "F" : undefined, ownDay };
	const own = { ...rotation, ownDays };
	return {
		date,
		letter: letterOn(own, date),
		cycleLetter: letterOn(rotation, date),
		time: shiftTimeOn(own, date),
		ownDay,
	};
}

/** The rotation that applied on a date; undefined if it is unknown. */
export function rotationOn(rotations: readonly DatedRotation[], date: CivilDate): Rotation | undefined {
	return entryOn(rotations, date)?.rotation;
}

/** The entry that applied on a date; undefined only for an empty list. */
export function entryOn(rotations: readonly DatedRotation[], date: CivilDate): DatedRotation | undefined {
	return rotations.findLast(({ since }) => since <= date) ?? rotations[0];
}
