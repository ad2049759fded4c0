/** The crews with which a worker can swap. */
import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { letterOn, type Rotation, rotationOf, sameRotation } from "./rotation";

export interface OtherCrew {
	/** The crew's letter or, where letters are unknown, how many blocks it comes after the worker's own (1, 2, …). */
	value: string;
	/** The official letter; undefined where nobody knows the letters for sure. */
	letter?: CrewLetter;
	rotation: Rotation;
}

/**
 * The other crews of the worker's diagram. Somebody with a personal position of a diagram whose anchor date is
 * unconfirmed cannot know the letters: the other crews are then those that come one, two or more blocks after.
 * @param crew the worker's own letter, where it is known
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

/** Names a crew in a sentence: "la escuadra C", or by what it does today: "la escuadra que hoy hace turno tarde". */
export function crewText({ letter, rotation }: OtherCrew, today: CivilDate): string {
	if (letter) return `la escuadra ${letter}`;
	const todays = letterOn(rotation, today);
	if (todays !== "F") return `la escuadra que hoy hace ${shiftText(todays).toLowerCase()}`;
	const next = nextShift(rotation, today);
	return `la escuadra que hoy está de franco${next && ` y el ${next.day} hace ${next.shift}`}`;
}

/** Names a crew in a list of choices: "Escuadra C", "Hoy turno tarde", "Hoy franco, jueves 26 turno tarde". */
export function crewChoice({ letter, rotation }: OtherCrew, today: CivilDate): string {
	if (letter) return `Escuadra ${letter}`;
	const todays = letterOn(rotation, today);
	if (todays !== "F") return `Hoy ${shiftText(todays).toLowerCase()}`;
	const next = nextShift(rotation, today);
	return `Hoy franco${next && `, ${next.day} ${next.shift}`}`;
}

/** Day and shift of the return from days off; empty in a cycle without shifts. */
function nextShift(rotation: Rotation, today: CivilDate): { day: string; shift: string } | "" {
	for (let ahead = 1; ahead < rotation.diagram.cycle.length; ahead++) {
		const date = addDays(today, ahead);
		const letter = letterOn(rotation, date);
		if (letter !== "F") return { day: formatDayOfMonth(date), shift: shiftText(letter).toLowerCase() };
	}
	return "";
}
