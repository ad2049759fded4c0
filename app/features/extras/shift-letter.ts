/** Shift letter of an entry. A factory may use any letter. */
import { type Diagram, workLettersOf } from "~/features/diagrams/cycle";

/**
 * Normalizes a shift letter to upper case: A to Z or Ñ.
 * @returns undefined for any other text
 */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}

/**
 * Where an entry lies beside the worker's own shift of a day: right after it, right before it, or in it (on a holiday).
 * The form offers these instead of a shift letter.
 */
export const ownPlaces = ["after", "before", "own"] as const;
export type OwnPlace = (typeof ownPlaces)[number];

export function isOwnPlace(text: string): text is OwnPlace {
	return ownPlaces.some((place) => place === text);
}

const USUAL_LETTERS = ["M", "T", "N", "D"];

/** The diagram's shifts in order of start time; without a diagram, the usual letters. */
export function shiftsOf(diagram: Diagram | undefined): string[] {
	return diagram ? workLettersOf(diagram) : USUAL_LETTERS;
}
