/**
 * A worker's own shift calendar. Usually a crew has the same calendar, unless the diagram's anchor date is wrong.
 */
import {
	type CrewLetter,
	crewLetters,
	crewsOf,
	type Diagram,
	letterAt,
	type ShiftLetter,
	shiftOn,
	type WorkLetter,
} from "~/features/diagrams/cycle";
import { clockToMinute } from "~/features/overtime/minutes";
import { addDays, type CivilDate, dayNumber, modulo, parseCivilDate } from "~/lib/time/civil-date";
import { type OwnDay, ownDayOn } from "./own-day";

export const DAY_MINUTES = 24 * 60;

/** A worker's shift calendar: the cycle of a shift diagram, repeated from `start` on. */
export interface Rotation {
	diagram: Diagram;
	/** A date on which the worker's cycle starts. The cycle repeats before and after this date. */
	start: CivilDate;
	/** Whether the worker found the calendar by their own shifts, instead of choosing a crew's letter. */
	isOwnPosition?: boolean;
	/** Days on which the worker does not follow the cycle. */
	ownDays?: readonly OwnDay[];
	/** The worker's calendar before the date `until`, if the calendar has changed. */
	former?: { until: CivilDate; rotation: Pick<Rotation, "diagram" | "start" | "isOwnPosition"> };
}

/** The calendar of an official crew. */
export function rotationOf(diagram: Diagram, crew: CrewLetter): Rotation {
	return { diagram, start: addDays(diagram.anchor, crewLetters.indexOf(crew) * diagram.offset) };
}

/**
 * The worker's shift letter on a date: the shift that starts on that date, or F for a day without work. An own day
 * takes precedence over the cycle.
 */
export function letterOn(rotation: Rotation, date: CivilDate): ShiftLetter {
	const { diagram, start, ownDays = [] } = rotationHeldOn(rotation, date);
	const ownDay = ownDayOn(ownDays, date);
	const other = ownDay?.kind === "cambio" ? crewsOf(diagram).find((crew) => crew === ownDay.crew) : undefined;
	if (other) return shiftOn(diagram, other, date);
	// If the diagram lacks the chosen crew, the crew's shift is unknown and the worker's own cycle is used.
	if (ownDay && ownDay.kind !== "cambio") return "F";
	return letterAt(diagram.cycle, dayNumber(date) - dayNumber(start));
}

/** The crew with the same calendar; undefined if no crew has it. */
export function crewOf(rotation: Rotation): CrewLetter | undefined {
	return crewsOf(rotation.diagram).find((crew) => sameRotation(rotation, rotationOf(rotation.diagram, crew)));
}

/**
 * Whether the diagram's crew letters are certainly the factory's letters: the anchor date is confirmed, or the
 * worker has chosen a crew by its letter.
 */
export function areLettersSure(rotation: Rotation): boolean {
	if (rotation.diagram.anchorConfirmed) return true;
	return !rotation.isOwnPosition && crewOf(rotation) !== undefined;
}

/**
 * Whether two calendars of one diagram have the same letter on every day, apart from own days. The cycle starts may
 * differ by whole cycles or, if the cycle consists of equal parts (DNFDNF), by whole parts.
 */
export function sameRotation(one: Rotation, other: Rotation): boolean {
	const { id, cycle } = one.diagram;
	if (id !== other.diagram.id || cycle !== other.diagram.cycle) return false;
	const daysApart = dayNumber(other.start) - dayNumber(one.start);
	return Array.from(cycle).every((letter, position) => letterAt(cycle, position + daysApart) === letter);
}

/**
 * The text that represents a worker's calendar in storage and addresses. For a crew: `4turnos_7dias.C`. Otherwise
 * `4turnos_7dias.2026-11-16.k3x9f1`, made of the diagram, the latest cycle start up to `today`, and a checksum of
 * the cycle. While the anchor date is unconfirmed, the text always contains a date: a crew's calendar would move
 * when the operator corrects the anchor date.
 */
