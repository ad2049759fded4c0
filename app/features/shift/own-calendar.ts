/** What a worker really does on a day: the shift calendar that held on that day, with the worker's own days. */
import type { Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import type { CivilDate } from "~/lib/time/civil-date";
import { type OwnDay, ownDayOn } from "./own-day";
import { letterOn, type Rotation, type ShiftTime, shiftTimeOn } from "./rotation";

/** A shift calendar that held from a date on. */
export interface DatedRotation {
	since: CivilDate;
	/** The shift diagram; undefined when the worker had chosen none. */
	diagram?: Diagram;
	/** The worker's shifts; undefined without a diagram, and with a diagram but no crew. */
	rotation?: Rotation;
}

export interface OwnCalendar {
	/** Oldest first. The first also holds for the time before it. */
	rotations: readonly DatedRotation[];
	ownDays: readonly OwnDay[];
}

export interface CalendarDay {
	date: CivilDate;
	/** The shift that the worker starts on the date, or F; undefined when it is unknown. */
	letter?: ShiftLetter;
	/** The letter of the diagram, without the own day. */
	cycleLetter?: ShiftLetter;
	/** The time of the shift; undefined on a day without work. */
	time?: ShiftTime;
	ownDay?: OwnDay;
}

/** The calendar of somebody who always follows one rotation. */
export function calendarOf(rotation: Rotation): OwnCalendar {
	return { rotations: [{ since: rotation.start, rotation }], ownDays: [] };
}

/** What the worker really does on a date. */
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

/** The shifts that held on a date; undefined when they are unknown. */
export function rotationOn(rotations: readonly DatedRotation[], date: CivilDate): Rotation | undefined {
	return entryOn(rotations, date)?.rotation;
}

/** What held on a date; undefined only for an empty list. */
export function entryOn(rotations: readonly DatedRotation[], date: CivilDate): DatedRotation | undefined {
	return rotations.findLast(({ since }) => since <= date) ?? rotations[0];
}
