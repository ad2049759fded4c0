import { type Diagram, workLettersOf } from "~/features/diagrams/cycle";

const USUAL_LETTERS = ["M", "T", "N", "D"];

/** The diagram's shifts in order of start time; without a diagram, the usual letters. */
export function shiftsOf(diagram: Diagram | undefined): string[] {
	return diagram ? workLettersOf(diagram) : USUAL_LETTERS;
}
