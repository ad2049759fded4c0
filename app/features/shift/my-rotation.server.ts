/** The shift calendar that a person confirmed as their own: in the profile, or in a cookie without an account. */
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { findProfile, type Profile, updateRotation } from "~/features/profile/profiles.server";
import { readPreferences, rememberMine } from "~/lib/http/preferences.server";
import { crewOf, parseRotation, type Rotation } from "./rotation";

interface MyRotation {
	rotation: Rotation;
	/**
	 * The official crew with this calendar. Undefined for a personal position, and for a calendar found by its shifts
	 * while the diagram's anchor date is unconfirmed: the factory's crew may then have another letter.
	 */
	crew?: CrewLetter;
	/** Where the calendar is stored: a cookie, the crew of the profile, or a personal position in the profile. */
	source: "cookie" | "crew" | "position";
}

/**
 * The calendar of `profile`, the signed-in user's, or, when the profile names neither a crew nor a position, of the
 * visitor's cookie; undefined when neither has one.
 */
export async function findMyRotation(
	request: Request,
	profile: Profile | undefined,
): Promise<MyRotation | undefined> {
	const position = profile?.cycleStart ?? profile?.crew;
	if (profile?.diagram && position)
		return readRotation(`${profile.diagram}.${position}`, profile.cycleStart ? "position" : "crew");
	const { mine } = readPreferences(request.headers.get("Cookie"));
	// A profile with another diagram makes the calendar of an earlier visitor of this browser invalid.
	if (!mine || (profile?.diagram && !mine.startsWith(`${profile.diagram}.`))) return undefined;
	return readRotation(mine);
}

/** Reads a text in the form of `rotationText`; undefined for any other text. */
export async function readRotation(
	text: string,
	source: MyRotation["source"] = "cookie",
): Promise<MyRotation | undefined> {
	const rotation = parseRotation(text, await listDiagrams());
	if (!rotation) return undefined;
	const isKnownByLetter = /\.[A-E]$/.test(text);
	const crew = isKnownByLetter || rotation.diagram.anchorConfirmed ? crewOf(rotation) : undefined;
	return { rotation, crew, source };
}

/**
 * Stores a calendar as the person's own: in the profile of a signed-in user, otherwise in a cookie. A crew follows
 * later corrections of the diagram's anchor date. A personal position stays as it is, and takes precedence over the
 * crew in the profile, which remains.
 * @param text a text that `readRotation` reads
 * @returns headers of the response
 */
export async function keepRotation(request: Request, text: string): Promise<HeadersInit> {
	const profile = await findOwnProfile(request);
	if (!profile) return { "Set-Cookie": rememberMine(text, consentOf(request)) };
	const [diagram = null, position = ""] = text.split(".");
	const isCrew = position.length === 1;
	const profileCrew = profile.diagram === diagram ? profile.crew : null;
	await updateRotation(profile.userId, {
		diagram,
		crew: isCrew ? position : profileCrew,
		cycleStart: isCrew ? null : position,
	});
	return forgetCookie(request);
}

/**
 * Forgets a personal position and the cookie. A profile keeps its diagram and crew.
 * @returns headers of the response
 */
export async function forgetRotation(request: Request): Promise<HeadersInit> {
	const profile = await findOwnProfile(request);
	if (profile) await updateRotation(profile.userId, { ...profile, cycleStart: null });
	return forgetCookie(request);
}

/** The profile of the signed-in user; undefined for a visitor. */
export async function findOwnProfile(request: Request): Promise<(Profile & { userId: string }) | undefined> {
	const user = await findSessionUser(request);
	const profile = user && (await findProfile(user.id));
	return user && profile && { ...profile, userId: user.id };
}

function forgetCookie(request: Request): HeadersInit {
	const { mine, consent } = readPreferences(request.headers.get("Cookie"));
	return mine ? { "Set-Cookie": rememberMine("", consent) } : {};
}

function consentOf(request: Request) {
	return readPreferences(request.headers.get("Cookie")).consent;
}
