/**
 * The arithmetic of shift diagrams. All crews go through one cycle of shift letters, each crew `offset` days after
 * the previous crew. On date d, crew i (A = 0) has the letter `cycle[(d − anchor − i·offset) mod L]`, where
 * `anchor` is the first day of crew A's cycle and `L = crews × offset`. A shift belongs to the day on which it
 * starts.
 */
import { addDays, type CivilDate, dayNumber, modulo } from "~/lib/time/civil-date";
import { clockToMinute } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";

/**
 * Shift letters: M mañana (morning), T tarde (afternoon), N noche (night), D día (12 hours), F franco (day off).
 */
export const shiftLetters = ["M", "T", "N", "D", "F"] as const;
export type ShiftLetter = (typeof shiftLetters)[number];
export type WorkLetter = Exclude<ShiftLetter, "F">;

export const shiftNames: Readonly<Record<ShiftLetter, string>> = {
	M: "Mañana",
	T: "Tarde",
	N: "Noche",
	D: "Día",
	F: "Franco",
};

export const crewLetters = ["A", "B", "C", "D", "E"] as const;
export type CrewLetter = (typeof crewLetters)[number];

/** Start and end of a shift as local times "HH:MM". An end that is not after the start falls on the next day. */
export type ShiftHours = readonly [start: string, end: string];

export interface Diagram {
	id: string;
	/** Shift letters of the cycle, one per day. */
	cycle: string;
	crews: number;
	/** Number of days by which each crew lags behind the previous crew. */
	offset: number;
	/** First day of crew A's cycle. */
	anchor: CivilDate;
	/** Whether an operator has confirmed `anchor`. Until then, it is a placeholder. */
	anchorConfirmed: boolean;
	hours: Partial<Record<WorkLetter, ShiftHours>>;
	/** ISO weekdays (7 is Sunday) on which some shifts may have no crew. */
	closedWeekdays: readonly number[];
}

/** What decides the letters of all crews, as text by which a form tells which shifts its page showed. */
export function lettersText({ anchor, offset, cycle }: Pick<Diagram, "anchor" | "offset" | "cycle">): string {
	return [anchor, offset, cycle].join(".");
}

/** The crew letters of a diagram, in order. */
export function crewsOf(diagram: Pick<Diagram, "crews">): CrewLetter[] {
	return crewLetters.slice(0, diagram.crews);
}

/** The shift letter of `crew` on `date`: a shift, or F for a day off. */
export function shiftOn(diagram: Diagram, crew: CrewLetter, date: CivilDate): ShiftLetter {
	return letterAt(diagram.cycle, cycleDay(diagram, crew, date));
}

/**
 * Returns the number of days from the start of the crew's cycle to `date`: negative before that start, and beyond the
 * cycle's length in later cycles.
 */
function cycleDay(diagram: Diagram, crew: CrewLetter, date: CivilDate): number {
	return dayNumber(date) - dayNumber(diagram.anchor) - crewLetters.indexOf(crew) * diagram.offset;
}

/** The shift letters of a cycle, each once and without F, ordered by start times. */
export function workLettersOf(diagram: Pick<Diagram, "cycle" | "hours">): WorkLetter[] {
	const startOf = (letter: WorkLetter) => diagram.hours[letter]?.[0] ?? letter;
	return shiftLetters
		.filter((letter): letter is WorkLetter => letter !== "F" && diagram.cycle.includes(letter))
		.sort((one, other) => startOf(one).localeCompare(startOf(other)));
}

/** The crew that works `shift` on `date`; undefined on a day without this shift. */
export function crewOn(diagram: Diagram, shift: WorkLetter, date: CivilDate): CrewLetter | undefined {
	return crewsOf(diagram).find((crew) => shiftOn(diagram, crew, date) === shift);
}

/** The crews that have a day off on `date`. */
export function crewsOff(diagram: Diagram, date: CivilDate): CrewLetter[] {
	return crewsOf(diagram).filter((crew) => shiftOn(diagram, crew, date) === "F");
}

export interface Relief {
	/** The crew that goes off duty when the shift starts. */
	relieves?: CrewLetter;
	/** The crew that comes on duty when the shift ends. */
	relievedBy?: CrewLetter;
}

/** The crew that goes off duty when `shift` starts on `date`, and the crew that comes on duty when `shift` ends. */
export function reliefOf(diagram: Diagram, shift: WorkLetter, date: CivilDate): Relief {
	const letters = workLettersOf(diagram);
	const index = letters.indexOf(shift);
	const before = letters[modulo(index - 1, letters.length)];
	const after = letters[modulo(index + 1, letters.length)];
	if (!before || !after) return {};
	const relief: Relief = {};
	if (handsOver(diagram.hours[before], diagram.hours[shift])) {
		relief.relieves = crewOn(diagram, before, index === 0 ? addDays(date, -1) : date);
	}
	if (handsOver(diagram.hours[shift], diagram.hours[after])) {
		relief.relievedBy = crewOn(diagram, after, index === letters.length - 1 ? addDays(date, 1) : date);
	}
	return relief;
}

/** The longest time for which both crews are at work at a hand-over. */
const MAX_OVERLAP_MINUTES = 60;

/** Whether a shift ends when the next one starts or, in plants that pay the hand-over, a little later. */
function handsOver(shift: ShiftHours | undefined, next: ShiftHours | undefined): boolean {
	const [end, start] = [clockToMinute(shift?.[1] ?? ""), clockToMinute(next?.[0] ?? "")];
	if (end === undefined || start === undefined) return false;
	return modulo(end - start, DAY_MINUTES) <= MAX_OVERLAP_MINUTES;
}

/** Returns the place of a cycle day within its run of equal shift letters: 1 for the first M of "MMM". */
export function dayOfBlock(cycle: string, position: number): number {
	const letter = letterAt(cycle, position);
	let day = 1;
	while (day < cycle.length && letterAt(cycle, position - day) === letter) day++;
	return day;
}

/** The shift letters of `crew` for `days` days, beginning on `from`. */
export function lettersFrom(diagram: Diagram, crew: CrewLetter, from: CivilDate, days: number): string {
	const { cycle } = diagram;
	const start = modulo(cycleDay(diagram, crew, from), cycle.length);
	return cycle.repeat(Math.ceil((start + days) / cycle.length)).slice(start, start + days);
}

export function isShiftLetter(letter: string): letter is ShiftLetter {
	return shiftLetters.some((known) => known === letter);
}

/** The shift letter of a cycle day. `position` may be any integer, because the cycle repeats on both sides. */
export function letterAt(cycle: string, position: number): ShiftLetter {
	const letter = cycle.charAt(modulo(position, cycle.length));
	return isShiftLetter(letter) ? letter : "F";
}
