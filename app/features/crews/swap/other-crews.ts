import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { nextWorkDay } from "~/features/shift/days-off";
import { calendarOf } from "~/features/shift/own-calendar";
import { letterOn, type Rotation, rotationOf, sameRotation } from "~/features/shift/rotation";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";

export interface OtherCrew {
	/**
	 * Value in the form: the crew's letter or, if the letter is unknown, the crew's number counted from the worker's
	 * own crew (1, 2, …).
	 */
	value: string;
	/** The crew's letter; undefined if the letters that the factory uses are unknown. */
	letter?: CrewLetter;
	rotation: Rotation;
}

/**
 * Returns the crews of the worker's diagram without the worker's own crew. If `crew` is unknown and no operator has
 * confirmed the diagram, the crews have numbers instead of letters: crew 1 works each shift `offset` days after the
 * worker's own crew, crew 2 works it `offset` days after crew 1, and so on.
 * @param crew letter of the worker's crew, if known
 */
export function otherCrews(mine: Rotation, crew: CrewLetter | undefined): OtherCrew[] {
	const { diagram, start } = mine;
	const letters = crewsOf(diagram);
	if (crew || diagram.anchorConfirmed)
		return letters
			.map((letter) => ({ value: letter, letter, rotation: rotationOf(diagram, letter) }))
			.filter(({ rotation }) => !sameRotation(rotation, mine));
	return letters.slice(1).map((_, index) => ({
		value: String(index + 1),
		rotation: { diagram, start: addDays(start, (index + 1) * diagram.offset) },
	}));
}

/** Returns "la escuadra C" or, without a letter, "la escuadra que hoy hace turno tarde". */
export function crewText({ letter, rotation }: OtherCrew, today: CivilDate): string {
	if (letter) return `la escuadra ${letter}`;
	const todays = letterOn(rotation, today);
	if (todays !== "F") return `la escuadra que hoy hace ${shiftText(todays).toLowerCase()}`;
	const next = nextShift(rotation, today);
	return `la escuadra que hoy está de franco${next && ` y el ${next.day} hace ${next.shift}`}`;
}

/** Returns "Escuadra C", "Hoy turno tarde", or "Hoy franco, jueves 26 turno tarde". */
export function crewChoice({ letter, rotation }: OtherCrew, today: CivilDate): string {
	if (letter) return `Escuadra ${letter}`;
	const todays = letterOn(rotation, today);
	if (todays !== "F") return `Hoy ${shiftText(todays).toLowerCase()}`;
	const next = nextShift(rotation, today);
	return `Hoy franco${next && `, ${next.day} ${next.shift}`}`;
}

/** Returns the crew's next working day and its shift; "" if the cycle contains no shift. */
function nextShift(rotation: Rotation, today: CivilDate): { day: string; shift: string } | "" {
	const date = nextWorkDay(calendarOf(rotation), today);
	return date
		? { day: formatDayOfMonth(date), shift: shiftText(letterOn(rotation, date)).toLowerCase() }
		: "";
}
