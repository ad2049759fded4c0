/** Times of shifts, and working hours of the crews in a shift diagram. */
import { remembering } from "~/lib/remembering";
import { clockToMinute } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type Diagram, letterAt, type ShiftLetter, type WorkLetter } from "./cycle";

/** Time of a shift, in minutes since midnight of the day on which the shift starts. */
export interface ShiftTime {
	letter: WorkLetter;
	startMinute: number;
	/** End of the shift, above 1440 if the shift ends after midnight. */
	endMinute: number;
}

const minuteOfClock = remembering(clockToMinute);

/** The time of a shift; undefined for F and for a shift without hours. */
export function shiftTimeOf({ hours: ofDiagram }: Pick<Diagram, "hours">, letter: ShiftLetter) {
	if (letter === "F") return undefined;
	const [startMinute, endMinute] = ofDiagram[letter]?.map(minuteOfClock) ?? [];
	if (startMinute === undefined || endMinute === undefined) return undefined;
	return { letter, startMinute, endMinute: endMinute > startMinute ? endMinute : endMinute + DAY_MINUTES };
}

/** Length of a shift in minutes; 0 without a shift. */
export function minutesOf(time: Pick<ShiftTime, "startMinute" | "endMinute"> | undefined): number {
	return time ? time.endMinute - time.startMinute : 0;
}

/** Lengths of the shifts of a cycle in minutes, one per day; 0 on a day off and for a shift without hours. */
export function cycleMinutes(diagram: Pick<Diagram, "cycle" | "hours">): number[] {
	return Array.from(diagram.cycle, (_, day) => minutesOf(shiftTimeOf(diagram, letterAt(diagram.cycle, day))));
}

/** The most minutes that a crew works in any `days` consecutive days. */
export function maxMinutes(diagram: Pick<Diagram, "cycle" | "hours">, days: number): number {
	const lengths = cycleMinutes(diagram);
	const lengthAt = (day: number) => lengths[day % lengths.length] ?? 0;
	let minutes = 0;
	for (let day = 0; day < days; day++) minutes += lengthAt(day);
	let most = minutes;
	for (let first = 1; first < lengths.length; first++) {
		minutes += lengthAt(first + days - 1) - lengthAt(first - 1);
		most = Math.max(most, minutes);
	}
	return most;
}
