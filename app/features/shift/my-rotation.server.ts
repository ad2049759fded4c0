/** The calendar of a user or visitor: from the profile or, if the profile has no calendar, from a cookie. */
import { redirect } from "@remix-run/node";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { type CrewLetter, type Diagram, lettersText } from "~/features/diagrams/cycle";
import { findDiagram, listDiagrams } from "~/features/diagrams/diagrams.server";
import { diagramIn, isOwnCycle } from "~/features/diagrams/own-cycle/own-diagram";
import { readPreferences, remember } from "~/lib/http/preferences.server";
import { requestContext } from "~/lib/http/request-context.server";
import { answerAnchor, updateRotation } from "./chosen-rotation.server";
import type { StoredRotation } from "./history/rotation-history.server";
import { parseRotation, type Rotation, rotationAt, sameRotation, sureCrewOf } from "./rotation";

export interface MyRotation {
	rotation: Rotation;
	/** The worker's crew, as `sureCrewOf` says. */
	crew?: CrewLetter;
	/** Source of the calendar: a cookie, the crew in the profile, or a personal position in the profile. */
	source: "cookie" | "crew" | "position";
}

/** Returns the calendar in the profile or, if the profile has no calendar, in the cookie `mine`. */
export async function findMyRotation(
	request: Request,
	chosen: StoredRotation | undefined,
): Promise<MyRotation | undefined> {
	const position = chosen?.cycleStart ?? chosen?.crew;
	if (chosen?.diagram && position) {
		const diagram = diagramIn(await listDiagrams(), chosen.diagram);
		const rotation = diagram && rotationAt(diagram, position);
		const source = rotation?.isOwnPosition ? "position" : "crew";
		return rotation && { rotation, crew: sureCrewOf(rotation), source };
	}
	const { mine } = readPreferences(request.headers.get("Cookie"));
	// Ignores a cookie for another diagram than that of the profile: an earlier user of this browser may have left it.
	if (!mine || (chosen?.diagram && !mine.startsWith(`${chosen.diagram}.`))) return undefined;
	return readRotation(mine);
}

/**
 * The crew of the visitor's own calendar, if the calendar is in `diagram`, and whether the visitor has confirmed the
 * shifts or has said that they are wrong. A cookie only ever has a calendar that the visitor has confirmed.
 */
export async function findCalendarIn(request: Request, diagram: Diagram) {
	const user = await findSessionUser(request);
	const mine = await findMyRotation(request, user);
	if (mine?.rotation.diagram.id !== diagram.id) return undefined;
	return { crew: mine.crew, isAnswered: mine.source !== "crew" || user?.answeredAnchor === diagram.anchor };
}

/**
 * Leads a visitor who has not chosen a crew to the page of the visitor's own crew, if it is known.
 * @throws Response redirect to the same address with `?crew=`
 */
export async function redirectToOwnCrew(request: Request, diagram: Diagram): Promise<void> {
	const { pathname, searchParams } = requestContext().url;
	const own = searchParams.has("crew") ? undefined : await findCalendarIn(request, diagram);
	if (!own?.crew) return;
	const search = new URLSearchParams(searchParams);
	search.set("crew", own.crew);
	throw redirect(`${pathname}?${search}`);
}

/** Parses a calendar in a text form that `parseRotation` knows; undefined for any other text. */
async function readRotation(text: string): Promise<MyRotation | undefined> {
	const rotation = parseRotation(text, await listDiagrams());
	return rotation && { rotation, crew: sureCrewOf(rotation), source: "cookie" };
}

/**
 * The calendar of the user or visitor, with the signed-in user.
 * @throws Response redirect to the page that asks for today's shift, if there is no calendar
 */
export async function requireMyRotation(request: Request) {
	const user = await findSessionUser(request);
	const mine = await findMyRotation(request, user);
	if (!mine) throw redirect(await findShiftPath(request, user));
	return { ...mine, user };
}

/**
 * Returns the URL of the page that asks for today's shift, for a user whose calendar is unknown. If at least the user's
 * diagram is known, the page says that the user must choose the shift again.
 */
async function findShiftPath(request: Request, chosen: StoredRotation | undefined): Promise<string> {
	const { mine } = readPreferences(request.headers.get("Cookie"));
	const id = chosen?.diagram ?? mine?.split(".")[0];
	const diagram = id ? await findDiagram(id) : undefined;
	return diagram ? `/my-shift/find?diagram=${diagram.id}&again=1` : "/my-shift/find";
}

