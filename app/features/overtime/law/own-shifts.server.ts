import { crewsOf } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { findProfile } from "~/features/profile/profiles.server";
import type { OwnShifts } from "./own-shifts";

/** The shift diagram and crew from a user's profile; empty when the account no longer exists. */
export async function findOwnShifts(userId: string): Promise<OwnShifts> {
	const profile = await findProfile(userId);
	const diagram = profile?.diagram ? await findDiagram(profile.diagram) : undefined;
	return { diagram, crew: diagram && crewsOf(diagram).find((letter) => letter === profile?.crew) };
}
