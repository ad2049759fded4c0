/** The letter of a shift: whatever the plant uses, one letter. */

/** What most plants use: the shifts of our diagrams, and the crews. */
export const commonShifts = ["M", "T", "N", "D", "A", "B", "C", "E"] as const;

/** One letter A to Z or Ñ in upper case; undefined for anything else. An Ñ of two code points is one letter too. */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
