/** No-break spaces between a number and its unit. */

/**
 * Replaces no-break spaces by ordinary ones, for a text that goes into a cell of a spreadsheet, where a search would not
 * find it, or into a link, where they are three times as long.
 */
export function plainSpaces(text: string): string {
	return text.replaceAll("\u00A0", " ");
}
