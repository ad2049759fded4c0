/** Finds the crew that a worker relieves, and the crew that relieves the worker. Plain data, without texts. */
import { type CrewLetter, type Diagram, reliefOf, type WorkLetter } from "~/features/diagrams/cycle";
import { formatClock } from "~/features/overtime/minutes";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import {
	areLettersSure,
	DAY_MINUTES,
	letterOn,
	type Rotation,
	rotationHeldOn,
	type ShiftTime,
	searchDays,
	shiftTimeOn,
} from "./rotation";

export interface ReliefAnswer {
	/** The day on which the shift starts. */
	date: CivilDate;
	letter: WorkLetter;
	/** Time of day at which the shift starts: "22:00". Like `endsAt`, empty for a shift without hours. */
	startsAt: string;
	/** The day on which the shift ends: the next day for a night shift. */
	endDate: CivilDate;
	endsAt: string;
	/** The shift diagram that assigns letters to the crews. */
	diagram: Diagram;
	/** Whether the crew letters are the factory's. Otherwise the worker's own crew counts as A. */
	areLettersSure: boolean;
	/** The crew that goes off duty when the shift starts; undefined when there is no such crew. */
	relieves?: CrewLetter;
	/** The crew that comes on duty when the shift ends; undefined when there is no such crew. */
	relievedBy?: CrewLetter;
}

/** The crews before and after the first shift that starts on or after `from`. */
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
				...reliefIn(rotationHeldOn(rotation, date), letter, date),
			};
	}
	return undefined;
}

function reliefIn(rotation: Rotation, letter: WorkLetter, date: CivilDate) {
	const isSure = areLettersSure(rotation);
	const diagram = isSure ? rotation.diagram : { ...rotation.diagram, anchor: rotation.start };
	return { diagram, areLettersSure: isSure, ...reliefOf(diagram, letter, date) };
}

/** Start time of a shift that starts on `date`, and date and time of its end. */
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
