/** The user's own shift calendar, stored in the profile or, without an account, in a cookie. */
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { findDiagram, listDiagrams } from "~/features/diagrams/diagrams.server";
import { findProfile, type Profile, updateRotation } from "~/features/profile/profiles.server";
import { readPreferences, rememberMine } from "~/lib/http/preferences.server";
import { areLettersSure, crewOf, parseRotation, type Rotation, rotationAt, sameRotation } from "./rotation";

export interface MyRotation {
	rotation: Rotation;
	/**
	 * The crew with this calendar. Undefined for a personal position (cycle start), and when the calendar was found
	 * by its shifts while the anchor date is unconfirmed, because the factory may use other letters.
	 */
	crew?: CrewLetter;
	/**
	 * Where the calendar is stored: in a cookie, as the crew in the profile, or as a personal position (cycle
	 * start) in the profile.
	 */
	source: "cookie" | "crew" | "position";
}

/**
 * The calendar in the signed-in user's `profile` or, if the profile has neither a crew nor a position, in the
 * cookie; undefined when both lack a calendar.
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
	// If the profile has another diagram, the cookie is ignored: an earlier user of this browser may have left it.
	if (!mine || (profile?.diagram && !mine.startsWith(`${profile.diagram}.`))) return undefined;
	return readRotation(mine);
}

/** Parses a text made by `rotationText`; undefined for any other text. */
export async function readRotation(text: string): Promise<MyRotation | undefined> {
	const rotation = parseRotation(text, await listDiagrams());
	return rotation && withCrew(rotation, "cookie", /\.[A-E]$/.test(text));
}

/** Adds the crew to a calendar if the crew's letter is certain. `isNamed` means that the user chose the letter. */
function withCrew(rotation: Rotation, source: MyRotation["source"], isNamed: boolean): MyRotation {
	const own = { ...rotation, isOwnPosition: !isNamed };
	return { rotation: own, crew: areLettersSure(own) ? crewOf(own) : undefined, source };
}

/**
 * Address of the page that asks for today's shift, for a user without a calendar. If the profile or the cookie
 * names a diagram (for example after its cycle was corrected), the page says that the shift must be chosen again.
 */
export async function findShiftPath(request: Request, profile: Profile | undefined): Promise<string> {
	const { mine } = readPreferences(request.headers.get("Cookie"));
	const id = profile?.diagram ?? mine?.split(".")[0];
	const diagram = id ? await findDiagram(id) : undefined;
	return diagram ? `/my-shift/find?diagram=${diagram.id}&again=1` : "/my-shift/find";
}

/**
 * Stores a calendar as the user's own: in the profile or, without an account, in a cookie. A calendar that
 * certainly belongs to a crew is stored as the crew, which follows later corrections of the diagram's anchor date.
 * Any other calendar is stored as a personal position (cycle start), which never moves and takes precedence over
 * the crew in the profile.
 * @param text a text made by `rotationText`
 * @returns headers of the response; undefined for an invalid text
 */
export async function keepRotation(request: Request, text: string): Promise<HeadersInit | undefined> {
	const mine = await readRotation(text);
	if (!mine) return undefined;
	const { crew } = mine;
	const diagram = mine.rotation.diagram.id;
	const profile = await findOwnProfile(request);
	if (!profile) return { "Set-Cookie": rememberMine(crew ? `${diagram}.${crew}` : text, consentOf(request)) };
	const known = (await findMyRotation(request, profile))?.rotation;
	// A user who finds the same position again, in a later cycle, has another cycle start but the same shifts.
	if (!crew && profile.cycleStart && known && sameRotation(known, mine.rotation))
		return forgetCookie(request);
	const isSameDiagram = profile.diagram === diagram;
	await updateRotation(profile.userId, {
		diagram,
		crew: crew ?? (isSameDiagram ? profile.crew : null),
		cycleStart: crew ? null : mine.rotation.start,
		// The crews of an unconfirmed diagram are a guess. A user who then finds a personal position never had the
		// crew's shifts.
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
 * Deletes the user's personal position and the cookie. The profile keeps diagram and crew.
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
