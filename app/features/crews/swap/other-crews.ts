import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { nextWorkDay } from "~/features/shift/days-off";
import { calendarOf } from "~/features/shift/own-calendar";
import { letterOn, type Rotation, rotationOf, sameRotation } from "~/features/shift/rotation";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";

interface OtherCrew {
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

/**
 * Names a crew in a sentence and as a choice: "la escuadra C", "Escuadra C". Without a letter, by its shift today or, on a
 * day off, also by its next: "la escuadra que hoy hace turno tarde", "Hoy turno tarde".
 */
export function crewNames({ letter, rotation }: OtherCrew, today: CivilDate) {
	if (letter) return { text: `la escuadra ${letter}`, choice: `Escuadra ${letter}` };
	const nameOn = (date: CivilDate) => shiftText(letterOn(rotation, date)).toLowerCase();
	if (letterOn(rotation, today) !== "F")
		return { text: `la escuadra que hoy hace ${nameOn(today)}`, choice: `Hoy ${nameOn(today)}` };
	// Each stored cycle has a shift.
	const date = nextWorkDay(calendarOf(rotation), today) ?? today;
	const [day, next] = [formatDayOfMonth(date), nameOn(date)];
	return {
		text: `la escuadra que hoy está de franco y el ${day} hace ${next}`,
		choice: `Hoy franco, ${day} ${next}`,
	};
}
