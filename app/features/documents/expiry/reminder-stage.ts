import { type CivilDate, dayNumber } from "~/lib/time/civil-date";

/** So many days before it expires, the owner of a document is reminded, and again. */
export const STAGES = [30, 7] as const;

/**
 * The reminder that a newly written date starts with as if it had gone out: who writes a date that is 20 days away
 * knows, and is reminded only 7 days before.
 */
export function remindedDaysFor(expiresOn: CivilDate | null, today: CivilDate): 30 | 7 | null {
	if (expiresOn === null) return null;
	const days = dayNumber(expiresOn) - dayNumber(today);
	return STAGES.findLast((stage) => days <= stage) ?? null;
}
