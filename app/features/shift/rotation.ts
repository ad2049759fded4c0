/**
 * A worker's own calendar. Usually it is the calendar of an official crew; it differs when the diagram's anchor date
 * is not the factory's.
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

/** A worker's own calendar: the cycle of a shift diagram that begins on `start`. */
export interface Rotation {
	diagram: Diagram;
	/** A first day of the worker's cycle. The cycle repeats before and after this date. */
	start: CivilDate;
	/** Whether the worker found the calendar by the own shifts, so that nobody gave a crew's letter. */
	isOwnPosition?: boolean;
	/** Days on which the worker does not follow the cycle. */
	ownDays?: readonly OwnDay[];
	/** The worker's calendar on the days before `until`, when it was another one. */
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
	// The shift of a crew that the diagram does not have is unknown, so the cycle counts.
	if (ownDay && ownDay.kind !== "cambio") return "F";
	return letterAt(diagram.cycle, dayNumber(date) - dayNumber(start));
}

/** The official crew with the same calendar; undefined when no crew has it. */
export function crewOf(rotation: Rotation): CrewLetter | undefined {
	return crewsOf(rotation.diagram).find((crew) => sameRotation(rotation, rotationOf(rotation.diagram, crew)));
}

/** Whether the letters of the diagram's crews are those of the factory, as far as the worker's calendar tells. */
export function areLettersSure(rotation: Rotation): boolean {
	if (rotation.diagram.anchorConfirmed) return true;
	return !rotation.isOwnPosition && crewOf(rotation) !== undefined;
}

/**
 * Whether two calendars of one diagram have the same letter on every day, apart from own days. Their starts may differ
 * by whole cycles, and by less when the cycle consists of equal parts, such as DNFDNF.
 */
export function sameRotation(one: Rotation, other: Rotation): boolean {
	const { id, cycle } = one.diagram;
	if (id !== other.diagram.id || cycle !== other.diagram.cycle) return false;
	const daysApart = dayNumber(other.start) - dayNumber(one.start);
	return Array.from(cycle).every((letter, position) => letterAt(cycle, position + daysApart) === letter);
}

/**
 * The text under which a worker's calendar is stored: `4turnos_7dias.C` for an official crew, otherwise the diagram,
 * the latest first day of the cycle up to `today` and the cycle's mark, as in `4turnos_7dias.2026-11-16.k3x9f1`.
 * Without a confirmed anchor date, the text always has a date. Otherwise the calendar of somebody who found it by
 * today's shift would move when the operator corrects the anchor date.
 */
export function rotationText(rotation: Rotation, today: CivilDate): string {
	const { diagram, start } = rotation;
	const crew = diagram.anchorConfirmed ? crewOf(rotation) : undefined;
	if (crew) return `${diagram.id}.${crew}`;
	const position = modulo(dayNumber(today) - dayNumber(start), diagram.cycle.length);
	return `${diagram.id}.${addDays(today, -position)}.${cycleMark(diagram)}`;
}

/**
 * The calendar that a text of `rotationText` stands for; undefined for any other text, an unknown diagram, a crew that
 * the diagram does not have, and a first day of another cycle than the diagram's present one.
 */
export function parseRotation(text: string, diagrams: readonly Diagram[]): Rotation | undefined {
	const [id, position = "", mark, ...rest] = text.split(".");
	const diagram = diagrams.find((each) => each.id === id);
	if (!diagram || rest.length > 0) return undefined;
	const isCrew = position.length === 1;
	return mark === (isCrew ? undefined : cycleMark(diagram)) ? rotationAt(diagram, position) : undefined;
}

/** The calendar of a crew, given by its letter, or of somebody whose cycle begins on a date; undefined for other texts. */
export function rotationAt(diagram: Diagram, position: string): Rotation | undefined {
	const crew = crewsOf(diagram).find((each) => each === position);
	if (crew) return rotationOf(diagram, crew);
	const start = parseCivilDate(position);
	return start ? { diagram, start } : undefined;
}

/** A short text by which the cycles of two diagrams are told apart: a first day says nothing about another cycle. */
function cycleMark({ cycle }: Diagram): string {
	const hash = Array.from(cycle).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff, 0);
	return hash.toString(36);
}

/** The time of a worker's shift, in minutes since midnight of the day on which the shift starts. */
export interface ShiftTime {
	letter: WorkLetter;
	startMinute: number;
	/** More than 1440 when the shift ends after the midnight that follows. */
	endMinute: number;
}

/** The time of the shift that starts on a date; undefined on a day off. */
export function shiftTimeOn(rotation: Rotation, date: CivilDate): ShiftTime | undefined {
	return shiftTimeOf(rotationHeldOn(rotation, date).diagram, letterOn(rotation, date));
}

/** The calendar that held on a date: the former one, with the same own days, before its end. */
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

/** Number of days before and after a date within which every letter of the cycle occurs outside the own days. */
export function searchDays({ diagram, ownDays = [] }: Rotation, date: CivilDate): number {
	const distances = ownDays
		.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay])
		.map((day) => Math.abs(dayNumber(day) - dayNumber(date)));
	return diagram.cycle.length + Math.max(0, ...distances);
}
