/** The first year for which users can enter overtime. */
export const FIRST_YEAR = 1970;

/**
 * Parses the year in an address; the current year by default.
 * @returns undefined outside the years of entries
 */
export function readYear(text: string | null, currentYear: number): number | undefined {
	if (text === null) return currentYear;
	const year = /^\d{4}$/.test(text) ? Number(text) : 0;
	return year >= FIRST_YEAR && year <= currentYear + 1 ? year : undefined;
}
