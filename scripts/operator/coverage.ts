/** Checks that a diagram gives each shift exactly one crew. */
import {
	type CrewLetter,
	crewsOf,
	type Diagram,
	shiftOn,
	type WorkLetter,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { addDays, type CivilDate, weekdayOf } from "~/lib/time/civil-date";

/** A shift that no crew or more than one crew has on a date. */
export interface CoverageFault {
	date: CivilDate;
	shift: WorkLetter;
	crews: CrewLetter[];
}

/**
 * Finds the first shift with several crews, or without a crew on a day when the factory is open.
 * @param days number of days to check; in seven cycles, each cycle day comes on every weekday on which it can fall
 */
export function findCoverageFault(
	diagram: Diagram,
	from: CivilDate = diagram.anchor,
	days = diagram.cycle.length * 7,
): CoverageFault | undefined {
	const letters = workLettersOf(diagram);
	for (let ahead = 0; ahead < days; ahead++) {
		const date = addDays(from, ahead);
		const working = crewsOf(diagram).map((crew) => ({ crew, letter: shiftOn(diagram, crew, date) }));
		for (const shift of letters) {
			const crews = working.filter(({ letter }) => letter === shift).map(({ crew }) => crew);
			const mayBeEmpty = diagram.closedWeekdays.includes(weekdayOf(date));
			if (crews.length > 1 || (crews.length === 0 && !mayBeEmpty)) return { date, shift, crews };
		}
	}
	return undefined;
}
