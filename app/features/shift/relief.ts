/** Finds the crews that a worker relieves and is relieved by. Contains no texts. */
import { type CrewLetter, reliefOf, type WorkLetter } from "~/features/diagrams/cycle";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import {
	areLettersSure,
	letterOn,
	type Rotation,
	rotationHeldOn,
	type ShiftTime,
	searchDays,
	shiftTimeOn,
} from "./rotation";

export interface ReliefAnswer {
	date: CivilDate;
	letter: WorkLetter;
	/** Start time as "22:00". `startsAt` and `endsAt` are empty if the diagram gives no hours for the shift. */
	startsAt: string;
	/** Date on which the shift ends; `date` if the diagram gives no hours for the shift. */
	endDate: CivilDate;
	endsAt: string;
	/** The crew that goes off duty when the worker's shift starts. */
	relieves?: CrewLetter;
	/** The crew that comes on duty when the worker's shift ends. */
	relievedBy?: CrewLetter;
}

/**
 * Finds the worker's first shift from `from` on, and the crews that work before and after it if it is known which
 * letters the factory uses for its crews; undefined in a cycle without shifts.
 */
export function nextRelief(rotation: Rotation, from: CivilDate): ReliefAnswer | undefined {
	const days = searchDays(rotation, from);
	for (let ahead = 0; ahead < days; ahead++) {
		const date = addDays(from, ahead);
		const letter = letterOn(rotation, date);
		if (letter !== "F")
			return {
				date,
				letter,
				...datedTime(shiftTimeOn(rotation, date), date),
				...reliefOn(rotation, date),
			};
	}
	return undefined;
}

/**
 * Finds the crews that work before and after the worker's shift on `date`. Returns an empty object if the worker has
 * no shift on that date, or if it is unknown which letters (A to E) the factory uses for its crews.
 */
export function reliefOn(rotation: Rotation, date: CivilDate): Pick<ReliefAnswer, "relieves" | "relievedBy"> {
	const letter = letterOn(rotation, date);
	const held = rotationHeldOn(rotation, date);
	return letter === "F" || !areLettersSure(held) ? {} : reliefOf(held.diagram, letter, date);
}

function datedTime(
	time: ShiftTime | undefined,
	date: CivilDate,
): Pick<ReliefAnswer, "startsAt" | "endDate" | "endsAt"> {
	if (!time) return { startsAt: "", endDate: date, endsAt: "" };
	const { startMinute, endMinute } = time;
	return {
		startsAt: formatClock(startMinute),
		endDate: addDays(date, Math.floor(endMinute / DAY_MINUTES)),
		endsAt: formatClock(endMinute),
	};
}
