import { cookieName, readCookies, writeCookie } from "./cookies.server";

/** What a visitor's browser remembers for convenience, and whether it may. */
export interface Preferences {
	/** The answer to the cookie banner; undefined while it has not been answered. */
	consent?: "accepted" | "rejected";
	/** Chose to go on in the browser instead of the app store's page. */
	web: boolean;
	/** The diagram and crew seen last, as `4turnos_7dias.C`. */
	crew?: string;
}

const SIX_MONTHS_S = 182 * 24 * 3600;
const YEAR_S = 365 * 24 * 3600;

/** The preferences of a request. A value that is not one of ours counts as absent. */
export function readPreferences(cookieHeader: string | null | undefined): Preferences {
	const cookies = readCookies(cookieHeader);
	const consent = cookies[cookieName("consent")];
	const crew = cookies[cookieName("crew")];
	return {
		consent: consent === "accepted" || consent === "rejected" ? consent : undefined,
		web: cookies[cookieName("web")] === "1",
		crew: crew && /^[a-z0-9_]{1,40}\.[A-E]$/.test(crew) ? crew : undefined,
	};
}

/** Set-Cookie headers for an answer to the banner; what is already remembered gets the lifetime that goes with it. */
export function answerConsent(preferences: Preferences, consent: "accepted" | "rejected"): string[] {
	const cookies = [writeCookie(cookieName("consent"), consent, SIX_MONTHS_S)];
	if (preferences.web) cookies.push(rememberWeb(consent));
	if (preferences.crew) cookies.push(rememberCrew(preferences.crew, consent));
	return cookies;
}

/** Set-Cookie header for "Seguir en la web". */
export function rememberWeb(consent: Preferences["consent"]): string {
	return writeCookie(cookieName("web"), "1", lifetime(consent));
}

/** Set-Cookie header for the crew seen last. */
export function rememberCrew(crew: string, consent: Preferences["consent"]): string {
	return writeCookie(cookieName("crew"), crew, lifetime(consent));
}

/** Opt-out: a year until the visitor says 'Rechazar', then until the browser is closed. */
function lifetime(consent: Preferences["consent"]): number | undefined {
	return consent === "rejected" ? undefined : YEAR_S;
}
