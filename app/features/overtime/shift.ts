/** The letter of a shift. A plant may use whichever single letter it likes. */

/** The usual letters: the shifts and the crews of the diagrams. */
export const commonShifts = ["M", "T", "N", "D", "A", "B", "C", "E"] as const;

/** The letter in upper case, A to Z or Ñ (one code point or two); undefined for any other text. */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
