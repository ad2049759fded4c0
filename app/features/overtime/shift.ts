/** Shift letter of an entry. A factory may use any letter. */

/**
 * Normalizes a shift letter to upper case: A to Z or Ñ.
 * @returns undefined for any other text
 */
export function parseShift(text: string): string | undefined {
	const letter = text.trim().normalize("NFC").toLocaleUpperCase("es");
	return /^[A-ZÑ]$/u.test(letter) ? letter : undefined;
}
