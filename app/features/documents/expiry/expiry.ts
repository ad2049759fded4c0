import { counted } from "~/lib/counted";
import { addDays, type CivilDate, dayNumber, formatShortDate } from "~/lib/time/civil-date";

/** Number of days before the expiry date during which a document counts as expiring soon. */
const SOON_DAYS = 30;

export interface Expiry {
	/**
	 * Kind of expiry, which determines the colour. The text says the same, for users who cannot tell the colours apart.
	 */
	kind: "expired" | "soon" | "later";
	text: string;
}

/** Returns the latest expiry date that counts as expiring soon. */
export function soonUntil(today: CivilDate): CivilDate {
	return addDays(today, SOON_DAYS);
}

/** Describes an expiry date in words. A document is valid until the end of that date. */
export function expiryOf(expiresOn: CivilDate, today: CivilDate): Expiry {
	const days = dayNumber(expiresOn) - dayNumber(today);
	const date = formatShortDate(expiresOn);
	if (days < 0) return { kind: "expired", text: `Venció el ${date}` };
	if (days > SOON_DAYS) return { kind: "later", text: `Vence el ${date}` };
	return { kind: "soon", text: `Vence ${whenIs(days)}, el ${date}` };
}

/** Formats days from today: "hoy", "en 1 día", "en 5 días". */
export function whenIs(days: number): string {
	return days === 0 ? "hoy" : `en ${counted(days, "día")}`;
}
