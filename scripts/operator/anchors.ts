/** Finds the starts of a shift cycle (anchors) that agree with what a worker says. */
import {
	type CrewLetter,
	crewLetters,
	type Diagram,
	dayOfBlock,
	letterAt,
	type ShiftLetter,
} from "~/features/diagrams/cycle";
import { addDays, type CivilDate, modulo } from "~/lib/time/civil-date";

/**
 * A worker's statement that `crew` has `shift` on `date`. Several days of a cycle have the same letter: `day` and
 * `next` tell which of these days `date` is.
 */
export interface AnchorStatement {
	date: CivilDate;
	crew: CrewLetter;
	shift: ShiftLetter;
	/** Place of `date` in a run of days with the same letter: 2 for the second M of "MMM". */
	day?: number;
	/** Shift letters of the days after `date`. "FFM" means two days off, then a morning shift. */
	next?: string;
}

/**
 * Returns the anchor dates (first days of crew A's cycle) that make a worker's statement true, possibly none or
 * several. Of the anchor dates that are whole cycles apart, returns only the last one up to the statement's date.
 */
export function anchorsFor({ cycle, offset }: Diagram, statement: AnchorStatement): CivilDate[] {
	const { date, crew, shift, day, next = "" } = statement;
	return Array.from(cycle, (_, position) => position)
		.filter((position) =>
			Array.from(shift + next).every((one, ahead) => letterAt(cycle, position + ahead) === one),
		)
		.filter((position) => day === undefined || dayOfBlock(cycle, position) === day)
		.map((position) => addDays(date, -modulo(position + crewLetters.indexOf(crew) * offset, cycle.length)));
}
