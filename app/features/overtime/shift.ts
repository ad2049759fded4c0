/** The letter of a shift: any single letter that the plant uses. */

/** The usual letters: the shifts and the crews of the diagrams. */
export const commonShifts = ["M", "T", "N", "D", "A", "B", "C", "E"] as const;

/** The letter in upper case, A to Z or Ñ (also typed as N and a combining tilde); undefined for any other text. */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
