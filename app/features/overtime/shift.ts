/** The letter of a shift. A plant may use any single letter. */

/** The usual letters: those of the diagrams' shifts and crews. */
export const commonShifts = ["M", "T", "N", "D", "A", "B", "C", "E"] as const;

/** Normalizes a letter to upper case, A to Z or Ñ (as one or two code points); undefined for any other text. */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
