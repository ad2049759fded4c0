import { addDays, type CivilDate, dayNumber, formatShortDate } from "~/lib/time/civil-date";

/** So many days before it expires, a document stands on top of the list. */
export const SOON_DAYS = 30;

/** How a card says when a document expires. */
export interface Expiry {
	/** The colour; the text says the same. */
	kind: "expired" | "soon" | "later";
	text: string;
}

/** The last day that counts as soon. */
export function soonUntil(today: CivilDate): CivilDate {
	return addDays(today, SOON_DAYS);
}

/** A document is good until the end of the day on which it expires. */
export function expiryOf(expiresOn: CivilDate, today: CivilDate): Expiry {
	const days = dayNumber(expiresOn) - dayNumber(today);
	const date = formatShortDate(expiresOn);
	if (days < 0) return { kind: "expired", text: `Venció el ${date}` };
	if (days > SOON_DAYS) return { kind: "later", text: `Vence el ${date}` };
	return { kind: "soon", text: `Vence ${whenIs(days)}, el ${date}` };
}

/** "hoy", "mañana", "en 5 días" */
export function whenIs(days: number): string {
	if (days === 0) return "hoy";
	return days === 1 ? "mañana" : `en ${days} días`;
}
