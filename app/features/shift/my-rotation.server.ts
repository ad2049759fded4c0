/** The shift calendar that a person confirmed as their own: in the profile, or in a cookie without an account. */
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import type { CrewLetter } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { findProfile, updateRotation } from "~/features/profile/profiles.server";
import { readPreferences, rememberMine } from "~/lib/http/preferences.server";
import { crewOf, parseRotation, type Rotation } from "./rotation";

export interface MyRotation {
	rotation: Rotation;
	/**
	 * The official crew with this calendar. Undefined for a personal position, and for a calendar found by its shifts
	 * while the diagram's anchor date is unconfirmed: the factory's crew may then have another letter.
	 */
	crew?: CrewLetter;
}

/** The calendar of the signed-in user's profile, or else of the visitor's cookie; undefined when neither has one. */
export async function findMyRotation(request: Request): Promise<MyRotation | undefined> {
	const user = await findSessionUser(request);
	const profile = user && (await findProfile(user.id));
	const text = profile?.diagram
		? `${profile.diagram}.${profile.cycleStart ?? profile.crew ?? ""}`
		: readPreferences(request.headers.get("Cookie")).mine;
	return text === undefined ? undefined : readRotation(text);
}

/** Reads a text in the form of `rotationText`; undefined for any other text. */
export async function readRotation(text: string): Promise<MyRotation | undefined> {
	const rotation = parseRotation(text, await listDiagrams());
	if (!rotation) return undefined;
	const isKnownByLetter = /\.[A-E]$/.test(text);
	return {
		rotation,
		crew: isKnownByLetter || rotation.diagram.anchorConfirmed ? crewOf(rotation) : undefined,
	};
}

/**
 * Stores a calendar as the person's own: in the profile of a signed-in user, otherwise in a cookie. A crew follows
 * later corrections of the diagram's anchor date; a position stays as it is.
 * @param text a text that `readRotation` reads
 * @returns headers of the response
 */
export async function keepRotation(request: Request, text: string): Promise<HeadersInit> {
	const user = await findSessionUser(request);
	if (!user) return { "Set-Cookie": rememberMine(text, consentOf(request)) };
	const [diagram = null, position = ""] = text.split(".");
	const isCrew = position.length === 1;
	await updateRotation(user.id, {
		diagram,
		crew: isCrew ? position : null,
		cycleStart: isCrew ? null : position,
	});
	return {};
}

/**
 * Forgets the person's own calendar. A profile keeps the diagram.
 * @returns headers of the response
 */
export async function forgetRotation(request: Request): Promise<HeadersInit> {
	const user = await findSessionUser(request);
	const profile = user && (await findProfile(user.id));
	if (user && profile)
		await updateRotation(user.id, { diagram: profile.diagram, crew: null, cycleStart: null });
	return { "Set-Cookie": rememberMine("", consentOf(request)) };
}

function consentOf(request: Request) {
	return readPreferences(request.headers.get("Cookie")).consent;
}
