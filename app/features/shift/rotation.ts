/**
 * A worker's own calendar: the cycle of a diagram, which starts on a known date. Usually a crew of the diagram has the
 * same calendar. But if the diagram's anchor is wrong, the worker's calendar may differ from those of all crews.
 */
import {
	type CrewLetter,
	crewLetters,
	crewsOf,
	type Diagram,
	letterAt,
	type ShiftLetter,
} from "~/features/diagrams/cycle";
import { diagramIn } from "~/features/diagrams/own-cycle/own-diagram";
import { type ShiftTime, shiftTimeOf } from "~/features/diagrams/working-time";
import {
	addDays,
	type CivilDate,
	consecutiveDays,
	dayNumber,
	modulo,
	parseCivilDate,
} from "~/lib/time/civil-date";

/** A worker's calendar: the cycle of a diagram, which starts on the date `start` and repeats before and after. */
export interface Rotation {
	diagram: Diagram;
	start: CivilDate;
	/** Whether the worker found the calendar by their shifts, instead of choosing a crew. */
	isOwnPosition?: boolean;
}

/** Returns the calendar of a crew, as the diagram's anchor date determines it. */
export function rotationOf(diagram: Diagram, crew: CrewLetter): Rotation {
	return { diagram, start: addDays(diagram.anchor, crewLetters.indexOf(crew) * diagram.offset) };
}

/** The letter of the shift that starts on a date by the cycle, or F for a day off. */
export function letterOn({ diagram, start }: Rotation, date: CivilDate): ShiftLetter {
	return letterAt(diagram.cycle, dayNumber(date) - dayNumber(start));
}

/** The days from `from` on with their letters, by which workers recognise their calendar. */
export function lettersOn(rotation: Rotation, from: CivilDate, count: number) {
	return consecutiveDays(from, count).map((date) => ({ date, letter: letterOn(rotation, date) }));
}

/** Returns the crew that has this calendar; undefined if no crew has it. */
export function crewOf(rotation: Rotation): CrewLetter | undefined {
	return crewsOf(rotation.diagram).find((crew) => sameRotation(rotation, rotationOf(rotation.diagram, crew)));
}

/**
 * Whether it is certain that the diagram gives each crew the letter that the factory uses: an operator has confirmed
 * the diagram, or the worker chose their crew by its letter.
 */
export function areLettersSure(rotation: Rotation): boolean {
	return rotation.diagram.anchorConfirmed || sureCrewOf(rotation) !== undefined;
}

/** The crew that has this calendar, unless the factory may use another letter for it (see `areLettersSure`). */
export function sureCrewOf(rotation: Rotation): CrewLetter | undefined {
	return rotation.diagram.anchorConfirmed || !rotation.isOwnPosition ? crewOf(rotation) : undefined;
}

/**
 * Whether two calendars give the same letter on every day. Their cycle starts may differ by whole cycles or, in a cycle that repeats a part of itself (DNFDNF), by that part.
 */
export function sameRotation(one: Rotation, other: Rotation): boolean {
	const { id, cycle } = one.diagram;
	if (id !== other.diagram.id || cycle !== other.diagram.cycle) return false;
	const daysApart = dayNumber(other.start) - dayNumber(one.start);
	return Array.from(cycle).every((letter, position) => letterAt(cycle, position + daysApart) === letter);
}

/**
 * Writes a worker's calendar as text for storage and forms: the diagram, the last day up to `today` on which the worker's
 * cycle starts, and a checksum of the cycle (`4turnos_7dias.2026-11-16.k3x9f1`). Because of this day, the worker keeps the
 * same shifts even if an operator corrects which shifts each crew has, also while a form is open.
 */
export function rotationText(rotation: Rotation, today: CivilDate): string {
	const { diagram } = rotation;
	return `${diagram.id}.${lastStart(rotation, today)}.${cycleMark(diagram)}`;
}

/** Returns the last day up to `today` on which the worker's cycle starts. */
export function lastStart({ diagram, start }: Rotation, today: CivilDate): CivilDate {
	return addDays(today, -modulo(dayNumber(today) - dayNumber(start), diagram.cycle.length));
}

/**
 * Parses the result of `rotationText`, or a diagram and crew (`4turnos_7dias.C`); undefined for any other text, an
 * unknown diagram or crew, and an outdated cycle.
 */
export function parseRotation(text: string, diagrams: readonly Diagram[]): Rotation | undefined {
	const [id = "", position = "", mark, ...rest] = text.split(".");
	const diagram = diagramIn(diagrams, id);
	if (!diagram || rest.length > 0) return undefined;
	const isCrew = position.length === 1;
	return mark === (isCrew ? undefined : cycleMark(diagram)) ? rotationAt(diagram, position) : undefined;
}

/**
 * Returns the calendar of the crew whose letter is `position`, or of the cycle that starts on the date `position`;
 * undefined for any other text.
 */
export function rotationAt(diagram: Diagram, position: string): Rotation | undefined {
	const crew = crewsOf(diagram).find((each) => each === position);
	if (crew) return rotationOf(diagram, crew);
	const start = parseCivilDate(position);
	return start ? { diagram, start, isOwnPosition: true } : undefined;
}

/** Short checksum of the cycle. A stored cycle start is valid only while the diagram has this cycle. */
function cycleMark({ cycle }: Diagram): string {
	const hash = Array.from(cycle).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff, 0);
	return hash.toString(36);
}

/** The time of the shift that starts on a date by the cycle; undefined on a day off and for a shift without hours. */
export function shiftTimeOn(rotation: Rotation, date: CivilDate): ShiftTime | undefined {
	return shiftTimeOf(rotation.diagram, letterOn(rotation, date));
}
