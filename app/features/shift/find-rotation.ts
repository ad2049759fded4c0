/** Finds a worker's own calendar by what every worker knows: today's shift and the days around it. */
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

/** What a worker says about their own calendar. What is not said is undefined. */
export interface RotationStatement {
	date: CivilDate;
	/** The letter of `date`. */
	letter: ShiftLetter;
	/** Which day of the present block of equal letters `date` is: 1 is the first day. */
	day?: number;
	/** The next return to work: the first working day after `date` that follows a day off. */
	returnDate?: CivilDate;
	/** The letter of the shift on the day of return. */
	returnLetter?: WorkLetter;
}

/** The further question that identifies a calendar: the day of the block on a working day, the return on a day off. */
export type RotationQuestion = "none" | "day-of-block" | "return";

/**
 * The calendars that agree with a worker's statement, each once. With a confirmed anchor date, only official crews
 * count, unless no crew agrees. An impossible statement gives no calendar, an ambiguous statement several.
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
 * What to ask a worker who has `letter` on `date`. "none" when one calendar has this letter, when none has it, and
 * when every calendar would answer the question alike; the worker then chooses among the next seven days of each.
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

/** The letters of seven days from `date` on, by which a worker recognises their own calendar. */
export function nextWeek(rotation: Rotation, date: CivilDate): { date: CivilDate; letter: ShiftLetter }[] {
	return Array.from({ length: WEEK_DAYS }, (_, ahead) => {
		const day = addDays(date, ahead);
		return { date: day, letter: letterOn(rotation, day) };
	});
}

/** Whether a worker whose statement's date is the cycle day `position` would make this statement. */
function agrees(cycle: string, position: number, statement: RotationStatement): boolean {
	const { date, letter, day, returnDate, returnLetter } = statement;
	if (letterAt(cycle, position) !== letter) return false;
	if (day !== undefined && dayOfBlock(cycle, position) !== day) return false;
	const daysUntil = daysUntilReturn(cycle, position);
	if (returnDate !== undefined && dayNumber(returnDate) - dayNumber(date) !== daysUntil) return false;
	return returnLetter === undefined || letterAt(cycle, position + daysUntil) === returnLetter;
}

/** Number of days from a cycle day to the next working day that follows a day off; 0 in a cycle without days off. */
function daysUntilReturn(cycle: string, position: number): number {
	for (let ahead = 1; ahead <= cycle.length; ahead++) {
		const isReturn =
			letterAt(cycle, position + ahead) !== "F" && letterAt(cycle, position + ahead - 1) === "F";
		if (isReturn) return ahead;
	}
	return 0;
}
