import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { readDiagrams, saveDiagram } from "~/features/diagrams/diagrams.server";
import { db } from "~/lib/database/db.server";
import { crewOf } from "../rotation";
import {
	type ChosenShifts,
	listChosenShifts,
	listFormerShifts,
	replaceChosenShifts,
} from "./positions.server";

/** Numbers of users whose profiles the correction of a diagram has changed. */
export interface ProfileChanges {
	/** Users whose personal position (cycle start) was replaced by the crew with the same calendar. */
	joined: number;
	/** Users whose crew or personal position was removed, because the crew no longer exists or the cycle has changed. */
	lost: number;
}

/**
 * Saves corrected diagrams. In the same transaction, replaces or removes the users' crews and personal positions
 * (cycle starts) that no longer fit their diagrams.
 * @returns the numbers of changed profiles, in the order of `diagrams`
 */
export async function correctDiagrams(diagrams: readonly Diagram[]): Promise<ProfileChanges[]> {
	return db.transaction().execute(async (trx) => {
		const changes: ProfileChanges[] = [];
		for (const diagram of diagrams) {
			const before = (await readDiagrams(trx)).find(({ id }) => id === diagram.id);
			await saveDiagram(trx, diagram);
			const change = { joined: 0, lost: 0 };
			const present = await listChosenShifts(diagram.id, trx);
			for (const chosen of [...present, ...(await listFormerShifts(diagram.id, trx))]) {
				const crew = crewAfter(before, diagram, chosen);
				if (crew === undefined) continue;
				await replaceChosenShifts(trx, diagram.id, chosen, crew);
				change[crew ? "joined" : "lost"] += chosen.people;
			}
			changes.push(change);
		}
		return changes;
	});
}

/**
 * Returns the crew to store for users with this cycle start and crew when `diagram` replaces `before`. Null removes
 * their crew and cycle start, which do not fit the corrected diagram; undefined keeps both.
 */
function crewAfter(
	before: Diagram | undefined,
	diagram: Diagram,
	{ cycleStart, crew }: ChosenShifts,
): string | null | undefined {
	if (cycleStart === null)
		return crew === null || crewsOf(diagram).some((known) => known === crew) ? undefined : null;
	if (before?.cycle !== diagram.cycle) return null;
	// Replaces the user's cycle start by a crew only if an operator has confirmed the diagram. Until then, the factory
	// may call this crew by another letter.
	return diagram.anchorConfirmed ? crewOf({ diagram, start: cycleStart }) : undefined;
}
