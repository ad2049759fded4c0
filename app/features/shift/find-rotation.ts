/** Finds a worker's calendar from today's shift and the days around it. */
import {
	type Diagram,
	dayOfBlock,
	letterAt,
	type ShiftLetter,
	type WorkLetter,
} from "~/features/diagrams/cycle";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { crewOf, type Rotation, sameRotation } from "./rotation";

/** A worker's answers to the questions about their shifts; a question without an answer is undefined. */
export interface RotationStatement {
	date: CivilDate;
	letter: ShiftLetter;
	/** Place of `date` in a run of days with the same letter: 2 for the second M of "MMM". */
	day?: number;
	/** First working day after the current days off. */
	returnDate?: CivilDate;
	returnLetter?: WorkLetter;
}

/**
 * Second question to the worker, after the question for today's shift. "day-of-block" asks which day of a run of equal
 * shifts today is. "return" asks a worker on a day off for the next working day.
 */
type RotationQuestion = "none" | "day-of-block" | "return";

/**
 * Returns the calendars that agree with the worker's answers, possibly none or several. If an operator has confirmed
 * the diagram and some of these calendars are those of crews, returns only the calendars of crews.
 */
export function candidatesFor(diagram: Diagram, statement: RotationStatement): Rotation[] {
	const { cycle } = diagram;
	const agreeing = Array.from(cycle, (_, position) => position)
		.filter((position) => agrees(cycle, position, statement))
		.map((position): Rotation => ({ diagram, start: addDays(statement.date, -position) }));
	const candidates = agreeing.filter(
		(rotation, index) => agreeing.findIndex((other) => sameRotation(rotation, other)) === index,
	);
	const official = diagram.anchorConfirmed ? candidates.filter(crewOf) : [];
	return official.length > 0 ? official : candidates;
}

/**
 * Returns the next question; "none" if no question could tell the remaining calendars apart. If several calendars remain,
 * the worker then chooses among them by their shifts of the next seven days.
 */
export function questionsFor(diagram: Diagram, date: CivilDate, letter: ShiftLetter): RotationQuestion {
	const positions = candidatesFor(diagram, { date, letter }).map(
		({ start }) => dayNumber(date) - dayNumber(start),
	);
	const answers = positions.map((position) => {
		if (letter !== "F") return dayOfBlock(diagram.cycle, position);
		const daysUntil = daysUntilReturn(diagram.cycle, position);
		return `${daysUntil} ${letterAt(diagram.cycle, position + daysUntil)}`;
	});
	if (new Set(answers).size <= 1) return "none";
	return letter === "F" ? "return" : "day-of-block";
}

/** Whether a worker's answers fit the cycle if `statement.date` is day `position` of the cycle. */
function agrees(cycle: string, position: number, statement: RotationStatement): boolean {
	const { date, letter, day, returnDate, returnLetter } = statement;
	if (letterAt(cycle, position) !== letter) return false;
	if (day !== undefined && dayOfBlock(cycle, position) !== day) return false;
	const daysUntil = daysUntilReturn(cycle, position);
	if (returnDate !== undefined && dayNumber(returnDate) - dayNumber(date) !== daysUntil) return false;
	return returnLetter === undefined || letterAt(cycle, position + daysUntil) === returnLetter;
}

/** Number of days from a cycle day to the next working day after a day off; 0 if there is none. */
function daysUntilReturn(cycle: string, position: number): number {
	for (let ahead = 1; ahead <= cycle.length; ahead++) {
		const isReturn =
			letterAt(cycle, position + ahead) !== "F" && letterAt(cycle, position + ahead - 1) === "F";
		if (isReturn) return ahead;
	}
	return 0;
}
