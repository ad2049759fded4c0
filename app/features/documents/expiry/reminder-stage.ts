import { type CivilDate, dayNumber } from "~/lib/time/civil-date";

/** Days before the expiry at which the owner gets the first and the second reminder. */
export const STAGES = [30, 7] as const;

/**
 * Returns the reminder that is marked as sent when the user enters an expiry date, so that no reminder follows at once.
 * For a date 20 days ahead, this is the first reminder (30 days before). Returns null if no reminder is due yet.
 */
export function remindedDaysFor(expiresOn: CivilDate | null, today: CivilDate): 30 | 7 | null {
	if (expiresOn === null) return null;
	const days = dayNumber(expiresOn) - dayNumber(today);
	return STAGES.findLast((stage) => days <= stage) ?? null;
}
