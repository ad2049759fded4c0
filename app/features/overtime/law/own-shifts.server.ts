import { type CrewLetter, crewsOf, lettersFrom } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { findProfile } from "~/features/profile/profiles.server";
import type { OwnShifts } from "./own-shifts";

/**
 * The shift diagram of a user's profile, and the crew with the user's shifts: the crew in the profile or, for a user
 * with a personal position, the crew that has the same shifts, if any. Empty when the account no longer exists.
 */
export async function findOwnShifts(userId: string): Promise<OwnShifts> {
	const profile = await findProfile(userId);
	const diagram = profile?.diagram ? await findDiagram(profile.diagram) : undefined;
	if (!profile || !diagram) return {};
	const { crew, cycleStart } = profile;
	const { cycle } = diagram;
	const isOwn = (letter: CrewLetter) =>
		cycleStart ? lettersFrom(diagram, letter, cycleStart, cycle.length) === cycle : letter === crew;
	return { diagram, crew: crewsOf(diagram).find(isOwn) };
}
