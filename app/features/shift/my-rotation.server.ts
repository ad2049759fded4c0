/** The shift calendar that a person confirmed as their own: in the profile, or in a cookie without an account. */
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { findDiagram, listDiagrams } from "~/features/diagrams/diagrams.server";
import { findProfile, type Profile, updateRotation } from "~/features/profile/profiles.server";
import { readPreferences, rememberMine } from "~/lib/http/preferences.server";
import { areLettersSure, crewOf, parseRotation, type Rotation, rotationAt, sameRotation } from "./rotation";

export interface MyRotation {
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
	if (profile?.diagram && position) {
		const diagram = await findDiagram(profile.diagram);
		const rotation = diagram && rotationAt(diagram, position);
		return rotation && withCrew(rotation, profile.cycleStart ? "position" : "crew", !profile.cycleStart);
	}
	const { mine } = readPreferences(request.headers.get("Cookie"));
	// A profile with another diagram makes the calendar of an earlier visitor of this browser invalid.
	if (!mine || (profile?.diagram && !mine.startsWith(`${profile.diagram}.`))) return undefined;
	return readRotation(mine);
}

/** Reads a text in the form of `rotationText`; undefined for any other text. */
export async function readRotation(text: string): Promise<MyRotation | undefined> {
	const rotation = parseRotation(text, await listDiagrams());
	return rotation && withCrew(rotation, "cookie", /\.[A-E]$/.test(text));
}

/** Adds the crew to a calendar, if its letter is certain: `isNamed` says that the person gave the letter. */
function withCrew(rotation: Rotation, source: MyRotation["source"], isNamed: boolean): MyRotation {
	const own = { ...rotation, isOwnPosition: !isNamed };
	return { rotation: own, crew: areLettersSure(own) ? crewOf(own) : undefined, source };
}

/**
 * The address that asks somebody without a calendar for today's shift. When the profile or the cookie names a
 * diagram, as after an import of another cycle, the page says that the shift has to be chosen, perhaps again.
 */
export async function findShiftPath(request: Request, profile: Profile | undefined): Promise<string> {
	const { mine } = readPreferences(request.headers.get("Cookie"));
	const id = profile?.diagram ?? mine?.split(".")[0];
	const diagram = id ? await findDiagram(id) : undefined;
	return diagram ? `/my-shift/find?diagram=${diagram.id}&again=1` : "/my-shift/find";
}

/**
 * Stores a calendar as the person's own: in the profile of a signed-in user, otherwise in a cookie. A crew follows
 * later corrections of the diagram's anchor date. A personal position stays as it is, and takes precedence over the
 * crew in the profile, which remains. A position that a crew certainly has is stored as that crew.
 * @param text a text in the form of `rotationText`
 * @returns headers of the response; undefined for any other text
 */
export async function keepRotation(request: Request, text: string): Promise<HeadersInit | undefined> {
	const mine = await readRotation(text);
	if (!mine) return undefined;
	const { crew } = mine;
	const diagram = mine.rotation.diagram.id;
	const profile = await findOwnProfile(request);
	if (!profile) return { "Set-Cookie": rememberMine(crew ? `${diagram}.${crew}` : text, consentOf(request)) };
	const known = (await findMyRotation(request, profile))?.rotation;
	// The same position, found again later, has another first day. It is no change of the user's shifts.
	if (!crew && profile.cycleStart && known && sameRotation(known, mine.rotation))
		return forgetCookie(request);
	const isSameDiagram = profile.diagram === diagram;
	await updateRotation(profile.userId, {
		diagram,
		crew: crew ?? (isSameDiagram ? profile.crew : null),
		cycleStart: crew ? null : mine.rotation.start,
		// The crews of an unconfirmed diagram are a guess, so who finds the own shifts never had those of the crew.
		isCorrection:
			isSameDiagram &&
			profile.crew !== null &&
			!profile.cycleStart &&
			!crew &&
			!mine.rotation.diagram.anchorConfirmed,
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
