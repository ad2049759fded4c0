/** Finds a worker's calendar from today's shift and the days around it. */
import {
	type Diagram,
	dayOfBlock,
	letterAt,
	type ShiftLetter,
	type WorkLetter,
} from "~/features/diagrams/cycle";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { crewOf, letterOn, type Rotation, sameRotation } from "./rotation";

const WEEK_DAYS = 7;

/** A worker's answers; unanswered questions are undefined. */
export interface RotationStatement {
	date: CivilDate;
	letter: ShiftLetter;
	/** Position of `date` in a run of equal letters, counted from 1. */
	day?: number;
	/** First working day after the current days off. */
	returnDate?: CivilDate;
	returnLetter?: WorkLetter;
}

/**
 * "day-of-block" asks for the position in the run of equal shifts. "return" asks a person on a day off for the next
 * working day.
 */
export type RotationQuestion = "none" | "day-of-block" | "return";

/**
 * The calendars that agree with the answers: none for contradictory answers, several for ambiguous answers. If the
 * anchor date is confirmed, only crews' calendars count, unless no crew agrees.
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
 * The next question; "none" if no question could distinguish the remaining calendars. The worker then chooses one by
 * its shifts of the next seven days.
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

/** The letters of the seven days from `date` on, by which workers recognise their calendar. */
export function nextWeek(rotation: Rotation, date: CivilDate): { date: CivilDate; letter: ShiftLetter }[] {
	return Array.from({ length: WEEK_DAYS }, (_, ahead) => {
		const day = addDays(date, ahead);
		return { date: day, letter: letterOn(rotation, day) };
	});
}

/** Whether the statement fits the cycle, if its date is day `position` of the cycle. */
function agrees(cycle: string, position: number, statement: RotationStatement): boolean {
	const { date, letter, day, returnDate, returnLetter } = statement;
	if (letterAt(cycle, position) !== letter) return false;
	if (day !== undefined && dayOfBlock(cycle, position) !== day) return false;
	const daysUntil = daysUntilReturn(cycle, position);
	if (returnDate !== undefined && dayNumber(returnDate) - dayNumber(date) !== daysUntil) return false;
	return returnLetter === undefined || letterAt(cycle, position + daysUntil) === returnLetter;
}

/** Number of days from a cycle day to the next working day after a day off; 0 in a cycle without days off. */
function daysUntilReturn(cycle: string, position: number): number {
	for (let ahead = 1; ahead <= cycle.length; ahead++) {
		const isReturn =
			letterAt(cycle, position + ahead) !== "F" && letterAt(cycle, position + ahead - 1) === "F";
		if (isReturn) return ahead;
	}
	return 0;
}