/**
 * Stores the calendar in a user's profile or, for a visitor, in a cookie. If it is known which letter the factory uses
 * for the crew, stores the crew: the calendar then follows corrections of the diagram. Otherwise stores a personal
 * position (the start of the user's own cycle), which takes precedence over the crew.
 * @param text as `parseRotation` reads it
 * @param intent "matches" answers a page that asked a user about the shifts of this crew, "keep" one that offered the
 *   shifts of the cookie to a user without others
 * @param isOutdated whether the page showed other shifts than the crew has now: then they are not confirmed
 * @returns headers of the response; undefined for an invalid text; "changed" if the user has another calendar than the
 *   page showed or than when the request came, which stays
 */
export async function keepRotation(
	request: Request,
	text: string,
	intent?: string,
	isOutdated = false,
): Promise<HeadersInit | "changed" | undefined> {
	const [user, mine] = [await findSessionUser(request), await readRotation(text)];
	if (user && intent === "matches" && (user.cycleStart || text !== `${user.diagram}.${user.crew}`))
		return "changed";
	if (!mine) return undefined;
	const { crew } = mine;
	const diagram = mine.rotation.diagram.id;
	const { consent } = readPreferences(request.headers.get("Cookie"));
	if (!user) return { "Set-Cookie": remember("mine", crew ? `${diagram}.${crew}` : text, consent) };
	const known = (await findMyRotation(request, user))?.rotation;
	if (intent === "keep" && user.diagram && !(known && sameRotation(known, mine.rotation))) return "changed";
	// Saves nothing if the stored cycle start gives the same shifts. The two cycle starts may be whole cycles apart.
	if (!crew && user.cycleStart && known && sameRotation(known, mine.rotation)) return forgetCookie(request);
	const isSameDiagram = user.diagram === diagram;
	const chosen = {
		diagram,
		crew: crew ?? (isSameDiagram ? user.crew : null),
		cycleStart: crew ? null : mine.rotation.start,
		answeredAnchor: crew && !isOutdated ? mine.rotation.diagram.anchor : null,
		isCorrection:
			isSameDiagram &&
			user.crew !== null &&
			!user.cycleStart &&
			!crew &&
			!mine.rotation.diagram.anchorConfirmed,
	};
	return (await updateRotation(user.id, chosen, user)) ? forgetCookie(request) : "changed";
}

/**
 * Whether an operator has corrected a diagram since a page showed the shifts of its crews.
 * @param shown as `lettersText` writes them; undefined for a form that does not say
 */
export async function showedOtherShifts(text: string, shown: string | undefined): Promise<boolean> {
	const diagram = shown && (await readRotation(text))?.rotation.diagram;
	return diagram ? shown !== lettersText(diagram) : false;
}

/**
 * Keeps in a user's profile that the shifts of the user's crew are wrong, so that the pages ask no more.
 * @param text as `parseRotation` reads it
 * @returns the id of the diagram; undefined for an invalid text
 */
export async function keepDifference(request: Request, text: string): Promise<string | undefined> {
	const said = await readRotation(text);
	if (!said) return undefined;
	const { diagram } = said.rotation;
	const user = await findSessionUser(request);
	// On the page of another crew, it is no answer about the user's own.
	if (user?.diagram === diagram.id && user.crew === said.crew) await answerAnchor(user.id, diagram.anchor);
	return diagram.id;
}

/**
 * Forgets the calendar: deletes the cycle start (personal position) in the profile and the browser's cookie with the
 * calendar. Diagram and crew stay in the profile, but not an own cycle.
 * @param text the calendar that the page showed, as `parseRotation` reads it
 * @returns headers of the response; undefined if there is another calendar now, which stays
 */
export async function forgetRotation(request: Request, text: string): Promise<HeadersInit | undefined> {
	const user = await findSessionUser(request);
	const [current, shown] = [await findMyRotation(request, user), await readRotation(text)];
	if (current && !(shown && sameRotation(current.rotation, shown.rotation))) return undefined;
	if (user) {
		const diagram = isOwnCycle(user.diagram ?? "") ? null : user.diagram;
		if (!(await updateRotation(user.id, { ...user, diagram, cycleStart: null }, user))) return undefined;
	}
	return forgetCookie(request);
}

function forgetCookie(request: Request): HeadersInit {
	const { mine, consent } = readPreferences(request.headers.get("Cookie"));
	return mine ? { "Set-Cookie": remember("mine", "", consent) } : {};
}
