/** No-break spaces between a number and its unit. */

/** Formats a percentage: "50 %", with a no-break space, so that a line never ends between number and sign. */
export function formatPercent(percent: number | string): string {
	return `${percent}\u00A0%`;
}

/**
 * Replaces no-break spaces by ordinary ones, for a text that goes into a cell of a spreadsheet, where a search would not
 * find it, or into a link, where they are three times as long.
 */
export function plainSpaces(text: string): string {
	return text.replaceAll("\u00A0", " ");
}
