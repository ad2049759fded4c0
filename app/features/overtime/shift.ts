/** The shift letter of an overtime entry. A factory may use any single letter. */

/** The usual letters: those of the shifts and of the crews in the shift diagrams. */
export const commonShifts = ["M", "T", "N", "D", "A", "B", "C", "E"] as const;

/**
 * Normalizes a shift letter to upper case: A to Z, or Ñ as one or two code points.
 * @returns undefined for any other text
 */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
