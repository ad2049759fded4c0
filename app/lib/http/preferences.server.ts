import { DAY_S } from "~/lib/units/durations";
import { readCookie, writeCookie } from "./cookies.server";

/** Preferences in cookies, and the consent to store them. */
export interface Preferences {
	/** The visitor's answer to the cookie banner; undefined before an answer. */
	consent?: "accepted" | "rejected";
	/** Whether the visitor prefers the home page to `/android-system` or `/ios-system`. */
	web: boolean;
	/** Diagram and crew viewed last, as `4turnos_7dias.C`. */
	crew?: string;
	/**
	 * The visitor's own calendar: a diagram with a crew (`4turnos_7dias.C`), or with a date on which the visitor's shift
	 * cycle starts and a checksum of the cycle (`4turnos_7dias.2026-11-16.k3x9f1`). Instead of the diagram, it may name a
	 * cycle of the visitor's own (`propio-4M2F-M06001400`).
	 */
	mine?: string;
}

const SIX_MONTHS_S = 182 * DAY_S;
const YEAR_S = 365 * DAY_S;
/** An own cycle has at most 131 characters: 84 days without runs, and the hours of four shifts. */
const MINE =
	/^([a-z0-9_]{1,40}\.[A-E]|([a-z0-9_]{1,40}|propio-[0-9A-Z-]{1,124})\.\d{4}-\d{2}-\d{2}\.[0-9a-z]{1,7})$/;

/** Reads the preferences. A malformed value is absent. */
export function readPreferences(cookieHeader: string | null | undefined): Preferences {
	const [consent, crew, mine] = (["consent", "crew", "mine"] as const).map((name) =>
		readCookie(cookieHeader, name),
	);
	return {
		consent: consent === "accepted" || consent === "rejected" ? consent : undefined,
		web: readCookie(cookieHeader, "web") === "1",
		crew: crew && /^[a-z0-9_]{1,40}\.[A-E]$/.test(crew) ? crew : undefined,
		mine: mine && MINE.test(mine) ? mine : undefined,
	};
}

/**
 * Set-Cookie headers of an answer to the cookie banner. The answer also sets the lifetime of the other preference
 * cookies.
 */
export function answerConsent(preferences: Preferences, consent: "accepted" | "rejected"): string[] {
	const { web, crew, mine } = preferences;
	return [
		writeCookie("consent", consent, SIX_MONTHS_S),
		...(web ? [remember("web", "1", consent)] : []),
		...(crew ? [remember("crew", crew, consent)] : []),
		...(mine ? [remember("mine", mine, consent)] : []),
	];
}

/**
 * Set-Cookie header of a preference: kept for a year or, after a rejection, until the browser closes. An empty value
 * deletes the cookie.
 */
export function remember(name: "web" | "crew" | "mine", value: string, consent: Preferences["consent"]) {
	const lifetime = consent === "rejected" ? undefined : YEAR_S;
	return writeCookie(name, value, value ? lifetime : 0);
}
