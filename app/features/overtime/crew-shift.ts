import { crewsOf, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import type { CivilDate } from "~/lib/civil-date";

/** The letter that a person's crew works on a day; undefined on a day off, and without a diagram or a crew. */
export function crewShiftOn(
	diagram: Diagram | undefined,
	crew: string | null,
	date: CivilDate,
): string | undefined {
	const letter = diagram && crewsOf(diagram).find((each) => each === crew);
	const shift = diagram && letter && shiftOn(diagram, letter, date);
	return shift === "F" ? undefined : shift;
}
