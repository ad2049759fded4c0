import { type CivilDate, dayNumber } from "~/lib/time/civil-date";

/** Days before the expiry at which the owner gets the first and the second reminder. */
export const STAGES = [30, 7] as const;

/**
 * Returns the reminder that counts as already sent when the user enters an expiry date: for a date 20 days ahead, the
 * first reminder (30 days before). Returns null if no reminder is due yet.
 */
export function remindedDaysFor(expiresOn: CivilDate | null, today: CivilDate): 30 | 7 | null {
	if (expiresOn === null) return null;
	const days = dayNumber(expiresOn) - dayNumber(today);
	return STAGES.findLast((stage) => days <= stage) ?? null;
}
