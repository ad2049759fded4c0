/** Time on a phone, whose clock may be wrong. */
import { MINUTE_MS } from "~/lib/units/durations";

/** A moment of the phone as `2026-11-24T15:48:00.000Z`, in its own zone. */
const localIso = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS).toISOString();

/** A day of the phone as `2026-11-24`. */
export function dayOf(ms: number): string {
	return localIso(ms).slice(0, 10);
}

/** A moment of the phone as `24/11, 15:48`. */
export function momentText(ms: number): string {
	return `${shortDay(dayOf(ms))}, ${localIso(ms).slice(11, 16)}`;
}

/** A day of the phone as `24/11`. */
export const dayText = (ms: number) => shortDay(dayOf(ms));

/** `2026-11-24` as `24/11`. */
export function shortDay(day: string | null | undefined): string {
	const [, month, date] = /^\d{4}-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
	return date ? `${Number(date)}/${Number(month)}` : "";
}

/** What a copy knows of time, of the phone's clock: when it was stored, and when its words stop being true. */
type CopyTime = ReturnType<typeof copyTime>;

/**
 * Reads the time of a page from its headers. The server's clock says for how long the page stays true, the phone's when
 * that began. Without a header, a page is true until the phone's midnight.
 */
export function copyTime(headers: Headers, now: number) {
	const sent = Date.parse(headers.get("Date") ?? "");
	const until = Date.parse(headers.get("Relevo-Until") ?? "");
	const midnight = new Date(now).setHours(24, 0, 0, 0);
	return { storedAt: now, until: Math.min(midnight, now + until - sent) || midnight };
}

/** Whether a copy's words about "now" are still true. A clock that was set back tells nothing. */
export function isTrue({ storedAt, until }: CopyTime, now: number): boolean {
	return now >= storedAt && now < until;
}
