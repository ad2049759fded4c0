/** A worker's actual shifts: the cycle that applies on each day, and own days (vacation, leave, swaps and the like). */
import {
	crewsOf,
	type Diagram,
	type Relief,
	reliefOf,
	type ShiftLetter,
	shiftOn,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { type ShiftTime, shiftTimeOf } from "~/features/diagrams/working-time";
import type { WorkDayOn } from "~/features/law/parts-of-day";
import { remembering } from "~/lib/remembering";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";
import { isAbsence, type OwnDay, ownDayOn, replacesShift } from "./own-day";
import { areLettersSure, letterOn, type Rotation } from "./rotation";

/**
 * A calendar that applies from a date on. Without `start`, the worker has chosen no crew of the diagram for these dates;
 * without `diagram`, not even a diagram.
 */
export interface DatedRotation extends Partial<Rotation> {
	since: CivilDate;
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
	return { rotations: [{ since: rotation.start, ...rotation }], ownDays: [] };
}

/**
 * The worker's actual shift on a date. A day that the worker entered, such as a leave or a swap, takes precedence over the
 * cycle.
 */
export function dayOf(calendar: OwnCalendar, date: CivilDate): CalendarDay {
	const rotation = rotationOn(calendar.rotations, date);
	const ownDay = ownDayIn(calendar, date);
	if (ownDay && replacesShift(ownDay)) return { date, letter: "F", ownDay };
	if (!rotation) return { date, ownDay };
	const { diagram } = rotation;
	const letter = ownDay?.crew ? shiftOn(diagram, ownDay.crew, date) : letterOn(rotation, date);
	return { date, letter, time: shiftTimeOf(diagram, letter), ownDay };
}

/** The worker's own entry for a date, but for a swap with a crew of an earlier diagram, which the present one lacks. */
function ownDayIn({ rotations, ownDays }: OwnCalendar, date: CivilDate): OwnDay | undefined {
	const ownDay = ownDayOn(ownDays, date);
	const diagram = ownDay?.crew ? rotationOn(rotations, date)?.diagram : undefined;
	return diagram && !crewsOf(diagram).some((crew) => crew === ownDay?.crew) ? undefined : ownDay;
}

/** Whether the shift of the day before still runs when `date` begins. */
export function startsAfterNight(calendar: OwnCalendar, date: CivilDate): boolean {
	return endsNextDay(dayOf(calendar, addDays(date, -1)));
}

export function endsNextDay({ time }: CalendarDay): boolean {
	return time !== undefined && time.endMinute > DAY_MINUTES;
}

/**
 * Finds the crews that work before and after the worker's shift on `date`. Returns an empty object if the worker has
 * no shift on that date, or if it is unknown which letters (A to E) the factory uses for its crews.
 */
export function reliefOn(calendar: OwnCalendar, date: CivilDate): Relief {
	const { letter = "F" } = dayOf(calendar, date);
	const rotation = rotationOn(calendar.rotations, date);
	if (!rotation || letter === "F" || !areLettersSure(rotation)) return {};
	return reliefOf(rotation.diagram, letter, date);
}

/** The rotation that applies on a date, if known. */
export function rotationOn(rotations: readonly DatedRotation[], date: CivilDate): Rotation | undefined {
	return knownRotation(entryOn(rotations, date));
}

/** The rotation of an entry; undefined if its diagram or its start is unknown. */
export function knownRotation({
	diagram,
	start,
	isOwnPosition,
}: Partial<Rotation> = {}): Rotation | undefined {
	return diagram && start ? { diagram, start, isOwnPosition } : undefined;
}

/** The diagram that applies on a date, even if the user has chosen no crew of it; undefined without a diagram. */
export function diagramOn(rotations: readonly DatedRotation[], date: CivilDate): Diagram | undefined {
	return entryOn(rotations, date)?.diagram;
}

/** The diagrams of the shifts from `first` to `last`, both inclusive, each once. */
export function diagramsIn({ rotations }: OwnCalendar, first: CivilDate, last: CivilDate): Diagram[] {
	const changes = rotations.filter(({ since }) => since > first && since <= last);
	const known = [entryOn(rotations, first), ...changes].flatMap((entry) => knownRotation(entry) ?? []);
	return [...new Map(known.map(({ diagram }) => [diagram.id, diagram])).values()];
}

/** Returns the entry of `rotations` that applies on a date; undefined only for an empty list. */
export function entryOn(rotations: readonly DatedRotation[], date: CivilDate): DatedRotation | undefined {
	// Not all browsers in which pages hydrate know `findLast`.
	return rotations.reduce((found, entry) => (entry.since <= date ? entry : found), rotations[0]);
}

export function workDaysIn(calendar: OwnCalendar): WorkDayOn {
	return remembering((date) => {
		const { letter, time, ownDay } = dayOf(calendar, date);
		const isConfirmed = isConfirmedOn(calendar, date);
		const isOff = letter === "F" && !isAbsence(ownDay);
		const diagram = diagramOn(calendar.rotations, date);
		const latestEnd = isConfirmed ? undefined : latestEndIn(diagram);
		return {
			shift: time,
			dayOff: isOff ? { isConfirmed } : undefined,
			isConfirmed,
			latestEnd,
			cycle: diagram?.cycle,
		};
	});
}

/** In a plant whose diagram is unknown, nights are taken to end at 6, as in all the diagrams that come with the program. */
function latestEndIn(diagram: Diagram | undefined): number {
	if (!diagram) return DAY_MINUTES + 6 * HOUR_MINUTES;
	return Math.max(...workLettersOf(diagram).map((letter) => shiftTimeOf(diagram, letter)?.endMinute ?? 0));
}

/**
 * Whether the worker's shift or day off on a date is certain. That of a swap is another crew's, which the worker has not
 * found; on own days without a shift, such as a leave, no diagram decides.
 */
export function isConfirmedOn(calendar: OwnCalendar, date: CivilDate): boolean {
	const ownDay = ownDayIn(calendar, date);
	if (ownDay && replacesShift(ownDay)) return true;
	const rotation = rotationOn(calendar.rotations, date);
	return (
		rotation !== undefined && isConfirmed({ ...rotation, ...(ownDay?.crew && { isOwnPosition: false }) })
	);
}

/**
 * Whether shifts are certain: an operator has confirmed the diagram's anchor, or the worker found the start of their own
 * cycle by their shifts.
 */
export function isConfirmed({ diagram, isOwnPosition }: Rotation): boolean {
	return isOwnPosition === true || diagram.anchorConfirmed;
}
