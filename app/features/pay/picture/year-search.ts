/** The first year for which users can enter overtime. */
export const FIRST_YEAR = 1970;

/**
 * Parses the year in a query string; the current year by default.
 * @returns undefined for an invalid year, or a year that entries cannot have
 */
export function parseYear(text: string | null, currentYear: number): number | undefined {
	if (text === null) return currentYear;
	const year = /^\d{4}$/.test(text) ? Number(text) : 0;
	return year >= FIRST_YEAR && year <= currentYear + 1 ? year : undefined;
}
