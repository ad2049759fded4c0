import { cookieName, readCookies, writeCookie } from "./cookies.server";

/** The visitor's preferences, stored in cookies, and the consent to store them. */
export interface Preferences {
	/** The visitor's choice in the cookie banner; undefined before the visitor has chosen. */
	consent?: "accepted" | "rejected";
	/** Whether the visitor chose the home page over `/android-system` or `/ios-system`. */
	web: boolean;
	/** The shift diagram and the crew (A to E) viewed last, as `4turnos_7dias.C`. */
	crew?: string;
	/**
	 * The visitor's own shift calendar: a diagram with a crew (`4turnos_7dias.C`), or a diagram with a date on
	 * which the visitor's cycle starts and a checksum of the cycle (`4turnos_7dias.2026-11-16.k3x9f1`).
	 */
	mine?: string;
}

const SIX_MONTHS_S = 182 * 24 * 3600;
const YEAR_S = 365 * 24 * 3600;

/** Reads the preferences from a Cookie header. A malformed value counts as absent. */
export function readPreferences(cookieHeader: string | null | undefined): Preferences {
	const cookies = readCookies(cookieHeader);
	const consent = cookies[cookieName("consent")];
	const crew = cookies[cookieName("crew")];
	const mine = cookies[cookieName("mine")];
	return {
		consent: consent === "accepted" || consent === "rejected" ? consent : undefined,
		web: cookies[cookieName("web")] === "1",
		crew: crew && /^[a-z0-9_]{1,40}\.[A-E]$/.test(crew) ? crew : undefined,
		mine: mine && /^[a-z0-9_]{1,40}\.([A-E]|\d{4}-\d{2}-\d{2}\.[0-9a-z]{1,7})$/.test(mine) ? mine : undefined,
	};
}

/**
 * Set-Cookie headers for a choice in the cookie banner. The choice also sets the lifetime of the other preference
 * cookies.
 */
export function answerConsent(preferences: Preferences, consent: "accepted" | "rejected"): string[] {
	const cookies = [writeCookie(cookieName("consent"), consent, SIX_MONTHS_S)];
	if (preferences.web) cookies.push(rememberWeb(consent));
	if (preferences.crew) cookies.push(rememberCrew(preferences.crew, consent));
	if (preferences.mine) cookies.push(rememberMine(preferences.mine, consent));
	return cookies;
}

/** Set-Cookie header that stores the choice of the home page over `/android-system` or `/ios-system`. */
export function rememberWeb(consent: Preferences["consent"]): string {
	return writeCookie(cookieName("web"), "1", lifetime(consent));
}

/** Set-Cookie header that stores the diagram and crew viewed last. */
export function rememberCrew(crew: string, consent: Preferences["consent"]): string {
	return writeCookie(cookieName("crew"), crew, lifetime(consent));
}

/** Set-Cookie header that stores the visitor's own shift calendar. An empty text deletes the cookie. */
export function rememberMine(mine: string, consent: Preferences["consent"]): string {
	return writeCookie(cookieName("mine"), mine, mine ? lifetime(consent) : 0);
}

/**
 * Lifetime of a preference cookie in seconds: a year, or undefined (until the browser closes) when the visitor
 * rejected cookies.
 */
function lifetime(consent: Preferences["consent"]): number | undefined {
	return consent === "rejected" ? undefined : YEAR_S;
}
