import { addDays, type CivilDate, dayNumber, formatShortDate } from "~/lib/time/civil-date";

/** Days before its expiry from which a document counts as expiring soon. */
export const SOON_DAYS = 30;

/** How a document's expiry is shown. */
export interface Expiry {
	/** Decides the colour, which never says more than the text. */
	kind: "expired" | "soon" | "later";
	text: string;
}

/** The last expiry date that counts as soon. */
export function soonUntil(today: CivilDate): CivilDate {
	return addDays(today, SOON_DAYS);
}

/** A document is valid until the end of the day on which it expires. */
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
