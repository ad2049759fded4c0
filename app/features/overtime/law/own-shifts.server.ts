import { findUserById } from "~/features/auth/users.server";
import { crewsOf } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import type { OwnShifts } from "./own-shifts";

/** A person's diagram and crew, from the profile. */
export async function findOwnShifts(userId: string): Promise<OwnShifts> {
	const profile = await findUserById(userId);
	const diagram = profile?.diagram ? await findDiagram(profile.diagram) : undefined;
	return { diagram, crew: diagram && crewsOf(diagram).find((letter) => letter === profile?.crew) };
}
