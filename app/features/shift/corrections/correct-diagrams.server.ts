import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { findDiagram, saveDiagram } from "~/features/diagrams/diagrams.server";
import {
	type ChosenShifts,
	listChosenShifts,
	listFormerShifts,
	replaceChosenShifts,
} from "~/features/profile/positions.server";
import { db } from "~/lib/database/db.server";
import { crewOf } from "../rotation";

/** Numbers of people whose profiles a correction of a diagram has changed. */
export interface ProfileChanges {
	/** People with a personal position that is now the calendar of an official crew, which replaces it. */
	joined: number;
	/** People whose choice referred to another cycle or to a crew that is gone, and who have to choose again. */
	lost: number;
}

/**
 * Saves valid diagrams, and adapts what people chose as their own shifts, in one transaction.
 * @returns the changes of profiles, in the order of `diagrams`
 */
export async function correctDiagrams(diagrams: readonly Diagram[]): Promise<ProfileChanges[]> {
	return db.transaction().execute(async (trx) => {
		const changes: ProfileChanges[] = [];
		for (const diagram of diagrams) {
			const before = await findDiagram(diagram.id, trx);
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

/** The crew that replaces a choice after a correction: null when it means nothing any more, undefined to keep it. */
function crewAfter(
	before: Diagram | undefined,
	diagram: Diagram,
	{ cycleStart, crew }: ChosenShifts,
): string | null | undefined {
	if (cycleStart === null)
		return crew === null || crewsOf(diagram).some((known) => known === crew) ? undefined : null;
	if (before?.cycle !== diagram.cycle) return null;
	// The letters of an unconfirmed diagram may not be the plant's.
	return diagram.anchorConfirmed ? crewOf({ diagram, start: cycleStart }) : undefined;
}
