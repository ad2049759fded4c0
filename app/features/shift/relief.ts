/** Finds the crews that a worker relieves and is relieved by. Contains no texts. */
import { type Relief, reliefOf, type WorkLetter } from "~/features/diagrams/cycle";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { nextWorkDay } from "./days-off";
import { areLettersSure, letterOn, type Rotation, rotationHeldOn, shiftTimeOn } from "./rotation";

export interface ReliefAnswer extends Relief {
	date: CivilDate;
	letter: WorkLetter;
	/** Start time as "22:00". `startsAt` and `endsAt` are empty if the diagram gives no hours for the shift. */
	startsAt: string;
	/** Date on which the shift ends; `date` if the diagram gives no hours for the shift. */
	endDate: CivilDate;
	endsAt: string;
}

/**
 * Finds the worker's first shift from `from` on, and the crews that work before and after it if it is known which
 * letters the factory uses for its crews; undefined in a cycle without shifts.
 */
export function nextRelief(rotation: Rotation, from: CivilDate): ReliefAnswer | undefined {
	const date = nextWorkDay(rotation, addDays(from, -1));
	const letter = date ? letterOn(rotation, date) : "F";
	if (!date || letter === "F") return undefined;
	const { startMinute, endMinute } = shiftTimeOn(rotation, date) ?? {};
	return {
		date,
		letter,
		startsAt: startMinute === undefined ? "" : formatClock(startMinute),
		endDate: addDays(date, Math.floor((endMinute ?? 0) / DAY_MINUTES)),
		endsAt: endMinute === undefined ? "" : formatClock(endMinute),
		...reliefOn(rotation, date),
	};
}

/**
 * Finds the crews that work before and after the worker's shift on `date`. Returns an empty object if the worker has
 * no shift on that date, or if it is unknown which letters (A to E) the factory uses for its crews.
 */
export function reliefOn(rotation: Rotation, date: CivilDate): Relief {
	const letter = letterOn(rotation, date);
	const held = rotationHeldOn(rotation, date);
	return letter === "F" || !areLettersSure(held) ? {} : reliefOf(held.diagram, letter, date);
}
