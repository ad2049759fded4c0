/** Who relieves whom at a worker's shift. Plain data, without texts. */
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
	/** Time of day at which the shift starts: "22:00"; empty for a shift without hours, as is `endsAt`. */
	startsAt: string;
	/** The day on which the shift ends: the day after its start, for a night. */
	endDate: CivilDate;
	endsAt: string;
	/** The shift diagram by whose anchor date the crews' letters count. */
	diagram: Diagram;
	/** Whether these are the factory's letters. Otherwise they count from the worker's own position, which is A. */
	areLettersSure: boolean;
	/** The crew that goes off duty when the shift starts; undefined when there is no such crew. */
	relieves?: CrewLetter;
	/** The crew that comes on duty when the shift ends; undefined when there is no such crew. */
	relievedBy?: CrewLetter;
}

/** Who relieves whom at the first shift that starts on or after `from`. */
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

/** The time of a shift that starts on `date`, with the day of its end. */
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