export function rotationText(rotation: Rotation, today: CivilDate): string {
	const { diagram, start } = rotation;
	const crew = diagram.anchorConfirmed ? crewOf(rotation) : undefined;
	if (crew) return `${diagram.id}.${crew}`;
	const position = modulo(dayNumber(today) - dayNumber(start), diagram.cycle.length);
	return `${diagram.id}.${addDays(today, -position)}.${cycleMark(diagram)}`;
}

/**
 * Parses a text made by `rotationText`. Returns undefined for any other text, an unknown diagram, a crew that the
 * diagram does not have, and a checksum of another cycle than the diagram's current one.
 */
export function parseRotation(text: string, diagrams: readonly Diagram[]): Rotation | undefined {
	const [id, position = "", mark, ...rest] = text.split(".");
	const diagram = diagrams.find((each) => each.id === id);
	if (!diagram || rest.length > 0) return undefined;
	const isCrew = position.length === 1;
	return mark === (isCrew ? undefined : cycleMark(diagram)) ? rotationAt(diagram, position) : undefined;
}

/**
 * The calendar for `position`, which is a crew letter or a date on which the cycle starts; undefined for any other
 * text.
 */
export function rotationAt(diagram: Diagram, position: string): Rotation | undefined {
	const crew = crewsOf(diagram).find((each) => each === position);
	if (crew) return rotationOf(diagram, crew);
	const start = parseCivilDate(position);
	return start ? { diagram, start } : undefined;
}

/** A short checksum of a diagram's cycle. A stored cycle start is valid only for the same cycle. */
function cycleMark({ cycle }: Diagram): string {
	const hash = Array.from(cycle).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff, 0);
	return hash.toString(36);
}

/** Time of a worker's shift, in minutes since midnight of the day on which the shift starts. */
export interface ShiftTime {
	letter: WorkLetter;
	startMinute: number;
	/** More than 1440 if the shift ends on the next day. */
	endMinute: number;
}

/** The time of the shift that starts on a date; undefined on a day off. */
export function shiftTimeOn(rotation: Rotation, date: CivilDate): ShiftTime | undefined {
	return shiftTimeOf(rotationHeldOn(rotation, date).diagram, letterOn(rotation, date));
}

/** The calendar that applied on a date: the former one before its end, always with the worker's own days. */
export function rotationHeldOn(rotation: Rotation, date: CivilDate): Rotation {
	const { former, ownDays } = rotation;
	return former && date < former.until ? { ...former.rotation, ownDays } : rotation;
}

/** The time of a shift in a diagram; undefined for F and for a shift without hours. */
export function shiftTimeOf(
	{ hours: ofDiagram }: Pick<Diagram, "hours">,
	letter: ShiftLetter,
): ShiftTime | undefined {
	const hours = letter === "F" ? undefined : ofDiagram[letter];
	const startMinute = clockToMinute(hours?.[0] ?? "");
	const endMinute = clockToMinute(hours?.[1] ?? "");
	if (letter === "F" || startMinute === undefined || endMinute === undefined) return undefined;
	return { letter, startMinute, endMinute: endMinute > startMinute ? endMinute : endMinute + DAY_MINUTES };
}

/** Whether the shift of the day before still runs after midnight of `date`. */
export function startsAfterNight(rotation: Rotation, date: CivilDate): boolean {
	const lastNight = shiftTimeOn(rotation, addDays(date, -1));
	return lastNight !== undefined && lastNight.endMinute > DAY_MINUTES;
}

/**
 * Number of days to search before and after a date. Within this distance, every letter of the cycle occurs outside
 * the worker's own days.
 */
export function searchDays({ diagram, ownDays = [] }: Rotation, date: CivilDate): number {
	const distances = ownDays
		.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])
		.map((day) => Math.abs(dayNumber(day) - dayNumber(date)));
	return diagram.cycle.length + Math.max(0, ...distances);
}
