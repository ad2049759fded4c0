import { crewsOf } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { findProfile } from "~/features/profile/profiles.server";
import type { OwnShifts } from "./own-shifts";

/** A person's diagram and crew, from the profile; empty when the account is gone. */
export async function findOwnShifts(userId: string): Promise<OwnShifts> {
	const profile = await findProfile(userId);
	const diagram = profile?.diagram ? await findDiagram(profile.diagram) : undefined;
	return { diagram, crew: diagram && crewsOf(diagram).find((letter) => letter === profile?.crew) };
}
